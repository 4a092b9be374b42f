import FSMEngine

// What waits with values that the engine does not know.

extension CompiledTable {
    /// Whether the number of an event says all of it: the table names it with the same values.
    func names(_ event: Event, _ number: Int32) -> Bool {
        guard events.values.indices.contains(Int(number)) else { return false }
        let named = events.values[Int(number)]
        return named == event && wildcardPositions(in: named) == wildcardPositions(in: event)
    }
}
