extension ResolvedDefinition {
    /// Reports empty blocks, and rows in the block of another state.
    func checkBlocks(_ found: inout [Diagnostic]) {
        if definition.blocks.isEmpty { return }
        var holdsRows = IndexedArray<Block, Bool>(repeating: false, count: definition.blocks.count)
        // Rows without a block of their own count for every block of their source.
        var hasRows = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for row in definition.rows {
            guard let block = row.ownBlock else {
                if let state = states.index(of: row.source) { hasRows[state] = true }
                continue
            }
            holdsRows[block] = true
            if definition.blocks[block].state != row.source { found.report(misplaced(row, in: block)) }
        }
        for index in definition.blocks.typedIndices {
            let block = definition.blocks[index]
            guard !definition.mayBeEmpty, block.isEmpty, !holdsRows[index], !isParent(block) else { continue }
            if block.isSuperstate {
                found.report(
                    .emptyBlock, at: block.place,
                    "% is empty: give it rows, callbacks or superstates to adopt, or remove it",
                    names.superstate(index))
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

    /// Whether others are nested in the state of a block.
    private func isParent(_ block: Block) -> Bool {
        guard let tree, let state = states.index(of: block.state) else { return false }
        let node = tree.nodes[state]
        return tree[node].last > node
    }

    @inline(never)
    private func misplaced(_ row: Row, in index: TypedIndex<Block>) -> Diagnostic {
        let block = definition.blocks[index]
        let text =
            block.isSuperstate
            ? fill(
                """
                % is in %, whose rows have the states that adopt it as their source: make none its source, or move \
                the row
                """,
                names.row(row), names.superstate(index))
            : fill(
                "% is in the block of state %: make that its source, or move the row", names.row(row),
                names.state(block.state))
        return Diagnostic(.misplacedRow, row, places: [row.place, block.place], text: text)
    }
}
