extension ResolvedDefinition {
    /// Reports overriding rows that have nothing to override, or stand before what they would override. What several
    /// states have from the same superstates is reported once.
    func checkOverrides(_ found: inout [Diagnostic]) {
        // What may have been overridden is not known while a row or an adoption is faulty itself.
        guard isWhole else { return }
        var reported = ReportedRows()
        for fault in overrideFaults {
            reported.note(fault.row)
            for other in fault.later { reported.note(other) }
            guard reported.isNew() else { continue }
            let row = row(fault.row)
            if fault.later.isEmpty {
                found.report(
                    .nothingToOverride, row,
                    """
                    % overrides nothing, since no other block has a row for % before it: adopt the superstate that has \
                    one, or do not mark the row as overriding
                    """,
                    names.row(row), names.cell(row))
            } else {
                var places = [row.place]
                for other in fault.later { places.add(definition.rows[other.index].place) }
                let text = fill(
                    """
                    % cannot override % of another block, which comes after it: adopt the superstate of the overriding \
                    row last
                    """,
                    names.row(row), names.row(self.row(fault.later[0])))
                found.report(Diagnostic(.overrideOutOfOrder, row, places: places, text: text))
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

    private var hash = WordHasher()

    /// One more row of a group.
    @inline(never)
    mutating func note(_ row: StateRow) { hash.add(UInt64(row.index.value)) }

    /// Whether the group that was noted is seen for the first time. The next one begins.
    @inline(never)
    mutating func isNew() -> Bool {
        let next = UInt32(seen.count)
        let isNew = seen.index(of: hash.value, orInsert: next) == next
        hash = WordHasher()
        return isNew
    }

    /// The same of rows at these positions among those of all cells.
    @inline(never)
    mutating func isNew(_ positions: [Int], _ subject: ResolvedDefinition) -> Bool {
        for position in positions { note(subject.cells.rows[position]) }
        return isNew()
    }
}
