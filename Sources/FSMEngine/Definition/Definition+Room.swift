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

    /// For what a block says of its state's place in a chart.
    public mutating func reserveStatePart() -> Bool {
        memory.reserve(1, in: &chart.states) && memory.reserve(1, in: &chart.timeouts)
    }

    /// For one more target of a row.
    @inline(never)
    public mutating func reserveTarget(ofRow row: Int) -> Bool {
        reserveRowPart(row) { part, memory in memory.reserve(1, in: &part.targets) }
    }

    /// For one more condition of a row on which states are active.
    @inline(never)
    public mutating func reserveInGuard(ofRow row: Int) -> Bool {
        reserveRowPart(row) { part, memory in memory.reserve(1, in: &part.inGuards) }
    }

    /// For one more event that a row raises.
    @inline(never)
    public mutating func reserveRaise(ofRow row: Int) -> Bool {
        reserveRowPart(row) { part, memory in memory.reserve(1, in: &part.raised) }
    }

    /// A row without a part gets one: what is added to it next makes it count.
    private mutating func reserveRowPart(
        _ row: Int, _ reserve: (inout ChartParts.RowPart, MemoryRegion) -> Bool
    ) -> Bool {
        let key = Int32(truncatingIfNeeded: row)
        if let part = chart.partOfRow[key] { return reserve(&chart.rows[Int(part)], memory) }
        var part = ChartParts.RowPart()
        guard chart.partOfRow.reserve(1, in: memory), memory.reserve(1, in: &chart.rows), reserve(&part, memory) else {
            return false
        }
        _ = chart.partOfRow.index(of: key, orInsert: UInt32(chart.rows.count))
        chart.rows.append(part)
        return true
    }
}
