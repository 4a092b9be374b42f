extension ChartSubject {
    /// Warns of states that are not active after any row from the initial one. O(rows + states).
    ///
    /// A state is reached with those around it and its default, with a parallel one all of its children, whether or not
    /// they are entered by default.
    func checkReachability(from initial: ID) {
        guard let start = node(initial) else { return }
        var reach = Reach(tree)
        reach.enter(start)
        while let node = reach.waiting.takeLast() {
            for row in rows(node) {
                if mayLeadAnywhere(row.index) { return }
                for target in targets(of: row.index) { reach.enter(target) }
            }
        }
        // Of histories there is a warning of its own.
        for node in nodes where !reach.isReached[node] && !isHistory(node) {
            report(
                .unreachableState, node,
                "no row leads to state % from the initial state %: add a row, or remove the state", .state(initial))
        }
    }

    @inline(never)
    func mayLeadAnywhere(_ row: TypedIndex<Row>) -> Bool {
        switch definition.rows[row].target {
        case .dynamic, .anyRequested: true
        default: false
        }
    }

    /// Warns of states without children that nothing leaves: no row of their own, of a state around them or for any state,
    /// and no row that leaves a parallel state around them. O(rows × depth).
    func checkDeadEnds() {
        let ways = WaysOut(self)
        for node in nodes where kind(node) == .atomic && !isFinal[node] && !ways.lead(outOf: node) {
            report(
                .deadEndState, node, "no row leads out of state %: add a row, or mark the state as final")
        }
    }
}

/// Which nodes may become active, and whose rows are yet to be followed.
private struct Reach {
    private let tree: StateTree
    private(set) var isReached: IndexedArray<Node, Bool>
    /// Those that were entered by name or by default: with their default, unlike those around others.
    private var isEntered: IndexedArray<Node, Bool>
    var waiting = [StateTree.chart]

    init(_ tree: StateTree) {
        self.tree = tree
        isEntered = IndexedArray(tree)
        isReached = isEntered
        isReached.mark(StateTree.chart)
    }

    /// Each node is marked once.
    @inline(never)
    mutating func enter(_ start: TypedIndex<Node>) {
        var entered = [start]
        while let node = entered.takeLast() {
            reach(node, &entered)
            if isEntered[node] { continue }
            isEntered.mark(node)
            var around = tree[node].parent
            while let parent = around, !isReached[parent] {
                reach(parent, &entered)
                around = tree[parent].parent
            }
            if let target = tree[node].defaultTarget ?? (tree[node].kind.isHistory ? tree[node].parent : nil) {
                entered.add(target)
            }
        }
    }

    private mutating func reach(_ node: TypedIndex<Node>, _ entered: inout [TypedIndex<Node>]) {
        if isReached[node] { return }
        isReached.mark(node)
        waiting.add(node)
        guard tree[node].kind == .parallel else { return }
        for child in tree.states(in: node) { entered.add(child) }
    }
}

/// Where the rows lead that may be taken in a node, which are also those of the nodes around it.
private struct WaysOut {
    private let chart: ChartSubject
    /// By node: ``nowhere``, ``anywhere``, or the one leaf to which they lead, so that this one is not left.
    private var ways: [Int]

    private static var nowhere: Int { -1 }
    private static var anywhere: Int { -2 }

    func lead(outOf node: TypedIndex<Node>) -> Bool {
        ways[node.value] != Self.nowhere && ways[node.value] != node.value
    }

    init(_ chart: ChartSubject) {
        self.chart = chart
        ways = [Int](repeating: Self.nowhere, count: chart.tree.items.count)
        let landing = Self.landing(chart)
        for row in chart.stateRows() {
            let source = chart.source(row)
            switch chart.definition.rows[row.index].target {
            case .dynamic: ways.put(Self.anywhere, at: source.value)
            case .anyRequested: if chart.resolved.states.count > 1 { ways.put(Self.anywhere, at: source.value) }
            case .state:
                let targets = chart.targets(of: row.index)
                join(targets.count == 1 ? landing[targets[0].value] : Self.anywhere, to: source)
                leaveParallelStates(around: source, targets)
            case .same, .internal, .deferred: break
            }
        }
        for node in chart.nodes {
            if let parent = chart.parent(node) { join(ways[parent.value], to: node) }
        }
    }

    /// What is entered with each node in the end, where that is one state for certain.
    private static func landing(_ chart: ChartSubject) -> [Int] {
        var landing = [Int](repeating: anywhere, count: chart.tree.items.count)
        var value = landing.count
        while value > 1 {
            value -= 1
            switch chart.kind(TypedIndex(value)) {
            case .atomic, .final: landing.put(value, at: value)
            case .compound:
                if let target = chart.tree[TypedIndex(value)].defaultTarget?.value, target > value {
                    landing.put(landing[target], at: value)
                }
            case .parallel, .shallowHistory, .deepHistory: break
            }
        }
        return landing
    }

    @inline(never)
    private mutating func join(_ way: Int, to node: TypedIndex<Node>) {
        let present = ways[node.value]
        if present == way || way == Self.nowhere { return }
        ways[node.value] = present == Self.nowhere ? way : Self.anywhere
    }

    /// A row that leads out of a parallel state leaves all of its regions; so does one from one region to another.
    private mutating func leaveParallelStates(around source: TypedIndex<Node>, _ targets: [TypedIndex<Node>]) {
        var outer = chart.parent(source)
        while let node = outer {
            if chart.kind(node) == .parallel {
                ways.put(Self.anywhere, at: node.value)
            } else if chart.areBelow(targets, node) {
                return
            }
            outer = chart.parent(node)
        }
    }
}
