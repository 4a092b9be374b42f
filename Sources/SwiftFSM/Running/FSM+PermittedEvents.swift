import FSMEngine

extension FSM {
    /// Returns the events for which the current state has a row whose conditions hold, with these predicates.
    /// O(events).
    ///
    /// With `.eager` the result is empty unless there is a predicate of each type of the table.
    public func permittedEvents(_ predicates: any Predicate...) -> [Event] { permittedEvents(predicates) }

    func permittedEvents(_ predicates: [any Predicate]) -> [Event] {
        guard let table = runner.table, let machine = runner.machine, let sender = runner.sender else { return [] }
        let cases = predicates.map { sender.sent($0) }
        let values = table.events.values
        var events: [Event] = []
        _ = cases.withUnsafeBufferPointer {
            // Other numbers stand for overlaps of patterns, or for states that are done.
            machine.forEachPermitted([], $0) { if values.indices.contains(Int($0)) { events.append(values[Int($0)]) } }
        }
        return events
    }
}
