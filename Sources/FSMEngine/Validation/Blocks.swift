extension ValidationSubject {
    /// Reports blocks of which nothing is said, and rows in the block of another state.
    func checkBlocks(_ found: inout [Diagnostic]) {
        guard !definition.blocks.isEmpty else { return }
        var holdsRows = [Bool](repeating: false, count: definition.blocks.count)
        // Rows without a block of their own count for every block of their source.
        var hasRows = [Bool](repeating: false, count: states.span)
        for row in definition.rows {
            guard row.block >= 0 else {
                if let state = states.number(of: row.source) { hasRows[state] = true }
                continue
            }
            let block = definition.blocks[Int(row.block)]
            holdsRows[Int(row.block)] = true
            guard block.state != row.source else { continue }
            found.append(
                Diagnostic(
                    .foreignRow, row, places: [row.place, block.place],
                    text: "\(wording.row(row)) stands in the block of state \(wording.state(block.state)): "
                        + "make that its source, or move the row"))
        }
        for (number, block) in definition.blocks.enumerated() where !block.isFinal && !block.hasCallbacks {
            guard let state = states.number(of: block.state), !hasRows[state], !holdsRows[number] else { continue }
            found.append(
                Diagnostic(
                    .emptyBlock, state: block.state, places: [block.place],
                    text: "the block of state \(wording.state(block.state)) is empty: give it rows or callbacks, "
                        + "mark the state as final, or remove the block"))
        }
    }
}
