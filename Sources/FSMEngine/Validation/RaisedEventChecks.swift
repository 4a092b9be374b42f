extension ChartSubject {
    /// Reports reserved ids that are raised, and events that are raised although they are declared with arguments.
    /// O(n log n) in what is raised.
    func checkRaisedEvents() {
        var raisings = raisings()
        for raising in raisings where ReservedID.contains(event(of: raising)) { report(raising) }
        raisings.sortKeys()
        var next = 0
        while next < raisings.count {
            let event = event(of: raisings[next])
            let raisers = raisers(raisings, &next)
            guard !ReservedID.contains(event), let number = definition.argumentLists.firstDeclaration(ofEvent: event)
            else { continue }
            let declaration = definition.argumentLists.declarations[number]
            let types = definition.argumentLists.lists[declaration.argumentList]
            if types.isEmpty { continue }
            report(
                .argumentConflict, event, [declaration.place] + places(raisers),
                fill(
                    "event % is declared with the arguments %, but % raises it without any: raise another event",
                    names.event(event), names.types(types), text(raisers[0])))
        }
    }

    /// Warns of events that are raised and that no row takes, and returns which are raised. O(rows + events).
    func checkRaisedEventUse(_ isUsed: IndexedArray<Event, Bool>) -> IndexedArray<Event, Bool> {
        var takesAny = false
        for row in definition.rows.typedIndices where definition.rows[row].event == ReservedID.any { takesAny = true }
        var isUsed = isUsed
        var raisings = raisings()
        raisings.sortKeys()
        var next = 0
        while next < raisings.count {
            let event = event(of: raisings[next])
            let raisers = raisers(raisings, &next)
            guard let number = resolved.events.index(of: event), !isUsed[number] else { continue }
            isUsed.mark(number)
            if takesAny { continue }
            report(
                .unusedEvent, event, places(raisers),
                text(
                    "% raises event %, but no row takes it: add a row, or do not raise it", raisers[0],
                    .event(event)))
        }
        return isUsed
    }
}

// MARK: - What raises an event: a row, the block of a state that is done, or a timeout

extension ChartSubject {
    /// All events that are raised, with the codes of what raises them: rows first, then blocks, then timeouts.
    @inline(never)
    private func raisings() -> [SortKey] {
        var raisings: [SortKey] = []
        func add(_ event: ID, _ raiser: Named) {
            raisings.add(SortKey(high: UInt64(UInt32(bitPattern: event ^ .min)), low: raiser.code))
        }
        if !definition.chart.rows.isEmpty {
            for row in definition.rows.typedIndices where definition.rows[row].hasChartParts {
                for event in resolved.raisedEvents(row) { add(event, .row(row)) }
            }
        }
        for block in definition.blocks.typedIndices where !definition.blocks[block].isSuperstate {
            let event = part(block).doneEvent
            if event != ReservedID.none { add(event, .block(block)) }
        }
        for timeout in definition.chart.timeouts.indices {
            add(definition.chart.timeouts[timeout].event, Named(.timeout, timeout))
        }
        return raisings
    }

    private func event(of raising: SortKey) -> ID { ID(bitPattern: UInt32(raising.high)) ^ .min }

    /// What raises the same event as the next one of these, which are sorted.
    @inline(never)
    private func raisers(_ raisings: [SortKey], _ next: inout Int) -> [Named] {
        var raisers: [Named] = []
        let first = raisings[next].high
        while next < raisings.count && raisings[next].high == first {
            raisers.add(Named(code: raisings[next].low))
            next += 1
        }
        return raisers
    }

    @inline(never)
    private func places(_ raisers: [Named]) -> [Place] {
        var places: [Place] = []
        for raiser in raisers { places.add(place(raiser)) }
        return places
    }

    @inline(never)
    private func place(_ raiser: Named) -> Place {
        raiser.kind == .row ? definition.rows[Int(raiser.number)].place : definition.blocks[block(raiser)].place
    }

    @inline(never)
    private func block(_ raiser: Named) -> TypedIndex<Block> {
        let number = Int(raiser.number)
        return raiser.kind == .timeout ? definition.chart.timeouts[number].block : TypedIndex(number)
    }

    @inline(never)
    private func report(_ raising: SortKey) {
        let raiser = Named(code: raising.low)
        let event = event(of: raising)
        let text = text(
            "% raises the reserved id %: use one of your own (from % up)", raiser, .event(event), .firstID)
        if raiser.kind == .row {
            report(.reservedIDUsed, definition.rows[Int(raiser.number)], nil, text)
        } else {
            report(.reservedIDUsed, state: definition.blocks[block(raiser)].state, [place(raiser)], text)
            correctLast(event: event)
        }
    }

    @inline(never)
    private func report(_ kind: Diagnostic.Kind, _ event: ID, _ places: [Place], _ text: Text) {
        report(kind, state: ReservedID.none, places, text)
        correctLast(event: event)
    }
}
