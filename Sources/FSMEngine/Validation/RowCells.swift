/// The rows of a definition as its states have them, those of one (state, event) together, in the order in which they count.
///
/// A row for any state stands under the number that follows the last state's, one for any event likewise.
struct RowCells {
    struct Cell {
        var state: Int
        var event: Int
        /// Its rows: this many of ``RowCells/rows``, from here.
        var first: Int
        var count: Int
    }
    private(set) var cells: [Cell] = []
    /// Grouped by cell; overridden ones have gone.
    private(set) var rows: [StateRow] = []

    /// Groups these rows. O(rows).
    init(_ definition: Definition, rows stateRows: [StateRow], events: IDIndex) {
        var cellOfKey = NumberMap<UInt64>()
        var cellOfRow = [Int](repeating: 0, count: stateRows.count)
        let width = UInt64(events.span + 1)
        for (position, row) in stateRows.enumerated() {
            let event = events.number(of: definition.rows[row.number].event) ?? events.span
            let key = UInt64(row.state) * width + UInt64(event)
            let cell = Int(cellOfKey.number(of: key, orInsert: UInt32(cells.count)))
            if cell == cells.count { cells.append(Cell(state: row.state, event: event, first: 0, count: 0)) }
            cells[cell].count += 1
            cellOfRow[position] = cell
        }
        var next = 0
        for cell in cells.indices {
            cells[cell].first = next
            next += cells[cell].count
            cells[cell].count = 0
        }
        guard let some = stateRows.first else { return }
        rows = [StateRow](repeating: some, count: stateRows.count)
        for (position, row) in stateRows.enumerated() {
            let cell = cellOfRow[position]
            rows[cells[cell].first + cells[cell].count] = row
            cells[cell].count += 1
        }
    }

    func rows(of cell: Cell) -> ArraySlice<StateRow> { rows[cell.first..<cell.first + cell.count] }

    /// Takes out the rows that others override, and returns what is wrong with overriding. O(rows).
    ///
    /// In each cell the last overriding row replaces what other blocks say before it. It must have something to replace,
    /// and nothing of another block may come after it.
    mutating func override(_ definition: Definition) -> [OverrideFault] {
        var faults: [OverrideFault] = []
        for index in cells.indices where cells[index].count > 0 {
            let all = rows(of: cells[index])
            guard let last = all.lastIndex(where: { definition.rows[$0.number].isOverriding }) else { continue }
            let row = all[last]
            let earlier = all[..<last].filter { $0.scope != row.scope }
            let later = all[(last + 1)...].filter { $0.scope != row.scope }
            if earlier.isEmpty && later.isEmpty { faults.append(OverrideFault(row: row, later: [])) }
            if !later.isEmpty { faults.append(OverrideFault(row: row, later: later)) }
            // Those that come too late have been told of: that they also clash is no other fault.
            let kept = all.filter { $0.scope == row.scope }
            rows.replaceSubrange(cells[index].first..<cells[index].first + kept.count, with: kept)
            cells[index].count = kept.count
        }
        return faults
    }
}

/// A row that overrides nothing, or that comes before the rows that it would override.
struct OverrideFault {
    var row: StateRow
    /// The rows that come too late to be overridden; none if there is nothing to override at all.
    var later: [StateRow]
}
