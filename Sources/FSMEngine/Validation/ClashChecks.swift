extension ResolvedDefinition {
    /// Reports rows that say the same twice (duplicates) and rows that disagree (clashes).
    ///
    /// Under the exclusive policy rows are compared by source, event and matches, whatever their guards. Under first
    /// match rows may disagree, since their order decides, and equal ones are those with equal guards. One diagnostic
    /// for each group of equal rows; one for each group of rows that disagree, naming the first row of each target.
    func checkClashes(_ found: inout [Diagnostic]) {
        if cells.isOneRowEach { return }
        var reportedDuplicates = ReportedRows()
        var reportedClashes = ReportedRows()
        for cell in cells.cells where cell.count > 1 {
            for rival in rivals(in: Array(cells.rows(of: cell))) {
                for equal in rival where equal.count > 1 && reportedDuplicates.isNew(equal) {
                    found.report(duplicate(equal.map { row($0) }))
                }
                if rival.count > 1 && definition.guardPolicy == .exclusive
                    && reportedClashes.isNew(rival.map { $0[0] })
                {
                    found.report(clash(rival.map { row($0[0]) }))
                }
            }
        }
    }

    /// The rows of a cell in groups that exclude each other, each again in groups that lead to the same target.
    private func rivals(in stateRows: [StateRow]) -> [[[StateRow]]] {
        let rows = stateRows.map { row($0) }
        let comparesGuards = definition.guardPolicy == .firstMatch
        var groups: [[[StateRow]]] = []
        var groupOfGuards = EqualityGroups()
        var groupOfTarget = EqualityGroups()
        var groupOfRow: [Int] = []
        var position: [(group: Int, subgroup: Int)] = []
        for (index, row) in rows.enumerated() {
            let matching = matchings.number(ofRow: stateRows[index].number)
            let guards = comparesGuards ? definition.callbacks.hash(of: row.guards) : 0
            let group = groupOfGuards.group(of: index, hash: guards ^ UInt64(matching)) {
                matching == matchings.number(ofRow: stateRows[$0].number)
                    && (!comparesGuards || definition.callbacks.isSame(row.guards, rows[$0].guards))
            }
            if group == groups.count { groups.append([]) }
            groupOfRow.append(group)
            let hash =
                ((UInt64(group) << 32) | UInt64(UInt32(bitPattern: row.normalizedTarget)))
                ^ definition.callbacks.hash(of: row.resolver)
            let target = groupOfTarget.group(of: index, hash: hash) { other in
                let former = rows[other]
                return row.normalizedTarget == former.normalizedTarget && groupOfRow[other] == group
                    && definition.callbacks.isSame(row.resolver, former.resolver)
            }
            if target == position.count {
                position.append((group, groups[group].count))
                groups[group].append([])
            }
            groups[position[target].group][position[target].subgroup].append(stateRows[index])
        }
        return groups
    }

    private func duplicate(_ rows: [Row]) -> Diagnostic {
        Diagnostic(
            .duplicate, rows[0], places: rows.map { $0.place },
            text: fill(
                "% is there % times: keep one of these rows",
                names.row(rows[0]), "\(rows.count)"))
    }

    private func clash(_ rows: [Row]) -> Diagnostic {
        var targets = ""
        for (position, row) in rows.enumerated() {
            if position > 0 { targets += position == rows.count - 1 ? " and to " : ", to " }
            targets += names.state(row.target)
        }
        var mending = "keep one of these rows"
        if rows.contains(where: { !$0.guards.isEmpty }) {
            mending += ", or let guards choose among them by declaring first match"
        }
        return Diagnostic(
            .clash, rows[0], places: rows.map { $0.place },
            text: fill(
                "% leads to %: %",
                names.cell(rows[0]), targets, mending))
    }
}
