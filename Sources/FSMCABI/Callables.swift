import CMemory
import CSwiftFSM
import FSMEngine

/// What a `sfsm_callable *` stands for: a function of a signature of its own. Plain memory, for any thread to read while
/// a table is built: an attempt retains nothing of it (``MemoryRegion``).
final class Callable {
    let function: CNativeFunction
    /// The signature as it was written, which can be read.
    let text: UnsafeMutablePointer<CChar>
    let context: UnsafeMutableRawPointer?
    private var finalization: Finalization?

    typealias CNativeFunction = @convention(c) () -> Void

    fileprivate init(
        _ function: @escaping CNativeFunction, _ signature: UnsafePointer<CChar>, context: UnsafeMutableRawPointer?
    ) {
        let size = strlen(signature) + 1
        text = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        text.initialize(from: signature, count: size)
        self.function = function
        self.context = context
    }

    /// The finalization is the callable's own from now on.
    fileprivate func keep(_ finalization: Finalization?) { self.finalization = finalization }

    deinit {
        text.deallocate()
        finalization?()
    }

    /// The function of its callbacks until they are bound to a table (``BoundCall``): there is nothing to call with
    /// yet, so it fails.
    static var unboundFunction: Callback.Function { { _, _ in ReservedID.failed } }
    /// The same for update callbacks, for which no result is no event.
    static var unboundUpdate: Callback.Function { { _, _ in ReservedID.failed - 1 } }
}

extension Callback {
    /// The callable that this is a callback of, unless it is bound already.
    var callable: Callable? {
        guard let context, isUnboundCallable else { return nil }
        return OpaquePointer(context).callable
    }

    /// Whether it is a callable's, and not bound yet.
    var isUnboundCallable: Bool { isCalling(Callable.unboundFunction) || isUnboundUpdate }
    /// Whether it is a callable's for an update.
    var isUnboundUpdate: Bool { isCalling(Callable.unboundUpdate) }

    private func isCalling(_ other: @escaping Function) -> Bool {
        unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
    }

    /// The callback as the steps of a table call it, where it is a callable's.
    func bound(to call: UnsafeMutableRawPointer) -> Callback { Callback(bound: call, isUpdate: isUnboundUpdate) }

    /// The same as the callback of an update.
    var forUpdate: Callback {
        callable == nil ? self : Callback(Callable.unboundUpdate, context: context)
    }
}

@c(sfsm_callable_create) @implementation
public func sfsm_callable_create(
    _ function: sfsm_any_function?, _ signature: UnsafePointer<CChar>?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, _ outCallable: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    outCallable?.pointee = nil
    let finalization = Finalization(finalizer, context)
    var status = Status.nullPointer
    if let function, let signature, let outCallable {
        status = Callable.isSupported ? sfsm_signature_check(signature, nil, nil) : Status.unsupported
        if status == Status.ok {
            if let callable = MemoryRegion.none.attempt({ Callable(function, signature, context: context) }) {
                callable.keep(finalization)
                outCallable.pointee = .owning(callable)
            } else {
                status = Status.outOfMemory
            }
        }
    }
    if status != Status.ok { finalization?() }
    return status
}

@c(sfsm_callable_release) @implementation
public func sfsm_callable_release(_ callable: OpaquePointer?) { callable?.releaseCallable() }

@c(sfsm_callable_callback) @implementation
public func sfsm_callable_callback(_ callable: OpaquePointer?) -> sfsm_callback {
    guard let callable else { return sfsm_callback() }
    callable.retainCallable()
    return sfsm_callback(
        function: unsafeBitCast(Callable.unboundFunction, to: sfsm_function.self),
        context: UnsafeMutableRawPointer(callable),
        finalizer: { context in context.map { OpaquePointer($0).releaseCallable() } })
}
