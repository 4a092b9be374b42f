import CSwiftFSM
import FSMEngine

// A `sfsm_plan` is the caller's memory: what it may read stands first, then the engine's ``StepPlan``.

@c(sfsm_machine_plan) @implementation
public func sfsm_machine_plan(
    _ machine: OpaquePointer?, _ message: UnsafePointer<sfsm_message>?, _ outPlan: UnsafeMutablePointer<sfsm_plan>?
) -> sfsm_outcome {
    guard let message else { return Status.nullPointer }
    let fault = message.fault
    guard fault == Status.ok else { return fault }
    return plan(machine, outPlan) { $0.plan(message.content) }
}

@c(sfsm_machine_plan_pending) @implementation
public func sfsm_machine_plan_pending(
    _ machine: OpaquePointer?, _ outPlan: UnsafeMutablePointer<sfsm_plan>?
) -> sfsm_outcome {
    plan(machine, outPlan) { $0.planNext() }
}

@c(sfsm_machine_plan_due) @implementation
public func sfsm_machine_plan_due(
    _ machine: OpaquePointer?, _ now: Int64, _ outPlan: UnsafeMutablePointer<sfsm_plan>?
) -> sfsm_outcome {
    plan(machine, outPlan) { $0.planDue(by: now) }
}

@c(sfsm_machine_postpone) @implementation
public func sfsm_machine_postpone(_ machine: OpaquePointer?) -> sfsm_status {
    machine?.machine.postpone().rawValue ?? Status.nullPointer
}

@c(sfsm_machine_plan_start) @implementation
public func sfsm_machine_plan_start(
    _ machine: OpaquePointer?, _ state: Int32, _ outPlan: UnsafeMutablePointer<sfsm_plan>?
) -> sfsm_outcome {
    plan(machine, outPlan) { $0.planStart(state) }
}

@c(sfsm_machine_plan_stop) @implementation
public func sfsm_machine_plan_stop(
    _ machine: OpaquePointer?, _ outPlan: UnsafeMutablePointer<sfsm_plan>?
) -> sfsm_outcome {
    plan(machine, outPlan) { $0.planStop() }
}

/// Fills a plan of the caller's; `SFSM_OK` if there is nothing to plan.
private func plan(
    _ machine: OpaquePointer?, _ outPlan: UnsafeMutablePointer<sfsm_plan>?, _ make: (Machine) -> StepPlan?
) -> sfsm_outcome {
    guard let machine, let outPlan else { return Status.nullPointer }
    let fault = outPlan.checkSize()
    guard fault == Status.ok else { return fault }
    // A guard may release the machine.
    return withExtendedLifetime(machine.machine.table) {
        guard let plan = make(machine.machine) else { return Status.ok }
        return outPlan.show(plan, of: machine.machine).rawValue
    }
}

@c(sfsm_plan_next) @implementation
public func sfsm_plan_next(
    _ plan: UnsafeMutablePointer<sfsm_plan>?, _ outCallback: UnsafeMutablePointer<sfsm_callback>?
) -> Int32 {
    guard let plan, let outCallback else { return Status.nullPointer }
    let fault = plan.checkSize()
    guard fault == Status.ok else { return fault }
    outCallback.pointee = sfsm_callback()
    guard plan.pointee.outcome == Int32(SFSM_TRANSITIONED), plan.isOpen else { return Int32(SFSM_PLAN_END) }
    switch plan.stepPlan.pointee.next() {
    case .callback(let callback):
        outCallback.pointee = callback.cCallback
        return Int32(SFSM_PLAN_CALL)
    case .resolver(let callback):
        outCallback.pointee = callback.cCallback
        return Int32(SFSM_PLAN_RESOLVE)
    case .commit: return Int32(SFSM_PLAN_COMMIT)
    case nil: return Int32(SFSM_PLAN_END)
    }
}

@c(sfsm_machine_resolve) @implementation
public func sfsm_machine_resolve(
    _ machine: OpaquePointer?, _ plan: UnsafeMutablePointer<sfsm_plan>?, _ state: Int32
) -> sfsm_outcome {
    withOpen(machine, plan) { machine, plan in
        // The end of a plan may free the machine.
        withExtendedLifetime(machine.table) {
            let outcome = machine.resolve(&plan.stepPlan.pointee, to: state)
            plan.show(of: machine)
            return outcome.rawValue
        }
    }
}

@c(sfsm_machine_commit) @implementation
public func sfsm_machine_commit(_ machine: OpaquePointer?, _ plan: UnsafeMutablePointer<sfsm_plan>?) -> sfsm_status {
    withOpen(machine, plan) { machine, plan in machine.commit(plan.stepPlan.pointee).rawValue }
}

@c(sfsm_machine_complete) @implementation
public func sfsm_machine_complete(
    _ machine: OpaquePointer?, _ plan: UnsafeMutablePointer<sfsm_plan>?, _ result: Int32
) -> sfsm_outcome {
    withOpen(machine, plan) { machine, plan in
        let outcome = machine.complete(plan.stepPlan.pointee, result)
        if outcome != .badValue { plan.pointee.outcome = Status.ok }
        return outcome.rawValue
    }
}

@c(sfsm_machine_abandon) @implementation
public func sfsm_machine_abandon(_ machine: OpaquePointer?) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    machine.machine.abandon()
    return Status.ok
}

/// Calls `body` with a plan that is open; `SFSM_BAD_VALUE` for one that is over, or another machine's.
private func withOpen(
    _ machine: OpaquePointer?, _ plan: UnsafeMutablePointer<sfsm_plan>?,
    _ body: (Machine, UnsafeMutablePointer<sfsm_plan>) -> Int32
) -> Int32 {
    guard let machine, let plan else { return Status.nullPointer }
    let fault = plan.checkSize()
    guard fault == Status.ok else { return fault }
    let handle = UnsafeRawPointer(machine.machine.handle)
    guard plan.pointee.outcome == Int32(SFSM_TRANSITIONED), UnsafeRawPointer(plan.pointee.step) == handle,
        machine.machine.isOpen(plan.stepPlan.pointee)
    else { return Status.badValue }
    return body(machine.machine, plan)
}

extension UnsafeMutablePointer<sfsm_plan> {
    fileprivate func checkSize() -> sfsm_status {
        pointee.size >= MemoryLayout<sfsm_plan>.size ? Status.ok : Status.badSize
    }

    fileprivate var stepPlan: UnsafeMutablePointer<StepPlan> {
        let offset = MemoryLayout<sfsm_plan>.offset(ofReserved: self)
        return (UnsafeMutableRawPointer(self) + offset).assumingMemoryBound(to: StepPlan.self)
    }

    /// Whether the machine still has this plan: one of a chart was given up with its memory.
    fileprivate var isOpen: Bool {
        stepPlan.pointee.isWithoutMemory
            || Machine(handle: UnsafeMutableRawPointer(mutating: pointee.step)).isOpen(stepPlan.pointee)
    }

    /// Keeps the engine's plan and tells of it.
    fileprivate func show(_ plan: StepPlan, of machine: Machine) -> Outcome {
        stepPlan.initialize(to: plan)
        show(of: machine)
        return plan.outcome
    }

    fileprivate func show(of machine: Machine) {
        let plan = stepPlan.pointee
        let isOpen = plan.outcome == .transitioned
        pointee.outcome = plan.outcome.rawValue
        pointee.source = plan.sourceID
        pointee.target = plan.targetID
        let counts = plan.callbackCounts
        pointee.callback_count = isOpen ? counts.all : 0
        pointee.commit_index = counts.beforeCommit ?? Int(bitPattern: UInt.max)
        pointee.step = UnsafeRawPointer(machine.handle).assumingMemoryBound(to: sfsm_step.self)
    }
}

extension MemoryLayout<sfsm_plan> {
    /// Where the engine's own part begins. Embedded Swift has no key paths to ask: the field's address tells.
    fileprivate static func offset(ofReserved plan: UnsafeMutablePointer<sfsm_plan>) -> Int {
        withUnsafeMutablePointer(to: &plan.pointee.reserved) {
            UnsafeMutableRawPointer($0) - UnsafeMutableRawPointer(plan)
        }
    }
}

extension Callback {
    /// As C calls it. A callback without a context of its own has the machine's.
    fileprivate var cCallback: sfsm_callback {
        sfsm_callback(
            function: unsafeBitCast(function, to: sfsm_function.self), context: context, finalizer: nil)
    }
}
