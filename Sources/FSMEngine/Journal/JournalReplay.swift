import CMemory

/// How far a journal was replayed.
public struct JournalReplay {
    /// `ok`, also if the last record is not whole; `badConfiguration` if a record is damaged, or not of this machine's table.
    public var outcome = Outcome.ok
    /// The bytes up to where the machine is now: behind a record.
    public var size = 0
    /// The steps up to there.
    public var stepCount = 0

    /// Whether a line of JSON comes first. The size of a record may begin with the byte of `{` too; but the number after it
    /// ends with a zero, which JSON has nowhere. In fewer bytes nothing is whole, whatever it is.
    public static func isJSON(_ journal: UnsafeRawBufferPointer) -> Bool {
        journal.count >= JournalRecord.headSize && journal[0] == 0x7b && journal[JournalRecord.headSize - 1] != 0
    }
}

/// Goes through the records of a journal, bytes or JSON, for the last one up to which all of a machine is known.
private struct JournalWalk {
    let bytes: UnsafeRawBufferPointer
    let isJSON: Bool
    var position = 0
    var stepCount = 0
    var isDamaged = false
    /// The payload of the last snapshot or state, and what it is.
    var base: (payload: UnsafeRawBufferPointer, record: JournalRecord)?
    /// The last whole step behind it.
    var last: UnsafeRawBufferPointer?
    /// What is known up to here.
    var replay = JournalReplay()

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isJSON = JournalReplay.isJSON(bytes)
    }

    /// Goes on while there are whole records, up to this many steps.
    mutating func walk(limit: Int) {
        while let (record, payload, end) = next() {
            switch record {
            case .step, .wholeStep:
                guard stepCount < limit, base != nil else {
                    if base == nil { isDamaged = true }
                    return
                }
                stepCount += 1
                position = end
                if record == .step { continue }
                last = payload
            case .snapshot, .state:
                guard record == .snapshot || base != nil else {
                    isDamaged = true
                    return
                }
                base = (payload, record)
                last = nil
                position = end
            }
            replay.size = position
            replay.stepCount = stepCount
        }
    }

    /// The next record, if all of it is there, and where it ends.
    private mutating func next() -> (JournalRecord, UnsafeRawBufferPointer, Int)? {
        if isJSON { return nextLine() }
        var reader = ByteReader(bytes, at: position)
        let size = Int(truncatingIfNeeded: reader.word())
        let number = reader.word()
        if reader.isDamaged { return nil }
        guard size >= JournalRecord.headSize, let record = JournalRecord(rawValue: number) else {
            isDamaged = true
            return nil
        }
        if size > bytes.count - position { return nil }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[reader.position..<position + size])
        return (record, payload, position + size)
    }

    private mutating func nextLine() -> (JournalRecord, UnsafeRawBufferPointer, Int)? {
        var end = position
        while end < bytes.count && bytes[end] != 0x0a { end += 1 }
        if end == bytes.count { return nil }
        let line = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
        var scanner = JSONScanner(line)
        let isSnapshot = scanner.take(word: "{\"snapshot\":")
        if isSnapshot || scanner.take(word: "{\"step\":") {
            let start = scanner.position
            scanner.skipValue()
            if scanner.take(0x7d), scanner.peek() == 0, !scanner.hasFault {
                let payload = UnsafeRawBufferPointer(rebasing: line[start..<scanner.position - 1])
                let isWhole = !isSnapshot && payload.hasSuffix(",\"whole\":true}")
                return (isSnapshot ? .snapshot : isWhole ? .wholeStep : .step, payload, end + 1)
            }
        }
        isDamaged = true
        return nil
    }
}

/// The end of a step after which nothing waits in a flat machine.
private struct WholeStep {
    let id: ID
    let state: CompactIndex<State>
    let time: Int64
}

extension UnsafeRawBufferPointer {
    fileprivate func hasSuffix(_ suffix: StaticString) -> Bool {
        let length = suffix.utf8CodeUnitCount
        guard count >= length, let start = baseAddress else { return false }
        return memcmp(start + count - length, suffix.utf8Start, length) == 0
    }
}

extension Machine {
    /// Makes the machine what that of a journal was after so many steps at most, or as far as the journal goes. No callback
    /// is called. O(bytes).
    @inline(never)
    public func replay(_ journal: UnsafeRawBufferPointer, limit: Int) -> JournalReplay {
        var walk = JournalWalk(journal)
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return JournalReplay(outcome: .busy) }
        walk.walk(limit: limit)
        var replay = walk.replay
        if walk.isDamaged { replay.outcome = .badConfiguration }
        guard let base = walk.base else { return replay }
        var end: WholeStep?
        if let last = walk.last {
            end = wholeStep(last, isJSON: walk.isJSON)
            if end == nil { return JournalReplay(outcome: .badConfiguration) }
        }
        let restored = restoreBase(base.payload, base.record, walk)
        guard restored == .ok else { return JournalReplay(outcome: restored) }
        if let end { takeOver(end) }
        return replay
    }

    private func restoreBase(
        _ payload: UnsafeRawBufferPointer, _ record: JournalRecord, _ walk: JournalWalk
    ) -> Outcome {
        var host = SnapshotHost()
        host.setsTime = true
        defer { host.release() }
        if record == .state { return restoreState(payload, &host) }
        guard walk.isJSON else { return restore(payload, &host) }
        guard let json = SnapshotJSONReader.bytes(of: payload) else { return .badConfiguration }
        defer { free(json.bytes.baseAddress) }
        return json.outcome == .ok ? restore(UnsafeRawBufferPointer(json.bytes), &host) : json.outcome
    }

    /// Reads a whole step. `nil` if it is damaged, or cannot be of this machine.
    private func wholeStep(_ step: UnsafeRawBufferPointer, isJSON: Bool) -> WholeStep? {
        var id: ID?
        var time: Int64 = 0
        if isJSON {
            (id, time) = readStep(step)
        } else {
            var reader = ByteReader(step)
            time = Int64(bitPattern: reader.long())
            for _ in 0..<5 { _ = reader.word() }
            id = reader.id()
            if reader.isDamaged { return nil }
        }
        guard !storage.pointee.isChart, let id, let state = storage.pointee.table.pointee.states.index(of: id) else {
            return nil
        }
        return WholeStep(id: id, state: state, time: time)
    }

    /// What a whole step tells, and that nothing waits.
    private func takeOver(_ step: WholeStep) {
        dropWaiting()
        storage.pointee.flags.subtract([.stopped, .resuming])
        storage.pointee.state = step.state
        storage.pointee.step.source = step.id
        storage.pointee.now = step.time
        journalChange()
    }

    /// The state and the time of a step in JSON.
    private func readStep(_ step: UnsafeRawBufferPointer) -> (state: ID?, time: Int64) {
        var state: ID?
        var time: Int64 = 0
        var scanner = JSONScanner(step)
        let machine = self
        scanner.forEach(0x7b, 0x7d, "an object") { scanner in
            let isState = scanner.take(word: "\"state\"")
            let isTime = !isState && scanner.take(word: "\"time\"")
            if !isState && !isTime { scanner.string { _ in } }
            scanner.expect(0x3a, "':'")
            if isState && scanner.peek() == 0x22 {
                state = machine.state(named: &scanner)
            } else if isState {
                state = ID(exactly: scanner.integer())
            } else if isTime {
                time = scanner.integer()
            } else {
                scanner.skipValue()
            }
        }
        return scanner.hasFault ? (nil, 0) : (state, time)
    }

    /// The state whose name comes next.
    private func state(named scanner: inout JSONScanner) -> ID? {
        var length = 0
        var measure = scanner
        measure.string { _ in length += 1 }
        guard let memory = malloc(max(length, 1)) else { return nil }
        defer { free(memory) }
        var sink = ByteSink(memory)
        scanner.string { sink.add($0) }
        return storage.pointee.tableReference._withUnsafeGuaranteedRef {
            $0.state(of: UnsafeRawBufferPointer(start: memory, count: length))
        }
    }
}
