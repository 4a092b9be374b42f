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
                    Diagnostic(
                        .nothingToOverride, row,
                        text: fill(
                            """
                            % is to override a row, but no other block has one for % before it: adopt the \
                            superstate that has it, or let the row override nothing
                            """,
                            names.row(row), names.cell(row))))
            } else {
                found.report(
                    Diagnostic(
                        .overrideOutOfOrder, row, places: [row.place] + others.map { $0.place },
                        text:
                            fill(
                                """
                                % is to override a row, but % of another block comes after it: adopt the \
                                superstate of the overriding row last
                                """,
                                names.row(row), names.row(others[0]))))
            }
        }
    }

    /// Reports superstates that adopt each other in a circle, and blocks that adopt the same ones over and over.
    func checkAdoption(_ found: inout [Diagnostic]) {
        for number in inheritance.circles {
            let block = definition.blocks[number]
            found.report(
                Diagnostic(
                    .circularAdoption, state: block.state, places: [block.place],
                    text: "a superstate adopts itself, directly or through others: let one of them not adopt the next"))
        }
        if let number = inheritance.tangle {
            let block = definition.blocks[number]
            found.report(
                Diagnostic(
                    .circularAdoption, state: block.state, places: [block.place],
                    text:
                        fill(
                            """
                            with the block of state % states adopt superstates over more than % ways: let \
                            each be adopted over one
                            """,
                            names.state(block.state), "\(Inheritance.maximumPathCount)")))
        }
    }
}

/// Remembers groups of rows: what is wrong between rows of superstates is wrong in every state that adopts them.
struct ReportedRows {
    private var seen = IndexMap<UInt64>()

    mutating func isNew(_ rows: [StateRow]) -> Bool {
        var hash = WordHasher()
        for row in rows { hash.add(UInt64(row.number)) }
        let next = UInt32(seen.count)
        return seen.index(of: hash.value, orInsert: next) == next
    }
}
