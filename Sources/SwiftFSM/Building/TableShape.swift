/// A table without its actions. Rules with equal shapes have the same table.
struct TableShape: Equatable, Sendable {
    let rows: [RowShape]
    let nodes: [NodeShape]
    let timeouts: [ChartOutline.Timeout]
    /// The states that are cases, whatever their values.
    var cases: [Int32] = []
}

/// A row without its actions.
struct RowShape: Equatable, Sendable {
    let state: Int32
    let event: Int32
    let nextState: Int32
    let define: Int
    let scope: Int
    let isOverriding: Bool
    let conditionCount: Int
    let matching: [[Int32]]
    let isLocal: Bool
    let isDeferral: Bool
    /// Whether it names no state: `then()`.
    let isWithoutTarget: Bool
    /// Whether its next state is computed.
    let isComputed: Bool
    let otherTargets: [Int32]
    /// The conditions on active states: the state, and 1 if it must be active.
    let activeStates: [[Int32]]
}

/// A statement that defines a state or a history, without its actions.
struct NodeShape: Equatable, Sendable {
    let state: Int32
    let parent: Int32?
    let kind: ChartStateKind
    let defaults: [Int32]
}

extension Assembly {
    var shape: TableShape {
        let nodes = chart.nodes.map {
            NodeShape(state: $0.state, parent: $0.parent, kind: $0.kind, defaults: $0.defaults)
        }
        return TableShape(rows: rowShapes, nodes: isChart ? nodes : [], timeouts: chart.timeouts, cases: caseNumbers)
    }

    private var caseNumbers: [Int32] { states.values.indices.map { Int32($0) }.filter { states.isCase($0) } }

    private var rowShapes: [RowShape] {
        rows.map { row in
            RowShape(
                state: row.stateNumber, event: row.eventNumber, nextState: row.nextState, define: row.define,
                scope: row.scope, isOverriding: row.clause.isOverriding, conditionCount: row.clause.conditions.count,
                matching: predicates.cases(of: row.clause.matchings).map { [Int32($0.predicate)] + $0.cases },
                isLocal: row.clause.isLocal, isDeferral: row.chart?.isDeferral ?? false,
                isWithoutTarget: row.clause.target?.state == nil, isComputed: row.isComputed,
                otherTargets: row.chart?.otherTargets ?? [],
                activeStates: (row.chart?.conditions ?? []).map { [$0.state, $0.isIn ? 1 : 0] })
        }
    }
}
