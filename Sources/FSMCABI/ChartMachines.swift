import CSwiftFSM
import FSMEngine

@c(sfsm_machine_in) @implementation
public func sfsm_machine_in(_ machine: OpaquePointer?, _ state: Int32) -> Bool {
    machine?.machine.isActive(state) ?? false
}

@c(sfsm_machine_states) @implementation
public func sfsm_machine_states(
    _ machine: OpaquePointer?, _ states: UnsafeMutablePointer<Int32>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let machine, let outCount else { return Status.nullPointer }
    let fault = Status.ofArray(states, capacity)
    guard fault == Status.ok else { return fault }
    var count = 0
    machine.machine.forEachActiveLeaf { state in
        if count < capacity { states?[count] = state }
        count += 1
    }
    outCount.pointee = count
    return Status.ok
}

@c(sfsm_machine_set_states) @implementation
public func sfsm_machine_set_states(
    _ machine: OpaquePointer?, _ states: UnsafePointer<Int32>?, _ count: Int
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    guard count >= 0 else { return Status.outOfRange }
    guard count > 0 else { return machine.machine.setState(ReservedID.none).rawValue }
    guard let states else { return Status.nullPointer }
    return machine.machine.setStates(UnsafeBufferPointer(start: states, count: count)).rawValue
}

@c(sfsm_machine_raise) @implementation
public func sfsm_machine_raise(_ machine: OpaquePointer?, _ event: Int32) -> sfsm_outcome {
    machine?.machine.raise(event).rawValue ?? Status.nullPointer
}

@c(sfsm_machine_is_done) @implementation
public func sfsm_machine_is_done(_ machine: OpaquePointer?) -> Bool { machine?.machine.isDone ?? false }
