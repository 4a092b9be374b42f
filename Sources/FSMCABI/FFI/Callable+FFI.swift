import FSMEngine

extension Callable {
    /// Callables can be made.
    static var isSupported: Bool { true }
}

extension CCallbackOwner {
    /// The callable of a callback as the steps of a table call it; `nil` if libffi refuses.
    func bind(_ callback: Callback, _ callable: CallableRecord, _ layout: StepLayout) -> Callback? {
        guard let bound = BoundCall.make(callable, layout) else { return nil }
        boundCalls.append(UnsafeMutableRawPointer(bound))
        let function = callback.isUnboundUpdate ? BoundCall.updateFunction : BoundCall.function
        return Callback(function, context: UnsafeMutableRawPointer(bound))
    }
}
