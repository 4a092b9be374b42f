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
    @_optimize(speed)
    func denseCells() -> [Cell] {
        let columns = cells.columns
        let handsOn = definition.guardPolicy == .firstMatch || cells.cells.contains { $0.hasMatches }
        let lines = TypedIndices<State>(count: states.indexCount + (handsOn ? 1 : 0))
        var grid = CellGrid(states: lines, columns: columns.ofEvents)
        if let tree {
            FlatChartCells(self, tree).fill(&grid)
            keepFromFastPath(&grid)
            return grid.cells
        }
        // From the least to the most specific: later ones replace former ones.
        if cells.hasWildcards {
            for level in [Program.Precedence.anyStateAndAnyEvent, .anyStateAndEvent, .stateAndAnyEvent] {
                for cell in cells.cells where self.level(of: cell) == level && !columns.isRequest(cell.column) {
                    fill(&grid, with: cell)
                }
            }
        }
        for cell in cells.cells where cell.state < states.end && cell.column < columns.anyEvent {
            var shared: UInt32?
            grid[cell.state, cell.column] = entry(for: cell, in: cell.state, shared: &shared)
        }
        keepFromFastPath(&grid)
        return grid.cells
    }

    /// An event that carries arguments must not go the fast path, on which nothing is checked.
    @inline(__always)
    private func keepFromFastPath(_ grid: inout CellGrid) {
        let columns = cells.columns
        for event in argumentListIndices.indices where argumentListIndices[event] != 0 {
            let column = columns.event(event)
            for state in grid.states {
                grid[state, column].program = programs.withoutFastPath(grid[state, column].program)
            }
        }
    }

    /// Works a group of rows into the cell, or all the cells, for which it stands.
    @_optimize(speed)
    private func fill(_ grid: inout CellGrid, with cell: RowCells.Cell) {
        var shared: UInt32?
        let numbering = cells.columns
        let columns = cell.column == numbering.anyEvent ? grid.columns : TypedIndices(only: cell.column)
        let lines = cell.state == states.end ? grid.states : TypedIndices(only: cell.state)
        for state in lines where state == states.end || states.ids[state] != ReservedID.none {
            let entry = entry(for: cell, in: state, shared: &shared)
            // A gap among the events stays empty: what is sent by such an id is not known.
            for column in columns {
                if let event = numbering.event(of: column), events.ids[event] == ReservedID.none { continue }
                grid[state, column] = entry
            }
        }
    }

    /// The cells that rows name, of events or of requests, wildcards under their own coordinates. Of a chart both are
    /// together.
    @_optimize(speed)
    func hashedCells(ofRequests: Bool) -> [SparseCells.Slot] {
        let hashed = cells.cells.filter { tree != nil || cells.columns.isRequest($0.column) == ofRequests }
        if hashed.isEmpty { return [.free] }
        var slots = [SparseCells.Slot](repeating: .free, count: slotCount(for: hashed.count))
        let mask = slots.count - 1
        for cell in hashed {
            var shared: UInt32?
            let entry = entry(for: cell, in: cell.state, shared: &shared)
            let key = SparseCells.key(CompactIndex(cell.state), CompactIndex(cell.column))
            var position = Int(truncatingIfNeeded: key.hash) & mask
            while slots[position].key != .max { position = (position + 1) & mask }
            slots[position] = SparseCells.Slot(key: key, cell: entry)
        }
        return slots
    }

    @_optimize(speed)
    func level(of cell: RowCells.Cell) -> Program.Precedence {
        switch (cell.state == states.end, cells.columns.isAny(cell.column)) {
        case (false, false): return .stateAndEvent
        case (false, true): return .stateAndAnyEvent
        case (true, false): return .anyStateAndEvent
        case (true, true): return .anyStateAndAnyEvent
        }
    }
}
