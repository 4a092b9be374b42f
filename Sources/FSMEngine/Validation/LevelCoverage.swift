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
        var search = UncoveredCaseSearch(chart.resolved.matchings, rowCount: chart.definition.rows.count)
        let events = WildcardLevels(chart, cells.columns.anyEvent, leavesBefore, &search)
        let requests = WildcardLevels(chart, cells.columns.anyRequest, leavesBefore, &search)
        let isFirstMatch = chart.definition.guardPolicy == .firstMatch
        // How many leaves within each level have a closed level within it. That of a row for any event may be one too.
        var closedLeaves = [Int](repeating: 0, count: keys.count)
        var position = keys.count
        while position > 0 {
            position -= 1
            let node = Self.node(keys[position])
            let cell = cells.cells[Int(keys[position].low)]
            let all = leavesBefore[chart.tree[node].last.value + 1] - leavesBefore[node.value]
            let isAny = cells.columns.isAny(cell.column)
            let ofKind = cells.columns.isRequest(cell.column) ? requests : events
            let wildcards = isAny || cell.column == cells.columns.eventless ? nil : ofKind
            let closed = closedLeaves[position] + (wildcards?.leafCount[node.value] ?? 0)
            isCovered[cell.first] = all > 0 && closed == all
            if around[position] < 0 { continue }
            let outer = around[position]
            let isBetween = wildcards?.isClosed(around: node, below: Self.node(keys[outer])) ?? false
            let isOwn = wildcards?.isClosing[node] ?? false
            // Guards that say no keep rows for any event of their level from being tried, unless the first match counts.
            let isOpen = isAny && !isFirstMatch && ofKind.isOpen[node]
            let closes = isBetween || (isOwn && isFirstMatch) || (!isOpen && chart.closes(cell, &search))
            // Of these leaves the level around it counts so many itself.
            let counted = wildcards == nil ? 0 : isBetween || isOwn ? all : wildcards!.leafCount[node.value]
            closedLeaves.put(closedLeaves[outer] + (closes ? all : closed) - counted, at: outer)
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

/// Where rows for any event, or any request, come before whatever states around theirs have for one.
private struct WildcardLevels {
    private(set) var isClosing: IndexedArray<Node, Bool>
    /// Rows of the node for a certain event, or request, may be refused.
    private(set) var isOpen: IndexedArray<Node, Bool>
    /// For each node how many leaves have such a level below the node.
    private(set) var leafCount: [Int]
    /// For each node the nearest such level: its own, or around it. -1 if there is none.
    private var nearest: [Int] = []
    private let tree: StateTree

    /// O(cells + states).
    init(
        _ chart: ChartSubject, _ column: TypedIndex<Column>, _ leavesBefore: [Int], _ search: inout UncoveredCaseSearch
    ) {
        tree = chart.tree
        isClosing = IndexedArray(tree)
        leafCount = [Int](repeating: 0, count: tree.items.count)
        isOpen = isClosing
        let columns = chart.resolved.cells.columns
        for cell in chart.resolved.cells.cells where cell.state < chart.resolved.states.end {
            let isOwn = columns.isRequest(cell.column) == columns.isRequest(column) && cell.column != columns.eventless
            if !isOwn { continue }
            let closes = chart.closes(cell, &search)
            if cell.column == column && closes { isClosing.mark(tree.nodes[cell.state]) }
            if cell.column != column && !closes { isOpen.mark(tree.nodes[cell.state]) }
        }
        for node in chart.nodes {
            nearest.add(isClosing[node] ? node.value : chart.parent(node).map { nearest[$0.value] } ?? -1)
        }
        var value = tree.items.count
        while value > 1 {
            value -= 1
            let node = TypedIndex<Node>(value)
            guard let parent = tree[node].parent else { continue }
            let all = leavesBefore[tree[node].last.value + 1] - leavesBefore[value]
            leafCount.put(leafCount[parent.value] + (isClosing[node] ? all : leafCount[value]), at: parent.value)
        }
    }

    /// Whether there is such a level between a node and one around it.
    func isClosed(around node: TypedIndex<Node>, below outer: TypedIndex<Node>) -> Bool {
        tree[node].parent.map { nearest[$0.value] > outer.value } ?? false
    }
}

extension ChartSubject {
    /// Whether a level hands nothing on to the one around it: it has rows that are taken whatever guards say, for all
    /// combinations of cases. Rows without an event are sent none.
    @inline(never)
    fileprivate func closes(_ cell: RowCells.Cell, _ search: inout UncoveredCaseSearch) -> Bool {
        var numbers: [UInt32] = []
        for position in cell.first..<cell.first + cell.count {
            let row = resolved.cells.rows[position].index
            if !resolved.isUnguarded(row) {
                // Its guard may say no, and then no less specific row of the level is tried.
                if definition.guardPolicy == .exclusive { return false }
                continue
            }
            let number = resolved.matchings.number(ofRow: row)
            if number == 0 { return true }
            numbers.add(number)
        }
        if numbers.isEmpty || cell.column == resolved.cells.columns.eventless { return false }
        if case .covered = search.firstUncovered(by: numbers, within: UncoveredCaseSearch.Box()) { return true }
        return false
    }
}
