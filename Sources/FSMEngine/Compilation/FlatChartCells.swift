/// Which events a machine over a chart handles as one over a flat table does: in a leaf outside of parallel states, with a
/// row that is always taken and after which nothing follows by itself. Such cells have flat programs, and all others
/// none: they are for the chart's own steps.
///
/// The leaves of a region have such cells too, for rows that leave and enter nothing but what is in the region: those are
/// for ``Machine/regionStep(_:)``.
final class FlatChartCells {
    private let compiler: Compiler
    private let tree: StateTree
    /// The cell of each state and column.
    private var numbers = IndexMap<UInt64>()
    /// Some row of a node has no event.
    private var isRestless: IndexedArray<Node, Bool>
    /// Rows that are deferred, or for any state without an event, concern every step.
    private var isImpossible = false

    @inline(never)
    init(_ compiler: Compiler, _ tree: StateTree) {
        self.compiler = compiler
        self.tree = tree
        isRestless = IndexedArray(repeating: false, count: tree.items.count)
        let cells = compiler.cells
        for number in cells.cells.indices {
            let cell = cells.cells[number]
            _ = numbers.index(of: key(cell.state, cell.column), orInsert: UInt32(truncatingIfNeeded: number))
            if cell.column == cells.columns.eventless {
                if cell.state == compiler.states.end {
                    isImpossible = true
                } else {
                    isRestless[tree.nodes[cell.state]] = true
                }
            }
        }
        for row in compiler.definition.rows where row.target == .deferred { isImpossible = true }
    }

    private func key(_ state: TypedIndex<State>, _ column: TypedIndex<Column>) -> UInt64 {
        UInt64(state.value) << 32 | UInt64(column.value)
    }

    /// Puts the flat programs into their cells. O(leaves × columns × depth).
    @inline(never)
    func fill(_ grid: inout CellGrid) {
        if isImpossible { return }
        for node in tree.items.indices where tree.items[node].kind == .atomic && path(to: node) != nil {
            guard let leaf = tree.items[node].state else { continue }
            for column in grid.columns where isKnown(column) {
                guard let (cell, source) = firstCell(from: node, column), let flat = entry(cell, source, node) else {
                    continue
                }
                grid[leaf, column] = flat
            }
        }
    }

    private func isKnown(_ column: TypedIndex<Column>) -> Bool {
        guard let event = compiler.cells.columns.event(of: column) else { return false }
        return compiler.events.ids[event] != ReservedID.none
    }

    /// The rows that are tried first for a column in a leaf, and the node whose they are.
    private func firstCell(
        from leaf: TypedIndex<Node>, _ column: TypedIndex<Column>
    ) -> (RowCells.Cell, TypedIndex<Node>)? {
        var node: TypedIndex<Node>? = leaf
        while let present = node {
            let state = tree.items[present].state ?? compiler.states.end
            if let number = numbers[key(state, column)] ?? numbers[key(state, compiler.cells.columns.anyEvent)] {
                return (compiler.cells.cells[Int(number)], present)
            }
            node = tree.items[present].parent
        }
        return nil
    }

    /// The nodes from the outermost state to one, or from the innermost region around it.
    private struct Path {
        var nodes: [TypedIndex<Node>] = []
        /// The region; the chart if there is none.
        var region = StateTree.chart
    }

    /// `nil` if one of the nodes is not at rest.
    private func path(to node: TypedIndex<Node>) -> Path? {
        var path = Path()
        var next: TypedIndex<Node>? = node
        while let present = next, present != StateTree.chart {
            if isRestless[present] { return nil }
            path.nodes.append(present)
            next = tree.items[present].parent
            if let next, tree.items[next].kind == .parallel {
                path.region = present
                break
            }
        }
        path.nodes.reverse()
        return path
    }

    /// What a row comes to in a leaf, if that is always the same.
    private func entry(_ cell: RowCells.Cell, _ source: TypedIndex<Node>, _ leaf: TypedIndex<Node>) -> Cell? {
        guard !cell.hasMatches else { return nil }
        let row = compiler.definition.rows[compiler.cells.rows[cell.first].index]
        guard row.guards.isEmpty, !row.hasChartParts, let left = path(to: leaf), let state = tree.items[leaf].state,
            tree.isWithin(source, left.region)
        else { return nil }
        let level = compiler.level(of: cell)
        switch row.target {
        case .internal:
            let program = compiler.flatProgram(row, exits: [], entries: [], level: level)
            return program.map { Cell(target: CompactIndex(state), program: $0) }
        case .state(let id):
            guard let named = compiler.states.index(of: id), let target = leafBelow(tree.nodes[named]),
                let entered = path(to: target.last), entered.region == left.region,
                let next = tree.items[target.last].state
            else { return nil }
            let region = left.region
            // A row of the region itself leaves the others too, unless it is local.
            if region != StateTree.chart && (target.first <= region || (source == region && !row.isLocal)) {
                return nil
            }
            return move(row, source, left.nodes, entered.nodes, target, level).map {
                Cell(target: CompactIndex(next), program: $0)
            }
        case .same, .dynamic, .anyRequested, .deferred: return nil
        }
    }

    /// The nodes below a target that are entered with it, by default, down to a leaf.
    private func leafBelow(
        _ node: TypedIndex<Node>
    ) -> (defaults: [TypedIndex<Node>], first: TypedIndex<Node>, last: TypedIndex<Node>)? {
        var defaults: [TypedIndex<Node>] = []
        var last = node
        while tree.items[last].kind == .compound {
            guard let next = tree.items[last].defaultTarget, tree.items[next].parent == last else { return nil }
            defaults.append(last)
            last = next
        }
        return tree.items[last].kind == .atomic ? (defaults, node, last) : nil
    }

    private func move(
        _ row: Row, _ source: TypedIndex<Node>, _ left: [TypedIndex<Node>], _ entered: [TypedIndex<Node>],
        _ target: (defaults: [TypedIndex<Node>], first: TypedIndex<Node>, last: TypedIndex<Node>),
        _ level: Program.Precedence
    ) -> UInt32? {
        // What both have in common below the domain is left and entered again, or stays as it is.
        var common = 0
        if compiler.definition.entryExit == .onChange {
            while common < min(left.count, entered.count), left[common] == entered[common] { common &+= 1 }
            // A target that stays has cycle callbacks; its default may have actions.
            if Self.contains(target.first, entered, before: common) { return nil }
        } else {
            // A target that is left and entered again has cycle callbacks.
            guard !row.isLocal, !Self.contains(target.first, left, before: left.count) else { return nil }
            var domain = tree.items[source].parent ?? StateTree.chart
            while !tree.isWithin(target.first, domain) || target.first == domain {
                domain = tree.items[domain].parent ?? domain
            }
            common = tree.items[domain].depth - tree.items[left[0]].depth + 1
        }
        var exits: [Compiler.OwnedCallbacks] = []
        var position = left.count
        while position > common {
            position &-= 1
            let item = tree.items[left[position]]
            if item.isRecorded || item.hasTimeouts { return nil }
            let list = compiler.stateCallbacks[item.state!].exit
            exits.append(Compiler.OwnedCallbacks(owner: left[position], list: list))
        }
        var entries: [Compiler.OwnedCallbacks] = []
        while position < entered.count {
            let node = entered[position]
            if tree.items[node].hasTimeouts { return nil }
            let list = compiler.stateCallbacks[tree.items[node].state!].entry
            entries.append(Compiler.OwnedCallbacks(owner: node, list: list))
            if Self.contains(node, target.defaults, before: target.defaults.count) {
                entries.append(Compiler.OwnedCallbacks(owner: node, list: compiler.defaults[node]))
            }
            position &+= 1
        }
        return compiler.flatProgram(row, exits: exits, entries: entries, level: level)
    }

    @inline(never)
    private static func contains(_ node: TypedIndex<Node>, _ nodes: [TypedIndex<Node>], before end: Int) -> Bool {
        for position in 0..<end where nodes[position] == node { return true }
        return false
    }
}
