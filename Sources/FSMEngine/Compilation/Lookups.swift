/// Ids to numbers, in a table's memory.
struct IDLookup {
    /// The id of each number; ``ReservedID/none`` for the gaps of a compact range.
    var ids: UnsafePointer<ID>
    /// For scattered ids: numbers by hash, `.max` where free; a power of two of them, the mask plus one.
    var slots: UnsafePointer<UInt32>
    var mask: UInt32
    /// The numbers in use, gaps included. Also the number that stands for "any".
    var indexCount: UInt32
    var base: ID
    var isCompact: Bool

    /// O(1). `nil` for an id that the definition does not know.
    @inline(__always)
    func index(of id: ID) -> UInt32? {
        if isCompact {
            let offset = UInt32(bitPattern: id &- base)
            return offset < indexCount && ids[Int(offset)] == id && id >= ReservedID.first ? offset : nil
        }
        var position = id.hash & mask
        while slots[Int(position)] != .max {
            let number = slots[Int(position)]
            if ids[Int(number)] == id { return number }
            position = (position &+ 1) & mask
        }
        return nil
    }
}

/// Cells by state and event, in a table's memory: open addressing, at most half full.
struct SparseCells {
    struct Slot {
        var key: UInt64
        var cell: Cell

        /// No state and event have this key, since there are less than 2³² of each.
        static var free: Slot { Slot(key: .max, cell: .unhandled) }
    }

    var slots: UnsafePointer<Slot>
    var mask: Int

    static func key(_ state: UInt32, _ event: UInt32) -> UInt64 { UInt64(state) &<< 32 | UInt64(event) }

    /// O(1).
    subscript(state: UInt32, event: UInt32) -> Cell? {
        let key = Self.key(state, event)
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
