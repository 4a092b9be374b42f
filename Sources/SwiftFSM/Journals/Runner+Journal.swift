import FSMEngine

extension Runner {
    func startJournal(_ format: FSMJournalFormat, _ write: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        let (machine, timetable, table) = try atRest()
        guard table.effects == nil else { throw FSMJournalError.unsupported }
        let chart = chart
        let noting = { [weak self] (record: UnsafeRawBufferPointer) in
            self?.isWriting = true
            defer { self?.isWriting = false }
            try write(record)
        }
        let journal = MachineJournal(machine, format, noting) { [unowned timetable, weak chart] in
            timetable.waitingWithValues + (chart?.lostEvents ?? [])
        }
        let outcome = machine.setJournal(journal.engineJournal)
        // From inside the function that writes: the former one goes on.
        if outcome == Outcome.busy.rawValue { throw Self.error(outcome) }
        // The former one is over, also where this one cannot begin.
        if outcome < 0 { _ = machine.setJournal(nil) }
        self.journal = outcome < 0 ? nil : journal
        guard outcome < 0 else { return }
        throw journal.error ?? Self.error(outcome)
    }

    func endJournal() throws {
        guard journal != nil else { return }
        let (machine, _, _) = try atRest()
        let outcome = machine.setJournal(nil)
        if outcome < 0 { throw Self.error(outcome) }
        journal = nil
    }

    var journalError: (any Error)? {
        guard let journal, let machine else { return nil }
        let failure = machine.journalFailure
        return journal.error ?? (failure < 0 ? Self.error(failure) : nil)
    }

    private static func error(_ outcome: Int32) -> any Error {
        outcome == Outcome.busy.rawValue ? FSMSnapshotError.actionsUnderWay : FSMJournalError.outOfMemory
    }

    /// Replays a journal in a machine of its own, and takes that one's place.
    func replay(_ bytes: UnsafeRawBufferPointer, _ limit: Int, initialState: State) throws -> FSMJournalReplay {
        let (machine, timetable, table) = try atRest()
        guard let store else { throw FSMSnapshotError.noTable }
        guard table.effects == nil else { throw FSMJournalError.unsupported }
        let other = try table.machine(initialState: initialState, store)
        defer { other.release() }
        let replay = other.replay(bytes, limit: max(0, limit))
        let reached = FSMJournalReplay(byteCount: replay.size, stepCount: replay.stepCount)
        switch replay.outcome {
        case .ok where replay.size == 0: throw FSMJournalError.noJournal
        case .ok: break
        case .outOfMemory: throw FSMJournalError.outOfMemory
        case .unsupported: throw FSMSnapshotError.laterFormat
        case .badConfiguration: throw FSMJournalError.damaged(reached)
        default: throw FSMJournalError.otherTable
        }
        if !JournalReplay.isJSON(bytes), try !isOfSameTable(bytes, machine) { throw FSMJournalError.otherTable }
        try restore(FSMSnapshot(SnapshotMembers(other.written(hasDueTimes: true))), nil)
        timetable.tell(other.now)
        timetable.noteChange()
        return reached
    }

    /// Whether a journal in bytes is of an equal table: it begins with a snapshot that has the same fingerprint.
    private func isOfSameTable(_ journal: UnsafeRawBufferPointer, _ machine: Machine) throws -> Bool {
        let (head, size) = (SnapshotMembers.magic.count + MemoryLayout<UInt32>.size, SnapshotMembers.fingerprintSize)
        let own = try machine.written(hasDueTimes: true)[head..<head + size]
        let first = 2 * MemoryLayout<UInt32>.size + head
        return journal.count >= first + size && journal[first..<first + size].elementsEqual(own)
    }
}
