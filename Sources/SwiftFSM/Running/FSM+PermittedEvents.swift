import FSMEngine

extension FSM {
    /// Returns the events for which the current state has a row whose conditions hold, with these predicates.
    /// O(events).
    ///
    /// With `.eager` the result is empty unless there is a predicate of each type of the table.
    public func permittedEvents(_ predicates: any Predicate...) -> [Event] { permittedEvents(predicates) }

    /// Returns whether an event would be taken now, with these predicates: whether the current state has a row for it whose
    /// conditions hold. Nothing changes. Guards of a document are given the event. O(1) plus the conditions.
    public func isPermitted(_ event: Event, predicates: any Predicate...) -> Bool { isPermitted(event, predicates) }

    func isPermitted(_ event: Event, _ predicates: [any Predicate]) -> Bool {
        guard let machine = runner.machine, let sender = runner.sender else { return false }
        return runner.isPermitted(event, predicates.map { sender.sent($0) }, machine)
    }

    func permittedEvents(_ predicates: [any Predicate]) -> [Event] {
        guard let table = runner.table, let machine = runner.machine, let sender = runner.sender else { return [] }
        let cases = predicates.map { sender.sent($0) }
        let values = table.events.values
        var events: [Event] = []
        if table.isDocument { return values.filter { runner.isPermitted($0, cases, machine) } }
        _ = cases.withUnsafeBufferPointer {
            // Other numbers stand for overlaps of patterns, or for states that are done.
            machine.forEachPermitted([], $0) { if values.indices.contains(Int($0)) { events.append(values[Int($0)]) } }
        }
        return events
    }
}

extension Runner {
    /// Whether an event would be taken now. Guards of documents may take it.
    fileprivate func isPermitted(_ event: Event, _ cases: [PredicateCase], _ machine: Machine) -> Bool {
        guard let table, let store else { return false }
        return withUnsafePointer(to: event) { event in
            let outerEvent = store.pointee.guardedEvent
            store.pointee.guardedEvent = UnsafeRawPointer(event)
            defer { store.pointee.guardedEvent = outerEvent }
            return cases.withUnsafeBufferPointer { cases in
                machine.probe(.event(table.events.number(of: event.pointee), cases: cases)).outcome == .transitioned
            }
        }
    }
}
