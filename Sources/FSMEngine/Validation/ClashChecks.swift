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
                        found.report(duplicate(equal, overridingHint(rival, rows)))
                    }
                }
                guard rival.count > 1, definition.guardPolicy == .exclusive else { continue }
                let first = rival.map { rows[$0[0]] }
                if reportedClashes.isNew(first) { found.report(clash(first, overridingHint(rival, rows))) }
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
            let number = stateRows[index].index
            let guards =
                comparesGuards ? definition.callbacks.hash(of: row.guards) ^ hashOfConditions(number) : 0
            let group = groupOfGuards.group(of: index, hash: guards ^ UInt64(matching)) {
                matching == matchings.number(ofRow: stateRows[$0].index)
                    && (!comparesGuards
                        || definition.callbacks.isSame(row.guards, rows[$0].guards)
                            && hasSameConditions(number, stateRows[$0].index))
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
                    && hasSameFurtherTargets(number, stateRows[other].index)
            }
            if target == position.count {
                position.append((group, groups[group].count))
                groups[group].append([])
            }
            groups[position[target].group][position[target].subgroup].append(index)
        }
        return groups
    }
}

// MARK: - Texts

extension ResolvedDefinition {
    private static var firstMatchHint: StaticString { ", or let guards choose among them by declaring first match" }

    @inline(never)
    private func duplicate(_ stateRows: [StateRow], _ hint: Text) -> Diagnostic {
        let first = row(stateRows[0])
        var places: [Place] = []
        var isOne = true
        var differInGuards = false
        var origin = Text()
        for stateRow in stateRows {
            let row = definition.rows[stateRow.index]
            places.append(row.place)
            if stateRow.index != stateRows[0].index { isOne = false }
            if !definition.callbacks.isSame(row.guards, first.guards) { differInGuards = true }
            if origin.isEmpty { origin = self.origin(stateRow, " (one of them in %)") }
        }
        let count = Text(stateRows.count)
        let text =
            isOne
            ? fill(
                "% is inherited % times from %: adopt that along one path only", names.row(first), count,
                names.block(stateRows[0].scope))
            : fill(
                "% is defined % times%: keep one of these rows%%", names.row(first), count, origin, hint,
                differInGuards ? Text(Self.firstMatchHint) : "")
        return Diagnostic(.duplicate, first, places: places, text: text)
    }

    @inline(never)
    private func clash(_ stateRows: [StateRow], _ hint: Text) -> Diagnostic {
        let first = row(stateRows[0])
        var places: [Place] = []
        var targets = Text()
        var hasGuards = false
        for (position, stateRow) in stateRows.enumerated() {
            let row = definition.rows[stateRow.index]
            places.append(row.place)
            if !row.guards.isEmpty { hasGuards = true }
            if position > 0 { targets.append(position == stateRows.count - 1 ? " and to " : ", to ") }
            targets += fill("%%", names.state(row.target.id), origin(stateRow, " (in %)"))
        }
        return Diagnostic(
            .clash, first, places: places,
            text: fill(
                "% leads to %: keep one of these rows%%", names.cell(first), targets, hint,
                hasGuards ? Text(Self.firstMatchHint) : ""))
    }

    /// In which superstate a row stands; nothing if it stands in none.
    @inline(never)
    private func origin(_ stateRow: StateRow, _ template: StaticString) -> Text {
        isSuperstate(stateRow.scope) ? fill(template, names.superstate(stateRow.scope)) : ""
    }

    /// `, or mark the row of state LOCKED as overriding`, where that would settle the matter: of the last row, if no
    /// other is of its block.
    @inline(never)
    private func overridingHint(_ rival: [[Int]], _ rows: [StateRow]) -> Text {
        var last = 0
        for group in rival { last = max(last, group[group.count - 1]) }
        let settler = rows[last]
        var block = isSuperstate(settler.scope) ? names.superstate(settler.scope) : Text()
        for group in rival {
            for position in group where position != last {
                if rows[position].scope == settler.scope { return "" }
                if block.isEmpty && !isSuperstate(rows[position].scope) { block = "the last block" }
            }
        }
        if block.isEmpty { block = fill("state %", names.state(row(settler).source)) }
        return fill(", or mark the row of % as overriding", block)
    }

    /// Rows that stand in no block have a scope beyond those of blocks.
    private func isSuperstate(_ scope: TypedIndex<Block>) -> Bool {
        scope.value < definition.blocks.count && definition.blocks[scope].isSuperstate
    }
}
