extension ResolvedDefinition {
    /// Reports empty blocks, and rows in the block of another state.
    func checkBlocks(_ found: inout [Diagnostic]) {
        if definition.blocks.isEmpty { return }
        var holdsRows = IndexedArray<Block, Bool>(repeating: false, count: definition.blocks.count)
        // Rows without a block of their own count for every block of their source.
        var isNotEmpty = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for index in definition.rows.typedIndices {
            guard let block = definition.rows[index].ownBlock else {
                if let state = states.index(of: definition.rows[index].source) { isNotEmpty.mark(state) }
                continue
            }
            holdsRows.mark(block)
            if definition.blocks[block].state != definition.rows[index].source {
                found.report(misplaced(index, in: block))
            }
        }
        if definition.mayBeEmpty { return }
        // So do children, also of a second parent.
        for part in definition.chart.states {
            if let parent = states.index(of: part.parent) { isNotEmpty.mark(parent) }
        }
        for index in definition.blocks.typedIndices where definition.blocks[index].isEmpty && !holdsRows[index] {
            let (id, place) = (definition.blocks[index].state, definition.blocks[index].place)
            if definition.blocks[index].isSuperstate {
                found.report(
                    .emptyBlock, at: place, "% is empty: give it rows, callbacks or superstates to adopt, or remove it",
                    names.superstate(index))
            } else if let state = states.index(of: id), !isNotEmpty[state] {
                found.report(
                    .emptyBlock, state: id, at: place,
                    """
                    the block of state % is empty: give it rows or callbacks, mark the state as final, or remove the \
                    block
                    """,
                    names.state(id))
            }
        }
    }

    @inline(never)
    private func misplaced(_ row: TypedIndex<Row>, in index: TypedIndex<Block>) -> Diagnostic {
        let row = definition.rows[row]
        let (id, place) = (definition.blocks[index].state, definition.blocks[index].place)
        let text =
            definition.blocks[index].isSuperstate
            ? fill(
                """
                % is in %, whose rows have the states that adopt it as their source: make none its source, or move \
                the row
                """,
                names.row(row), names.superstate(index))
            : fill(
                "% is in the block of state %: make that its source, or move the row", names.row(row),
                names.state(id))
        return Diagnostic(.misplacedRow, row, places: [row.place, place], text: text)
    }
}
