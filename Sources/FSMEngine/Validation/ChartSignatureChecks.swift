extension ResolvedDefinition {
    /// The same of a chart, where a row reaches the callbacks of all states that it leaves and enters.
    func checkChartArguments(
        _ callbacks: [SignedCallback], _ chart: ChartSubject, _ reach: SignatureReach, _ found: inout [Diagnostic]
    ) {
        let rows = chart.stateRows()
        var keys: [SortKey] = []
        for position in rows.indices {
            let event = definition.rows[rows[position].index].event
            keys.add(SortKey(definition.argumentLists.number(ofEvent: event), position))
        }
        keys.sortKeys()
        var visits = ChartVisits(chart)
        for position in keys.indices {
            let argumentList = Int(keys[position].high)
            let row = rows[Int(keys[position].low)]
            if position > 0 && keys[position - 1].high != keys[position].high { visits = ChartVisits(chart) }
            for visit in visits.newVisits(of: row) {
                guard let state = chart.tree[visits.node(of: visit)].state else { continue }
                let event = definition.rows[row.index].event
                checkArguments(callbacks, visits.role(of: visit), state, reach, argumentList, event, &found)
            }
        }
    }
}

extension ChartSubject {
    /// The state whose children a row leaves and enters: the nearest compound one around the source that holds all targets.
    /// A local row leaves less, if its targets lie in its source, or all in one region.
    func domain(of row: Row, _ source: TypedIndex<Node>, _ targets: [TypedIndex<Node>]) -> TypedIndex<Node> {
        if row.isLocal && kind(source) == .compound && areBelow(targets, source) { return source }
        var region = source
        while let outer = parent(region) {
            if kind(outer) == .compound && areBelow(targets, outer) { return outer }
            if row.isLocal && kind(outer) == .parallel && areWithin(targets, region) { return outer }
            region = outer
        }
        return StateTree.chart
    }
}
