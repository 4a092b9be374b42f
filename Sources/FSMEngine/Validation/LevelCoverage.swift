/// Which cells of a chart are reached: those of a state with others in it only where some state within leaves them
/// something.
struct LevelCoverage {
    /// For each cell whether rows of the levels within always come before it, by the number of its first row.
    private var isCovered: [Bool]

    /// O(cells × log cells + states).
    init(_ chart: ChartSubject) {
        let cells = chart.resolved.cells
        isCovered = [Bool](repeating: false, count: cells.rows.count + 1)
        // By column, then in document order.
        var keys: [SortKey] = []
        for number in cells.cells.indices {
            let cell = cells.cells[number]
            let node = cell.state == cells.anyState ? StateTree.chart : chart.tree.nodes[cell.state]
            keys.add(SortKey(high: UInt64(cell.column.value) << 32 | UInt64(node.value), low: UInt64(number)))
        }
        keys.sortKeys()
        let leavesBefore = Self.leavesBefore(chart)
        let around = Self.levelsAround(keys, chart.tree)
        // How many leaves within each level have a closed level within it.
        var closedLeaves = [Int](repeating: 0, count: keys.count)
        var position = keys.count
        while position > 0 {
            position -= 1
            let node = Self.node(keys[position])
            let cell = cells.cells[Int(keys[position].low)]
            let all = leavesBefore[chart.tree[node].last.value + 1] - leavesBefore[node.value]
            isCovered[cell.first] = all > 0 && closedLeaves[position] == all
            if around[position] < 0 { continue }
            let outer = around[position]
            closedLeaves.put(closedLeaves[outer] + (chart.closes(cell) ? all : closedLeaves[position]), at: outer)
        }
    }

    private static func node(_ key: SortKey) -> TypedIndex<Node> { TypedIndex(Int(key.high & 0xffff_ffff)) }

    /// For each level the nearest one around it that is of the same column, or -1.
    private static func levelsAround(_ keys: [SortKey], _ tree: StateTree) -> [Int] {
        var around: [Int] = []
        for position in keys.indices {
            var outer = position - 1
            while outer >= 0
                && (keys[outer].high >> 32 != keys[position].high >> 32
                    || tree[node(keys[outer])].last < node(keys[position]))
            {
                outer = around[outer]
            }
            around.add(outer)
        }
        return around
    }

    /// For each node how many leaves come before it.
    private static func leavesBefore(_ chart: ChartSubject) -> [Int] {
        var before = [0]
        for node in chart.nodes {
            let isLeaf = chart.tree[node].last == node && !chart.isHistory(node)
            before.add(before[node.value] + (isLeaf ? 1 : 0))
        }
        return before
    }

    /// Whether rows for the same always come before a cell's, in the states within its own.
    func isFree(_ cell: RowCells.Cell) -> Bool { !isCovered[cell.first] }
}

extension ChartSubject {
    /// Whether a level hands nothing on to the one around it: it has a row that is taken whatever guards say.
    @inline(never)
    fileprivate func closes(_ cell: RowCells.Cell) -> Bool {
        for position in cell.first..<cell.first + cell.count
        where resolved.isUnconditional(resolved.cells.rows[position].index) {
            return true
        }
        return false
    }
}
