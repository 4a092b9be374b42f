extension Definition {
    /// Reports reserved ids where they mean nothing, and returns which rows have none.
    @_optimize(speed)
    func checkReservedIDs(_ found: inout [Diagnostic]) -> IndexedArray<Row, Bool> {
        var isSound = IndexedArray<Row, Bool>(repeating: true, count: rows.count)
        for index in rows.typedIndices where rows[index].namesReservedID {
            if reportReservedIDs(ofRow: index, &found) { isSound[index] = false }
        }
        for index in blocks.typedIndices where ReservedID.contains(blocks[index].state) && !blocks[index].isSuperstate {
            report(
                blocks[index].state, blocks[index].place,
                "the state of a block is the reserved id %: name a state of your own (from % up)", &found)
        }
        for (state, place) in initials where ReservedID.contains(state) {
            report(
                state, place, "the initial state is the reserved id %: name a state of your own (from % up)", &found)
        }
        return isSound
    }

    @inline(never)
    private func report(_ state: ID, _ place: Place, _ template: StaticString, _ found: inout [Diagnostic]) {
        let name = DiagnosticText(definition: self).state(state)
        found.report(.reservedIDUsed, state: state, at: place, template, name, Text(ReservedID.first))
    }

    /// Reports a row with a reserved id that may not stand there; `false` if there is none.
    @inline(never)
    private func reportReservedIDs(ofRow index: TypedIndex<Row>, _ found: inout [Diagnostic]) -> Bool {
        let row = rows[index]
        let isInSuperstate = row.ownBlock.map { blocks[$0].isSuperstate } ?? false
        guard let misplaced = row.misplacedReservedID(isInSuperstate: isInSuperstate) else { return false }
        let name = DiagnosticText(definition: self).row(row)
        if row.source == ReservedID.none && row.ownBlock == nil {
            found.report(
                .reservedIDUsed, row,
                "% has no source, and no block: name its source, or the superstate that it belongs to", name)
        } else {
            found.report(
                .reservedIDUsed, row,
                "% has a reserved id as its %: use one of your own (from % up), or quotes for a name in a document",
                name,
                misplaced, Text(ReservedID.first))
        }
        return true
    }
}

extension Row {
    /// Whether any of its ids is reserved, wherever that may stand.
    fileprivate var namesReservedID: Bool { ReservedID.contains(min(source, event, target.id)) }

    /// Which of its ids is reserved and may not stand there.
    fileprivate func misplacedReservedID(isInSuperstate: Bool) -> Text? {
        let mayStand = source == ReservedID.any || (isInSuperstate && source == ReservedID.none)
        if ReservedID.contains(source) && !mayStand { return "source" }
        let isMeant = event == ReservedID.any || event == ReservedID.request || event == ReservedID.eventless
        if ReservedID.contains(event) && !isMeant { return "event" }
        if case .state(let id) = target, ReservedID.contains(id) { return "target" }
        return nil
    }
}
