import CSwiftFSM
import FSMEngine

@c(sfsm_table_replay) @implementation
public func sfsm_table_replay(
    _ table: OpaquePointer?, _ replay: UnsafePointer<sfsm_replay>?,
    _ outCounts: UnsafeMutablePointer<sfsm_replay_counts>?
) -> sfsm_status {
    guard let table, let replay else { return Status.nullPointer }
    guard replay.isKnown(size: replay.pointee.size) else { return Status.badSize }
    if let outCounts, !UnsafePointer(outCounts).isKnown(size: outCounts.pointee.size) { return Status.badSize }
    // The engine's structures are laid out like those of the header.
    let request = UnsafeRawPointer(replay).assumingMemoryBound(to: ReplayRequest.self)
    var counts = ReplayCounts(size: outCounts?.pointee.size ?? 0)
    let outcome = table.withTable { $0.replay(request, &counts) }
    if let outCounts {
        UnsafeMutableRawPointer(outCounts).copyMemory(from: &counts, byteCount: MemoryLayout<ReplayCounts>.size)
    }
    return outcome.rawValue
}

@c(sfsm_table_replay_width) @implementation
public func sfsm_table_replay_width(_ table: OpaquePointer?) -> Int { table?.table.replayWidth ?? 0 }

@c(sfsm_machine_run) @implementation
@_optimize(speed)
public func sfsm_machine_run(
    _ machine: OpaquePointer?, _ events: UnsafePointer<Int32>?, _ count: Int,
    _ outOutcomes: UnsafeMutablePointer<sfsm_outcome>?, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    outCount?.pointee = 0
    guard let machine else { return Status.nullPointer }
    let fault = Status.ofArray(events, count)
    guard fault == Status.ok, let events else { return fault }
    let (outcome, sent) = machine.machine.send(UnsafeBufferPointer(start: events, count: count), outOutcomes)
    outCount?.pointee = sent
    return outcome.rawValue
}
