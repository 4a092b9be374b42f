import CMemory

// What a snapshot contains besides the state of a flat machine.
extension Machine {
    /// The active leaves of a chart, in document order.
    func writeLeaves(_ names: SnapshotNames, to sink: inout ByteSink) {
        synchronize()
        let table = storage.pointee.table.pointee.chart!
        writeLeaves(of: configuration.active(table), 1...max(table.pointee.nodeCount, 2) - 1, table, names, to: &sink)
    }

    /// The leaves of a set that are among these nodes.
    @inline(never)
    @_optimize(speed)
    private func writeLeaves(
        of set: NodeSet, _ nodes: ClosedRange<UInt32>, _ table: UnsafePointer<ChartTable>, _ names: SnapshotNames,
        to sink: inout ByteSink
    ) {
        let position = sink.count
        sink.add(count: 0)
        var count = 0
        var node = set.first(from: nodes.lowerBound)
        while let present = node, present <= nodes.upperBound {
            let item = table.pointee.nodes + Int(present)
            if item.pointee.kind == .atomic || item.pointee.kind == .final {
                names.write(storage.pointee.stateIDs[item.pointee.state], .state, to: &sink)
                count += 1
            }
            node = set.first(from: present &+ 1)
        }
        sink.replace(at: position, by: count)
    }

    @inline(never)
    func writeMore(_ head: SnapshotHead, _ names: SnapshotNames, to sink: inout ByteSink) {
        head.writeNumbers(to: &sink)
        writeHistories(names, to: &sink)
        sink.add(count: head.timerCount)
        if head.timerCount > 0 {
            storage.pointee.timers!.pointee.write(to: &sink, names, since: head.origin(storage.pointee.now))
        }
        writeTimeouts(names, to: &sink)
        write(storage.pointee.queue, names, to: &sink)
        guard let chart = storage.pointee.chart else {
            sink.add(count: 0)
            return sink.add(count: 0)
        }
        write(chart.pointee.raised, names, to: &sink)
        write(chart.pointee.deferred, names, to: &sink)
    }

    /// For each state with a history that was left: the leaves that were active below it.
    private func writeHistories(_ names: SnapshotNames, to sink: inout ByteSink) {
        var count = 0
        forEachRecord { _, _, _ in count += 1 }
        sink.add(count: count)
        guard count > 0 else { return }
        var writer = sink
        let table = storage.pointee.table.pointee.chart!
        forEachRecord { state, set, nodes in
            names.write(state, .state, to: &writer)
            writeLeaves(of: set, nodes, table, names, to: &writer)
        }
        sink = writer
    }

    /// Calls `body` with each state that has a record, a set that tells what was active below it, and of which nodes.
    private func forEachRecord(_ body: (_ state: ID, NodeSet, ClosedRange<UInt32>) -> Void) {
        guard let table = storage.pointee.table.pointee.chart, table.pointee.historyWordCount > 0 else { return }
        let history = configuration.history(table)
        for number in 0..<table.pointee.nodeCount {
            let item = table.pointee.nodes[Int(number)]
            guard item.history != ChartNode.none, configuration.wasActive(number, below: number, table) else {
                continue
            }
            // The record has only the words from the node's on, and bits of other nodes in them.
            let set = NodeSet(
                words: history + Int(item.history) - Int(number >> 6), wordCount: Int(item.last >> 6) + 1)
            body(number == 0 ? ReservedID.none : storage.pointee.stateIDs[item.state], set, number...item.last)
        }
    }

    /// For each timeout of an active state that still runs: the state, the event, which of the state's timeouts for that
    /// event it is, and the number of its timer.
    private func writeTimeouts(_ names: SnapshotNames, to sink: inout ByteSink) {
        var count = 0
        forEachRunningTimeout { _, _, _, _ in count += 1 }
        sink.add(count: count)
        guard count > 0 else { return }
        var writer = sink
        forEachRunningTimeout { state, event, rank, number in
            names.write(state, .state, to: &writer)
            names.write(event, .event, to: &writer)
            writer.add(count: rank)
            writer.add(number)
        }
        sink = writer
    }

    private func forEachRunningTimeout(_ body: (_ state: ID, _ event: ID, _ rank: Int, _ number: UInt64) -> Void) {
        guard let table = storage.pointee.table.pointee.chart, table.pointee.timeoutCount > 0,
            let timers = storage.pointee.timers
        else { return }
        let numbers = configuration.timeouts(table)
        for node in 0..<Int(table.pointee.nodeCount) {
            let item = table.pointee.nodes[node]
            let first = Int(item.firstTimeout)
            for index in first..<first + Int(item.timeoutCount) where timers.pointee.isWaiting(numbers[index]) {
                let event = table.pointee.timeouts[index].event
                var rank = 0
                for other in first..<index where table.pointee.timeouts[other].event == event { rank += 1 }
                body(storage.pointee.stateIDs[item.state], event, rank, numbers[index])
            }
        }
    }

    // MARK: - Events that wait

    /// Each with its cases and arguments.
    private func write(_ queue: EventQueue, _ names: SnapshotNames, to sink: inout ByteSink) {
        sink.add(count: queue.count)
        guard queue.count > 0 else { return }
        var writer = sink
        queue.forEach { trigger, cases, arguments in
            names.write(trigger.event, .event, to: &writer)
            names.write(trigger.requested, .state, to: &writer)
            writeCases(cases, names, to: &writer)
            let count = arguments?.count ?? 0
            writer.add(count: count)
            for index in 0..<count { writer.add(arguments!.values[index]) }
        }
        sink = writer
    }

    func writeCases(_ cases: UnsafePointer<Int32>, _ names: SnapshotNames, to sink: inout ByteSink) {
        let predicates = storage.pointee.table.pointee.predicates
        let count = Int(predicates.indexCount)
        var sent = 0
        for index in 0..<count where cases[index] != ReservedID.none { sent += 1 }
        sink.add(count: sent)
        for index in 0..<count where cases[index] != ReservedID.none {
            let predicate = predicates.ids[CompactIndex(UInt32(truncatingIfNeeded: index))]
            names.write(predicate, .predicate, to: &sink)
            names.write(cases[index], .value, in: predicate, to: &sink)
        }
    }
}

extension ByteSink {
    /// Its type, then 8 bytes, or a string.
    mutating func add(_ value: Value) {
        add(value.type)
        if value.type != ValueType.str.rawValue {
            // What a sender left in the rest of the bits stays here.
            let width = ValueType(rawValue: value.type)?.bitWidth ?? 64
            return add(value.bits & .max >> UInt64(64 - width))
        }
        let string = withUnsafeBytes(of: value.bits) { $0.load(as: UnsafePointer<CChar>?.self) }
        guard let string else { return add(SnapshotValue.nullLength) }
        add(text: UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }
}
