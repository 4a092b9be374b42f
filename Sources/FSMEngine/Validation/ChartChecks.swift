extension ResolvedDefinition {
    /// Reports what is wrong with how states are nested, and with what only rows of charts say.
    ///
    /// Where the states themselves are nested wrongly, nothing is said of what depends on that. O(blocks + rows × depth).
    func checkChart(_ found: inout [Diagnostic]) {
        guard let tree else { return }
        checkNesting(tree, &found)
        checkSuperstateParts(&found)
        checkConflictingBlocks(&found)
        checkConditions(tree, &found)
        checkDeferrals(&found)
        checkFurtherTargets(&found)
        checkRaisedEvents(&found)
        guard tree.faults.isEmpty else { return }
        let chart = ChartSubject(self, tree)
        chart.checkHistories(&found)
        chart.checkFinalStates(&found)
        chart.checkDefaults(&found)
        chart.checkCircularDefaults(&found)
        chart.checkExclusiveTargets(&found)
        if isWhole { chart.checkEventlessCircles(isWarning: false, &found) }
    }
}

/// A definition whose states are nested as they should be, with what several checks ask for.
struct ChartSubject {
    let resolved: ResolvedDefinition
    let tree: StateTree
    let places: StatePlaces
    /// Whether some block says that the state is final. Nothing else may be, if it is.
    private(set) var isFinal: IndexedArray<Node, Bool>

    var definition: Definition { resolved.definition }
    var names: DiagnosticText { resolved.names }

    /// O(blocks + rows).
    init(_ resolved: ResolvedDefinition, _ tree: StateTree) {
        self.resolved = resolved
        self.tree = tree
        places = StatePlaces(resolved)
        isFinal = IndexedArray(repeating: false, count: tree.items.count)
        for block in resolved.definition.blocks where block.isFinal {
            if let node = node(block.state) { isFinal[node] = true }
        }
    }

    func node(_ id: ID) -> TypedIndex<Node>? { resolved.states.index(of: id).map { tree.nodes[$0] } }

    /// The node whose level a row is of: the chart for a row for any state.
    func source(_ row: StateRow) -> TypedIndex<Node> {
        row.state == resolved.states.end ? StateTree.chart : tree.nodes[row.state]
    }

    func id(_ node: TypedIndex<Node>) -> ID { tree[node].state.map { resolved.states.ids[$0] } ?? ReservedID.none }

    func name(_ node: TypedIndex<Node>) -> Text { names.state(id(node)) }

    func place(_ node: TypedIndex<Node>) -> Place { tree[node].state.map { places[$0] } ?? .unknown }

    /// The blocks of a state itself, without those that it adopts.
    func blocks(_ node: TypedIndex<Node>) -> [TypedIndex<Block>] {
        guard let state = tree[node].state else { return [] }
        return resolved.inheritance.blocksOfState[state].filter { !definition.blocks[$0].isSuperstate }
    }

    /// The children that may be active, in document order.
    func states(in node: TypedIndex<Node>) -> [TypedIndex<Node>] {
        tree.children(of: node).filter { !tree[$0].kind.isHistory }
    }

    func hasChildren(_ node: TypedIndex<Node>) -> Bool { tree[node].last > node }

    /// Whether `node` lies below `other`, and is not it.
    func isBelow(_ node: TypedIndex<Node>, _ other: TypedIndex<Node>) -> Bool {
        node > other && node <= tree[other].last
    }

    /// The rows of all levels.
    var stateRows: [StateRow] { resolved.cells.cells.flatMap { resolved.cells.rows(of: $0) } }

    /// Calls `body` with the rows of a node's own level, up to the first for which it returns false.
    func forEachRow(of node: TypedIndex<Node>, _ body: (StateRow) -> Bool) {
        resolved.cells.forEachRow(ofState: tree[node].state ?? resolved.states.end, body)
    }

    /// The nodes that a row names as its targets, as far as there are such states.
    func targets(of index: TypedIndex<Row>) -> [TypedIndex<Node>] {
        resolved.namedTargets(of: index).compactMap { node($0) }
    }
}

extension ChartSubject {
    /// Reports the warnings that the definition asks for, other than those of unused things. Those about final states are
    /// errors here.
    func checkWarnings(initial: ID?, _ found: inout [Diagnostic]) {
        let wanted = definition.warnings
        if wanted.contains(.deadEndState) { checkDeadEnds(&found) }
        if wanted.contains(.unreachableState), let initial { checkReachability(from: initial, &found) }
        if wanted.contains(.siblingRegionTarget) { checkSiblingRegions(&found) }
        if wanted.contains(.conflictingRegions) { RegionConflicts(self).report(&found) }
        if wanted.contains(.singleRegion) { checkSingleRegions(&found) }
        if wanted.contains(.neverDone) { checkDone(&found) }
        if wanted.contains(.possibleEventlessCircle) { checkEventlessCircles(isWarning: true, &found) }
        if wanted.contains(.unusedHistory) { checkHistoryUse(&found) }
    }
}

extension ResolvedDefinition {
    /// Whether a row is taken whenever it is tried.
    func isUnguarded(_ index: TypedIndex<Row>) -> Bool {
        let row = definition.rows[index]
        return row.guards.isEmpty && !row.target.isDynamic && !hasConditions(index)
    }

    /// Whether a row asks which states are active.
    func hasConditions(_ index: TypedIndex<Row>) -> Bool {
        definition.rows[index].hasChartParts && definition.chart.part(ofRow: index)?.inGuards.isEmpty == false
    }

    /// The ids that a row names as its targets; none if it names no state.
    func namedTargets(of index: TypedIndex<Row>) -> [ID] {
        let row = definition.rows[index]
        guard case .state(let id) = row.target else { return [] }
        return row.hasChartParts ? [id] + (definition.chart.part(ofRow: index)?.targets ?? []) : [id]
    }
}

extension DiagnosticText {
    /// `A, B and C`; of more than ``maximumListedCount`` the first.
    @inline(never)
    func list(_ parts: [Text]) -> Text {
        var text = Text()
        for (position, part) in parts.enumerated() {
            if position == Self.maximumListedCount {
                return fill("% and % more", text, Text(parts.count - position))
            }
            if position > 0 { text += position == parts.count - 1 ? " and " : ", " }
            text += part
        }
        return text
    }
}
