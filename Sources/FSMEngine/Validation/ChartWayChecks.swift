extension ChartSubject {
    /// Warns of states that are not active after any row from the initial one. O(rows + states).
    ///
    /// A state is reached with those around it and its default, with a parallel one all of its children, whether or not
    /// they are entered by default.
    func checkReachability(from initial: ID, _ found: inout [Diagnostic]) {
        guard let start = node(initial) else { return }
        var reach = Reach(tree)
        reach.enter(start)
        while let node = reach.waiting.popLast() {
            var mayLeadAnywhere = false
            forEachRow(of: node) { row in
                switch definition.rows[row.index].target {
                case .dynamic, .anyRequested: mayLeadAnywhere = true
                default: for target in targets(of: row.index) { reach.enter(target) }
                }
                return !mayLeadAnywhere
            }
            if mayLeadAnywhere { return }
        }
        // Of histories there is a warning of its own.
        for node in tree.items.indices where !reach.isReached[node] && !tree[node].kind.isHistory {
            found.report(
                .unreachableState, state: id(node), at: place(node),
                "no row leads to state % from the initial state %: add a row, or remove the state", name(node),
                names.state(initial))
        }
    }

    /// Warns of states without children that nothing leaves: no row of their own, of a state around them or for any state,
    /// and no row that leaves a parallel state around them. O(rows × depth).
    func checkDeadEnds(_ found: inout [Diagnostic]) {
        let ways = WaysOut(self)
        for node in tree.items.indices where tree[node].kind == .atomic && !isFinal[node] && !ways.lead(outOf: node) {
            found.report(
                .deadEndState, state: id(node), at: place(node),
                "no row leads out of state %: add a row, or mark the state as final", name(node))
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
        isEntered = IndexedArray(repeating: false, count: tree.items.count)
        isReached = isEntered
        isReached[StateTree.chart] = true
    }

    /// Each node is marked once.
    mutating func enter(_ start: TypedIndex<Node>) {
        var entered = [(node: start, byName: true)]
        while let (node, byName) = entered.popLast() {
            if !isReached[node] {
                isReached[node] = true
                waiting.append(node)
                if tree[node].kind == .parallel {
                    for child in tree.children(of: node) where !tree[child].kind.isHistory {
                        entered.append((child, true))
                    }
                }
                if let parent = tree[node].parent { entered.append((parent, false)) }
            }
            guard byName, !isEntered[node] else { continue }
            isEntered[node] = true
            let target = tree[node].defaultTarget ?? (tree[node].kind.isHistory ? tree[node].parent : nil)
            if let target { entered.append((target, true)) }
        }
    }
}

/// Where the rows lead that may be taken in a node, which are also those of the nodes around it.
private struct WaysOut {
    private enum Way: Equatable {
        case nowhere, anywhere
        /// To one state, so that this one is not left.
        case to(TypedIndex<Node>)

        func joined(_ other: Way) -> Way {
            self == .nowhere || self == other ? other : other == .nowhere ? self : .anywhere
        }
    }
    private var ways: IndexedArray<Node, Way>

    func lead(outOf node: TypedIndex<Node>) -> Bool { ways[node] != .nowhere && ways[node] != .to(node) }

    init(_ chart: ChartSubject) {
        let tree = chart.tree
        ways = IndexedArray(repeating: .nowhere, count: tree.items.count)
        // What is entered with each node in the end, where that is one state for certain.
        var landing = IndexedArray<Node, Way>(repeating: .anywhere, count: tree.items.count)
        for value in stride(from: tree.items.count - 1, to: 0, by: -1) {
            let node = TypedIndex<Node>(value)
            switch tree[node].kind {
            case .atomic, .final: landing[node] = .to(node)
            case .compound: if let target = tree[node].defaultTarget, target > node { landing[node] = landing[target] }
            case .parallel, .shallowHistory, .deepHistory: break
            }
        }
        for row in chart.stateRows {
            let source = chart.source(row)
            let targets = chart.targets(of: row.index)
            switch chart.definition.rows[row.index].target {
            case .dynamic: ways[source] = .anywhere
            case .anyRequested: if chart.resolved.states.count > 1 { ways[source] = .anywhere }
            case .state:
                ways[source] = ways[source].joined(targets.count == 1 ? landing[targets[0]] : .anywhere)
                leaveParallelStates(around: source, targets, chart)
            case .same, .internal, .deferred: break
            }
        }
        for node in tree.items.indices {
            if let parent = tree[node].parent { ways[node] = ways[node].joined(ways[parent]) }
        }
    }

    /// A row that leads out of a parallel state leaves all of its regions; so does one from one region to another.
    private mutating func leaveParallelStates(
        around source: TypedIndex<Node>, _ targets: [TypedIndex<Node>], _ chart: ChartSubject
    ) {
        var outer = chart.tree[source].parent
        while let node = outer {
            if chart.tree[node].kind == .parallel {
                ways[node] = .anywhere
            } else if targets.allSatisfy({ chart.isBelow($0, node) }) {
                return
            }
            outer = chart.tree[node].parent
        }
    }
}
