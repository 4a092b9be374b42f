import CMemory
import CSwiftFSM
import FSMEngine

extension Callable {
    /// Calls `body` for a callable of the signature that a text is.
    static func make(
        _ signature: UnsafePointer<CChar>, _ handle: inout OpaquePointer?, _ body: (Signature) -> Callable
    ) -> sfsm_status {
        Signature.with(signature) {
            handle = .owning(body($0))
            return Status.ok
        }
    }

    /// A callback of a callable as the steps of a table call it; `nil` if there is no memory. The owner keeps it.
    static func bind(_ callback: Callback, _ layout: StepLayout, _ owner: CCallbackOwner) -> Callback? {
        guard let callable = callback.callable, owner.hasMemory(forMore: 1),
            let bound = BoundCall.make(callable, layout),
            let finalization = Finalization({ free($0) }, UnsafeMutableRawPointer(bound))
        else { return nil }
        owner.finalizations.append(finalization)
        let function = callback.isUnboundUpdate ? BoundCall.updateFunction : BoundCall.function
        return Callback(function, context: UnsafeMutableRawPointer(bound))
    }
}
