// A machine in bytes, from which another machine over an equal table goes on as this one would have.
//
// Behind the ``SnapshotPrefix`` and the ``SnapshotHead`` come the active leaves; if there is more than that, the numbers
// of the head, histories, timers, timeouts, and the events that wait: sent, raised, deferred. Each of these lists begins
// with how many there are. Whatever has an id has its name behind it: see ``SnapshotNames``.
extension Machine {
    /// Writes the machine, if it fits. Returns how many bytes there are, also with `outOfRange`: they do not fit.
    /// `unsupported`: an event waits with a pointer, and ``rejectedArgument`` tells which. O(bytes), and the sorting of
    /// timers.
    @_optimize(speed)
    public func snapshot(
        _ bytes: UnsafeMutableRawPointer?, capacity: Int, hasDueTimes: Bool
    ) -> (outcome: Outcome, count: Int) {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return (.busy, 0) }
        guard let prefix = SnapshotPrefix.of(storage.pointee.tableReference) else { return (.outOfMemory, 0) }
        let head = snapshotHead(hasDueTimes)
        if head.queuedCount + head.raisedCount + head.deferredCount > 0 && rejectPointers() { return (.unsupported, 0) }
        if head.timerCount > 0 { storage.pointee.timers!.pointee.sort() }
        var measure = ByteSink()
        write(prefix, head, to: &measure)
        let count = measure.count
        guard let bytes, count <= capacity else { return (capacity == 0 ? .ok : .outOfRange, count) }
        var sink = ByteSink(bytes)
        write(prefix, head, to: &sink)
        sink.replace(at: prefix.bytes.count + SnapshotHead.sizeOffset, by: count)
        return (.ok, count)
    }

    @_optimize(speed)
    private func write(_ prefix: SnapshotPrefix, _ head: SnapshotHead, to sink: inout ByteSink) {
        sink.add(prefix.bytes)
        write(head, names, to: &sink)
    }

    /// What follows the prefix.
    @_optimize(speed)
    func write(_ head: SnapshotHead, _ names: SnapshotNames, to sink: inout ByteSink) {
        head.write(to: &sink)
        if !storage.pointee.isChart {
            let state = storage.pointee.state
            sink.add(count: state == .never ? 0 : 1)
            if state != .never { names.write(storage.pointee.stateIDs[state], .state, to: &sink) }
        } else {
            writeLeaves(names, to: &sink)
        }
        if head.flags.contains(.hasMore) { writeMore(head, names, to: &sink) }
    }

    /// The names of the table's ids.
    var names: SnapshotNames {
        storage.pointee.tableReference._withUnsafeGuaranteedRef { SnapshotNames(definition: $0.definition) }
    }

    @_optimize(speed)
    func snapshotHead(_ hasDueTimes: Bool) -> SnapshotHead {
        var head = SnapshotHead()
        let flags = storage.pointee.flags
        if flags.contains(.stopped) {
            head.flags.insert(.stopped)
        } else if flags.contains(.resuming) {
            head.flags.insert(.resuming)
        }
        if hasDueTimes {
            head.flags.insert(.hasDueTimes)
            head.time = storage.pointee.now
        }
        if let timers = storage.pointee.timers {
            head.timerCount = timers.pointee.count
            head.mostUses = timers.pointee.writtenMostUses
        }
        head.queuedCount = storage.pointee.queue.count
        if head.timerCount + head.queuedCount > 0 || head.mostUses > 1 { head.flags.insert(.hasMore) }
        if storage.pointee.isChart { addChart(to: &head) }
        return head
    }

    private func addChart(to head: inout SnapshotHead) {
        if storage.pointee.flags.contains(.unsettled) { head.flags.insert(.unsettled) }
        if configuration.pointee.isDone { head.flags.insert(.done) }
        if configuration.pointee.isRestless { head.flags.insert(.restless) }
        if let chart = storage.pointee.chart {
            head.raisedCount = chart.pointee.raised.count
            head.deferredCount = chart.pointee.deferred.count
            if chart.pointee.hasMoved { head.flags.insert(.moved) }
            if head.flags.contains(.unsettled) { head.stepCount = chart.pointee.stepCount }
            head.recalledCount = chart.pointee.recalledCount
            head.recallBudget = chart.pointee.recallBudget
        }
        if head.needsWork || storage.pointee.table.pointee.chart!.pointee.historyWordCount > 0 {
            head.flags.insert(.hasMore)
        }
    }

    /// Whether an event that waits has an argument that is a pointer and not null. Notes the last such one as rejected.
    func rejectPointers() -> Bool {
        guard storage.pointee.takesArguments else { return false }
        var isFound = rejectPointers(in: storage.pointee.queue)
        if let chart = storage.pointee.chart {
            if rejectPointers(in: chart.pointee.raised) { isFound = true }
            if rejectPointers(in: chart.pointee.deferred) { isFound = true }
        }
        return isFound
    }

    private func rejectPointers(in queue: EventQueue) -> Bool {
        var isFound = false
        queue.forEach { trigger, _, arguments in
            guard let arguments else { return }
            for index in 0..<arguments.count where arguments.values[index].isPointer {
                isFound = true
                storage.pointee.rejectedArgument = RejectedArgument(
                    index: index, declared: ValueType.ptr.rawValue, sent: ValueType.ptr.rawValue, event: trigger.event)
            }
        }
        return isFound
    }
}

extension Value {
    /// A pointer that is not null.
    fileprivate var isPointer: Bool {
        type == ValueType.ptr.rawValue && withUnsafeBytes(of: bits) { $0.load(as: UInt.self) != 0 }
    }
}
