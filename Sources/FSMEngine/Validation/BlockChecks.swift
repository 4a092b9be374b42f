extension ResolvedDefinition {
    /// Reports blocks of which nothing is said, and rows in the block of another state.
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
            if definition.blocks[Int(row.block)].state != row.source { found.report(foreign(row)) }
        }
        for (number, block) in definition.blocks.enumerated() {
            guard !block.isFinal, !block.hasCallbacks, block.adopted.isEmpty, !holdsRows[number] else { continue }
            if block.isSuperstate {
                found.report(
                    Diagnostic(
                        .emptyBlock, places: [block.place],
                        text: "a superstate is empty: give it rows, callbacks or superstates to adopt, or remove it"))
            } else if let state = states.index(of: block.state), !hasRows[state] {
                found.report(
                    Diagnostic(
                        .emptyBlock, state: block.state, places: [block.place],
                        text: fill(
                            """
                            the block of state % is empty: give it rows or callbacks, mark the state as \
                            final, or remove the block
                            """,
                            names.state(block.state))))
            }
        }
    }

    private func foreign(_ row: Row) -> Diagnostic {
        let block = definition.blocks[Int(row.block)]
        let places = [row.place, block.place]
        if block.isSuperstate {
            return Diagnostic(
                .misplacedRow, row, places: places,
                text: fill(
                    """
                    % stands in a superstate, whose rows have no source of their own: make none its source, \
                    or move the row
                    """,
                    names.row(row)))
        }
        return Diagnostic(
            .misplacedRow, row, places: places,
            text: fill(
                "% stands in the block of state %: make that its source, or move the row",
                names.row(row), names.state(block.state)))
    }
}
