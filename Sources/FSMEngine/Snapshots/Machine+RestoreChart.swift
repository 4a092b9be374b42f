// The active states, histories and timeouts of a chart in a snapshot.
extension Machine {
    /// Makes those of a snapshot the machine's, if they can be.
    @inline(never)
    func restoreChart(
        _ parts: SnapshotParts, _ bytes: UnsafeRawBufferPointer, _ memory: SnapshotMemory, _ timers: Timers,
        _ host: inout SnapshotHost
    ) -> Outcome {
        var told = host
        let outcome = ChartStep.with(storage.pointee.table, configuration) { step -> Outcome in
            var outcome = readHistories(parts.histories, bytes, memory, step, &told)
            if outcome == .ok { outcome = enterLeaves(parts, bytes, step, &told) }
            if outcome == .ok { outcome = readTimeouts(parts.timeouts, bytes, memory, timers, step, &told) }
            guard outcome == .ok else { return outcome }
            let isEmpty = step.entries.first(from: 1) == nil
            active.copy(step.entries)
            let table = step.chart
            configuration.history(table).update(from: memory.histories, count: Int(table.pointee.historyWordCount))
            configuration.timeouts(table).update(from: memory.timeouts, count: Int(table.pointee.timeoutCount))
            setLeaf()
            if isEmpty { (storage.pointee.state, configuration.pointee.leaf) = (.never, .never) }
            return .ok
        }
        host = told
        return outcome ?? .outOfMemory
    }

    private func node(of state: ID, _ step: ChartStep) -> UInt32? {
        storage.pointee.table.pointee.states.index(of: state).map { step.node(of: $0) }
    }

    /// Enters the leaves of a list below a node, with the states between.
    private func enter(_ reader: inout ByteReader, _ count: Int, below top: UInt32, _ step: ChartStep) -> Outcome {
        for _ in 0..<count {
            guard var number = node(of: reader.reference(), step) else { return .badConfiguration }
            let kind = step.node(number).pointee.kind
            guard kind == .atomic || kind == .final, number >= top, number <= step.node(top).pointee.last else {
                return .badConfiguration
            }
            while number != top {
                step.entries.insert(number)
                number = step.node(number).pointee.parent
            }
        }
        return .ok
    }

    private func enterLeaves(
        _ parts: SnapshotParts, _ bytes: UnsafeRawBufferPointer, _ step: ChartStep, _ host: inout SnapshotHost
    ) -> Outcome {
        step.entries.removeAll()
        var reader = ByteReader(bytes, at: parts.leaves.position)
        let isEntered = enter(&reader, parts.leaves.count, below: 0, step) == .ok
        guard parts.leaves.count > 0 else {
            let flags = parts.head.flags
            return flags.contains(.stopped) && !flags.contains(.done) ? .ok : .badConfiguration
        }
        guard isEntered, step.isWhole(0) else {
            return report(parts.leaves, bytes, &host)
        }
        return !parts.head.flags.contains(.done) || isChartDone(step) ? .ok : report(parts.leaves, bytes, &host)
    }

    /// The first of states that cannot be active together, or not these alone.
    private func report(
        _ leaves: SnapshotParts.List, _ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost
    ) -> Outcome {
        var reader = ByteReader(bytes, at: leaves.position)
        let fault = SnapshotFault(kind: .configuration, id: reader.id(), name: reader.text())
        return host.report(fault)
    }

    private func isChartDone(_ step: ChartStep) -> Bool {
        var isDone = false
        step.forEachChild(of: 0) { child in
            if step.entries.contains(child) && step.node(child).pointee.kind == .final { isDone = true }
        }
        return isDone
    }

    /// What was active below each state with a history: a configuration of what is there.
    private func readHistories(
        _ histories: SnapshotParts.List, _ bytes: UnsafeRawBufferPointer, _ memory: SnapshotMemory, _ step: ChartStep,
        _ host: inout SnapshotHost
    ) -> Outcome {
        var reader = ByteReader(bytes, at: histories.position)
        for _ in 0..<histories.count {
            let id = reader.id()
            let name = reader.text()
            guard let number = id == ReservedID.none ? 0 : node(of: id, step) else { return .badConfiguration }
            let item = step.node(number).pointee
            guard item.history != ChartNode.none else {
                return host.report(SnapshotFault(kind: .history, id: id, name: name))
            }
            step.entries.removeAll()
            let leaves = SnapshotParts.List(position: reader.position, count: Int(reader.word()))
            guard leaves.count > 0, enter(&reader, leaves.count, below: number, step) == .ok, step.isWhole(number)
            else {
                return host.report(SnapshotFault(kind: .history, id: id, name: name))
            }
            step.entries.insert(number)
            let words = memory.histories + Int(item.history)
            // There is one record of each: of two states that have become one, only the first one's.
            guard words[0] == 0 else {
                return host.report(SnapshotFault(kind: .history, id: id, name: name))
            }
            for word in 0..<item.historyWordCount(number) where Int(number >> 6) + word < step.entries.wordCount {
                words[word] = step.entries.words[Int(number >> 6) + word]
            }
        }
        return .ok
    }

    /// Each is one of an active state, and has a timer of its event.
    private func readTimeouts(
        _ timeouts: SnapshotParts.List, _ bytes: UnsafeRawBufferPointer, _ memory: SnapshotMemory, _ timers: Timers,
        _ step: ChartStep, _ host: inout SnapshotHost
    ) -> Outcome {
        var reader = ByteReader(bytes, at: timeouts.position)
        for _ in 0..<timeouts.count {
            let state = reader.reference()
            let event = reader.id()
            let name = reader.text()
            let rank = reader.word()
            let number = reader.long()
            guard let node = node(of: state, step), let position = timers.position(of: number),
                timers.items![position].event == event
            else { return .badConfiguration }
            guard step.entries.contains(node), let index = timeout(of: node, event, rank, step),
                memory.timeouts[index] == 0
            else {
                return host.report(SnapshotFault(kind: .timeout, id: event, name: name, group: state))
            }
            memory.timeouts[index] = number
        }
        return .ok
    }

    /// The number of a state's timeout for an event, of several for the same event by its rank.
    private func timeout(of node: UInt32, _ event: ID, _ rank: UInt32, _ step: ChartStep) -> Int? {
        let item = step.node(node).pointee
        var left = rank
        for index in Int(item.firstTimeout)..<Int(item.firstTimeout &+ item.timeoutCount)
        where step.chart.pointee.timeouts[index].event == event {
            if left == 0 { return index }
            left -= 1
        }
        return nil
    }
}
