/// A line for each state, and perhaps for any state, of a cell for each event and for any event.
struct CellGrid {
    private(set) var cells: [Cell]
    let states: TypedIndices<State>
    let columns: TypedIndices<Column>

    init(states: TypedIndices<State>, columns: TypedIndices<Column>) {
        cells = [Cell](repeating: .unhandled, count: max(states.count * columns.count, 1))
        self.states = states
        self.columns = columns
    }

    @inline(__always)
    subscript(state: TypedIndex<State>, column: TypedIndex<Column>) -> Cell {
        get { cells[state.value * columns.count + column.value] }
        _modify { yield &cells[state.value * columns.count + column.value] }
    }
}

extension Compiler {
    /// states × (events + 1) cells; where rows may hand on to less specific ones also those of "any state".
    func denseCells() -> [Cell] {
        let columns = cells.columns
        let handsOn = definition.guardPolicy == .firstMatch || hasMatches
        let lines = TypedIndices<State>(count: states.indexCount &+ (handsOn ? 1 : 0))
        var grid = CellGrid(states: lines, columns: columns.ofEvents)
        if let tree {
            FlatChartCells(self, tree).fill(&grid)
        } else {
            // From the least to the most specific: later ones replace former ones.
            if cells.hasWildcards {
                fill(&grid, level: .anyStateAndAnyEvent)
                fill(&grid, level: .anyStateAndEvent)
                fill(&grid, level: .stateAndAnyEvent)
            }
            fillOwn(&grid)
        }
        keepFromFastPath(&grid)
        return grid.cells
    }

    /// Some rows are for certain cases only.
    private var hasMatches: Bool {
        for index in cells.cells.indices where cells.cells[index].hasMatches { return true }
        return false
    }

    /// The cells of rows for one state and one event.
    @inline(never)
    @_optimize(speed)
    private func fillOwn(_ grid: inout CellGrid) {
        let (cells, states) = (cells, states.end)
        withRows { rows in
            for cell in cells.cells where cell.state < states && cell.column < cells.columns.anyEvent {
                var shared: UInt32?
                grid[cell.state, cell.column] = entry(
                    for: cell, in: cell.state, level: .stateAndEvent, shared: &shared, rows)
            }
        }
    }

    /// An event that carries arguments must not go the fast path, on which nothing is checked.
    @inline(never)
    private func keepFromFastPath(_ grid: inout CellGrid) {
        for event in argumentListIndices.indices where argumentListIndices[event] != 0 {
            let column = cells.columns.event(event)
            for state in grid.states {
                grid[state, column].program = programs.withoutFastPath(grid[state, column].program)
            }
        }
    }

    /// Works the groups of rows of a level with wildcards into all the cells for which they stand.
    @inline(never)
    private func fill(_ grid: inout CellGrid, level: Program.Precedence) {
        let numbering = cells.columns
        for cell in cells.cells where self.level(of: cell) == level && !numbering.isRequest(cell.column) {
            var shared: UInt32?
            let columns = cell.column == numbering.anyEvent ? grid.columns : TypedIndices(only: cell.column)
            let lines = cell.state == states.end ? grid.states : TypedIndices(only: cell.state)
            for state in lines where state == states.end || states.ids[state] != ReservedID.none {
                var entry = Cell.unhandled
                withRows { entry = self.entry(for: cell, in: state, level: level, shared: &shared, $0) }
                // A gap among the events stays empty: what is sent by such an id is not known.
                for column in columns {
                    if let event = numbering.event(of: column), events.ids[event] == ReservedID.none { continue }
                    grid[state, column] = entry
                }
            }
        }
    }

    /// The cells that rows name, of events or of requests, wildcards under their own coordinates. Of a chart both are
    /// together.
    @_optimize(speed)
    func sparseCells(ofRequests: Bool) -> [SparseCells.Slot] {
        let isChart = tree != nil
        var slots: [SparseCells.Slot] = []
        let cells = cells
        withRows { rows in
            for cell in cells.cells where isChart || cells.columns.isRequest(cell.column) == ofRequests {
                var shared: UInt32?
                let entry = entry(for: cell, in: cell.state, level: level(of: cell), shared: &shared, rows)
                let key = SparseCells.key(CompactIndex(cell.state), CompactIndex(cell.column))
                slots.appendInline(SparseCells.Slot(key: key, cell: entry))
            }
        }
        return slots
    }

    @inline(never)
    func level(of cell: RowCells.Cell) -> Program.Precedence {
        switch (cell.state == states.end, cells.columns.isAny(cell.column)) {
        case (false, false): return .stateAndEvent
        case (false, true): return .stateAndAnyEvent
        case (true, false): return .anyStateAndEvent
        case (true, true): return .anyStateAndAnyEvent
        }
    }
}
