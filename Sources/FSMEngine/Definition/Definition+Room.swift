/// Room for what is to be added, asked for before anything changes: each returns `false` if there is no memory. What is
/// added afterwards allocates nothing, so that the C functions add it outside of any attempt (``MemoryRegion``).
extension Definition {
    @inline(__always)
    public mutating func reserve(
        rows newRows: Int = 0, blocks newBlocks: Int = 0, callbacks newCallbacks: Int = 0, matches newMatches: Int = 0
    ) -> Bool {
        memory.reserve(newRows, in: &rows) && memory.reserve(newBlocks, in: &blocks)
            && callbacks.reserve(newCallbacks, in: memory) && matches.reserve(newMatches, in: memory)
    }

    /// For one more superstate that a block adopts.
    @inline(never)
    public mutating func reserveAdoption(byBlock block: Int) -> Bool {
        memory.reserve(1, in: &blocks[block].adopted)
    }

    public mutating func reserveInitial() -> Bool { memory.reserve(1, in: &initials) }

    public mutating func reserveEvent() -> Bool { argumentLists.reserve(in: memory) }

    public mutating func reservePredicate() -> Bool {
        memory.reserve(1, in: &predicates) && caseCounts.reserve(1, in: memory)
    }

    @inline(never)
    public mutating func reserveProvider() -> Bool {
        memory.reserve(1, in: &providers) && numberOfProvider.reserve(1, in: memory) && reserve(callbacks: 1)
    }
}
