import CMemory

// The bytes of a snapshot come from anywhere: everything is checked, and all memory is there, before anything changes.
extension Machine {
    /// Makes the machine what another one was: no callback is called. `host` decides what takes the place of what the
    /// table does not have, and is told what has no place; then nothing changes.
    ///
    /// `badValue` if these are not the bytes of a snapshot, or one of another definition; `unsupported` if they are of a
    /// later format; `badConfiguration` if no machine can have been like that; or ``SnapshotFault/outcome``. O(bytes + states),
    /// and the sorting of timers.
    @_optimize(speed)
    public func restore(_ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        guard let prefix = SnapshotPrefix.of(storage.pointee.tableReference)?.bytes else {
            return .outOfMemory
        }
        guard let start = bytes.baseAddress, bytes.count >= prefix.count,
            memcmp(start, prefix.baseAddress!, prefix.count) == 0
        else { return restoreOther(bytes, &host) }
        if restoreState(bytes, at: prefix.count) { return .ok }
        return restore(bytes, at: prefix.count, .same, &host)
    }

    /// The snapshot of a flat machine in which nothing waits. `false` for any other one.
    @inline(__always)
    private func restoreState(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
        if storage.pointee.isChart || storage.pointee.timers != nil || storage.pointee.queue.count > 0 { return false }
        var reader = ByteReader(bytes, at: position)
        guard let head = SnapshotHead(&reader), head.flags.isSubset(of: .stopped), reader.word() == 1 else {
            return false
        }
        let id = reader.id()
        guard names.isName(reader.text(), of: id, .state), reader.isAtEnd,
            let state = storage.pointee.table.pointee.states.index(of: id)
        else { return false }
        storage.pointee.state = state
        takeOver(head)
        return true
    }

    /// The state of a machine in a journal: what follows the prefix, without names.
    @inline(never)
    func restoreState(_ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost) -> Outcome {
        restore(bytes, at: 0, .journal, &host)
    }

    /// A snapshot of another version of the definition, or of anything else.
    @inline(never)
    private func restoreOther(_ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost) -> Outcome {
        var reader = ByteReader(bytes)
        var magic: UInt32 = 0
        for index in 0..<4 { magic |= UInt32(SnapshotPrefix.magic.utf8Start[index]) << UInt32(8 * index) }
        guard reader.word() == magic else { return .badValue }
        let format = reader.word()
        guard format == SnapshotPrefix.format else { return format == 0 ? .badValue : .unsupported }
        reader.position = SnapshotPrefix.nameOffset
        guard bytes.count >= reader.position else { return .badConfiguration }
        let name = reader.text()
        _ = reader.text()
        guard !reader.isDamaged else { return .badConfiguration }
        let own = storage.pointee.tableReference._withUnsafeGuaranteedRef { table in
            table.definition.pointee.document?.name.map { $0.isSame(as: name) } ?? true
        }
        if !own && !name.isEmpty {
            let fault = SnapshotFault(kind: .definition, id: ReservedID.none, name: name)
            guard host.decide(fault) != nil else {
                return host.report(fault)
            }
        }
        return restore(bytes, at: reader.position, .otherVersion, &host)
    }

    /// The head begins at `position`.
    @inline(never)
    private func restore(
        _ bytes: UnsafeRawBufferPointer, at position: Int, _ origin: SnapshotOrigin, _ host: inout SnapshotHost
    ) -> Outcome {
        // What the ids are in this table takes their place in a copy.
        guard let memory = malloc(max(bytes.count, 1)) else { return .outOfMemory }
        host.keep(memory)
        if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        let copy = UnsafeMutableRawBufferPointer(start: memory, count: bytes.count)
        var migration = SnapshotMigration(bytes: copy, origin, table: storage.pointee.tableReference)
        guard let parts = migration.read(at: position, &host) else { return .badConfiguration }
        if migration.outcome != .ok { return migration.outcome }
        guard parts.head.isConsistent else { return .badConfiguration }
        return restore(parts, UnsafeRawBufferPointer(copy), &host)
    }

    private func restore(
        _ parts: SnapshotParts, _ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost
    ) -> Outcome {
        guard let memory = SnapshotMemory(storage.pointee.table, timerCount: parts.timers.count) else {
            return .outOfMemory
        }
        defer { memory.release() }
        let hasTimers = parts.timers.count > 0 || parts.head.mostUses > 1
        if hasTimers && !makeTimers() { return .outOfMemory }
        if storage.pointee.isChart && parts.head.needsWork && !makeWork() { return .outOfMemory }
        var outcome = readTimers(parts.timers, bytes, memory, &host)
        guard outcome == .ok else { return outcome }
        var timers: Timers
        (outcome, timers) = Timers.restore(parts.head, memory.timers, now: parts.head.origin(storage.pointee.now))
        guard outcome == .ok else { return outcome }
        var queues = WaitingEvents(self)
        outcome = queues.read(parts, bytes, &host)
        if outcome == .ok {
            outcome =
                storage.pointee.isChart
                ? restoreChart(parts, bytes, memory, timers, &host) : restoreLeaf(parts, bytes, &host)
        }
        guard outcome == .ok else {
            timers.destroy()
            queues.clear()
            return outcome
        }
        // From here on nothing fails.
        if let place = storage.pointee.timers {
            place.pointee.destroy()
            place.pointee = timers
        }
        queues.replaceThose(of: self)
        let isExact = host.setsTime && parts.head.flags.contains(.hasDueTimes)
        storage.pointee.now = isExact ? parts.head.time : max(storage.pointee.now, parts.head.time)
        takeOver(parts.head)
        return .ok
    }

    private func takeOver(_ head: SnapshotHead) {
        var flags = storage.pointee.flags
        flags.subtract([.stopped, .waiting, .unsettled, .resuming])
        if head.flags.contains(.stopped) { flags.insert(.stopped) }
        if head.flags.contains(.resuming) { flags.insert(.resuming) }
        if head.flags.contains(.unsettled) { flags.formUnion([.unsettled, .waiting]) }
        if head.queuedCount > 0 { flags.insert(.waiting) }
        storage.pointee.flags = flags
        storage.pointee.step.source = state
        storage.pointee.configuration?.pointee.isDone = head.flags.contains(.done)
        storage.pointee.configuration?.pointee.isRestless = head.flags.contains(.restless)
        defer { journalChange() }
        guard let chart = storage.pointee.chart else { return }
        chart.pointee.hasMoved = head.flags.contains(.moved)
        chart.pointee.restartCounting(after: head.flags.contains(.unsettled) ? head.stepCount : 1)
        chart.pointee.recalledCount = head.recalledCount
        chart.pointee.recallBudget = head.recallBudget
    }

    /// The state of a flat machine.
    @inline(never)
    private func restoreLeaf(
        _ parts: SnapshotParts, _ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost
    ) -> Outcome {
        guard parts.leaves.count > 0 else {
            guard parts.head.flags.contains(.stopped) else { return .badConfiguration }
            storage.pointee.state = .never
            return .ok
        }
        var reader = ByteReader(bytes, at: parts.leaves.position)
        let id = reader.id()
        guard let state = storage.pointee.table.pointee.states.index(of: id) else { return .badConfiguration }
        if let fault = chartFault(parts, bytes) {
            return host.report(fault)
        }
        storage.pointee.state = state
        return .ok
    }

    /// What a chart's snapshot has, and no flat machine: the first of a kind.
    @inline(never)
    private func chartFault(_ parts: SnapshotParts, _ bytes: UnsafeRawBufferPointer) -> SnapshotFault? {
        let found: (SnapshotFault.Kind, SnapshotParts.List)
        if parts.histories.count > 0 {
            found = (.history, parts.histories)
        } else if parts.timeouts.count > 0 {
            found = (.timeout, parts.timeouts)
        } else if parts.deferred.count > 0 {
            found = (.deferral, parts.deferred)
        } else if parts.leaves.count > 1 || !parts.head.isOfFlatMachine {
            found = (.configuration, parts.leaves)
        } else {
            return nil
        }
        var reader = ByteReader(bytes, at: found.1.position)
        let group = found.0 == .timeout ? reader.reference() : ReservedID.none
        let id = reader.id()
        return SnapshotFault(kind: found.0, id: id, name: reader.text(), group: group)
    }

    // MARK: - Timers

    /// What is wrong with sending an event that carries nothing.
    private func faultOfPlainEvent(_ event: ID) -> Outcome {
        guard !ReservedID.contains(event) else { return .badConfiguration }
        let table = storage.pointee.table
        guard let column = table.column(ofEvent: event) else {
            return table.pointee.takesUnknownEvents ? .ok : .badConfiguration
        }
        return table.argumentListIndex(column) == 0 ? .ok : .argumentType
    }

    @inline(never)
    private func readTimers(
        _ timers: SnapshotParts.List, _ bytes: UnsafeRawBufferPointer, _ memory: SnapshotMemory,
        _ host: inout SnapshotHost
    ) -> Outcome {
        var reader = ByteReader(bytes, at: timers.position)
        for index in 0..<timers.count {
            let record = memory.timers + index * Timers.recordSize
            record[2] = reader.long()
            record[1] = reader.long()
            let event = reader.id()
            let name = reader.text()
            let outcome = faultOfPlainEvent(event)
            if outcome == .argumentType { host.report(SnapshotFault(kind: .arguments, id: event, name: name)) }
            guard outcome == .ok else { return outcome }
            record[0] = UInt64(UInt32(bitPattern: event))
        }
        return .ok
    }
}

/// What is read from a snapshot before it becomes the machine's: timers, histories and timeouts.
struct SnapshotMemory {
    /// ``Timers/recordSize`` words for each.
    let timers: UnsafeMutablePointer<UInt64>
    /// The words that a machine keeps behind its active nodes: all 0.
    let histories: UnsafeMutablePointer<UInt64>
    let timeouts: UnsafeMutablePointer<UInt64>

    init?(_ table: UnsafePointer<TableStorage>, timerCount: Int) {
        let historyCount = table.pointee.chart.map { Int($0.pointee.historyWordCount) } ?? 0
        let timeoutCount = table.pointee.chart.map { Int($0.pointee.timeoutCount) } ?? 0
        let count = timerCount * Timers.recordSize + historyCount + timeoutCount
        guard let memory = malloc(max(count, 1) * MemoryLayout<UInt64>.stride) else { return nil }
        timers = memory.bindMemory(to: UInt64.self, capacity: max(count, 1))
        timers.initialize(repeating: 0, count: count)
        histories = timers + timerCount * Timers.recordSize
        timeouts = histories + historyCount
    }

    func release() { free(timers) }
}
