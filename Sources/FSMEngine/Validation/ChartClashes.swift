// What clashes compare of rows of charts. Plain rows, which say nothing more, are equal in all of it.
extension ResolvedDefinition {
    private func part(_ row: TypedIndex<Row>) -> ChartParts.RowPart? {
        definition.rows[row].hasChartParts ? definition.chart.part(ofRow: row) : nil
    }

    /// Rows with equal conditions on active states have an equal hash.
    func hashOfConditions(_ row: TypedIndex<Row>) -> UInt64 {
        guard let conditions = part(row)?.inGuards, !conditions.isEmpty else { return 0 }
        var hash = WordHasher()
        for condition in conditions {
            hash.add(UInt64(UInt32(bitPattern: condition.state)) << 1 | (condition.isIn ? 1 : 0))
        }
        return hash.value
    }

    func hasSameConditions(_ left: TypedIndex<Row>, _ right: TypedIndex<Row>) -> Bool {
        if !definition.rows[left].hasChartParts && !definition.rows[right].hasChartParts { return true }
        let (left, right) = (part(left)?.inGuards ?? [], part(right)?.inGuards ?? [])
        guard left.count == right.count else { return false }
        return left.indices.allSatisfy { left[$0].state == right[$0].state && left[$0].isIn == right[$0].isIn }
    }

    func hasSameFurtherTargets(_ left: TypedIndex<Row>, _ right: TypedIndex<Row>) -> Bool {
        if !definition.rows[left].hasChartParts && !definition.rows[right].hasChartParts { return true }
        return (part(left)?.targets ?? []) == (part(right)?.targets ?? [])
    }
}
