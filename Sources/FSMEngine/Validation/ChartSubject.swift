/// A definition with the tree of its states, with what several checks ask for, and what they find. An object, since it is
/// large and never copied.
///
/// What asks for nodes is of no use where the states are nested wrongly.
final class ChartSubject {
    let resolved: ResolvedDefinition
    let tree: StateTree
    let places: StatePlaces
    /// Whether some block says that the state is final. Nothing else may be, if it is.
    private(set) var isFinal: IndexedArray<Node, Bool>
    /// The sound rows of which ``Definition/chart`` has parts.
    let rowsWithParts: [TypedIndex<Row>]
    /// What was found before, and here.
    var found: [Diagnostic]

    var definition: Definition { resolved.definition }
    var names: DiagnosticText { resolved.names }
    var nodes: TypedIndices<Node> { tree.items.indices }

    /// O(blocks + rows).
    init(_ resolved: ResolvedDefinition, _ tree: StateTree, _ found: [Diagnostic] = []) {
        self.resolved = resolved
        self.tree = tree
        self.found = found
        places = StatePlaces(resolved)
        isFinal = IndexedArray(repeating: false, count: tree.items.count)
        var rows: [TypedIndex<Row>] = []
        for row in resolved.soundRows where resolved.definition.rows[row].hasChartParts { rows.add(row) }
        rowsWithParts = rows
        for block in resolved.definition.blocks.typedIndices where resolved.definition.blocks[block].isFinal {
            if let node = node(resolved.definition.blocks[block].state) { isFinal.mark(node) }
        }
    }

    @inline(never)
    func node(_ id: ID) -> TypedIndex<Node>? { resolved.states.index(of: id).map { tree.nodes[$0] } }

    /// The node whose level a row is of: the chart for a row for any state.
    @inline(never)
    func source(_ row: StateRow) -> TypedIndex<Node> {
        row.state == resolved.states.end ? StateTree.chart : tree.nodes[row.state]
    }

    @inline(never)
    func id(_ node: TypedIndex<Node>) -> ID { tree[node].state.map { resolved.states.ids[$0] } ?? ReservedID.none }

    @inline(never)
    func place(_ node: TypedIndex<Node>) -> Place { tree[node].state.map { places[$0] } ?? .unknown }

    @inline(never)
    func kind(_ node: TypedIndex<Node>) -> StateTree.Kind { tree[node].kind }

    @inline(never)
    func isHistory(_ node: TypedIndex<Node>) -> Bool { tree[node].kind.isHistory }

    @inline(never)
    func parent(_ node: TypedIndex<Node>) -> TypedIndex<Node>? { tree[node].parent }

    // MARK: - Blocks

    /// The blocks of a state itself, without those that it adopts.
    @inline(never)
    func blocks(ofState state: TypedIndex<State>) -> [TypedIndex<Block>] {
        var blocks: [TypedIndex<Block>] = []
        for block in resolved.inheritance.blocksOfState[state] where !definition.blocks[block].isSuperstate {
            blocks.add(block)
        }
        return blocks
    }

    func blocks(_ node: TypedIndex<Node>) -> [TypedIndex<Block>] {
        tree[node].state.map { blocks(ofState: $0) } ?? []
    }

    func part(_ block: TypedIndex<Block>) -> ChartParts.StatePart { definition.part(of: block) }

    // MARK: - Nesting

    /// Whether `node` lies below `other`, and is not it.
    @inline(never)
    func isBelow(_ node: TypedIndex<Node>, _ other: TypedIndex<Node>) -> Bool {
        node > other && node <= tree[other].last
    }

    /// Whether all of these lie below `other`.
    @inline(never)
    func areBelow(_ nodes: [TypedIndex<Node>], _ other: TypedIndex<Node>) -> Bool {
        for node in nodes where !isBelow(node, other) { return false }
        return true
    }

    /// Whether each of these lies below `other`, or is it.
    @inline(never)
    func areWithin(_ nodes: [TypedIndex<Node>], _ other: TypedIndex<Node>) -> Bool {
        for node in nodes where !tree.isWithin(node, other) { return false }
        return true
    }

    /// Whether some of these lies below `node`, or is it.
    @inline(never)
    func holds(_ node: TypedIndex<Node>, anyOf nodes: [TypedIndex<Node>]) -> Bool {
        for other in nodes where tree.isWithin(other, node) { return true }
        return false
    }

    // MARK: - Rows

    /// The rows of all levels.
    @inline(never)
    func stateRows() -> [StateRow] {
        var rows: [StateRow] = []
        for cell in resolved.cells.cells {
            for position in cell.first..<cell.first + cell.count { rows.add(resolved.cells.rows[position]) }
        }
        return rows
    }

    /// The rows of a node's own level.
    @inline(never)
    func rows(_ node: TypedIndex<Node>) -> [StateRow] {
        var rows: [StateRow] = []
        resolved.cells.forEachRow(ofState: tree[node].state ?? resolved.states.end) {
            rows.add($0)
            return true
        }
        return rows
    }

    /// The nodes that a row names as its targets, as far as there are such states.
    @inline(never)
    func targets(of row: TypedIndex<Row>) -> [TypedIndex<Node>] {
        var targets: [TypedIndex<Node>] = []
        guard case .state(let id) = definition.rows[row].target else { return targets }
        if let node = node(id) { targets.add(node) }
        for id in resolved.furtherTargets(row) {
            if let node = node(id) { targets.add(node) }
        }
        return targets
    }
}

extension IndexedArray where Kind == Node, Element == Bool {
    /// `false` for each node.
    @inline(never)
    init(_ tree: StateTree) { self.init(repeating: false, count: tree.items.count) }
}
