import CSwiftFSM
import FSMEngine

@c(sfsm_builder_on_unhandled) @implementation
public func sfsm_builder_on_unhandled(
    _ builder: OpaquePointer?, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addHook(builder, function, context, finalizer, "sfsm_builder_on_unhandled", forUnhandledEvents: true)
}

@c(sfsm_builder_on_step) @implementation
public func sfsm_builder_on_step(
    _ builder: OpaquePointer?, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addHook(builder, function, context, finalizer, "sfsm_builder_on_step", forUnhandledEvents: false)
}

/// Adds a hook of all machines to a builder, or finalizes it.
@inline(never)
private func addHook(
    _ builder: OpaquePointer?, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, _ name: StaticString, forUnhandledEvents isUnhandled: Bool
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    let fault = builder.isBuilt ? Status.alreadyBuilt : Status.ok
    let status = builder.makeRoom(for: function, context, fault: fault)
    if status == Status.ok, let function {
        builder.definition.addHook(Callback(function, context: context), forUnhandledEvents: isUnhandled)
    }
    return builder.finish(status, finalizer, context, name)
}

@c(sfsm_step_row) @implementation
public func sfsm_step_row(_ step: UnsafePointer<sfsm_step>?) -> Int {
    guard let step else { return 0 }
    return UnsafeRawPointer(step).assumingMemoryBound(to: Step.self).row.map { $0 + 1 } ?? 0
}

@c(sfsm_step_state) @implementation
public func sfsm_step_state(_ step: UnsafePointer<sfsm_step>?) -> Int32 {
    UnsafeRawPointer(step)?.assumingMemoryBound(to: Step.self).stateOfCallback ?? ReservedID.none
}
