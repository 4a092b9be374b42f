/// The numbers of scattered ids, in a table's memory.
///
/// A few ids have places of their own, found by a product: half the time of a hash, and nothing that a processor could foresee
/// wrongly. Free places hold 0, the number of an id whose place is another. Where no multiplier does that, or ids are many,
/// they are found by probing from ``MapKey/hash``; free places hold `.max`.
struct IDHash {
    /// See ``Header``; the places follow.
    let header: UnsafePointer<Header>

    struct Header {
        /// 0: ids are found by probing.
        var multiplier: UInt32
        /// What a product is shifted by.
        var shift: UInt32
        /// The number of places, a power of two, less one.
        var mask: UInt32
        /// What follows begins at a multiple of 16.
        private let padding: UInt32 = 0

        init(multiplier: UInt32, shift: UInt32, mask: UInt32) {
            self.multiplier = multiplier
            self.shift = shift
            self.mask = mask
        }

        @inline(__always)
        func place(of id: ID) -> Int { Int((UInt32(bitPattern: id) &* multiplier) &>> shift) }
    }

    @inline(__always)
    private var places: UnsafePointer<UInt32> { UnsafeRawPointer(header + 1).assumingMemoryBound(to: UInt32.self) }

    /// O(1). `nil` for an id that the definition does not know.
    @inline(never)
    @_optimize(speed)
    func find(_ id: ID, _ ids: UnsafePointer<ID>) -> UInt32? { findInline(id, ids) }

    /// The same, compiled into its caller: for steps.
    @inline(__always)
    func findInline(_ id: ID, _ ids: UnsafePointer<ID>) -> UInt32? {
        guard header.pointee.multiplier != 0 else { return probe(id, ids) }
        let number = places[header.pointee.place(of: id)]
        return ids[Int(number)] == id ? number : nil
    }

    @inline(never)
    @_optimize(speed)
    private func probe(_ id: ID, _ ids: UnsafePointer<ID>) -> UInt32? {
        var place = id.hash & header.pointee.mask
        while places[Int(place)] != .max {
            if ids[Int(places[Int(place)])] == id { return places[Int(place)] }
            place = (place &+ 1) & header.pointee.mask
        }
        return nil
    }
}

/// What an ``IDHash`` is made of.
struct IDPlaces {
    private(set) var header = IDHash.Header(multiplier: 0, shift: 0, mask: 0)
    private(set) var places: [UInt32] = []

    /// Of no ids.
    init() {}

    /// O(ids), and for a few of them a search of limited length.
    @inline(never)
    init(_ ids: [ID]) {
        if ids.count <= 64 && findMultiplier(ids) { return }
        clear(slotCount(for: ids.count), .max)
        for number in ids.indices {
            var place = ids[number].hash & header.mask
            while places[Int(place)] != .max { place = (place &+ 1) & header.mask }
            places[Int(place)] = UInt32(truncatingIfNeeded: number)
        }
    }

    private mutating func clear(_ count: Int, _ free: UInt32) {
        places = [UInt32](repeating: free, count: count)
        header = IDHash.Header(
            multiplier: 0, shift: UInt32(32 - count.trailingZeroBitCount), mask: UInt32(truncatingIfNeeded: count) &- 1)
    }

    /// Looks for a multiplier that gives each id a place of its own, among more and more places.
    private mutating func findMultiplier(_ ids: [ID]) -> Bool {
        for size in 2...4 {
            clear(slotCount(for: ids.count) << (size &- 1), 0)
            for attempt in 0..<64 as Range<UInt32> {
                header.multiplier = 0x9e37_79b1 &+ attempt &* 0x3c6e_f362
                if place(ids) { return true }
            }
        }
        return false
    }

    /// Gives each id its place; none, if two have the same.
    private mutating func place(_ ids: [ID]) -> Bool {
        for number in ids.indices {
            let place = header.place(of: ids[number])
            guard places[place] == 0 else {
                for placed in 0..<number { places[header.place(of: ids[placed])] = 0 }
                return false
            }
            // For now counted from 1, so that the first one's is not free.
            places[place] = UInt32(truncatingIfNeeded: number) &+ 1
        }
        for id in ids { places[header.place(of: id)] &-= 1 }
        return true
    }
}
