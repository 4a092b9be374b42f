extension Definition {
    /// Reports reserved ids where they mean nothing, and returns which rows have none.
    @_optimize(speed)
    func checkReservedIDs(_ found: inout [Diagnostic]) -> IndexedArray<Row, Bool> {
        let names = DiagnosticText(definition: self)
        var isSound = IndexedArray<Row, Bool>(repeating: true, count: rows.count)
        for index in rows.typedIndices where rows[index].namesReservedID {
            let row = rows[index]
            let isInSuperstate = row.ownBlock.map { blocks[$0].isSuperstate } ?? false
            guard let misplaced = row.misplacedReservedID(isInSuperstate: isInSuperstate) else { continue }
            isSound[index] = false
            if row.source == ReservedID.none && row.ownBlock == nil {
                found.report(
                    .reservedIDUsed, row,
                    "% has no source, and no block: name its source, or the superstate that it belongs to",
                    names.row(row))
            } else {
                found.report(
                    .reservedIDUsed, row, "% has a reserved id as its %: use one of your own (from % up)",
                    names.row(row), misplaced, Text(ReservedID.first))
            }
        }
        for block in blocks where ReservedID.contains(block.state) && !block.isSuperstate {
            found.report(
                .reservedIDUsed, state: block.state, at: block.place,
                "the state of a block is the reserved id %: name a state of your own (from % up)",
                names.state(block.state), Text(ReservedID.first))
        }
        for (state, place) in initials where ReservedID.contains(state) {
            found.report(
                .reservedIDUsed, state: state, at: place,
                "the initial state is the reserved id %: name a state of your own (from % up)", names.state(state),
                Text(ReservedID.first))
        }
        return isSound
    }
}

extension Row {
    /// Whether any of its ids is reserved, wherever that may stand.
    fileprivate var namesReservedID: Bool { ReservedID.contains(min(source, event, target.id)) }

    /// Which of its ids is reserved and may not stand there.
    @_optimize(speed)
    fileprivate func misplacedReservedID(isInSuperstate: Bool) -> Text? {
        let mayStand = source == ReservedID.any || (isInSuperstate && source == ReservedID.none)
        if ReservedID.contains(source) && !mayStand { return "source" }
        let isMeant = event == ReservedID.any || event == ReservedID.request || event == ReservedID.eventless
        if ReservedID.contains(event) && !isMeant { return "event" }
        if case .state(let id) = target, ReservedID.contains(id) { return "target" }
        return nil
    }
}
