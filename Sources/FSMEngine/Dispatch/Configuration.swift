import CMemory

/// Which states of a chart are active, in a machine's own memory: behind its other parts, and before its words.
///
/// All that a machine needs whose regions react by themselves. What else there is lies in ``ChartMachine``.
struct Configuration {
    /// The state for which the active nodes were found.
    var leaf = CompactIndex<State>.never
    /// A final state of the chart itself is active.
    var isDone = false
    /// A step was taken since rows without an event were tried.
    var isRestless = false

    /// Where the words begin.
    static var stride: Int { (MemoryLayout<Configuration>.stride + 7) & ~7 }

    /// The bytes that it takes, its words included.
    @inline(__always)
    static func size(_ chart: UnsafePointer<ChartTable>) -> Int {
        stride &+ chart.pointee.machineWordCount &* MemoryLayout<UInt64>.stride
    }
}

extension ChartTable {
    /// How many words a machine keeps.
    var machineWordCount: Int { wordCount + Int(historyWordCount) + Int(timeoutCount) }
}

/// The words: active nodes, then histories, then timeouts.
extension UnsafeMutablePointer<Configuration> {
    @inline(__always)
    var words: UnsafeMutablePointer<UInt64> {
        (UnsafeMutableRawPointer(self) + Configuration.stride).assumingMemoryBound(to: UInt64.self)
    }

    /// The active nodes, the chart itself among them.
    @inline(__always)
    func active(_ chart: UnsafePointer<ChartTable>) -> NodeSet {
        NodeSet(words: words, wordCount: chart.pointee.wordCount)
    }

    /// What was active below each node with a history as it was last left: see ``ChartNode/history``. The bits of one
    /// that was never left are 0.
    func history(_ chart: UnsafePointer<ChartTable>) -> UnsafeMutablePointer<UInt64> {
        words + chart.pointee.wordCount
    }

    /// The number of the timer of each timeout. Those of states that are not active, and those that have run, are void.
    func timeouts(_ chart: UnsafePointer<ChartTable>) -> UnsafeMutablePointer<UInt64> {
        history(chart) + Int(chart.pointee.historyWordCount)
    }

    /// A machine that is started anew was never anywhere.
    func forgetHistories(_ chart: UnsafePointer<ChartTable>) {
        history(chart).update(repeating: 0, count: Int(chart.pointee.historyWordCount))
    }

    /// Records what is active below a node, as it is left.
    @inline(never)
    func record(_ node: UInt32, _ chart: UnsafePointer<ChartTable>) {
        let item = chart.pointee.nodes + Int(node)
        let active = active(chart)
        let first = Int(node >> 6)
        let bits = history(chart) + Int(item.pointee.history)
        // The words of the record are those of the set, from the node's on.
        for word in 0..<item.pointee.historyWordCount(node) {
            let index = first + word
            bits[word] = index < active.wordCount ? active.words[index] : 0
        }
    }

    /// Whether a node below one with a history, or that itself, was active as it was last left.
    @inline(never)
    func wasActive(_ node: UInt32, below parent: UInt32, _ chart: UnsafePointer<ChartTable>) -> Bool {
        let word = Int(node >> 6) - Int(parent >> 6)
        return history(chart)[Int(chart.pointee.nodes[Int(parent)].history) + word] >> UInt64(node & 63) & 1 != 0
    }
}

extension Machine {
    /// Of a machine over a chart.
    @inline(__always)
    var configuration: UnsafeMutablePointer<Configuration> { storage.pointee.configuration! }

    /// The active nodes of a chart.
    var active: NodeSet { configuration.active(storage.pointee.table.pointee.chart!) }

    /// Makes sure that there is what a step needs that does not go the short way. `false` if there is no memory.
    @inline(never)
    func makeWork() -> Bool {
        if !storage.pointee.isChart || storage.pointee.chart != nil { return true }
        guard let memory = malloc(MemoryLayout<ChartMachine>.stride) else { return false }
        makeWork(in: memory)
        return true
    }

    @inline(never)
    func makeWork(in memory: UnsafeMutableRawPointer) {
        let work = memory.bindMemory(to: ChartMachine.self, capacity: 1)
        work.initialize(
            to: ChartMachine(
                caseCount: Int(storage.pointee.table.pointee.predicates.indexCount),
                takesArguments: storage.pointee.takesArguments))
        storage.pointee.chart = work
    }

    /// Frees it with what waits in it.
    func destroyWork() {
        guard let work = storage.pointee.chart else { return }
        work.pointee.clear()
        free(work.pointee.plan)
        // Otherwise it lies in the machine's block.
        if !storage.pointee.table.pointee.chart!.pointee.hasEventless { free(work) }
    }
}
