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
            let rows = Array(cells.rows(of: cell))
            for rival in rivals(in: rows) {
                for equal in rival where equal.count > 1 {
                    let equal = equal.map { rows[$0] }
                    if reportedDuplicates.isNew(equal) {
                        found.report(duplicate(equal, settledBy: settler(rival, rows)))
                    }
                }
                guard rival.count > 1, definition.guardPolicy == .exclusive else { continue }
                let first = rival.map { rows[$0[0]] }
                if reportedClashes.isNew(first) { found.report(clash(first, settledBy: settler(rival, rows))) }
            }
        }
    }

    /// The rows of a cell in groups that exclude each other, each again in groups that lead to the same target. A row
    /// is its position in the cell.
    private func rivals(in stateRows: [StateRow]) -> [[[Int]]] {
        let rows = stateRows.map { row($0) }
        let comparesGuards = definition.guardPolicy == .firstMatch
        var groups: [[[Int]]] = []
        var groupOfGuards = EqualityGroups()
        var groupOfTarget = EqualityGroups()
        var groupOfRow: [Int] = []
        var position: [(group: Int, subgroup: Int)] = []
        for (index, row) in rows.enumerated() {
            let matching = matchings.number(ofRow: stateRows[index].index)
            let guards = comparesGuards ? definition.callbacks.hash(of: row.guards) : 0
            let group = groupOfGuards.group(of: index, hash: guards ^ UInt64(matching)) {
                matching == matchings.number(ofRow: stateRows[$0].index)
                    && (!comparesGuards || definition.callbacks.isSame(row.guards, rows[$0].guards))
            }
            if group == groups.count { groups.append([]) }
            groupOfRow.append(group)
            let hash =
                ((UInt64(group) << 32) | UInt64(UInt32(bitPattern: row.normalizedTarget.id)))
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
            groups[position[target].group][position[target].subgroup].append(index)
        }
        return groups
    }

    /// The row that would settle the matter if it were overriding: the last one, if it alone is of its block.
    private func settler(_ rival: [[Int]], _ rows: [StateRow]) -> StateRow? {
        let positions = rival.flatMap { $0 }
        guard let last = positions.max() else { return nil }
        return positions.contains { $0 != last && rows[$0].scope == rows[last].scope } ? nil : rows[last]
    }
}

// MARK: - Texts

extension ResolvedDefinition {
    @inline(never)
    private func duplicate(_ stateRows: [StateRow], settledBy settler: StateRow?) -> Diagnostic {
        let rows = stateRows.map { row($0) }
        let last = stateRows[stateRows.count - 1]
        let isOne = stateRows.allSatisfy { $0.index == last.index }
        let text =
            isOne
            ? fill(
                "% is inherited % times from %: adopt that along one path only", names.row(rows[0]),
                "\(rows.count)", names.block(last.scope))
            : fill(
                "% is defined % times%: keep one of these rows%%", names.row(rows[0]), "\(rows.count)",
                origins(stateRows), overridingHint(settler, among: stateRows), guardHint(rows))
        return Diagnostic(.duplicate, rows[0], places: rows.map { $0.place }, text: text)
    }

    @inline(never)
    private func clash(_ stateRows: [StateRow], settledBy settler: StateRow?) -> Diagnostic {
        let rows = stateRows.map { row($0) }
        var targets = ""
        for (position, row) in rows.enumerated() {
            if position > 0 { targets += position == rows.count - 1 ? " and to " : ", to " }
            targets += names.state(row.target.id)
            if isSuperstate(stateRows[position].scope) {
                targets += fill(" (in %)", names.superstate(stateRows[position].scope))
            }
        }
        var mending = overridingHint(settler, among: stateRows)
        if rows.contains(where: { !$0.guards.isEmpty }) {
            mending += ", or let guards choose among them by declaring first match"
        }
        return Diagnostic(
            .clash, rows[0], places: rows.map { $0.place },
            text: fill("% leads to %: keep one of these rows%", names.cell(rows[0]), targets, mending))
    }

    /// ` (one of them in superstate Common)`; nothing if no superstate has one of the rows.
    private func origins(_ stateRows: [StateRow]) -> String {
        guard let inherited = stateRows.first(where: { isSuperstate($0.scope) }) else { return "" }
        return fill(" (one of them in %)", names.superstate(inherited.scope))
    }

    /// `, or mark the one of state LOCKED as overriding`, if that row is one of these and they are of several blocks.
    private func overridingHint(_ settler: StateRow?, among stateRows: [StateRow]) -> String {
        guard let settler, stateRows.contains(where: { $0.scope != settler.scope }) else { return "" }
        guard stateRows.contains(where: { $0.index == settler.index }) else { return "" }
        if isSuperstate(settler.scope) {
            return fill(", or mark the one in % as overriding", names.superstate(settler.scope))
        }
        let isOnlyOwn = stateRows.allSatisfy { $0.scope == settler.scope || isSuperstate($0.scope) }
        let which = isOnlyOwn ? "of state " + names.state(row(settler).source) : "in the last block"
        return fill(", or mark the one % as overriding", which)
    }

    /// Equal rows that differ in their guards are alternatives under first match.
    private func guardHint(_ rows: [Row]) -> String {
        let differ = rows.contains { !definition.callbacks.isSame($0.guards, rows[0].guards) }
        return differ ? ", or let guards choose among them by declaring first match" : ""
    }

    /// Rows that stand in no block have a scope beyond those of blocks.
    private func isSuperstate(_ scope: Int) -> Bool {
        scope < definition.blocks.count && definition.blocks[scope].isSuperstate
    }
}
