extension ChartSubject {
    /// Reports reserved ids that are raised, and events that are raised although they are declared with arguments.
    /// O(n log n) in what is raised.
    func checkRaisedEvents() {
        forEachRaised { event, raiser in
            if !ReservedID.contains(event) { return }
            report(raiser, event)
        }
        forEachRaisedEvent { event, raisers in
            guard let number = definition.argumentLists.firstDeclaration(ofEvent: event) else { return }
            let declaration = definition.argumentLists.declarations[number]
            let types = definition.argumentLists.lists[declaration.argumentList]
            if types.isEmpty { return }
            found.report(
                Diagnostic(
                    .argumentConflict, event: event, places: [declaration.place] + places(raisers),
                    text: fill(
                        "event % is declared with the arguments %, but % raises it without any: raise another event",
                        names.event(event), names.types(types), text(Named(code: raisers[0])))))
        }
    }

    /// Warns of events that are raised and that no row takes, and returns which are raised. O(rows + events).
    func checkRaisedEventUse(_ isUsed: IndexedArray<Event, Bool>) -> IndexedArray<Event, Bool> {
        var takesAny = false
        for row in definition.rows.typedIndices where definition.rows[row].event == ReservedID.any { takesAny = true }
        var isUsed = isUsed
        forEachRaisedEvent { event, raisers in
            guard let number = resolved.events.find(event), !isUsed[number] else { return }
            isUsed.mark(number)
            if takesAny { return }
            found.report(
                Diagnostic(
                    .unusedEvent, event: event, places: places(raisers),
                    text: text(
                        "% raises event %, but no row takes it: add a row, or do not raise it",
                        Named(code: raisers[0]), .event(event))))
        }
        return isUsed
    }
}

// MARK: - What raises an event: a row, the block of a state that is done, or a timeout

extension ChartSubject {
    /// Rows first, then blocks, then timeouts, each in their order.
    @inline(never)
    private func forEachRaised(_ body: (ID, Named) -> Void) {
        if !definition.chart.rows.isEmpty {
            for row in definition.rows.typedIndices where definition.rows[row].hasChartParts {
                for event in resolved.raisedEvents(row) { body(event, .row(row)) }
            }
        }
        for block in definition.blocks.typedIndices where !definition.blocks[block].isSuperstate {
            let event = part(block).doneEvent
            if event != ReservedID.none { body(event, .block(block)) }
        }
        for timeout in definition.chart.timeouts.indices {
            body(definition.chart.timeouts[timeout].event, Named(.timeout, timeout))
        }
    }

    /// Calls `body` with each event that is raised, and the codes of what raises it.
    @inline(never)
    private func forEachRaisedEvent(_ body: (ID, [Int]) -> Void) {
        var keys: [SortKey] = []
        forEachRaised { event, raiser in
            if let number = resolved.events.find(event) { keys.add(SortKey(number.value, raiser.code)) }
        }
        keys.sortKeys()
        var raisers: [Int] = []
        for position in keys.indices {
            raisers.add(Int(keys[position].low))
            let number = keys[position].high
            if position + 1 < keys.count && keys[position + 1].high == number { continue }
            body(resolved.events.ids[TypedIndex(Int(number))], raisers)
            raisers.removeAll(keepingCapacity: true)
        }
    }

    @inline(never)
    private func places(_ raisers: [Int]) -> [Place] {
        var places: [Place] = []
        for code in raisers { places.add(place(Named(code: code))) }
        return places
    }

    @inline(never)
    private func place(_ raiser: Named) -> Place {
        raiser.kind == .row ? definition.rows[Int(raiser.number)].place : definition.blocks[block(raiser)].place
    }

    private func block(_ raiser: Named) -> TypedIndex<Block> {
        let number = Int(raiser.number)
        return raiser.kind == .timeout ? definition.chart.timeouts[number].block : TypedIndex(number)
    }

    @inline(never)
    private func report(_ raiser: Named, _ event: ID) {
        let text = text(
            "% raises the reserved id %: use one of your own (from % up)", raiser, .event(event), .firstID)
        if raiser.kind == .row {
            found.report(Diagnostic(.reservedIDUsed, definition.rows[Int(raiser.number)], text: text))
            return
        }
        report(.reservedIDUsed, state: definition.blocks[block(raiser)].state, [place(raiser)], text)
        correctLast(event: event)
    }
}
