import CSwiftFSM
import FSMEngine

@c(sfsm_machine_probe) @implementation
public func sfsm_machine_probe(
    _ machine: OpaquePointer?, _ event: Int32, _ outTarget: UnsafeMutablePointer<Int32>?
) -> sfsm_outcome {
    guard let machine else { return Status.nullPointer }
    let (outcome, target) = machine.machine.probe(.event(event), .none)
    if outcome.rawValue > 0 { outTarget?.pointee = target }
    return outcome.rawValue
}

@c(sfsm_machine_probe_with) @implementation
public func sfsm_machine_probe_with(
    _ machine: OpaquePointer?, _ event: Int32, _ cases: UnsafePointer<sfsm_case>?, _ caseCount: Int,
    _ arguments: UnsafePointer<sfsm_value>?, _ argumentCount: Int, _ outTarget: UnsafeMutablePointer<Int32>?
) -> sfsm_outcome {
    withArguments(machine, cases, caseCount, arguments, argumentCount) {
        let (outcome, target) = $0.probe(.event(event), $1, $2)
        if outcome.rawValue > 0 { outTarget?.pointee = target }
        return outcome
    }
}

@c(sfsm_machine_permitted) @implementation
public func sfsm_machine_permitted(
    _ machine: OpaquePointer?, _ events: UnsafeMutablePointer<Int32>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    sfsm_machine_permitted_matching(machine, nil, 0, 0, events, capacity, outCount)
}

@c(sfsm_machine_permitted_matching) @implementation
public func sfsm_machine_permitted_matching(
    _ machine: OpaquePointer?, _ cases: UnsafePointer<sfsm_case>?, _ caseCount: Int, _ flags: UInt32,
    _ events: UnsafeMutablePointer<Int32>?, _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard machine != nil, let outCount else { return Status.nullPointer }
    guard capacity >= 0 else { return Status.outOfRange }
    guard events != nil || capacity == 0 else { return Status.nullPointer }
    guard flags & ~(UInt32(SFSM_WITHOUT_GUARDS) | UInt32(SFSM_PERMITTED_STATES)) == 0 else { return Status.badValue }
    return withCases(machine, cases, caseCount) { machine, cases in
        var count = 0
        let outcome = machine.forEachPermitted(Machine.Permission(rawValue: flags), cases) { id in
            if count < capacity { events?[count] = id }
            count += 1
        }
        if outcome == .ok { outCount.pointee = count }
        return outcome
    }
}

@c(sfsm_machine_explain) @implementation
public func sfsm_machine_explain(
    _ machine: OpaquePointer?, _ event: Int32, _ requested: Int32, _ cases: UnsafePointer<sfsm_case>?,
    _ caseCount: Int, _ reasons: UnsafeMutablePointer<sfsm_reason>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_outcome {
    let trigger = event == ReservedID.request ? Trigger.request(requested) : Trigger.event(event)
    return explain(machine, trigger, cases, caseCount, nil, 0, reasons, capacity, outCount)
}

@c(sfsm_machine_explain_with) @implementation
public func sfsm_machine_explain_with(
    _ machine: OpaquePointer?, _ event: Int32, _ cases: UnsafePointer<sfsm_case>?, _ caseCount: Int,
    _ arguments: UnsafePointer<sfsm_value>?, _ argumentCount: Int, _ reasons: UnsafeMutablePointer<sfsm_reason>?,
    _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_outcome {
    explain(
        machine, .event(event), cases, caseCount, arguments, argumentCount, reasons, capacity, outCount)
}

private func explain(
    _ machine: OpaquePointer?, _ trigger: Trigger, _ cases: UnsafePointer<sfsm_case>?, _ caseCount: Int,
    _ arguments: UnsafePointer<sfsm_value>?, _ argumentCount: Int, _ reasons: UnsafeMutablePointer<sfsm_reason>?,
    _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_outcome {
    guard machine != nil else { return Status.nullPointer }
    guard capacity >= 0 else { return Status.outOfRange }
    guard reasons != nil || capacity == 0 else { return Status.nullPointer }
    return withArguments(machine, cases, caseCount, arguments, argumentCount) { machine, cases, arguments in
        var count = 0
        let outcome = machine.explain(trigger, cases, arguments) { reason in
            if count < capacity {
                reasons?[count] = sfsm_reason(
                    transition: reason.transition, kind: reason.kind.rawValue, predicate: reason.mismatch.predicate,
                    value: reason.mismatch.value, guard: reason.guardNumber)
            }
            count += 1
        }
        if outcome.rawValue > 0 { outCount?.pointee = count }
        return outcome
    }
}
