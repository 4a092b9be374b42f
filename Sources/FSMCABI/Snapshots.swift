import CSwiftFSM
import FSMEngine

@c(sfsm_table_snapshot_key) @implementation
public func sfsm_table_snapshot_key(_ table: OpaquePointer?) -> UInt64 { table?.table.snapshotKey ?? 0 }

@c(sfsm_table_word_count) @implementation
public func sfsm_table_word_count(_ table: OpaquePointer?) -> Int { table?.table.wordCount ?? 0 }

@c(sfsm_machine_snapshot) @implementation
public func sfsm_machine_snapshot(
    _ machine: OpaquePointer?, _ words: UnsafeMutablePointer<UInt64>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let machine, let outCount else { return Status.nullPointer }
    let fault = Status.ofArray(words, capacity)
    guard fault == Status.ok else { return fault }
    let (outcome, count) = machine.machine.snapshot(words, capacity: capacity)
    if count > 0 { outCount.pointee = count }
    return outcome.rawValue
}

@c(sfsm_machine_restore) @implementation
public func sfsm_machine_restore(
    _ machine: OpaquePointer?, _ words: UnsafePointer<UInt64>?, _ count: Int
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    let fault = Status.ofArray(words, count)
    guard fault == Status.ok else { return fault }
    return machine.machine.restore(UnsafeBufferPointer(start: words, count: count)).rawValue
}

@c(sfsm_step_state) @implementation
public func sfsm_step_state(_ step: UnsafePointer<sfsm_step>?) -> Int32 {
    UnsafeRawPointer(step)?.assumingMemoryBound(to: Step.self).stateOfCallback ?? ReservedID.none
}
