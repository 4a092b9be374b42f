/// Which levels of a chart have rows without an event: in parallel states those of other regions may end a circle.
struct EventlessLevels {
    private let tree: StateTree
    private var hasRows: IndexedArray<Node, Bool>
    /// How many of the levels before each node have such rows.
    private var before: IndexedArray<Node, Int>
    /// The outermost parallel state around each node, or itself; the chart if there is none.
    private var outermost: IndexedArray<Node, TypedIndex<Node>>

    /// O(cells + states).
    init(_ chart: ChartSubject) {
        tree = chart.tree
        hasRows = IndexedArray(repeating: false, count: tree.items.count)
        before = IndexedArray(repeating: 0, count: tree.items.count + 1)
        outermost = IndexedArray(repeating: StateTree.chart, count: tree.items.count)
        let cells = chart.resolved.cells
        for cell in cells.cells where cell.column == cells.columns.eventless && cell.count > 0 {
            hasRows[cell.state == cells.anyState ? StateTree.chart : tree.nodes[cell.state]] = true
        }
        for node in hasRows.indices {
            before[node.next] = before[node] + (hasRows[node] ? 1 : 0)
            guard let parent = tree[node].parent else { continue }
            let isOutermost = outermost[parent] == StateTree.chart && tree[node].kind == .parallel
            outermost[node] = isOutermost ? node : outermost[parent]
        }
    }

    /// How many levels have such rows, of a node and those below it.
    private func count(within node: TypedIndex<Node>) -> Int { before[tree[node].last.next] - before[node] }

    /// Whether a node has no such rows below it.
    func isInnermost(_ node: TypedIndex<Node>) -> Bool { count(within: node) == (hasRows[node] ? 1 : 0) }

    /// Whether no other rows may come between those of a circle: none in the outermost parallel state around it. Rows of
    /// states around all of it may not if all rows of the circle leave something, and so come first.
    func isUndisturbed(_ points: [Int], allLeave: Bool) -> Bool {
        var first = EventlessGraph.node(of: points[0])
        var last = first
        var own = 0
        var isLevel = IndexMap<UInt64>()
        var scope: TypedIndex<Node>? = outermost[first]
        for point in points {
            let node = EventlessGraph.node(of: point)
            first = min(first, node)
            last = max(last, node)
            if outermost[node] != scope { scope = nil }
            guard point == EventlessGraph.point(node, .level) else { continue }
            _ = isLevel.index(of: UInt64(node.value), orInsert: 0)
            if hasRows[node] { own += 1 }
        }
        if scope == StateTree.chart { return true }
        var around = 0
        var outer = allLeave ? tree[first].parent : nil
        while let node = outer, node >= scope ?? StateTree.chart {
            if hasRows[node] && tree[node].last >= last && isLevel[UInt64(node.value)] == nil { around += 1 }
            outer = tree[node].parent
        }
        return count(within: scope ?? StateTree.chart) == own + around
    }
}
