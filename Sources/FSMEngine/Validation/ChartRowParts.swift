// What rows of charts say besides other rows, and what clashes compare of that. Plain rows, which say nothing more, are
// equal in all of it.
extension ResolvedDefinition {
    private func part(_ row: TypedIndex<Row>) -> ChartParts.RowPart? {
        definition.rows[row].hasChartParts ? definition.chart.part(ofRow: row) : nil
    }

    @inline(never)
    func furtherTargets(_ row: TypedIndex<Row>) -> [ID] { part(row)?.targets ?? [] }

    @inline(never)
    func conditions(_ row: TypedIndex<Row>) -> [ChartParts.InGuard] { part(row)?.inGuards ?? [] }

    @inline(never)
    func raisedEvents(_ row: TypedIndex<Row>) -> [ID] { part(row)?.raised ?? [] }

    /// Whether a row is taken whenever it is tried.
    @inline(never)
    func isUnguarded(_ index: TypedIndex<Row>) -> Bool {
        let row = definition.rows[index]
        return row.guards.isEmpty && !row.target.isDynamic && !hasConditions(index)
    }

    /// Whether a row is taken whenever it is tried, whatever predicates say.
    @inline(never)
    func isUnconditional(_ index: TypedIndex<Row>) -> Bool {
        definition.rows[index].matches.isEmpty && isUnguarded(index)
    }

    /// Whether a row asks which states are active.
    func hasConditions(_ index: TypedIndex<Row>) -> Bool {
        definition.rows[index].hasChartParts && !conditions(index).isEmpty
    }

    /// Rows with equal conditions on active states have an equal hash.
    func hashOfConditions(_ row: TypedIndex<Row>) -> UInt64 {
        guard hasConditions(row) else { return 0 }
        var hash = WordHasher()
        for condition in conditions(row) {
            hash.add(UInt64(UInt32(bitPattern: condition.state)) << 1 | (condition.isIn ? 1 : 0))
        }
        return hash.value
    }

    func hasSameConditions(_ left: TypedIndex<Row>, _ right: TypedIndex<Row>) -> Bool {
        if !definition.rows[left].hasChartParts && !definition.rows[right].hasChartParts { return true }
        let (left, right) = (conditions(left), conditions(right))
        guard left.count == right.count else { return false }
        for position in left.indices
        where left[position].state != right[position].state || left[position].isIn != right[position].isIn {
            return false
        }
        return true
    }

    func hasSameFurtherTargets(_ left: TypedIndex<Row>, _ right: TypedIndex<Row>) -> Bool {
        if !definition.rows[left].hasChartParts && !definition.rows[right].hasChartParts { return true }
        return furtherTargets(left) == furtherTargets(right)
    }
}
