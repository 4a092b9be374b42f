import CSwiftFSM
import FSMEngine

@c(sfsm_machine_on_unhandled) @implementation
public func sfsm_machine_on_unhandled(
    _ machine: OpaquePointer?, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addHook(machine, function, context, finalizer, forUnhandledEvents: true)
}

@c(sfsm_machine_on_step) @implementation
public func sfsm_machine_on_step(
    _ machine: OpaquePointer?, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addHook(machine, function, context, finalizer, forUnhandledEvents: false)
}

/// Adds a hook to a machine, for every step or for events without a row; without a function it removes all of that kind.
/// The context is finalized at once if the hook is not added.
@inline(never)
private func addHook(
    _ machine: OpaquePointer?, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, forUnhandledEvents isUnhandled: Bool
) -> sfsm_status {
    let finalization = Finalization(finalizer, context)
    var status = machine == nil ? Status.nullPointer : Status.outOfMemory
    if let machine {
        if let function {
            // Whoever keeps the owner keeps the context.
            if let hook = HookCallback.make(machine, Callback(function, context: context)) {
                if hook.fits {
                    if let finalization { hook.owner.finalizations.append(finalization) }
                    return machine.machine.addHook(
                        hook.callback, owner: hook.owner, forUnhandledEvents: isUnhandled
                    ).rawValue
                }
                status = Status.badSignature
            }
        } else {
            status = machine.machine.removeHooks(forUnhandledEvents: isUnhandled).rawValue
        }
    }
    finalization?()
    return status
}

/// A callback of a hook, bound to the table of its machine if it is a callable's, and its owner.
private struct HookCallback {
    var callback: Callback
    /// Has room for one finalization.
    var owner: CCallbackOwner
    /// It can be called for any event of the table.
    var fits: Bool

    /// `nil` if there is no memory, or libffi refuses.
    static func make(_ machine: OpaquePointer, _ callback: Callback) -> HookCallback? {
        let machine = machine.machine
        let callable = callback.callable?.source
        let hook = MemoryRegion.none.attempt { () -> HookCallback? in
            let owner = CCallbackOwner()
            owner.finalizations.reserveCapacity(1)
            var hook = HookCallback(callback: callback, owner: owner, fits: true)
            guard let callable else { return hook }
            guard let record = callable.record() else { return nil }
            let layout = machine.stepLayout
            hook.fits = record.signature.isForHook(layout)
            guard hook.fits else { return hook }
            guard let bound = owner.bind(record, layout) else { return nil }
            hook.callback = callback.bound(to: bound)
            return hook
        }
        return hook ?? nil
    }
}

extension Signature {
    /// Whether it can be called for any event of a table, known or not.
    fileprivate func isForHook(_ layout: StepLayout) -> Bool {
        for parameter in parameters {
            switch parameter {
            case .argument: return false
            case .predicate(let id): if !layout.predicates.contains(id) { return false }
            case .context, .event, .source, .target, .step, .time: break
            }
        }
        return result == .void || result == .i32
    }
}
