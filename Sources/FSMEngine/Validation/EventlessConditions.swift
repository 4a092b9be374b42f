// Rows without an event that cannot follow each other, since their conditions exclude each other.
extension ChartSubject {
    private typealias Condition = ChartParts.InGuard

    /// More conditions than this are not compared, each with each.
    private static var comparedCount: Int { 32 }

    /// Whether a row of a node's level is never taken: it is taken only while states are active that never are together
    /// with each other or with the node.
    func isNeverTaken(_ row: TypedIndex<Row>, from node: TypedIndex<Node>) -> Bool {
        resolved.hasConditions(row) && areExclusive(resolved.conditions(row), in: node)
    }

    /// Whether the rows of a circle cannot all be taken: not if it is more than one circle, and if it or other rows
    /// without an event may change which of the states that they ask for are active. O(ways + depth).
    @inline(never)
    func isExclusive(_ graph: EventlessGraph, _ points: [Int], _ circles: [Int]) -> Bool {
        var conditions: [Condition] = []
        var scope = EventlessGraph.node(of: points[0])
        var wayCount = 0
        for point in points {
            graph.forEachWay(from: point) { way in
                guard circles[way.target] == circles[point] else { return }
                wayCount += 1
                guard way.row >= 0 else { return }
                let row = TypedIndex<Row>(way.row)
                // What takes the events may change any state.
                if !resolved.raisedEvents(row).isEmpty { wayCount += points.count }
                if let domain = domain(of: row, EventlessGraph.node(of: point)) {
                    scope = common(scope, domain)
                }
                for condition in resolved.conditions(row) { conditions.add(condition) }
            }
        }
        guard wayCount == points.count else { return false }
        var lasting: [Condition] = []
        for condition in conditions {
            guard let node = node(condition.state), !isBelow(node, scope), !graph.isChanged(node, besides: scope)
            else { continue }
            lasting.add(condition)
        }
        return areExclusive(lasting, in: scope)
    }

    /// The state whose children a row leaves and enters. `nil` if it leaves nothing.
    func domain(of row: TypedIndex<Row>, _ source: TypedIndex<Node>) -> TypedIndex<Node>? {
        guard case .state = definition.rows[row].target else { return nil }
        return domain(of: definition.rows[row], source, targets(of: row))
    }

    /// The innermost node within which both lie.
    private func common(_ node: TypedIndex<Node>, _ other: TypedIndex<Node>) -> TypedIndex<Node> {
        var common = node
        while !tree.isWithin(other, common), let outer = parent(common) { common = outer }
        return common
    }

    @inline(never)
    private func areExclusive(_ conditions: [Condition], in node: TypedIndex<Node>) -> Bool {
        guard conditions.count <= Self.comparedCount else { return false }
        for position in conditions.indices {
            let one = conditions[position]
            if node != StateTree.chart && areExclusive(one, Condition(state: id(node), isIn: true)) { return true }
            for other in 0..<position where areExclusive(one, conditions[other]) { return true }
        }
        return false
    }

    private func areExclusive(_ one: Condition, _ other: Condition) -> Bool {
        guard let left = node(one.state), let right = node(other.state), one.isIn || other.isIn else { return false }
        // With a state those around it are active.
        if !other.isIn { return tree.isWithin(left, right) }
        if !one.isIn { return tree.isWithin(right, left) }
        let common = common(left, right)
        return common != left && common != right && kind(common) != .parallel
    }
}
