extension ResolvedDefinition {
    /// Reports empty blocks, and rows in the block of another state.
    func checkBlocks(_ found: inout [Diagnostic]) {
        if definition.blocks.isEmpty { return }
        var holdsRows = [Bool](repeating: false, count: definition.blocks.count)
        // Rows without a block of their own count for every block of their source.
        var hasRows = [Bool](repeating: false, count: states.indexCount)
        for row in definition.rows {
            guard row.block >= 0 else {
                if let state = states.index(of: row.source) { hasRows[state] = true }
                continue
            }
            holdsRows[Int(row.block)] = true
            if definition.blocks[Int(row.block)].state != row.source { found.report(misplaced(row)) }
        }
        for (number, block) in definition.blocks.enumerated() {
            guard !definition.mayBeEmpty, block.isEmpty, !holdsRows[number] else { continue }
            if block.isSuperstate {
                found.report(
                    .emptyBlock, at: block.place,
                    "% is empty: give it rows, callbacks or superstates to adopt, or remove it",
                    names.superstate(number))
            } else if let state = states.index(of: block.state), !hasRows[state] {
                found.report(
                    .emptyBlock, state: block.state, at: block.place,
                    """
                    the block of state % is empty: give it rows or callbacks, mark the state as final, or remove the \
                    block
                    """,
                    names.state(block.state))
            }
        }
    }

    @inline(never)
    private func misplaced(_ row: Row) -> Diagnostic {
        let block = definition.blocks[Int(row.block)]
        let text =
            block.isSuperstate
            ? fill(
                """
                % is in %, whose rows have the states that adopt it as their source: make none its source, or move \
                the row
                """,
                names.row(row), names.superstate(Int(row.block)))
            : fill(
                "% is in the block of state %: make that its source, or move the row", names.row(row),
                names.state(block.state))
        return Diagnostic(.misplacedRow, row, places: [row.place, block.place], text: text)
    }
}
