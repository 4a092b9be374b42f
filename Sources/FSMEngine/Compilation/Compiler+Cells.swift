extension Compiler {
    /// states × (events + 1) cells; where rows may hand on to less specific ones also those of "any state".
    @_optimize(speed)
    func denseCells() -> [Cell] {
        let width = events.indexCount + 1
        let handsOn = definition.guardPolicy == .firstMatch || cells.cells.contains { $0.hasMatches }
        let height = states.indexCount + (handsOn ? 1 : 0)
        var table = [Cell](repeating: .unhandled, count: max(height * width, 1))
        // From the least to the most specific: later ones replace former ones.
        if cells.hasWildcards {
            for level in [Program.Precedence.anyStateAndAnyEvent, .anyStateAndEvent, .stateAndAnyEvent] {
                for cell in cells.cells where self.level(of: cell) == level && !cells.columns.isRequest(cell.column) {
                    fill(&table, with: cell, width: width, height: height)
                }
            }
        }
        for cell in cells.cells where cell.state < states.indexCount && cell.column < events.indexCount {
            var shared: UInt32?
            table[cell.state * width + cell.column] = entry(for: cell, in: cell.state, shared: &shared)
        }
        // An event that carries arguments must not go the fast path, on which nothing is checked.
        for (column, argumentList) in argumentListIndices.enumerated() where argumentList != 0 {
            for state in 0..<height {
                let index = state * width + column
                table[index].program = programs.withoutFastPath(table[index].program)
            }
        }
        return table
    }

    /// Works a group of rows into the cell, or all the cells, for which it stands.
    @_optimize(speed)
    private func fill(_ table: inout [Cell], with cell: RowCells.Cell, width: Int, height: Int) {
        var shared: UInt32?
        let columns = cell.column == events.indexCount ? 0..<width : cell.column..<cell.column + 1
        let lines = cell.state == states.indexCount ? 0..<height : cell.state..<cell.state + 1
        for state in lines where state == states.indexCount || states.ids[state] != ReservedID.none {
            let entry = entry(for: cell, in: state, shared: &shared)
            // A gap among the events stays empty: what is sent by such an id is not known.
            for column in columns where column == events.indexCount || events.ids[column] != ReservedID.none {
                table[state * width + column] = entry
            }
        }
    }

    /// The cells that rows name, of events or of requests, wildcards under their own coordinates.
    @_optimize(speed)
    func hashedCells(ofRequests: Bool) -> [SparseCells.Slot] {
        let hashed = cells.cells.filter { cells.columns.isRequest($0.column) == ofRequests }
        if hashed.isEmpty { return [.free] }
        var slots = [SparseCells.Slot](repeating: .free, count: slotCount(for: hashed.count))
        let mask = slots.count - 1
        for cell in hashed {
            var shared: UInt32?
            let entry = entry(for: cell, in: cell.state, shared: &shared)
            let key = SparseCells.key(UInt32(cell.state), UInt32(cell.column))
            var position = Int(truncatingIfNeeded: key.hash) & mask
            while slots[position].key != .max { position = (position + 1) & mask }
            slots[position] = SparseCells.Slot(key: key, cell: entry)
        }
        return slots
    }

    @_optimize(speed)
    func level(of cell: RowCells.Cell) -> Program.Precedence {
        switch (cell.state == states.indexCount, cells.columns.isAny(cell.column)) {
        case (false, false): return .stateAndEvent
        case (false, true): return .stateAndAnyEvent
        case (true, false): return .anyStateAndEvent
        case (true, true): return .anyStateAndAnyEvent
        }
    }
}
