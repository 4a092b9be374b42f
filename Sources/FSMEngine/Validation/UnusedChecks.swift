extension ResolvedDefinition {
    /// Warns of events that are named or declared, and stand in no row. O(rows + events).
    func checkEventUse(_ found: inout [Diagnostic]) {
        // Events that are neither named nor declared are known from rows, or from charts.
        if definition.eventNames.isEmpty && definition.argumentLists.declarations.isEmpty && tree == nil { return }
        var isUsed = IndexedArray<Event, Bool>(repeating: false, count: events.indexCount)
        for row in definition.rows.typedIndices {
            if let event = events.index(of: definition.rows[row].event) { isUsed.mark(event) }
        }
        if let tree { checkRaisedEventUse(tree, &isUsed, &found) }
        for event in events.indices where events.ids[event] != ReservedID.none && !isUsed[event] {
            let id = events.ids[event]
            var places: [Place] = []
            var template: StaticString = "event % is named, but no row uses it: add a row, or remove the name"
            if let declaration = definition.argumentLists.firstDeclaration(ofEvent: id) {
                places.add(definition.argumentLists.declarations[declaration].place)
                template = "event % is declared, but no row uses it: add a row, or remove the declaration"
            }
            found.report(Diagnostic(.unusedEvent, event: id, places: places, text: fill(template, names.event(id))))
        }
    }

    /// Warns of rows that are never taken. O(rows + states + events).
    func checkRowUse(_ found: inout [Diagnostic]) {
        // Mostly nothing comes before a row: each is the only one for its state and event.
        if tree == nil && !traits.contains(.inherited) && !cells.hasWildcards
            && cells.cells.count == definition.rows.count
        {
            return
        }
        let isTaken = takenRows()
        guard isTaken.elements.contains(false) else { return }
        var isTried = IndexedArray<Row, Bool>(repeating: false, count: isTaken.count)
        markTried(&isTried)
        let isInherited = inheritedBlocks()
        for index in isTaken.indices where !isTaken[index] {
            // An unused superstate is a warning of its own.
            if definition.rows[index].source == ReservedID.none, let block = definition.rows[index].ownBlock,
                !isInherited[block]
            {
                continue
            }
            let reason: StaticString =
                isTried[index]
                ? "% is never taken, since other rows always come before it: remove it, or the rows before it"
                : "% is never taken, since other rows override it: remove it, or do not mark them as overriding"
            report(.neverTaken, index, &found, reason)
        }
    }

    /// Warns of superstates that no block adopts. Superstates that only these adopt are not reported. O(blocks).
    func checkSuperstateUse(_ found: inout [Diagnostic]) {
        if definition.blocks.isEmpty { return }
        var isAdopted = IndexedArray<Block, Bool>(repeating: false, count: definition.blocks.count)
        for block in definition.blocks {
            definition.adoptions.forEach(in: block.adopted) { isAdopted.mark(TypedIndex(Int($0))) }
        }
        var holdsRows = isAdopted
        for row in definition.rows.typedIndices {
            if let block = definition.rows[row].ownBlock { holdsRows.mark(block) }
        }
        for index in definition.blocks.typedIndices where !isAdopted[index] {
            // An empty one is an error.
            if !definition.blocks[index].isSuperstate { continue }
            if definition.blocks[index].isEmpty && !holdsRows[index] { continue }
            found.report(
                .unusedSuperstate, at: definition.blocks[index].place,
                "no state adopts %: let a state adopt it, or remove it",
                names.superstate(index))
        }
    }

    /// Which superstates some state adopts, directly or through others.
    private func inheritedBlocks() -> IndexedArray<Block, Bool> {
        var isInherited = IndexedArray<Block, Bool>(repeating: false, count: definition.blocks.count)
        for blocks in inheritance.blocksOfState.elements {
            for block in blocks { isInherited.mark(block) }
        }
        return isInherited
    }

    /// For each row of the definition, whether there is a state and an event or request for which it may be taken.
    private func takenRows() -> IndexedArray<Row, Bool> {
        var isTaken = IndexedArray<Row, Bool>(repeating: false, count: definition.rows.count)
        // Only rows for any state or event may have no way left.
        let ways = cells.hasWildcards && tree == nil ? WildcardCoverage(self) : nil
        let levels = tree.map { LevelCoverage(ChartSubject(self, $0)) }
        var search = UncoveredCaseSearch(matchings, rowCount: definition.rows.count)
        for cell in cells.cells where ways?.isFree(cell) ?? levels?.isFree(cell) ?? true {
            markTaken(in: cell, &search, &isTaken)
        }
        return isTaken
    }

    /// Marks the rows of a cell for which some combination of cases is left by those before them.
    private func markTaken(
        in cell: RowCells.Cell, _ search: inout UncoveredCaseSearch, _ isTaken: inout IndexedArray<Row, Bool>
    ) {
        let positions = cell.first..<cell.first + cell.count
        var numbers: [UInt32] = []
        if cell.hasMatches && cell.count > 1 {
            for position in positions { numbers.add(matchings.number(ofRow: cells.rows[position].index)) }
        }
        let sets = numbers.isEmpty ? nil : CaseBitSets(numbers, matchings)
        for position in positions {
            let row = cells.rows[position].index
            if numbers.isEmpty {
                isTaken.mark(row)
                if isAlwaysTaken(row) { return }
            } else if !isHidden(position - cell.first, cell, numbers, sets, &search) {
                isTaken.mark(row)
            }
        }
    }

    /// Whether the rows of a cell leave no combination of cases to this one of them.
    private func isHidden(
        _ offset: Int, _ cell: RowCells.Cell, _ numbers: [UInt32], _ sets: CaseBitSets?,
        _ search: inout UncoveredCaseSearch
    ) -> Bool {
        guard let sets, let box = search.box(numbers[offset]) else { return false }
        var before: [UInt32] = []
        for other in members(of: sets.overlapping(numbers[offset], matchings), from: 0, to: offset)
        where isAlwaysTaken(cells.rows[cell.first + other].index) {
            before.add(numbers[other])
        }
        if case .covered = search.firstUncovered(by: before, within: box) { return true }
        return false
    }

    /// Whether the rows of a cell leave no combination of cases to those of less specific cells.
    @inline(never)
    func isClosed(_ cell: RowCells.Cell, _ search: inout UncoveredCaseSearch) -> Bool {
        var always: [UInt32] = []
        for position in cell.first..<cell.first + cell.count where isAlwaysTaken(cells.rows[position].index) {
            let number = matchings.number(ofRow: cells.rows[position].index)
            if number == 0 { return true }
            always.add(number)
        }
        if case .covered = search.firstUncovered(by: always, within: UncoveredCaseSearch.Box()) { return true }
        return false
    }

    /// Whether no row behind this one is ever reached, for cases that it matches.
    @_optimize(speed)
    private func isAlwaysTaken(_ index: TypedIndex<Row>) -> Bool {
        if definition.guardPolicy == .exclusive { return true }
        if hasConditions(index) { return false }
        let row = definition.rows[index]
        if !row.guards.isEmpty { return false }
        // A resolver that is asked first may refuse, and hand on.
        return !row.target.isDynamic || definition.order.phases[0] != .resolve
    }
}
