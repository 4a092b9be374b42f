/// The states of a token of a chart as numbers of the caller's: the active leaves, then what histories have recorded.
struct ReplayChart {
    private let machine: Machine
    private let chart: UnsafePointer<ChartTable>
    private let leafCount: Int
    private let historyCount: Int

    init(_ machine: Machine, _ chart: UnsafePointer<ChartTable>) {
        self.machine = machine
        self.chart = chart
        leafCount = Self.leafCount(chart)
        historyCount = Int(chart.pointee.historyWordCount)
    }

    private static func leafCount(_ chart: UnsafePointer<ChartTable>) -> Int {
        max(Int(chart.pointee.maximumLeafCount), 1)
    }

    /// How many numbers a token has.
    static func width(_ chart: UnsafePointer<ChartTable>) -> Int {
        leafCount(chart) + 2 * Int(chart.pointee.historyWordCount)
    }

    var width: Int { leafCount + 2 * historyCount }

    // MARK: - From numbers

    /// Makes the machine what a token's numbers say: they may be anything. `notRunning` if its chart is done: a final state of
    /// its own is active.
    @inline(never)
    @_optimize(speed)
    func load(_ numbers: UnsafePointer<ID>, initial: ID) -> Outcome {
        let storage = machine.storage
        let configuration = machine.configuration
        configuration.pointee.isDone = false
        configuration.pointee.isRestless = false
        if numbers[0] == ReservedID.none {
            // To set this state would stop the machine: a token begins in a state.
            guard initial != ReservedID.none else { return .unknownState }
            configuration.forgetHistories(chart)
            let begun = machine.setState(initial)
            return begun == .ok && isDone ? .notRunning : begun
        }
        let active = configuration.active(chart)
        active.removeAll()
        configuration.pointee.leaf = .never
        for index in 0..<leafCount where numbers[index] != ReservedID.none {
            guard let state = storage.pointee.table.pointee.states.index(of: numbers[index]) else {
                return .unknownState
            }
            var number = chart.pointee.nodeOfState[Int(state.value)]
            let kind = chart.pointee.nodes[Int(number)].kind
            guard kind == .atomic || kind == .final else { return .badConfiguration }
            while number != 0 && !active.contains(number) {
                active.insert(number)
                number = chart.pointee.nodes[Int(number)].parent
            }
        }
        guard isConfiguration(active, of: 0), loadHistories(numbers + leafCount) else { return .badConfiguration }
        storage.pointee.flags.remove(.stopped)
        machine.setLeaf()
        storage.pointee.step.source = storage.pointee.stateIDs[storage.pointee.state]
        return isDone ? .notRunning : .ok
    }

    /// A final state of the chart itself is active.
    private var isDone: Bool {
        let active = machine.configuration.active(chart)
        guard let leaf = active.first(from: 1) else { return false }
        let node = chart.pointee.nodes + Int(leaf)
        return node.pointee.kind == .final && node.pointee.parent == 0
    }

    @inline(__always)
    private func loadHistories(_ numbers: UnsafePointer<ID>) -> Bool {
        if historyCount == 0 { return true }
        let history = machine.configuration.history(chart)
        for word in 0..<historyCount {
            let low = UInt64(UInt32(bitPattern: numbers[2 * word]))
            history[word] = UInt64(UInt32(bitPattern: numbers[2 * word + 1])) << 32 | low
        }
        return hasLegalHistories()
    }

    @inline(never)
    private func hasLegalHistories() -> Bool {
        let history = machine.configuration.history(chart)
        for number in 0..<chart.pointee.nodeCount {
            let item = chart.pointee.nodes + Int(number)
            if item.pointee.history == ChartNode.none { continue }
            let first = Int(number >> 6)
            let record = NodeSet(
                words: history + Int(item.pointee.history) - first, wordCount: Int(item.pointee.last >> 6) + 1)
            if record.first(from: number).map({ $0 > item.pointee.last }) ?? true { continue }
            guard number == 0 || record.contains(number), isConfiguration(record, of: number) else { return false }
        }
        return true
    }

    /// Whether a set is a configuration of a node and those below: of a compound state one child, of a parallel one all of
    /// them, and each one below one that is active. O(nodes below).
    @inline(never)
    @_optimize(speed)
    private func isConfiguration(_ set: NodeSet, of top: UInt32) -> Bool {
        let nodes = chart.pointee.nodes
        let end = nodes[Int(top)].last
        guard isWhole(top, set) else { return false }
        var next = set.first(from: top &+ 1)
        while let number = next, number <= end {
            let node = nodes + Int(number)
            let parent = node.pointee.parent
            guard !node.pointee.kind.isHistory, parent == top || set.contains(parent), isWhole(number, set) else {
                return false
            }
            next = set.first(from: number &+ 1)
        }
        return true
    }

    /// Whether of the children of an active node those are active that have to be.
    @inline(__always)
    private func isWhole(_ number: UInt32, _ set: NodeSet) -> Bool {
        let nodes = chart.pointee.nodes
        let kind = nodes[Int(number)].kind
        guard kind == .compound || kind == .parallel else { return true }
        var all = 0
        var entered = 0
        var child = number &+ 1
        while child <= nodes[Int(number)].last {
            if !nodes[Int(child)].kind.isHistory {
                all &+= 1
                if set.contains(child) { entered &+= 1 }
            }
            child = nodes[Int(child)].last &+ 1
        }
        return entered == (kind == .parallel ? all : 1)
    }

    // MARK: - To numbers

    /// Writes what the machine is; of a chart that is done its final state.
    @inline(never)
    @_optimize(speed)
    func store(_ numbers: UnsafeMutablePointer<ID>) {
        var count = 0
        machine.synchronize()
        let active = machine.configuration.active(chart)
        var next = active.first(from: 1)
        while let number = next {
            let node = chart.pointee.nodes + Int(number)
            if node.pointee.kind == .atomic || node.pointee.kind == .final, count < leafCount {
                numbers[count] = machine.storage.pointee.stateIDs[node.pointee.state]
                count += 1
            }
            next = active.first(from: number &+ 1)
        }
        while count < leafCount {
            numbers[count] = ReservedID.none
            count += 1
        }
        if historyCount == 0 { return }
        let history = machine.configuration.history(chart)
        for word in 0..<historyCount {
            numbers[leafCount + 2 * word] = Int32(truncatingIfNeeded: history[word])
            numbers[leafCount + 2 * word + 1] = Int32(truncatingIfNeeded: history[word] >> 32)
        }
    }
}
