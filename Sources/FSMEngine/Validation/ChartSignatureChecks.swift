extension ResolvedDefinition {
    /// The same of a chart, where a row reaches the callbacks of all states that it leaves and enters.
    func checkChartArguments(
        _ callbacks: [SignedCallback], _ chart: ChartSubject, _ reach: SignatureReach, _ found: inout [Diagnostic]
    ) {
        let rows = chart.stateRows
        var keys: [SortKey] = []
        for (position, row) in rows.enumerated() {
            keys.append(SortKey(definition.argumentLists.number(ofEvent: definition.rows[row.index].event), position))
        }
        keys.sortKeys()
        var visits = ChartVisits(chart)
        for (position, key) in keys.enumerated() {
            if position > 0 && keys[position - 1].high != key.high { visits = ChartVisits(chart) }
            let row = rows[Int(key.low)]
            for visit in visits.newVisits(of: row) {
                guard let state = chart.tree[visit.node].state else { continue }
                for block in inheritance.blocksOfState[state] {
                    for number in reach.callbacksOfBlock[block] where callbacks[number].role == visit.kind.role {
                        guard reach.isNew(callback: number, Int(key.high)) else { continue }
                        checkArguments(callbacks[number], definition.rows[row.index].event, &found)
                    }
                }
            }
        }
    }
}

extension ChartVisits.Kind {
    fileprivate var role: SignatureRole {
        switch self {
        case .exit: .exit
        case .entry: .entry
        case .cycle: .cycle
        case .onDefault: .action
        }
    }
}

extension ChartSubject {
    /// The state whose children a row leaves and enters: the nearest compound one around the source that holds all targets.
    /// A local row leaves less, if its targets lie in its source, or all in one region.
    func domain(of row: Row, _ source: TypedIndex<Node>, _ targets: [TypedIndex<Node>]) -> TypedIndex<Node> {
        if row.isLocal && tree[source].kind == .compound && targets.allSatisfy({ isBelow($0, source) }) {
            return source
        }
        var region = source
        while let outer = tree[region].parent {
            if tree[outer].kind == .compound && targets.allSatisfy({ isBelow($0, outer) }) { return outer }
            let isLocal = row.isLocal && tree[outer].kind == .parallel
            if isLocal && targets.allSatisfy({ tree.isWithin($0, region) }) { return outer }
            region = outer
        }
        return StateTree.chart
    }
}
