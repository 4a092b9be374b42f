/// What raises an event: a row, a state that is done, or a timeout.
private struct Raising {
    var event: ID
    var row: TypedIndex<Row>?
    var block: TypedIndex<Block>?
    var isTimeout = false
}

extension ResolvedDefinition {
    /// Reports reserved ids that are raised, and events that are raised although they are declared with arguments.
    /// O(n log n) in what is raised.
    func checkRaisedEvents(_ found: inout [Diagnostic]) {
        let all = raisings
        for raising in all where ReservedID.contains(raising.event) { found.report(reservedEvent(raising)) }
        forEachRaisedEvent(all) { event, raisings in
            guard let number = definition.argumentLists.firstDeclaration(ofEvent: event) else { return }
            let declaration = definition.argumentLists.declarations[number]
            let types = definition.argumentLists.lists[declaration.argumentList]
            if types.isEmpty { return }
            found.report(
                Diagnostic(
                    .argumentConflict, event: event, places: [declaration.place] + raisings.map { place($0) },
                    text: fill(
                        "event % is declared with the arguments %, but % raises it without any: raise another event",
                        names.event(event), names.types(types), subject(raisings[0]))))
        }
    }

    /// Warns of events that are raised and that no row takes, and marks all that are raised as used. O(rows + events).
    func checkRaisedEventUse(_ isUsed: inout IndexedArray<Event, Bool>, _ found: inout [Diagnostic]) {
        let takesAny = definition.rows.contains { $0.event == ReservedID.any }
        forEachRaisedEvent(raisings) { event, raisings in
            guard let number = events.index(of: event), !isUsed[number] else { return }
            isUsed[number] = true
            if takesAny { return }
            found.report(
                Diagnostic(
                    .unusedEvent, event: event, places: raisings.map { place($0) },
                    text: fill(
                        "% raises event %, but no row takes it: add a row, or do not raise it", subject(raisings[0]),
                        names.event(event))))
        }
    }

    private var raisings: [Raising] {
        var all: [Raising] = []
        if !definition.chart.rows.isEmpty {
            for index in definition.rows.typedIndices where definition.rows[index].hasChartParts {
                for event in definition.chart.part(ofRow: index)?.raised ?? [] {
                    all.append(Raising(event: event, row: index, block: nil))
                }
            }
        }
        for index in definition.blocks.typedIndices where !definition.blocks[index].isSuperstate {
            let event = definition.part(of: definition.blocks[index]).doneEvent
            if event != ReservedID.none { all.append(Raising(event: event, row: nil, block: index)) }
        }
        for timeout in definition.chart.timeouts {
            all.append(Raising(event: timeout.event, row: nil, block: timeout.block, isTimeout: true))
        }
        return all
    }

    private func forEachRaisedEvent(_ all: [Raising], _ body: (ID, [Raising]) -> Void) {
        var keys: [SortKey] = []
        for (position, raising) in all.enumerated() {
            if let number = events.index(of: raising.event) { keys.append(SortKey(number.value, position)) }
        }
        keys.forEachGroup { positions in body(all[positions[0]].event, positions.map { all[$0] }) }
    }

    private func place(_ raising: Raising) -> Place {
        if let row = raising.row { return definition.rows[row].place }
        return raising.block.map { definition.blocks[$0].place } ?? .unknown
    }

    @inline(never)
    private func subject(_ raising: Raising) -> Text {
        if let row = raising.row { return names.row(definition.rows[row]) }
        let block = raising.block.map { names.block($0) } ?? ""
        return raising.isTimeout ? fill("a timeout of %", block) : block
    }

    @inline(never)
    private func reservedEvent(_ raising: Raising) -> Diagnostic {
        let text = fill(
            "% raises the reserved id %: use one of your own (from % up)", subject(raising),
            names.event(raising.event), Text(ReservedID.first))
        if let row = raising.row { return Diagnostic(.reservedIDUsed, definition.rows[row], text: text) }
        return Diagnostic(
            .reservedIDUsed, state: raising.block.map { definition.blocks[$0].state } ?? ReservedID.none,
            event: raising.event, places: [place(raising)], text: text)
    }
}
