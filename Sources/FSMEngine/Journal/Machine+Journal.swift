import CMemory

extension Machine {
    /// Writes a snapshot, and from then on each step; `nil` ends that. Returns what the writer did that failed: then there
    /// is no journal.
    @inline(never)
    public func setJournal(_ journal: Journal?) -> Int32 {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return Outcome.busy.rawValue }
        var memory: UnsafeMutablePointer<Journal>?
        if let journal {
            memory = JournalRow.makeJournal(journal)
            if memory == nil { return Outcome.outOfMemory.rawValue }
        }
        free(storage.pointee.journal)
        storage.pointee.journal = memory
        storage.pointee.flags.remove(.journaled)
        if memory != nil { storage.pointee.flags.insert(.journaled) }
        observeSteps()
        guard let memory else { return 0 }
        journalSnapshot()
        let failure = memory.pointee.failure
        if failure < 0 { _ = setJournal(nil) }
        return failure
    }

    /// What ended the journal: a result of its writer, or that there was no memory; 0 if it goes on, or there is none.
    public var journalFailure: Int32 { storage.pointee.journal?.pointee.failure ?? 0 }

    /// Something has changed without a step.
    @inline(__always)
    func journalChange() {
        if storage.pointee.flags.contains(.journaled) {
            storage.pointee.journal!.pointee.isCurrent = false
            journalState()
        }
    }

    /// The host has told the machine the time, and has handled what was due.
    public func journalTime() {
        if storage.pointee.flags.contains(.journaled) { journalState() }
    }

    /// The state is all that there is to tell.
    @inline(__always)
    private var isPlain: Bool {
        if storage.pointee.isChart || storage.pointee.queue.count > 0 { return false }
        guard storage.pointee.flags.isDisjoint(with: [.stopped, .resuming]) else { return false }
        guard let timers = storage.pointee.timers else { return true }
        return timers.pointee.isUnused
    }

    // MARK: - Records

    /// The step that ends.
    @inline(never)
    @_optimize(speed)
    func journalStep(_ outcome: Outcome) {
        let journal = storage.pointee.journal!
        journal.pointee.isCurrent = isPlain
        journal.pointee.time = storage.pointee.now
        write(journal.pointee.isCurrent ? .wholeStep : .step, outcome)
    }

    /// All of the machine at the end of a call, unless that was written.
    @inline(never)
    @_optimize(speed)
    func journalState() {
        let journal = storage.pointee.journal!
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return }
        if journal.pointee.isCurrent && journal.pointee.time == storage.pointee.now { return }
        journal.pointee.isCurrent = isPlain
        journal.pointee.time = storage.pointee.now
        if journal.pointee.isJSON { return journalSnapshot() }
        if rejectPointers() { return journal.pointee.failure = Outcome.unsupported.rawValue }
        if let timers = storage.pointee.timers { timers.pointee.sort() }
        write(.state, .ok)
    }

    /// A snapshot with all names.
    @inline(never)
    private func journalSnapshot() {
        let journal = storage.pointee.journal!
        let (outcome, size) = snapshot(nil, capacity: 0, hasDueTimes: true)
        guard outcome == .ok, let bytes = malloc(size) else {
            return journal.pointee.failure = (outcome == .ok ? .outOfMemory : outcome).rawValue
        }
        _ = snapshot(bytes, capacity: size, hasDueTimes: true)
        journal.pointee.isCurrent = isPlain
        journal.pointee.time = storage.pointee.now
        write(.snapshot, .ok, UnsafeRawBufferPointer(start: bytes, count: size))
        free(bytes)
    }

    /// Calls the host's function with a record.
    @inline(never)
    @_optimize(speed)
    private func write(
        _ record: JournalRecord, _ outcome: Outcome,
        _ snapshot: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) {
        let journal = storage.pointee.journal!
        guard journal.pointee.failure >= 0 else { return }
        let size = withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { room in
            var sink = ByteSink(room.baseAddress!, capacity: room.count)
            compose(record, outcome, snapshot, in: &sink)
            if sink.count <= room.count { hand(room.baseAddress!, sink, record, to: journal) }
            return sink.count
        }
        if size <= 512 { return }
        guard let memory = malloc(size) else { return journal.pointee.failure = Outcome.outOfMemory.rawValue }
        var sink = ByteSink(memory)
        compose(record, outcome, snapshot, in: &sink)
        hand(memory, sink, record, to: journal)
        free(memory)
    }

    /// Writes a record, whose sizes are still to be put into their places.
    @inline(__always)
    private func compose(
        _ record: JournalRecord, _ outcome: Outcome, _ snapshot: UnsafeRawBufferPointer, in sink: inout ByteSink
    ) {
        if storage.pointee.journal!.pointee.isJSON {
            return record == .snapshot
                ? writeJSON(snapshot, to: &sink) : writeStepJSON(outcome, record == .wholeStep, to: &sink)
        }
        sink.add(UInt32(0))
        sink.add(record.rawValue)
        switch record {
        case .step, .wholeStep: writeStep(outcome, to: &sink)
        case .snapshot: sink.add(snapshot)
        case .state:
            var head = snapshotHead(true)
            head.flags.insert(.isNameless)
            write(head, SnapshotNames(definition: names.definition, isNameless: true), to: &sink)
        }
    }

    private func writeJSON(_ snapshot: UnsafeRawBufferPointer, to sink: inout ByteSink) {
        sink.add("{\"snapshot\":")
        var writer = SnapshotJSONWriter(snapshot, sink)
        writer.write()
        sink = writer.sink
        sink.add("}\n")
    }

    @inline(never)
    @_optimize(speed)
    private func hand(
        _ bytes: UnsafeMutableRawPointer, _ sink: ByteSink, _ record: JournalRecord,
        to journal: UnsafeMutablePointer<Journal>
    ) {
        if !journal.pointee.isJSON {
            sink.replace(at: 0, by: sink.count)
            if record == .state {
                let size = sink.count - JournalRecord.headSize
                sink.replace(at: JournalRecord.headSize + SnapshotHead.sizeOffset, by: size)
            }
        }
        let result = whileBusy {
            journal.pointee.writer(journal.pointee.context, bytes.assumingMemoryBound(to: CChar.self), sink.count)
        }
        if result < 0 { journal.pointee.failure = result }
    }
}
