import CSwiftFSM
import FSMEngine

@c(sfsm_builder_add_timeout) @implementation
public func sfsm_builder_add_timeout(
    _ builder: OpaquePointer?, _ block: Int, _ delay: Int64, _ event: Int32
) -> sfsm_status {
    setStatePart(builder, "sfsm_builder_add_timeout", block, event) {
        $0.addTimeout(delay, event, toBlock: block - 1)
    }
}

@c(sfsm_machine_send_later) @implementation
public func sfsm_machine_send_later(
    _ machine: OpaquePointer?, _ event: Int32, _ delay: Int64, _ outTimer: UnsafeMutablePointer<UInt64>?
) -> sfsm_status {
    outTimer?.pointee = 0
    guard let machine else { return Status.nullPointer }
    let (outcome, timer) = machine.machine.sendLater(event, after: delay)
    outTimer?.pointee = timer
    return outcome.rawValue
}

@c(sfsm_machine_cancel) @implementation
public func sfsm_machine_cancel(_ machine: OpaquePointer?, _ timer: UInt64) -> sfsm_status {
    machine?.machine.cancel(timer).rawValue ?? Status.nullPointer
}

@c(sfsm_machine_due) @implementation
public func sfsm_machine_due(_ machine: OpaquePointer?, _ outTime: UnsafeMutablePointer<Int64>?) -> sfsm_status {
    guard let machine, let outTime else { return Status.nullPointer }
    guard let due = machine.machine.due else { return Status.outOfRange }
    outTime.pointee = due
    return Status.ok
}

@c(sfsm_machine_now) @implementation
public func sfsm_machine_now(_ machine: OpaquePointer?) -> Int64 { machine?.machine.now ?? 0 }

@c(sfsm_machine_advance) @implementation
public func sfsm_machine_advance(_ machine: OpaquePointer?, _ now: Int64) -> sfsm_outcome {
    machine?.machine.advance(to: now).rawValue ?? Status.nullPointer
}
