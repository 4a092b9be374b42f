/// Which levels of a chart have rows without an event: in parallel states those of other regions may end a circle.
final class EventlessLevels {
    private let tree: StateTree
    private var hasRows: IndexedArray<Node, Bool>
    /// How many of the levels before each node have such rows.
    private var before: [Int] = [0]
    /// The outermost parallel state around each node, or itself; the chart if there is none.
    private var outermost: [TypedIndex<Node>] = []

    /// O(cells + states).
    init(_ chart: ChartSubject) {
        tree = chart.tree
        hasRows = IndexedArray(tree)
        let cells = chart.resolved.cells
        for cell in cells.cells where cell.column == cells.columns.eventless && cell.count > 0 {
            hasRows.mark(cell.state == cells.anyState ? StateTree.chart : tree.nodes[cell.state])
        }
        for node in chart.nodes {
            before.add(before[node.value] + (hasRows[node] ? 1 : 0))
            var scope = chart.parent(node).map { outermost[$0.value] } ?? StateTree.chart
            if scope == StateTree.chart && chart.kind(node) == .parallel { scope = node }
            outermost.add(scope)
        }
    }

    /// How many levels have such rows, of a node and those below it.
    @inline(never)
    private func count(within node: TypedIndex<Node>) -> Int { before[tree[node].last.value + 1] - before[node.value] }

    /// Whether a node has no such rows below it.
    func isInnermost(_ node: TypedIndex<Node>) -> Bool { count(within: node) == (hasRows[node] ? 1 : 0) }

    /// Whether no other rows may come between those of a circle: none in the outermost parallel state around it. Rows of
    /// states around all of it may not if all rows of the circle leave something, and so come first.
    func isUndisturbed(_ points: [Int], _ circles: [Int], allLeave: Bool) -> Bool {
        var first = EventlessGraph.node(of: points[0])
        var last = first
        var own = 0
        // Of different ones the chart as a whole.
        let scope = outermost[first.value]
        var isInScope = true
        for point in points {
            let node = EventlessGraph.node(of: point)
            first = min(first, node)
            last = max(last, node)
            if outermost[node.value] != scope { isInScope = false }
            if point == EventlessGraph.point(node, .level) && hasRows[node] { own += 1 }
        }
        if isInScope && scope == StateTree.chart { return true }
        let whole = isInScope ? scope : StateTree.chart
        var outer = allLeave ? tree[first].parent : nil
        while let node = outer, node >= whole {
            let isOwn = circles[EventlessGraph.point(node, .level)] == circles[points[0]]
            if hasRows[node] && tree[node].last >= last && !isOwn { own += 1 }
            outer = tree[node].parent
        }
        return count(within: whole) == own
    }
}
