import CMemory

/// A row that a step of a chart takes.
struct Candidate {
    var rule: UnsafePointer<Rule>
    /// The node whose row it is; the chart for a row for any state.
    var source: UInt32
    /// The active leaf for which it was found.
    var leaf: UInt32
    /// The node that a resolver named or a request is for; ``ChartNode/none`` if the row says its targets itself.
    var target: UInt32
    /// The nodes that it leaves lie between these: all that are active there. `first` is above `last` if it leaves none.
    var first: UInt32
    var last: UInt32

    @inline(__always)
    var leavesAny: Bool { first <= last }
}

/// A microstep in the making: the rows that are taken, and the nodes that are left and entered.
///
/// The memory is on the stack, or where that would be much from `malloc`: ``with(_:_:_:)``.
struct ChartStep {
    let table: UnsafePointer<TableStorage>
    let machine: UnsafeMutablePointer<Configuration>
    /// The sets, one after the other, then the candidates.
    private let memory: UnsafeMutablePointer<UInt64>
    /// How many rows are taken.
    var count = 0

    private static var setCount: Int { 6 }

    /// Calls `body` with memory for a step, which takes rows or only enters states. `nil` if there is none.
    @inline(__always)
    static func with<Result>(
        _ table: UnsafePointer<TableStorage>, _ machine: UnsafeMutablePointer<Configuration>, takesRows: Bool = true,
        _ body: (inout ChartStep) -> Result
    ) -> Result? {
        let words = table.pointee.chart!.pointee.wordCount &* setCount
        let rowCount = takesRows ? Int(table.pointee.chart!.pointee.maximumLeafCount) : 0
        let size = words &* MemoryLayout<UInt64>.stride &+ rowCount &* MemoryLayout<Candidate>.stride
        return withMemory(size) { memory in
            let sets = memory.bindMemory(to: UInt64.self, capacity: words)
            for word in 0..<words { sets[word] = 0 }
            var step = ChartStep(table: table, machine: machine, memory: sets)
            return body(&step)
        }
    }

    @inline(__always)
    private static func withMemory<Result>(_ size: Int, _ body: (UnsafeMutableRawPointer) -> Result) -> Result? {
        if size <= 1024 {
            return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { body($0.baseAddress!) }
        }
        guard let memory = malloc(size) else { return nil }
        defer { free(memory) }
        return body(memory)
    }

    /// The bytes of its sets and rows.
    var size: Int {
        chart.pointee.wordCount &* Self.setCount &* MemoryLayout<UInt64>.stride &+ count
            &* MemoryLayout<Candidate>.stride
    }

    /// The same step in memory of ``size`` bytes.
    @inline(never)
    func copy(to other: UnsafeMutableRawPointer) -> ChartStep {
        other.copyMemory(from: memory, byteCount: size)
        let words = chart.pointee.wordCount &* Self.setCount
        return ChartStep(
            table: table, machine: machine, memory: other.bindMemory(to: UInt64.self, capacity: words), count: count)
    }

    @inline(__always)
    var chart: UnsafePointer<ChartTable> { table.pointee.chart! }

    @inline(__always)
    private func nodeSet(_ number: Int) -> NodeSet {
        let words = chart.pointee.wordCount
        return NodeSet(words: memory + number &* words, wordCount: words)
    }

    /// The rows that are taken, in the order in which they were found.
    @inline(__always)
    var candidates: UnsafeMutablePointer<Candidate> {
        UnsafeMutableRawPointer(memory + Self.setCount &* chart.pointee.wordCount)
            .assumingMemoryBound(to: Candidate.self)
    }

    /// The nodes that are left; and those that are entered, with parents, children by default and regions.
    @inline(__always)
    var exits: NodeSet { nodeSet(0) }
    @inline(__always)
    var entries: NodeSet { nodeSet(1) }
    /// Of those that are entered: their default is entered with them.
    @inline(__always)
    var defaults: NodeSet { nodeSet(2) }
    /// Histories whose default is entered, since nothing is recorded.
    @inline(__always)
    var historyDefaults: NodeSet { nodeSet(3) }
    /// Both left and entered: nothing of theirs is called, if the policy is "on change".
    @inline(__always)
    var kept: NodeSet { nodeSet(4) }
    /// The nodes whose rows were asked.
    @inline(__always)
    var asked: NodeSet { nodeSet(5) }

    @inline(__always)
    func node(_ number: UInt32) -> UnsafePointer<ChartNode> { chart.pointee.nodes + Int(number) }

    @inline(__always)
    var active: NodeSet { machine.active(chart) }

    @inline(__always)
    func row(_ candidate: Candidate) -> ChartRow { chart.pointee.rows[Int(candidate.rule.pointee.row.value)] }

    /// Whether a node lies below another one, or is it.
    @inline(__always)
    func isWithin(_ inner: UInt32, _ outer: UInt32) -> Bool {
        inner >= outer && inner <= node(outer).pointee.last
    }

    /// The node of a state.
    @inline(__always)
    func node(of state: CompactIndex<State>) -> UInt32 { chart.pointee.nodeOfState[Int(state.value)] }
}

// MARK: - Targets and domains

extension ChartStep {
    /// Calls `body` with each node that a row leads to: none of an internal row, or one that comes back.
    @inline(__always)
    func forEachTarget(_ candidate: Candidate, _ body: (UInt32) -> Void) {
        if candidate.target != ChartNode.none { return body(candidate.target) }
        let row = row(candidate)
        for index in 0..<row.targetCount { body(chart.pointee.targets[Int(row.firstTarget &+ index)]) }
    }

    /// Whether a row has a target of its own, so that it may leave something.
    func hasTarget(_ candidate: Candidate) -> Bool {
        candidate.target != ChartNode.none || row(candidate).targetCount > 0
    }

    /// Finds what a row leaves: all that is active below its domain.
    ///
    /// The domain is the nearest compound state around the source that holds all targets (R7); of a local row the
    /// source itself, if it is compound and holds them, or the region in which all of them lie (R8).
    @inline(never)
    func bound(_ candidate: inout Candidate) {
        (candidate.first, candidate.last) = (1, 0)
        if candidate.rule.pointee.target == .same {
            guard table.pointee.entryExit == .always else { return }
            let source = candidate.source == 0 ? candidate.leaf : candidate.source
            (candidate.first, candidate.last) = (source, node(source).pointee.last)
            return
        }
        guard hasTarget(candidate) else { return }
        let domain = domain(of: candidate)
        // A region that is left stands for itself, any other domain for what is below it.
        let isRegion = domain.isLeft
        (candidate.first, candidate.last) = (isRegion ? domain.node : domain.node &+ 1, node(domain.node).pointee.last)
    }

    @inline(never)
    private func domain(of candidate: Candidate) -> (node: UInt32, isLeft: Bool) {
        let source = candidate.source
        let isLocal = row(candidate).isLocal
        if isLocal && node(source).pointee.kind == .compound && holdsTargets(source, candidate, isProper: true) {
            return (source, false)
        }
        var domain = source
        repeat {
            let isRegion = domain != 0 && node(node(domain).pointee.parent).pointee.kind == .parallel
            if isLocal && isRegion && holdsTargets(domain, candidate, isProper: false) { return (domain, true) }
            if domain == 0 { break }
            domain = node(domain).pointee.parent
        } while node(domain).pointee.kind != .compound || !holdsTargets(domain, candidate, isProper: true)
        return (domain, false)
    }

    /// Whether all targets of a row lie within a node; properly: are not the node itself.
    @inline(never)
    private func holdsTargets(_ outer: UInt32, _ candidate: Candidate, isProper: Bool) -> Bool {
        var holds = true
        forEachTarget(candidate) { if !isWithin($0, outer) || (isProper && $0 == outer) { holds = false } }
        return holds
    }

    /// Takes out rows that cannot be taken together with others: what they leave overlaps. The row whose source lies
    /// inside the other's stays, otherwise the one that was found first (R6).
    @inline(never)
    mutating func removeConflicts() {
        var kept = 0
        for index in 0..<count {
            let candidate = candidates[index]
            if candidate.leavesAny {
                // A row that is not taken takes no other one's place.
                var isPreempted = false
                for other in 0..<kept where isInConflict(candidates[other], candidate) {
                    if !isInside(candidate, candidates[other]) { isPreempted = true }
                }
                if isPreempted { continue }
                var left = 0
                for other in 0..<kept where !isInConflict(candidates[other], candidate) {
                    candidates[left] = candidates[other]
                    left += 1
                }
                kept = left
            }
            candidates[kept] = candidate
            kept += 1
        }
        count = kept
    }

    @inline(__always)
    private func isInConflict(_ former: Candidate, _ candidate: Candidate) -> Bool {
        former.leavesAny && former.first <= candidate.last && candidate.first <= former.last
    }

    /// Whether the source of a row lies inside that of another one.
    private func isInside(_ candidate: Candidate, _ former: Candidate) -> Bool {
        former.source != candidate.source && isWithin(candidate.source, former.source)
    }
}
