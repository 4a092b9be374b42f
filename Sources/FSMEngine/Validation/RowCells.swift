/// The rows of a definition as its states have them, those of one state and event (or request) together, in the order
/// in which they are tried.
///
/// A row for any state stands under the number that follows the last state's; for events and requests see ``Columns``.
struct RowCells {
    struct Cell {
        var state: Int
        var column: Int
        /// Its rows: this many of ``RowCells/rows``, from here.
        var first: Int
        var count: Int
        /// Some of its rows are for certain cases only.
        var hasMatches: Bool
    }
    private(set) var cells: [Cell] = []
    /// Grouped by cell; overridden ones have gone.
    private(set) var rows: [StateRow] = []
    let columns: Columns
    let anyState: Int

    /// Groups these rows. A request for what is no state has no cell. O(rows).
    init(_ definition: Definition, rows stateRows: [StateRow], events: IDIndex, states: IDIndex, _ matchings: Matchings)
    {
        columns = Columns(events: events.span, states: states.span)
        anyState = states.span
        var cellOfKey = NumberMap<UInt64>(capacity: stateRows.count + 1)
        var cellOfRow = [Int](repeating: -1, count: stateRows.count)
        let width = UInt64(columns.span)
        for (position, row) in stateRows.enumerated() {
            guard let column = Self.column(of: definition.rows[row.number], events, states, columns) else { continue }
            let key = UInt64(row.state) * width + UInt64(column)
            let cell = Int(cellOfKey.number(of: key, orInsert: UInt32(cells.count)))
            if cell == cells.count {
                cells.append(Cell(state: row.state, column: column, first: 0, count: 0, hasMatches: false))
            }
            cells[cell].count += 1
            if matchings.number(ofRow: row.number) != 0 { cells[cell].hasMatches = true }
            cellOfRow[position] = cell
        }
        var next = 0
        for cell in cells.indices {
            cells[cell].first = next
            next += cells[cell].count
            cells[cell].count = 0
        }
        guard let some = stateRows.first else { return }
        rows = [StateRow](repeating: some, count: next)
        for (position, row) in stateRows.enumerated() where cellOfRow[position] >= 0 {
            let cell = cellOfRow[position]
            rows[cells[cell].first + cells[cell].count] = row
            cells[cell].count += 1
        }
    }

    /// What a row is for; `nil` for a request for what is no state.
    private static func column(of row: Row, _ events: IDIndex, _ states: IDIndex, _ columns: Columns) -> Int? {
        switch (row.event, row.target) {
        case (ReservedID.request, ReservedID.any): return columns.anyRequest
        case (ReservedID.request, _): return states.number(of: row.target).map { columns.request(for: $0) }
        default: return events.number(of: row.event) ?? columns.anyEvent
        }
    }

    func rows(of cell: Cell) -> ArraySlice<StateRow> { rows[cell.first..<cell.first + cell.count] }

    // MARK: - Overriding and rank

    /// Takes out the rows that others override, and returns what is wrong with overriding. O(rows).
    ///
    /// Among the rows of a cell that match the same, the last overriding one replaces what other blocks say before it.
    /// It must have something to replace, and nothing of another block may come after it.
    mutating func override(_ definition: Definition, _ matchings: Matchings) -> [OverrideFault] {
        var faults: [OverrideFault] = []
        guard definition.rows.contains(where: { $0.isOverriding }) else { return faults }
        for index in cells.indices {
            let all = rows(of: cells[index])
            guard all.contains(where: { definition.rows[$0.number].isOverriding }) else { continue }
            var isKept = [Bool](repeating: true, count: all.count)
            for alike in alike(in: all, cells[index].hasMatches, matchings) {
                faults += override(alike, of: all, definition, &isKept)
            }
            let kept = zip(all, isKept).filter { $0.1 }.map { $0.0 }
            rows.replaceSubrange(cells[index].first..<cells[index].first + kept.count, with: kept)
            cells[index].count = kept.count
        }
        return faults
    }

    /// The positions of rows that match the same, in groups.
    private func alike(in rows: ArraySlice<StateRow>, _ hasMatches: Bool, _ matchings: Matchings) -> [[Int]] {
        guard hasMatches else { return [Array(rows.indices)] }
        var groupOfMatching = NumberMap<UInt64>()
        var groups: [[Int]] = []
        for (position, row) in zip(rows.indices, rows) {
            let matching = UInt64(matchings.number(ofRow: row.number))
            let group = Int(groupOfMatching.number(of: matching, orInsert: UInt32(groups.count)))
            if group == groups.count { groups.append([]) }
            groups[group].append(position)
        }
        return groups
    }

    private func override(
        _ alike: [Int], of all: ArraySlice<StateRow>, _ definition: Definition, _ isKept: inout [Bool]
    ) -> [OverrideFault] {
        guard let last = alike.last(where: { definition.rows[all[$0].number].isOverriding }) else { return [] }
        let row = all[last]
        let others = alike.filter { all[$0].scope != row.scope }
        // Those that come too late are told of: that they also clash is no other fault.
        for position in others { isKept[position - all.startIndex] = false }
        let later = others.filter { $0 > last }.map { all[$0] }
        if others.isEmpty { return [OverrideFault(row: row, later: [])] }
        return later.isEmpty ? [] : [OverrideFault(row: row, later: later)]
    }

    /// Puts rows that name more predicate types before those of the same cell that name fewer. O(rows · log rows).
    mutating func orderByRank(_ matchings: Matchings) {
        for cell in cells where cell.hasMatches && cell.count > 1 {
            let unordered = Array(rows(of: cell))
            var order: [SortKey] = []
            for (position, row) in unordered.enumerated() {
                order.append(SortKey(Int.max - matchings.rank(matchings.number(ofRow: row.number)), position))
            }
            order.sortKeys()
            for (position, key) in order.enumerated() { rows[cell.first + position] = unordered[Int(key.low)] }
        }
    }
}

/// A row that overrides nothing, or that comes before the rows that it would override.
struct OverrideFault {
    var row: StateRow
    /// The rows that come too late to be overridden; none if there is nothing to override at all.
    var later: [StateRow]
}
