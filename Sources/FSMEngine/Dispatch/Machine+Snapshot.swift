// A machine in words, from which another machine over an equal table goes on as this one would have. See ``SnapshotHead``.
extension Machine {
    /// Writes the machine's words, if they all fit. Returns how many there are, also with `outOfRange`: they do not fit.
    /// `unsupported`: an event waits that carries arguments. O(words), and the sorting of timers.
    public func snapshot(
        _ words: UnsafeMutablePointer<UInt64>?, capacity: Int
    ) -> (outcome: Outcome, count: Int) {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return (.busy, 0) }
        if storage.pointee.queue.carriesArguments || followers?.deferred.carriesArguments == true {
            return (.unsupported, 0)
        }
        let table = storage.pointee.table
        let head = snapshotHead()
        let count = Int(truncatingIfNeeded: head.count(table))
        guard let words, count <= capacity else { return (capacity == 0 ? .ok : .outOfRange, count) }
        var writer = SnapshotWriter(words)
        head.write(self.table.snapshotKey, count: count, to: &writer)
        if storage.pointee.isChart {
            writeConfiguration(to: &writer)
        } else {
            writeLeaf(storage.pointee.state, to: &writer)
        }
        storage.pointee.timers?.pointee.write(to: &writer, now: storage.pointee.now)
        let caseCount = Int(table.pointee.predicates.indexCount)
        writer.add(storage.pointee.queue, caseCount: caseCount)
        if let followers {
            writer.add(followers.raised, caseCount: caseCount)
            writer.add(followers.deferred, caseCount: caseCount)
        }
        return (.ok, count)
    }

    /// The raised and the deferred events of a machine over a chart, if there ever were some.
    private var followers: (raised: EventQueue, deferred: EventQueue)? {
        storage.pointee.chart.map { ($0.pointee.raised, $0.pointee.deferred) }
    }

    private func snapshotHead() -> SnapshotHead {
        var head = SnapshotHead()
        let flags = storage.pointee.flags
        if flags.contains(.stopped) {
            head.flags.insert(.stopped)
        } else if flags.contains(.resuming) {
            head.flags.insert(.resuming)
        }
        if let timers = storage.pointee.timers {
            head.timerCount = timers.pointee.count
            head.mostUses = timers.pointee.writtenMostUses
        }
        head.queuedCount = storage.pointee.queue.count
        if flags.contains(.unsettled) { head.flags.insert(.unsettled) }
        if let configuration = storage.pointee.configuration {
            if configuration.pointee.isDone { head.flags.insert(.done) }
            if configuration.pointee.isRestless { head.flags.insert(.restless) }
        }
        guard let chart = storage.pointee.chart, let followers else { return head }
        head.raisedCount = followers.raised.count
        head.deferredCount = followers.deferred.count
        if chart.pointee.hasMoved { head.flags.insert(.moved) }
        if flags.contains(.unsettled) { head.stepCount = chart.pointee.stepCount }
        head.recalledCount = chart.pointee.recalledCount
        head.recallBudget = chart.pointee.recallBudget
        return head
    }

    private func writeLeaf(_ state: CompactIndex<State>, to words: inout SnapshotWriter) {
        let id = state == .never ? ReservedID.none : storage.pointee.stateIDs[state]
        words.add(UInt64(UInt32(bitPattern: id)))
    }

    /// The active states of a chart, its histories and timeouts.
    private func writeConfiguration(to words: inout SnapshotWriter) {
        synchronize()
        let table = storage.pointee.table.pointee.chart!
        let active = configuration.active(table)
        func isLeaf(_ node: UInt32) -> Bool {
            let kind = table.pointee.nodes[Int(node)].kind
            return kind == .atomic || kind == .final
        }
        if table.pointee.maximumLeafCount <= 1 {
            var node = active.first(from: 1)
            while let present = node, !isLeaf(present) { node = active.first(from: present &+ 1) }
            writeLeaf(node.map { table.pointee.nodes[Int($0)].state } ?? .never, to: &words)
        } else {
            for word in 0..<active.wordCount {
                var leaves: UInt64 = 0
                var bits = active.words[word] & (word == 0 ? ~1 : .max)
                while bits != 0 {
                    let bit = bits & (0 &- bits)
                    if isLeaf(UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)) { leaves |= bit }
                    bits &= ~bit
                }
                words.add(leaves)
            }
        }
        // A history's words hold the bits of other nodes too.
        for number in 0..<table.pointee.nodeCount {
            let item = table.pointee.nodes[Int(number)]
            guard item.history != ChartNode.none else { continue }
            for word in 0..<item.historyWordCount(number) {
                let bits = configuration.history(table)[Int(item.history) + word]
                let isRecorded = configuration.wasActive(number, below: number, table)
                words.add(isRecorded ? bits & item.mask(ofHistoryWord: word, number) : 0)
            }
        }
        for index in 0..<Int(table.pointee.timeoutCount) {
            let number = configuration.timeouts(table)[index]
            words.add(storage.pointee.timers?.pointee.isWaiting(number) == true ? number : 0)
        }
    }
}

extension ChartNode {
    /// The bits of a history's word that stand for the node and for what is below it.
    func mask(ofHistoryWord word: Int, _ node: UInt32) -> UInt64 {
        let index = Int(node >> 6) + word
        return index > Int(last >> 6) ? 0 : NodeSet.mask(index, node, last)
    }
}
