/// The rows of a definition, those of one (source, event) together, in the order in which they were added.
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
    /// Row numbers, grouped by cell.
    private(set) var rows: [Int] = []

    /// Groups the rows with these numbers. O(rows).
    init(_ definition: Definition, rows soundRows: [Int], states: IDIndex, events: IDIndex) {
        var cellOfKey = NumberMap<UInt64>()
        var cellOfRow = [Int](repeating: 0, count: soundRows.count)
        let width = UInt64(events.span + 1)
        for (position, number) in soundRows.enumerated() {
            let row = definition.rows[number]
            let state = states.number(of: row.source) ?? states.span
            let event = events.number(of: row.event) ?? events.span
            let key = UInt64(state) * width + UInt64(event)
            let cell = Int(cellOfKey.number(of: key, orInsert: UInt32(cells.count)))
            if cell == cells.count { cells.append(Cell(state: state, event: event, first: 0, count: 0)) }
            cells[cell].count += 1
            cellOfRow[position] = cell
        }
        var next = 0
        for cell in cells.indices {
            cells[cell].first = next
            next += cells[cell].count
            cells[cell].count = 0
        }
        rows = [Int](repeating: 0, count: soundRows.count)
        for (position, number) in soundRows.enumerated() {
            let cell = cellOfRow[position]
            rows[cells[cell].first + cells[cell].count] = number
            cells[cell].count += 1
        }
    }

    func rows(of cell: Cell) -> ArraySlice<Int> { rows[cell.first..<cell.first + cell.count] }
}
