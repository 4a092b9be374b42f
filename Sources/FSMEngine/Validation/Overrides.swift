extension ValidationSubject {
    /// Reports overriding rows that have nothing to override, or stand before what they would override. What several
    /// states have from the same superstates is reported once.
    func checkOverrides(_ found: inout [Diagnostic]) {
        // What may have been overridden is not known while a row or an adoption is faulty itself.
        guard isWhole else { return }
        var reported = OncePerRows()
        for fault in overrideFaults where reported.isNew([fault.row] + fault.later) {
            let row = row(fault.row)
            let others = fault.later.map { self.row($0) }
            if others.isEmpty {
                found.append(
                    Diagnostic(
                        .nothingToOverride, row,
                        text: "\(wording.row(row)) is to override a row, but no other block has one for "
                            + "\(wording.cell(row)) before it: adopt the superstate that has it, "
                            + "or let the row override nothing"))
            } else {
                found.append(
                    Diagnostic(
                        .overrideOutOfOrder, row, places: [row.place] + others.map { $0.place },
                        text:
                            "\(wording.row(row)) is to override a row, but \(wording.row(others[0])) of another block "
                            + "comes after it: adopt the superstate of the overriding row last"))
            }
        }
    }

    /// Reports superstates that adopt each other in a circle, and blocks that adopt the same ones over and over.
    func checkAdoption(_ found: inout [Diagnostic]) {
        for number in inheritance.circles {
            let block = definition.blocks[number]
            found.append(
                Diagnostic(
                    .circularAdoption, state: block.state, places: [block.place],
                    text: "a superstate adopts itself, directly or through others: let one of them not adopt the next"))
        }
        if let number = inheritance.tangle {
            let block = definition.blocks[number]
            found.append(
                Diagnostic(
                    .circularAdoption, state: block.state, places: [block.place],
                    text:
                        "with the block of state \(wording.state(block.state)) states adopt superstates over more than "
                        + "\(Inheritance.mostWays) ways: let each be adopted over one"))
        }
    }
}

/// Remembers groups of rows: what is wrong between rows of superstates is wrong in every state that adopts them.
struct OncePerRows {
    private var seen = NumberMap<UInt64>()

    mutating func isNew(_ rows: [StateRow]) -> Bool {
        var spread = Spread()
        for row in rows { spread.add(UInt64(row.number)) }
        let next = UInt32(seen.count)
        return seen.number(of: spread.value, orInsert: next) == next
    }
}
