extension ResolvedDefinition {
    /// Warns of events that are named or declared, and stand in no row. O(rows + events).
    @_optimize(speed)
    func checkEventUse(_ found: inout [Diagnostic]) {
        // Events that are neither named nor declared are known from rows, or from charts.
        if definition.eventNames.isEmpty && definition.argumentLists.declarations.isEmpty && tree == nil { return }
        var isUsed = IndexedArray<Event, Bool>(repeating: false, count: events.indexCount)
        for row in definition.rows {
            if let event = events.index(of: row.event) { isUsed[event] = true }
        }
        if tree != nil { checkRaisedEventUse(&isUsed, &found) }
        for event in events.indices where events.ids[event] != ReservedID.none && !isUsed[event] {
            let id = events.ids[event]
            let declaration = definition.argumentLists.firstDeclaration(ofEvent: id)
            found.report(
                Diagnostic(
                    .unusedEvent, event: id,
                    places: declaration.map { [definition.argumentLists.declarations[$0].place] } ?? [],
                    text: fill(
                        "event % is %, but no row uses it: add a row, or remove the %", names.event(id),
                        declaration == nil ? "named" : "declared", declaration == nil ? "name" : "declaration")))
        }
    }

    /// Warns of rows that are never taken. O(rows + states + events).
    @_optimize(speed)
    func checkRowUse(_ found: inout [Diagnostic]) {
        let isTaken = takenRows()
        guard isTaken.elements.contains(false) else { return }
        var isOverridden = IndexedArray<Row, Bool>(repeating: true, count: isTaken.count)
        for cell in cells.cells {
            for row in cells.rows(of: cell) { isOverridden[row.index] = false }
        }
        let isInherited = inheritedBlocks()
        for index in isTaken.indices where !isTaken[index] {
            let row = definition.rows[index]
            // An unused superstate is a warning of its own.
            if row.source == ReservedID.none, let block = row.ownBlock, !isInherited[block] { continue }
            let reason: StaticString =
                isOverridden[index]
                ? "% is never taken, since other rows override it: remove it, or do not mark them as overriding"
                : "% is never taken, since other rows always come before it: remove it, or the rows before it"
            found.report(.neverTaken, row, reason, names.row(row))
        }
    }

    /// Warns of superstates that no block adopts. Superstates that only these adopt are not reported. O(blocks).
    @_optimize(speed)
    func checkSuperstateUse(_ found: inout [Diagnostic]) {
        var isAdopted = IndexedArray<Block, Bool>(repeating: false, count: definition.blocks.count)
        for block in definition.blocks {
            definition.adoptions.forEach(in: block.adopted) { isAdopted[TypedIndex(Int($0))] = true }
        }
        var holdsRows = isAdopted
        for row in definition.rows {
            if let block = row.ownBlock { holdsRows[block] = true }
        }
        for index in definition.blocks.typedIndices where !isAdopted[index] {
            let block = definition.blocks[index]
            // An empty one is an error.
            if !block.isSuperstate || (block.isEmpty && !holdsRows[index]) { continue }
            found.report(
                .unusedSuperstate, at: block.place, "no state adopts %: let a state adopt it, or remove it",
                names.superstate(index))
        }
    }

    /// Which superstates some state adopts, directly or through others.
    @_optimize(speed)
    private func inheritedBlocks() -> IndexedArray<Block, Bool> {
        var isInherited = IndexedArray<Block, Bool>(repeating: false, count: definition.blocks.count)
        for blocks in inheritance.blocksOfState.elements {
            for block in blocks { isInherited[block] = true }
        }
        return isInherited
    }

    /// For each row of the definition, whether there is a state and an event or request for which it may be taken.
    @_optimize(speed)
    private func takenRows() -> IndexedArray<Row, Bool> {
        var isTaken = IndexedArray<Row, Bool>(repeating: false, count: definition.rows.count)
        // Only rows for any state or event may have no way left.
        let ways = cells.hasWildcards && tree == nil ? WildcardCoverage(self) : nil
        let levels = tree.map { LevelCoverage(ChartSubject(self, $0)) }
        var search = UncoveredCaseSearch(matchings, rowCount: definition.rows.count)
        for cell in cells.cells where ways?.isFree(cell) ?? levels?.isFree(cell) ?? true {
            if cell.count == 1 || (!cell.hasMatches && definition.guardPolicy == .exclusive) {
                isTaken[cells.rows[cell.first].index] = true
                continue
            }
            guard cell.hasMatches else {
                for row in cells.rows(of: cell) {
                    isTaken[row.index] = true
                    if isAlwaysTaken(row) { break }
                }
                continue
            }
            for row in unhidden(in: cell, &search) { isTaken[row.index] = true }
        }
        return isTaken
    }

    /// The rows of a cell for which some combination of cases is left by those before them.
    @_optimize(speed)
    private func unhidden(in cell: RowCells.Cell, _ search: inout UncoveredCaseSearch) -> [StateRow] {
        let rows = Array(cells.rows(of: cell))
        let numbers = rows.map { matchings.number(ofRow: $0.index) }
        guard let sets = CaseBitSets(numbers, matchings) else { return rows }
        return rows.indices.filter { position in
            guard let box = search.box(numbers[position]) else { return true }
            var before: [UInt32] = []
            forEachMember(of: sets.overlapping(numbers[position], matchings), from: 0, to: position) {
                if isAlwaysTaken(rows[$0]) { before.append(numbers[$0]) }
            }
            if case .covered = search.firstUncovered(by: before, within: box) { return false }
            return true
        }.map { rows[$0] }
    }

    /// Whether the rows of a cell leave no combination of cases to those of less specific cells.
    @_optimize(speed)
    func isClosed(_ cell: RowCells.Cell, _ search: inout UncoveredCaseSearch) -> Bool {
        guard cell.hasMatches else {
            return definition.guardPolicy == .exclusive || cells.rows(of: cell).contains { isAlwaysTaken($0) }
        }
        let always = cells.rows(of: cell).filter { isAlwaysTaken($0) }.map { matchings.number(ofRow: $0.index) }
        if always.contains(0) { return true }
        if case .covered = search.firstUncovered(by: always, within: []) { return true }
        return false
    }

    /// Whether no row behind this one is ever reached, for cases that it matches.
    @_optimize(speed)
    private func isAlwaysTaken(_ row: StateRow) -> Bool {
        if definition.guardPolicy == .exclusive { return true }
        if hasConditions(row.index) { return false }
        let row = definition.rows[row.index]
        if !row.guards.isEmpty { return false }
        // A resolver that is asked first may refuse, and hand on.
        return !row.target.isDynamic || definition.order.phases[0] != .resolve
    }
}
