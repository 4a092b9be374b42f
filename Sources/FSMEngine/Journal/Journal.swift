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
            memory = malloc(MemoryLayout<Journal>.stride)?.bindMemory(to: Journal.self, capacity: 1)
            guard let memory else { return Outcome.outOfMemory.rawValue }
            memory.initialize(to: journal)
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
        let isWhole = isPlain
        journal.pointee.isCurrent = isWhole
        journal.pointee.time = storage.pointee.now
        write { journal.pointee.isJSON ? writeStepJSON(outcome, isWhole, to: &$0) : writeStep(outcome, isWhole, size: $1, to: &$0) }
    }

    /// All of the machine at the end of a call, unless that was written.
    @inline(never)
    func journalState() {
        let journal = storage.pointee.journal!
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return }
        if journal.pointee.isCurrent && journal.pointee.time == storage.pointee.now { return }
        if journal.pointee.isJSON { return journalSnapshot() }
        var head = snapshotHead(true)
        head.flags.insert(.isNameless)
        if let timers = storage.pointee.timers { timers.pointee.sort() }
        let names = storage.pointee.tableReference._withUnsafeGuaranteedRef {
            SnapshotNames(definition: $0.definition, isNameless: true)
        }
        journal.pointee.isCurrent = isPlain
        journal.pointee.time = storage.pointee.now
        write { sink, size in
            sink.add(count: size)
            sink.add(JournalRecord.state.rawValue)
            write(head, size: size - JournalRecord.headSize, names, to: &sink)
        }
    }

    /// A snapshot with all names.
    private func journalSnapshot() {
        let journal = storage.pointee.journal!
        let (outcome, size) = snapshot(nil, capacity: 0, hasDueTimes: true)
        guard outcome == .ok, let bytes = malloc(size) else {
            journal.pointee.failure = outcome == .ok ? Outcome.outOfMemory.rawValue : outcome.rawValue
            return
        }
        defer { free(bytes) }
        _ = snapshot(bytes, capacity: size, hasDueTimes: true)
        journal.pointee.isCurrent = isPlain
        journal.pointee.time = storage.pointee.now
        let snapshot = UnsafeRawBufferPointer(start: bytes, count: size)
        write { sink, size in
            if journal.pointee.isJSON {
                sink.add("{\"snapshot\":")
                var writer = SnapshotJSONWriter(snapshot, sink)
                writer.write()
                sink = writer.sink
                sink.add("}\n")
            } else {
                sink.add(count: size)
                sink.add(JournalRecord.snapshot.rawValue)
                sink.add(snapshot)
            }
        }
    }

    /// Calls the host's function with what `body` writes, which is told the size.
    @inline(__always)
    private func write(_ body: (inout SnapshotSink, Int) -> Void) {
        let journal = storage.pointee.journal!
        guard journal.pointee.failure >= 0 else { return }
        var measure = SnapshotSink()
        body(&measure, 0)
        let size = measure.count
        if size <= 512 {
            withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) {
                var sink = SnapshotSink($0.baseAddress!)
                body(&sink, size)
                hand($0.baseAddress!, size, to: journal)
            }
        } else if let memory = malloc(size) {
            var sink = SnapshotSink(memory)
            body(&sink, size)
            hand(memory, size, to: journal)
            free(memory)
        } else {
            journal.pointee.failure = Outcome.outOfMemory.rawValue
        }
    }

    @inline(never)
    private func hand(_ bytes: UnsafeMutableRawPointer, _ size: Int, to journal: UnsafeMutablePointer<Journal>) {
        let wasProbing = storage.pointee.flags.contains(.probing)
        storage.pointee.flags.insert(.probing)
        let result = journal.pointee.writer(journal.pointee.context, bytes.assumingMemoryBound(to: CChar.self), size)
        if !wasProbing { storage.pointee.flags.remove(.probing) }
        if result < 0 { journal.pointee.failure = result }
    }

    // MARK: - Steps

    @inline(__always)
    private func writeStep(_ outcome: Outcome, _ isWhole: Bool, size: Int, to sink: inout SnapshotSink) {
        let step = stepPointer
        sink.add(count: size)
        sink.add((isWhole ? JournalRecord.wholeStep : .step).rawValue)
        sink.add(UInt64(bitPattern: storage.pointee.now))
        sink.add(outcome.rawValue)
        sink.add(count: UnsafePointer(step).row.map { $0 + 1 } ?? 0)
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
