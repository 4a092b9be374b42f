/// Which cells of a chart are reached: those of a state with others in it only where some state within leaves them
/// something.
struct LevelCoverage {
    /// For each cell whether rows of the levels within always come before it.
    private var isCovered: [Bool] = []
    private let columns: TriggerColumns
    /// The number of each cell, by state and column.
    private var numberOfCell = IndexMap<UInt64>()

    /// A cell with what its levels within come to.
    private struct Level {
        var node: TypedIndex<Node>
        var cell: Int
        var isClosed: Bool
        /// How many leaves within have a closed level within.
        var closedLeaves = 0
    }

    /// O(cells × log cells + states).
    init(_ chart: ChartSubject) {
        let cells = chart.resolved.cells
        columns = cells.columns
        isCovered = [Bool](repeating: false, count: cells.cells.count)
        var leavesBefore = IndexedArray<Node, Int>(repeating: 0, count: chart.tree.items.count + 1)
        for node in chart.tree.items.indices {
            let item = chart.tree[node]
            let isLeaf = item.last == node && !item.kind.isHistory
            leavesBefore[node.next] = leavesBefore[node] + (isLeaf ? 1 : 0)
        }
        // By column, then in document order.
        var keys: [SortKey] = []
        for (number, cell) in cells.cells.enumerated() {
            let node = cell.state == chart.resolved.states.end ? StateTree.chart : chart.tree.nodes[cell.state]
            keys.append(SortKey(high: UInt64(cell.column.value) << 32 | UInt64(node.value), low: UInt64(number)))
            _ = numberOfCell.index(of: Self.key(cell.state, cell.column), orInsert: UInt32(number))
        }
        keys.sortKeys()
        var stack: [Level] = []
        func leaves(_ node: TypedIndex<Node>) -> Int { leavesBefore[chart.tree[node].last.next] - leavesBefore[node] }
        func close(_ isCovered: inout [Bool]) {
            let level = stack.removeLast()
            let all = leaves(level.node)
            isCovered[level.cell] = all > 0 && level.closedLeaves == all
            guard !stack.isEmpty else { return }
            stack[stack.count - 1].closedLeaves += level.isClosed ? all : level.closedLeaves
        }
        var column: UInt64?
        for key in keys {
            let node = TypedIndex<Node>(Int(key.high & 0xffff_ffff))
            if column != key.high >> 32 { while !stack.isEmpty { close(&isCovered) } }
            column = key.high >> 32
            while let last = stack.last, chart.tree[last.node].last < node { close(&isCovered) }
            stack.append(Level(node: node, cell: Int(key.low), isClosed: chart.closes(cells.cells[Int(key.low)])))
        }
        while !stack.isEmpty { close(&isCovered) }
    }

    private static func key(_ state: TypedIndex<State>, _ column: TypedIndex<Column>) -> UInt64 {
        UInt64(state.value) << 32 | UInt64(column.value)
    }

    /// Whether rows for the same always come before a cell's, in the states within its own.
    func isFree(_ cell: RowCells.Cell) -> Bool {
        numberOfCell[Self.key(cell.state, cell.column)].map { !isCovered[Int($0)] } ?? true
    }
}

extension ChartSubject {
    /// Whether a level hands nothing on to the one around it: it has a row that is taken whatever guards say.
    fileprivate func closes(_ cell: RowCells.Cell) -> Bool {
        resolved.cells.rows(of: cell).contains {
            definition.rows[$0.index].matches.isEmpty && resolved.isUnguarded($0.index)
        }
    }
}
