// The words of a snapshot come from anywhere: everything is checked, and all memory is there, before anything changes.
extension Machine {
    /// Makes the machine what another one was, over a table of the same key: no callback is called. `badValue` if
    /// the words are not a snapshot over such a table, `badConfiguration` if no machine can have been like that.
    public func restore(_ words: UnsafeBufferPointer<UInt64>) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        let table = storage.pointee.table
        guard let start = words.baseAddress, words.count > 0 else { return .badConfiguration }
        guard start[0] == self.table.snapshotKey else { return .badValue }
        guard let head = SnapshotHead(start, count: words.count, table) else { return .badConfiguration }
        let configuration = start + SnapshotHead.wordCount
        let timeouts = configuration + table.configurationWordCount + table.historyWordCount
        let timers = timeouts + table.timeoutCount
        guard areTimersLegal(timers, head) else { return .badConfiguration }
        if (head.timerCount > 0 || head.mostUses > 1) && !makeTimers() { return .outOfMemory }
        var (outcome, restored) = Timers.restore(head, timers, now: storage.pointee.now)
        guard outcome == .ok else { return outcome }
        var queues = WaitingEvents(self)
        outcome = queues.read(timers + head.timerCount * Timers.recordSize, head)
        if outcome == .ok && head.needsWork && !makeWork() { outcome = .outOfMemory }
        if outcome == .ok {
            outcome =
                storage.pointee.isChart
                ? restoreChart(configuration, timeouts, head, restored) : restoreLeaf(configuration[0], head)
        }
        guard outcome == .ok else {
            restored.destroy()
            queues.clear()
            return outcome
        }
        // From here on nothing fails.
        if let timers = storage.pointee.timers {
            timers.pointee.destroy()
            timers.pointee = restored
        }
        queues.replaceThose(of: self)
        takeOver(head)
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
        guard let chart = storage.pointee.chart else { return }
        chart.pointee.hasMoved = head.flags.contains(.moved)
        chart.pointee.restartCounting(after: head.flags.contains(.unsettled) ? head.stepCount : 1)
        chart.pointee.recalledCount = head.recalledCount
        chart.pointee.recallBudget = head.recallBudget
    }

    // MARK: - Active states

    /// The state whose id is in a word; `.never` for `SFSM_NONE` of a machine that is stopped. `nil` for anything else.
    private func leaf(_ word: UInt64, _ head: SnapshotHead) -> CompactIndex<State>? {
        guard word >> 32 == 0 else { return nil }
        let id = Int32(truncatingIfNeeded: word)
        if id == ReservedID.none { return head.flags.contains(.stopped) ? .never : nil }
        return storage.pointee.table.pointee.states.index(of: id)
    }

    private func restoreLeaf(_ word: UInt64, _ head: SnapshotHead) -> Outcome {
        guard let state = leaf(word, head) else { return .badConfiguration }
        storage.pointee.state = state
        return .ok
    }

    /// Makes the active states, histories and timeouts of a chart those of a snapshot, if they can be.
    private func restoreChart(
        _ leaves: UnsafePointer<UInt64>, _ timeouts: UnsafePointer<UInt64>, _ head: SnapshotHead,
        _ timers: Timers
    ) -> Outcome {
        let histories = leaves + storage.pointee.table.configurationWordCount
        return ChartStep.with(storage.pointee.table, configuration) { step -> Outcome in
            guard areHistoriesLegal(histories, step), enterLeaves(leaves, head, step),
                areTimeoutsLegal(timeouts, step, timers)
            else { return .badConfiguration }
            let isEmpty = step.entries.first(from: 1) == nil
            active.copy(step.entries)
            let table = step.chart
            configuration.history(table).update(from: histories, count: storage.pointee.table.historyWordCount)
            configuration.timeouts(table).update(from: timeouts, count: storage.pointee.table.timeoutCount)
            setLeaf()
            if isEmpty { (storage.pointee.state, configuration.pointee.leaf) = (.never, .never) }
            return .ok
        } ?? .outOfMemory
    }

    /// Enters the leaves of a snapshot, with the states around them. `false` if that is no configuration.
    private func enterLeaves(
        _ words: UnsafePointer<UInt64>, _ head: SnapshotHead, _ step: ChartStep
    ) -> Bool {
        step.entries.removeAll()
        if step.chart.pointee.maximumLeafCount <= 1 {
            guard let state = leaf(words[0], head) else { return false }
            if state != .never && !enterLeaf(step.node(of: state), step) { return false }
        } else {
            let leaves = NodeSet(words: UnsafeMutablePointer(mutating: words), wordCount: step.entries.wordCount)
            var leaf = leaves.first(from: 0)
            while let present = leaf {
                guard present > 0, enterLeaf(present, step) else { return false }
                leaf = leaves.first(from: present &+ 1)
            }
        }
        guard step.entries.first(from: 1) != nil else {
            return head.flags.contains(.stopped) && !head.flags.contains(.done)
        }
        return step.isWhole(0) && (!head.flags.contains(.done) || isChartDone(step))
    }

    private func enterLeaf(_ leaf: UInt32, _ step: ChartStep) -> Bool {
        guard leaf < step.chart.pointee.nodeCount else { return false }
        let kind = step.node(leaf).pointee.kind
        guard kind == .atomic || kind == .final else { return false }
        var number = leaf
        while number != 0 {
            step.entries.insert(number)
            number = step.node(number).pointee.parent
        }
        return true
    }

    private func isChartDone(_ step: ChartStep) -> Bool {
        var isDone = false
        step.forEachChild(of: 0) { child in
            if step.entries.contains(child) && step.node(child).pointee.kind == .final { isDone = true }
        }
        return isDone
    }

    /// Whether each history has nothing recorded, or a configuration of what is below its parent.
    private func areHistoriesLegal(_ words: UnsafePointer<UInt64>, _ step: ChartStep) -> Bool {
        for number in 0..<step.chart.pointee.nodeCount {
            let item = step.node(number).pointee
            guard item.history != ChartNode.none else { continue }
            step.entries.removeAll()
            var all: UInt64 = 0
            for word in 0..<item.historyWordCount(number) {
                let bits = words[Int(item.history) + word]
                all |= bits
                if bits == 0 { continue }
                guard bits & ~item.mask(ofHistoryWord: word, number) == 0 else { return false }
                step.entries.words[Int(number >> 6) + word] = bits
            }
            if all != 0 && !isWholeBelow(number, step) { return false }
        }
        return true
    }

    /// Whether what is entered is a node and a configuration below it.
    private func isWholeBelow(_ top: UInt32, _ step: ChartStep) -> Bool {
        var number = step.entries.first(from: 0)
        guard number == top else { return false }
        while let present = number {
            let item = step.node(present).pointee
            guard !item.kind.isHistory, present == top || step.entries.contains(item.parent) else { return false }
            number = step.entries.first(from: present &+ 1)
        }
        return step.isWhole(top)
    }

    // MARK: - Timers

    /// Whether an event may be sent that carries nothing.
    func isPlainEvent(_ event: ID) -> Bool {
        guard !ReservedID.contains(event) else { return false }
        let table = storage.pointee.table
        guard let column = table.column(ofEvent: event) else { return table.pointee.takesUnknownEvents }
        return table.argumentListIndex(column) == 0
    }

    private func areTimersLegal(_ words: UnsafePointer<UInt64>, _ head: SnapshotHead) -> Bool {
        for index in 0..<head.timerCount {
            let word = words[index * Timers.recordSize]
            guard word >> 32 == 0, isPlainEvent(Int32(truncatingIfNeeded: word)) else { return false }
        }
        return true
    }

    /// Whether each timeout has no timer, or is one of an active state with a timer of its event.
    private func areTimeoutsLegal(_ words: UnsafePointer<UInt64>, _ step: ChartStep, _ timers: Timers) -> Bool {
        for number in 0..<step.chart.pointee.nodeCount {
            let item = step.node(number).pointee
            for index in Int(item.firstTimeout)..<Int(item.firstTimeout &+ item.timeoutCount) where words[index] != 0 {
                guard step.entries.contains(number), let position = timers.position(of: words[index]),
                    timers.items![position].event == step.chart.pointee.timeouts[index].event
                else { return false }
            }
        }
        return true
    }
}
