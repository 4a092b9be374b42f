import CSwiftFSM
import FSMEngine

@c(sfsm_machine_set_journal) @implementation
public func sfsm_machine_set_journal(
    _ machine: OpaquePointer?, _ journal: UnsafePointer<sfsm_journal>?
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    guard let journal else { return machine.machine.setJournal(nil) }
    guard journal.isKnown(size: journal.pointee.size) else { return Status.badSize }
    guard let writer = journal.pointee.writer else { return Status.nullPointer }
    guard journal.pointee.flags & ~UInt32(SFSM_JOURNAL_JSON) == 0 else { return Status.badValue }
    let isJSON = journal.pointee.flags & UInt32(SFSM_JOURNAL_JSON) != 0
    return machine.machine.setJournal(Journal(writer, journal.pointee.context, isJSON: isJSON))
}

@c(sfsm_machine_journal_status) @implementation
public func sfsm_machine_journal_status(_ machine: OpaquePointer?) -> sfsm_status {
    machine?.machine.journalFailure ?? Status.nullPointer
}

@c(sfsm_machine_replay_journal) @implementation
public func sfsm_machine_replay_journal(
    _ machine: OpaquePointer?, _ journal: UnsafeRawPointer?, _ size: Int, _ limit: Int,
    _ outSize: UnsafeMutablePointer<Int>?, _ outSteps: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    outSize?.pointee = 0
    outSteps?.pointee = 0
    guard let machine else { return Status.nullPointer }
    let fault = Status.ofArray(journal, size)
    guard fault == Status.ok else { return fault }
    let replay = machine.machine.replay(
        UnsafeRawBufferPointer(start: journal, count: size), limit: limit < 0 ? .max : limit)
    outSize?.pointee = replay.size
    outSteps?.pointee = replay.stepCount
    return replay.outcome.rawValue
}
