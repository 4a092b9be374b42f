import CMemory

/// What a machine over a chart has besides a flat one: behind its other memory.
struct ChartMachine {
    /// The active nodes, the chart itself among them.
    let active: NodeSet
    /// What was active below each node with a history as it was last left: see ``ChartNode/history``. The bits of one
    /// that was never left are 0.
    let history: UnsafeMutablePointer<UInt64>
    /// The number of the timer of each timeout. Those of states that are not active, and those that have run, are void.
    let timeouts: UnsafeMutablePointer<UInt64>
    /// The state for which `active` was found.
    var leaf = CompactIndex<State>.never
    /// Raised events, which come before those that wait.
    var raised: EventQueue
    /// Deferred events.
    var deferred: EventQueue
    /// How many of the deferred events are still to be tried again.
    var recalledCount = 0
    /// A step was taken since rows without an event were tried.
    var isRestless = false
    /// So many recalled events may be followed by as many steps each as one that is sent: those that waited as an event
    /// was sent last. One that is deferred and recalled again and again is not.
    var recallBudget = 0
    /// How many microsteps followed the event that was sent.
    var stepCount = 0
    /// A row with a target was taken since deferred events were tried.
    var hasMoved = false
    /// So many events at most are still to be raised by the step under way, for which there is room.
    var reserved = 0
    /// From this row and this node on, rows and final states have not raised their events.
    var nextRow: UInt32 = 0
    var nextFinal: UInt32 = 0
    /// A final state of the chart itself is active.
    var isDone = false
    /// The node whose callback is running, or ``ChartNode/none``: see ``Swift/UnsafePointer/stateOfCallback``.
    var calling = ChartNode.none
    /// Steps are kept as plans instead of performed.
    var isPlanning = false
    /// The plan that is open has been committed.
    var isCommitted = false
    /// The plan that is open, or about to be.
    var plan: UnsafeMutablePointer<ChartPlan>?

    /// So many microsteps may follow an event (`SFSM_STEP_LIMIT`).
    static var stepLimit: Int { 1000 }
}

extension ChartTable {
    /// How many words a machine keeps.
    var machineWordCount: Int { wordCount + Int(historyWordCount) + Int(timeoutCount) }
}

extension ChartMachine {
    /// The bytes that it takes, its words included.
    static func size(_ chart: UnsafePointer<ChartTable>) -> Int {
        MemoryLayout<ChartMachine>.stride + chart.pointee.machineWordCount * MemoryLayout<UInt64>.stride
    }

    /// How many events come before the next one that is sent.
    var pendingCount: Int { raised.count + (hasMoved ? deferred.count : recalledCount) }

    /// Drops the events that it keeps.
    @inline(never)
    mutating func clear() {
        raised.clear()
        deferred.clear()
        recalledCount = 0
        recallBudget = 0
        hasMoved = false
    }

    /// In memory for ``ChartTable/machineWordCount`` words.
    init(_ words: UnsafeMutablePointer<UInt64>, _ chart: ChartTable, caseCount: Int, takesArguments: Bool) {
        words.initialize(repeating: 0, count: chart.machineWordCount)
        active = NodeSet(words: words, wordCount: chart.wordCount)
        history = words + chart.wordCount
        timeouts = history + Int(chart.historyWordCount)
        raised = EventQueue(caseCount: caseCount, takesArguments: takesArguments)
        deferred = raised
    }

    /// A machine that is started anew was never anywhere.
    func forgetHistories(_ chart: UnsafePointer<ChartTable>) {
        history.update(repeating: 0, count: Int(chart.pointee.historyWordCount))
    }

    /// Records what is active below a node, as it is left.
    @inline(never)
    func record(_ node: UInt32, _ item: ChartNode) {
        let first = Int(node >> 6)
        let bits = history + Int(item.history)
        // The words of the record are those of the set, from the node's on.
        for word in 0..<item.historyWordCount(node) {
            let index = first + word
            bits[word] = index < active.wordCount ? active.words[index] : 0
        }
    }

    /// Whether a node below one with a history was active as that was last left.
    func wasActive(_ node: UInt32, below parent: UInt32, _ item: ChartNode) -> Bool {
        let word = Int(node >> 6) - Int(parent >> 6)
        return history[Int(item.history) + word] >> UInt64(node & 63) & 1 != 0
    }

    /// Whether a node with a history was ever left: it was active itself then.
    func isRecorded(_ node: UInt32, _ item: ChartNode) -> Bool { wasActive(node, below: node, item) }
}
