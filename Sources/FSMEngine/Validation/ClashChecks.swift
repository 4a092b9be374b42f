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
            let rivals = rivals(in: cell)
            for targets in rivals.targetsOfGroup {
                var first: [Int] = []
                for target in targets {
                    let equal = rivals.rowsOfTarget[target]
                    first.add(equal[0])
                    if equal.count > 1 && reportedDuplicates.isNew(equal, self) {
                        found.report(duplicate(equal, overridingHint(targets, rivals)))
                    }
                }
                if first.count > 1 && definition.guardPolicy == .exclusive && reportedClashes.isNew(first, self) {
                    found.report(clash(first, overridingHint(targets, rivals)))
                }
            }
        }
    }

    /// The rows of a cell in groups that exclude each other, each again in groups that lead to the same target.
    private func rivals(in cell: RowCells.Cell) -> Rivals {
        var rivals = Rivals()
        var groupOfGuards = EqualityGroups()
        var groupOfTarget = EqualityGroups()
        // The group of each target.
        var groups: [Int] = []
        for position in cell.first..<cell.first + cell.count {
            let group = groupOfGuards.group(of: position, hash: hashOfRivalry(position)) { isRival($0, position) }
            if group == rivals.targetsOfGroup.count { rivals.targetsOfGroup.append([]) }
            let hash = UInt64(group) << 32 ^ hashOfTarget(position)
            let target = groupOfTarget.group(of: position, hash: hash) {
                groups[$0 - cell.first] == group && hasSameTarget($0, position)
            }
            groups.add(group)
            if target == rivals.rowsOfTarget.count {
                rivals.rowsOfTarget.append([])
                rivals.targetsOfGroup[group].add(target)
            }
            rivals.rowsOfTarget[target].add(position)
        }
        return rivals
    }

    private func hashOfRivalry(_ position: Int) -> UInt64 {
        let index = cells.rows[position].index
        let matching = UInt64(matchings.number(ofRow: index))
        guard definition.guardPolicy == .firstMatch else { return matching }
        return matching ^ definition.callbacks.hash(of: definition.rows[index].guards) ^ hashOfConditions(index)
    }

    /// Whether two rows of a cell, at these positions among the rows of all cells, are for the same.
    private func isRival(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (cells.rows[left].index, cells.rows[right].index)
        if matchings.number(ofRow: left) != matchings.number(ofRow: right) { return false }
        return definition.guardPolicy == .exclusive
            || (definition.callbacks.isSame(definition.rows[left].guards, definition.rows[right].guards)
                && hasSameConditions(left, right))
    }

    private func hashOfTarget(_ position: Int) -> UInt64 {
        let row = row(cells.rows[position])
        return UInt64(UInt32(bitPattern: row.normalizedTarget.id)) ^ definition.callbacks.hash(of: row.resolver)
    }

    private func hasSameTarget(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (row(cells.rows[left]), row(cells.rows[right]))
        return first.normalizedTarget == second.normalizedTarget
            && definition.callbacks.isSame(first.resolver, second.resolver)
            && hasSameFurtherTargets(cells.rows[left].index, cells.rows[right].index)
    }
}

/// The rows of a cell by target, and the targets, by number, of each group of rows that exclude each other. A row is its
/// position among those of all cells.
private struct Rivals {
    var rowsOfTarget: [[Int]] = []
    var targetsOfGroup: [[Int]] = []
}

// MARK: - Texts

extension ResolvedDefinition {
    private static var firstMatchHint: StaticString { ", or let guards choose among them by declaring first match" }

    @inline(never)
    private func duplicate(_ positions: [Int], _ hint: Text) -> Diagnostic {
        let one = cells.rows[positions[0]]
        let first = row(one)
        var places: [Place] = []
        var isOne = true
        var differInGuards = false
        var origin = Text()
        for position in positions {
            let stateRow = cells.rows[position]
            let row = definition.rows[stateRow.index]
            places.add(row.place)
            if stateRow.index != one.index { isOne = false }
            if !definition.callbacks.isSame(row.guards, first.guards) { differInGuards = true }
            if origin.isEmpty { origin = self.origin(stateRow, " (one of them in %)") }
        }
        let count = Text(positions.count)
        let text =
            isOne
            ? fill(
                "% is inherited % times from %: adopt that along one path only", names.row(first), count,
                names.block(one.scope))
            : fill(
                "% is defined % times%: keep one of these rows%%", names.row(first), count, origin, hint,
                differInGuards ? Text(Self.firstMatchHint) : "")
        return Diagnostic(.duplicate, first, places: places, text: text)
    }

    @inline(never)
    private func clash(_ positions: [Int], _ hint: Text) -> Diagnostic {
        let first = row(cells.rows[positions[0]])
        var places: [Place] = []
        var targets = Text()
        var hasGuards = false
        for number in positions.indices {
            let stateRow = cells.rows[positions[number]]
            let row = definition.rows[stateRow.index]
            places.add(row.place)
            if !row.guards.isEmpty { hasGuards = true }
            if number > 0 { targets.append(number == positions.count - 1 ? " and to " : ", to ") }
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
    private func overridingHint(_ targets: [Int], _ rivals: Rivals) -> Text {
        var last = 0
        for target in targets { last = max(last, rivals.rowsOfTarget[target].last!) }
        let settler = cells.rows[last]
        var block = isSuperstate(settler.scope) ? names.superstate(settler.scope) : ""
        for target in targets {
            for position in rivals.rowsOfTarget[target] where position != last {
                let scope = cells.rows[position].scope
                if scope == settler.scope { return "" }
                if block.isEmpty && !isSuperstate(scope) { block = "the last block" }
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
