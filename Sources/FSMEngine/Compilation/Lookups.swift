/// Ids to numbers, in a table's memory.
struct IDLookup<Kind> {
    /// The id of each number; ``ReservedID/none`` for the gaps of a compact range.
    var ids: IndexedPointer<Kind, ID>
    /// Of scattered ids.
    var hash: IDHash
    /// The numbers in use, gaps included. Also the number that stands for "any".
    var indexCount: UInt32
    var base: ID
    var isCompact: Bool

    @inline(__always)
    var indices: TypedIndices<Kind> { TypedIndices(count: Int(indexCount)) }
    /// The number that follows the last one.
    @inline(__always)
    var end: CompactIndex<Kind> { CompactIndex(indexCount) }

    /// O(1). `nil` for an id that the definition does not know.
    @inline(__always)
    func index(of id: ID) -> CompactIndex<Kind>? {
        if isCompact {
            let offset = UInt32(bitPattern: id &- base)
            let index = CompactIndex<Kind>(offset)
            return offset < indexCount && ids[index] == id && id >= ReservedID.first ? index : nil
        }
        return hash.find(id, ids.first).map { CompactIndex($0) }
    }
}

/// Cells by state and column, in a table's memory: open addressing, at most half full.
struct SparseCells {
    struct Slot {
        var key: UInt64
        var cell: Cell

        /// No state and column have this key, since there are less than 2³² of each.
        static var free: Slot { Slot(key: .max, cell: .unhandled) }
    }

    var slots: UnsafePointer<Slot>
    var mask: Int

    static func key(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> UInt64 {
        UInt64(state.value) &<< 32 | UInt64(column.value)
    }

    /// O(1).
    subscript(state: CompactIndex<State>, column: CompactIndex<Column>) -> Cell? {
        let key = Self.key(state, column)
        var position = Int(truncatingIfNeeded: key.hash) & mask
        while slots[position].key != .max {
            if slots[position].key == key { return slots[position].cell }
            position = (position &+ 1) & mask
        }
        return nil
    }
}

/// The slots of an open-addressing table for `count` entries: a power of two, at least twice as many.
func slotCount(for count: Int) -> Int {
    var slots = 4
    while slots < count * 2 { slots *= 2 }
    return slots
}
