import CMemory

/// Where a machine writes its steps: a record for each, of bytes or as a line of JSON, through a function of the host.
public struct Journal {
    public typealias Writer = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Int32

    let writer: Writer
    let context: UnsafeMutableRawPointer?
    let isJSON: Bool
    /// What the writer returned that failed, or why nothing could be written: from then on nothing is.
    var failure: Int32 = 0
    /// What was written tells all of the machine, in which nothing may happen without a step.
    var isCurrent = false
    /// The time that was written last.
    var time: Int64 = 0

    public init(_ writer: @escaping Writer, _ context: UnsafeMutableRawPointer?, isJSON: Bool) {
        self.writer = writer
        self.context = context
        self.isJSON = isJSON
    }
}

/// The row that a state has for an event, as it was found last: kept behind the journal.
struct JournalRow {
    let source: ID
    let event: ID
    let target: ID
    /// From 1; 0 if nothing was found yet.
    let row: UInt32

    static var count: UInt32 { 32 }

    static func rows(of journal: UnsafeMutablePointer<Journal>) -> UnsafeMutablePointer<JournalRow> {
        UnsafeMutableRawPointer(journal + 1).assumingMemoryBound(to: JournalRow.self)
    }

    /// A journal with no rows yet; `nil` if there is no memory.
    static func makeJournal(_ journal: Journal) -> UnsafeMutablePointer<Journal>? {
        let size = MemoryLayout<Journal>.stride + Int(count) * MemoryLayout<JournalRow>.stride
        guard let memory = malloc(size)?.bindMemory(to: Journal.self, capacity: 1) else { return nil }
        memory.initialize(to: journal)
        rows(of: memory).initialize(
            repeating: JournalRow(source: 0, event: 0, target: 0, row: 0), count: Int(count))
        return memory
    }
}

/// What a record is. Each begins with its size, this number, and its payload.
enum JournalRecord: UInt32 {
    /// A snapshot, with which a journal begins.
    case snapshot = 1
    /// A step after which something else has to be known of the machine.
    case step = 2
    /// A step after which the machine is in its state, and that is all.
    case wholeStep = 3
    /// What has changed of a machine: the bytes of a snapshot behind its prefix, without names.
    case state = 4

    /// The bytes before the payload.
    static var headSize: Int { 8 }
}

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
        if memory != nil { journalSnapshot() }
        let failure = memory?.pointee.failure ?? 0
        return failure < 0 ? min(failure, setJournal(nil)) : 0
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

    /// The state is all that there is to tell.
    @inline(__always)
    private var isPlain: Bool {
        if storage.pointee.isChart || storage.pointee.queue.count > 0 { return false }
        guard storage.pointee.flags.isDisjoint(with: [.stopped, .resuming]) else { return false }
        guard let timers = storage.pointee.timers else { return true }
        return timers.pointee.count == 0 && timers.pointee.mostUses <= 1
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
        if carriesPointer { return journal.pointee.failure = Outcome.unsupported.rawValue }
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
            var sink = SnapshotSink(room.baseAddress!, capacity: room.count)
            compose(record, outcome, snapshot, in: &sink)
            if sink.count <= room.count { hand(room.baseAddress!, sink, record, to: journal) }
            return sink.count
        }
        if size <= 512 { return }
        guard let memory = malloc(size) else { return journal.pointee.failure = Outcome.outOfMemory.rawValue }
        var sink = SnapshotSink(memory)
        compose(record, outcome, snapshot, in: &sink)
        hand(memory, sink, record, to: journal)
        free(memory)
    }

    /// Writes a record, whose sizes are still to be put into their places.
    @inline(__always)
    private func compose(
        _ record: JournalRecord, _ outcome: Outcome, _ snapshot: UnsafeRawBufferPointer, in sink: inout SnapshotSink
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
            write(head, size: 0, SnapshotNames(definition: names.definition, isNameless: true), to: &sink)
        }
    }

    private func writeJSON(_ snapshot: UnsafeRawBufferPointer, to sink: inout SnapshotSink) {
        sink.add("{\"snapshot\":")
        var writer = SnapshotJSONWriter(snapshot, sink)
        writer.write()
        sink = writer.sink
        sink.add("}\n")
    }

    @inline(never)
    @_optimize(speed)
    private func hand(
        _ bytes: UnsafeMutableRawPointer, _ sink: SnapshotSink, _ record: JournalRecord,
        to journal: UnsafeMutablePointer<Journal>
    ) {
        if !journal.pointee.isJSON {
            sink.replace(at: 0, by: sink.count)
            // Behind the flags of the state.
            if record == .state {
                sink.replace(at: JournalRecord.headSize + 4, by: sink.count - JournalRecord.headSize)
            }
        }
        let wasProbing = storage.pointee.flags.contains(.probing)
        storage.pointee.flags.insert(.probing)
        let result = journal.pointee.writer(
            journal.pointee.context, bytes.assumingMemoryBound(to: CChar.self), sink.count)
        if !wasProbing { storage.pointee.flags.remove(.probing) }
        if result < 0 { journal.pointee.failure = result }
    }

    // MARK: - Steps

    @inline(__always)
    private func writeStep(_ outcome: Outcome, to sink: inout SnapshotSink) {
        let step = stepPointer
        sink.add(UInt64(bitPattern: storage.pointee.now))
        sink.add(outcome.rawValue)
        sink.add(rowNumber)
        sink.add(step.pointee.event)
        sink.add(step.pointee.source)
        sink.add(step.pointee.target)
        sink.add(state)
        if let cases = step.pointee.cases {
            writeCases(cases, SnapshotNames(definition: names.definition, isNameless: true), to: &sink)
        } else {
            sink.add(count: 0)
        }
        sink.add(count: step.pointee.argumentCount)
        for index in 0..<step.pointee.argumentCount { sink.add(step.pointee.arguments![index].withoutPointer) }
    }

    /// The number of the step's row, from 1, or 0. To look for a row takes longer than to write a step, so that those of a flat
    /// machine that depend on no case are kept.
    @inline(__always)
    private var rowNumber: UInt32 {
        let step = stepPointer
        guard step.pointee.rule == nil, step.pointee.outcome == .transitioned, step.pointee.cases == nil,
            !storage.pointee.isChart
        else { return foundRowNumber }
        let slot = UInt32(bitPattern: step.pointee.source &* 31 &+ step.pointee.event) % JournalRow.count
        let known = JournalRow.rows(of: storage.pointee.journal!) + Int(slot)
        if known.pointee.row == 0 || known.pointee.source != step.pointee.source
            || known.pointee.event != step.pointee.event || known.pointee.target != step.pointee.target
        {
            known.pointee = JournalRow(
                source: step.pointee.source, event: step.pointee.event, target: step.pointee.target, row: foundRowNumber
            )
        }
        return known.pointee.row
    }

    @inline(never)
    private var foundRowNumber: UInt32 {
        UnsafePointer(stepPointer).row.map { UInt32(truncatingIfNeeded: $0 &+ 1) } ?? 0
    }

    @inline(never)
    private func writeStepJSON(_ outcome: Outcome, _ isWhole: Bool, to sink: inout SnapshotSink) {
        let step = stepPointer
        sink.add("{\"step\":{\"outcome\":\"")
        sink.add(outcome.word)
        sink.add("\",\"event\":")
        names.writeJSON(event: step.pointee.event, to: &sink)
        if let row = UnsafePointer(step).row {
            sink.add(",\"row\":")
            sink.add(decimal: UInt64(row) + 1)
            if let label = label(ofRow: row) {
                sink.add(",\"label\":")
                label.bytes.withUnsafeBytes { sink.add(quoted: $0) }
            }
        }
        sink.add(",\"source\":")
        names.writeJSON(state: step.pointee.source, to: &sink)
        sink.add(",\"target\":")
        names.writeJSON(state: step.pointee.target, to: &sink)
        sink.add(",\"state\":")
        names.writeJSON(state: state, to: &sink)
        sink.add(",\"time\":")
        sink.add(signed: storage.pointee.now)
        writeInputsJSON(to: &sink)
        sink.add(isWhole ? ",\"whole\":true}}\n" : "}}\n")
    }

    /// The cases and arguments, if there are some.
    private func writeInputsJSON(to sink: inout SnapshotSink) {
        let step = stepPointer
        if let cases = step.pointee.cases {
            sink.add(",\"cases\":[")
            let predicates = storage.pointee.table.pointee.predicates
            var isFirst = true
            for index in 0..<Int(predicates.indexCount) where cases[index] != ReservedID.none {
                let predicate = predicates.ids[CompactIndex(UInt32(truncatingIfNeeded: index))]
                sink.add(isFirst ? "[" : ",[")
                isFirst = false
                names.writeJSON(predicate: predicate, to: &sink)
                sink.add(",")
                names.writeJSON(value: cases[index], of: predicate, to: &sink)
                sink.add("]")
            }
            sink.add("]")
        }
        guard step.pointee.argumentCount > 0 else { return }
        sink.add(",\"arguments\":[")
        for index in 0..<step.pointee.argumentCount {
            if index > 0 { sink.add(",") }
            let value = step.pointee.arguments![index].withoutPointer
            sink.add(json: value, value.string.map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) })
        }
        sink.add("]")
    }

    private func label(ofRow row: Int) -> Text? {
        names.definition.pointee.numberOfLabel(ofRow: row).map { names.definition.pointee.documentText($0) }
    }
}

extension Value {
    /// An address is of no use to who reads it later.
    fileprivate var withoutPointer: Value {
        type == ValueType.ptr.rawValue ? Value(type: type, bits: 0) : self
    }
}

extension Outcome {
    /// How JSON calls what came of a step.
    fileprivate var word: StaticString {
        switch self {
        case .transitioned: "transitioned"
        case .refused: "refused"
        case .unhandled: "unhandled"
        case .deferred: "deferred"
        case .callbackFailed: "callback failed"
        default: "failed"
        }
    }
}
