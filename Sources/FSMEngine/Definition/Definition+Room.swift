/// Room for what is to be added, asked for before anything changes: each returns `false` if there is no memory. What is
/// added afterwards allocates nothing, so that the C functions add it outside of any attempt (``MemoryRegion``).
extension Definition {
    /// For so many more rows, blocks, callbacks and matches.
    @inline(__always)
    public mutating func reserve(
        rows newRows: Int = 0, blocks newBlocks: Int = 0, callbacks newCallbacks: Int = 0, matches newMatches: Int = 0
    ) -> Bool {
        memory.reserve(newRows, in: &rows) && memory.reserve(newBlocks, in: &blocks)
            && callbacks.reserve(newCallbacks, in: memory) && matches.reserve(newMatches, in: memory)
    }

    /// For one more callback of anything.
    @inline(__always)
    public mutating func reserveCallback() -> Bool { callbacks.reserve(1, in: memory) }

    /// For one more superstate that a block adopts.
    public mutating func reserveAdoption() -> Bool { adoptions.reserve(1, in: memory) }

    /// For one more declaration of the initial state.
    public mutating func reserveInitial() -> Bool { memory.reserve(1, in: &initials) }

    /// For one more declaration of an event.
    public mutating func reserveEvent() -> Bool { argumentLists.reserve(in: memory) }

    /// For one more declaration of a predicate type.
    public mutating func reservePredicate() -> Bool {
        memory.reserve(1, in: &predicates) && caseCounts.reserve(1, in: memory)
    }

    /// For one more provider.
    @inline(never)
    public mutating func reserveProvider() -> Bool {
        memory.reserve(1, in: &providers) && numberOfProvider.reserve(1, in: memory) && reserveCallback()
    }

    /// For what a block says of its state's place in a chart.
    public mutating func reserveStatePart() -> Bool {
        memory.reserve(1, in: &chart.states) && memory.reserve(1, in: &chart.timeouts)
    }

    /// For one more target of a row, event that it raises, or condition on which states are active. A row without a part
    /// gets one: what is added to it next makes it count.
    @inline(never)
    public mutating func reserveRowPart(_ row: Int) -> Bool {
        guard chart.numbers.reserve(2, in: memory), chart.partOfRow.reserve(1, in: memory),
            memory.reserve(1, in: &chart.rows)
        else { return false }
        _ = partOfRow(row)
        return true
    }
}
