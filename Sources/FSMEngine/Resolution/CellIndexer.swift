/// Numbers the cells that rows name from 0, in order of appearance: in a grid of all states and columns where that is
/// not much larger than the rows, and by hash otherwise.
struct CellIndexer {
    /// A number for each place, or `.max`; empty if there is no grid.
    private var grid: [UInt32] = []
    private var map: IndexMap<UInt64>
    private let width: Int

    /// For so many lines of so many columns, and rows that name no more cells than this.
    @_optimize(speed)
    init(height: Int, width: Int, rowCount: Int) {
        self.width = width
        let (size, isTooLarge) = height.multipliedReportingOverflow(by: width)
        let isCompact = !isTooLarge && (size - 1) / 4 < rowCount
        map = IndexMap(capacity: isCompact ? 0 : rowCount + 1)
        if isCompact { grid = [UInt32](repeating: .max, count: size) }
    }

    /// The number of a cell, which is `next` from now on if it had none. O(1).
    @inline(__always)
    mutating func number(_ state: TypedIndex<State>, _ column: TypedIndex<Column>, orInsert next: UInt32) -> UInt32 {
        guard !grid.isEmpty else {
            return map.index(of: UInt64(state.value) << 32 | UInt64(column.value), orInsert: next)
        }
        let place = state.value * width + column.value
        if grid[place] == .max { grid[place] = next }
        return grid[place]
    }

    /// The numbers of all cells by state, then by column; `nil` if there is no grid to tell.
    var sorted: [UInt32]? {
        if grid.isEmpty { return nil }
        var numbers: [UInt32] = []
        for number in grid where number != .max { numbers.appendInline(number) }
        return numbers
    }
}
