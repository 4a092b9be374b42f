extension Definition {
    /// Reports reserved ids where they mean nothing, and returns the numbers of the rows that have none.
    func checkReservedIDs(_ found: inout [Diagnostic]) -> [Int] {
        let wording = Wording(definition: self)
        var sound: [Int] = []
        sound.reserveCapacity(rows.count)
        for (number, row) in rows.enumerated() {
            let isInSuperstate = row.block >= 0 && blocks[Int(row.block)].isSuperstate
            guard let misplaced = row.misplacedReservedID(isInSuperstate: isInSuperstate) else {
                sound.append(number)
                continue
            }
            found.append(
                Diagnostic(
                    .reservedIDUsed, row,
                    text: "\(wording.row(row)) has a reserved id as its \(misplaced): "
                        + "use one of your own (from \(ReservedID.first) up)"))
        }
        for block in blocks where ReservedID.contains(block.state) && !block.isSuperstate {
            found.append(
                Diagnostic(
                    .reservedIDUsed, state: block.state, places: [block.place],
                    text: "a block is for the reserved id \(wording.state(block.state)): "
                        + "name a state of your own (from \(ReservedID.first) up)"))
        }
        for (state, place) in initials where ReservedID.contains(state) {
            found.append(
                Diagnostic(
                    .reservedIDUsed, state: state, places: [place],
                    text: "the initial state is the reserved id \(wording.state(state)): "
                        + "name a state of your own (from \(ReservedID.first) up)"))
        }
        return sound
    }
}

extension Row {
    /// Which of its ids is reserved and may not stand there.
    fileprivate func misplacedReservedID(isInSuperstate: Bool) -> String? {
        let mayStand = source == ReservedID.any || (isInSuperstate && source == ReservedID.none)
        if ReservedID.contains(source) && !mayStand { return "source" }
        if ReservedID.contains(event) && event != ReservedID.any { return "event" }
        switch target {
        case ReservedID.same, ReservedID.internal, ReservedID.dynamic: return nil
        default: return ReservedID.contains(target) ? "target" : nil
        }
    }
}
