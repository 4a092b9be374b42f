extension ResolvedDefinition {
    /// Reports overriding rows that have nothing to override, or stand before what they would override. What several
    /// states have from the same superstates is reported once.
    func checkOverrides(_ found: inout [Diagnostic]) {
        // What may have been overridden is not known while a row or an adoption is faulty itself.
        guard isWhole else { return }
        var reported = ReportedRows()
        for fault in overrideFaults where reported.isNew([fault.row] + fault.later) {
            let row = row(fault.row)
            let others = fault.later.map { self.row($0) }
            if others.isEmpty {
                found.report(
                    .nothingToOverride, row,
                    """
                    % overrides nothing, since no other block has a row for % before it: adopt the superstate that has \
                    one, or do not mark the row as overriding
                    """,
                    names.row(row), names.cell(row))
            } else {
                let text = fill(
                    """
                    % cannot override % of another block, which comes after it: adopt the superstate of the overriding \
                    row last
                    """,
                    names.row(row), names.row(others[0]))
                found.report(
                    Diagnostic(.overrideOutOfOrder, row, places: [row.place] + others.map { $0.place }, text: text))
            }
        }
    }

    /// Reports cyclic adoption, and states that inherit along too many paths.
    func checkAdoption(_ found: inout [Diagnostic]) {
        for index in inheritance.circles {
            let block = definition.blocks[index]
            found.report(
                .circularAdoption, state: block.state, at: block.place,
                "% adopts itself, directly or through others: remove one of these adoptions", names.superstate(index))
        }
        if let index = inheritance.tangle {
            let block = definition.blocks[index]
            found.report(
                .circularAdoption, state: block.state, at: block.place,
                """
                state % brings the paths along which states adopt superstates to more than %: adopt each superstate \
                along one path
                """,
                names.state(block.state), Text(Inheritance.maximumPathCount))
        }
    }
}

/// Remembers groups of rows: what is wrong between rows of superstates is wrong in every state that adopts them.
struct ReportedRows {
    private var seen = IndexMap<UInt64>()

    mutating func isNew(_ rows: [StateRow]) -> Bool {
        var hash = WordHasher()
        for row in rows { hash.add(UInt64(row.index.value)) }
        let next = UInt32(seen.count)
        return seen.index(of: hash.value, orInsert: next) == next
    }
}
