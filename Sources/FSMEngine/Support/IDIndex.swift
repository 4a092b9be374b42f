/// Numbers the ids of a definition from 0: by subtraction where their range is compact, otherwise through a map.
struct IDIndex<Kind> {
    private let numbers: IDNumbers

    /// The lowest id of a compact range.
    @inline(__always)
    var base: ID { numbers.base }
    /// The id of each number; ``ReservedID/none`` for the gaps of a compact range. Ascending.
    @inline(__always)
    var ids: IndexedArray<Kind, ID> { IndexedArray(numbers.ids) }
    /// How many ids there are, gaps not counted.
    @inline(__always)
    var count: Int { numbers.count }
    /// Numbers go by subtraction; otherwise through a map.
    @inline(__always)
    var isCompact: Bool { numbers.isCompact }

    /// The numbers in use, gaps included.
    @inline(__always)
    var indexCount: Int { numbers.ids.count }
    @inline(__always)
    var indices: TypedIndices<Kind> { TypedIndices(count: indexCount) }
    /// The number that follows the last one.
    @inline(__always)
    var end: TypedIndex<Kind> { TypedIndex(indexCount) }

    /// O(mentions), and the sorting of distinct ids where they are scattered.
    @inline(__always)
    init(_ mentions: [ID], allowsGaps: Bool = true) { numbers = IDNumbers(mentions, allowsGaps: allowsGaps) }

    /// O(1). `nil` for an id that was not mentioned.
    @inline(__always)
    func index(of id: ID) -> TypedIndex<Kind>? { numbers.number(of: id).map { TypedIndex($0) } }

    /// The same, compiled into its caller: for what is asked of every row.
    @inline(__always)
    func inlinedIndex(of id: ID) -> TypedIndex<Kind>? { numbers.inlinedNumber(of: id).map { TypedIndex($0) } }
}

/// What an ``IDIndex`` consists of: with one type for all kinds, there is one copy of the numbering in the library. An
/// object, of which a copy costs little.
private final class IDNumbers {
    let base: ID
    let ids: [ID]
    let count: Int
    let isCompact: Bool
    private let map: IndexMap<ID>

    @inline(never)
    @_optimize(speed)
    init(_ mentions: [ID], allowsGaps: Bool) {
        guard let first = mentions.first else {
            (base, ids, count, isCompact, map) = (0, [], 0, true, IndexMap())
            return
        }
        var low = first
        var high = first
        for id in mentions {
            low = min(low, id)
            high = max(high, id)
        }
        // All ids may be 2³² apart, which a word of 32 bits does not hold.
        let width = Int64(high) - Int64(low) + 1
        if width <= 4 * Int64(mentions.count) + 64 {
            let width = Int(width)
            var compact = [ID](repeating: ReservedID.none, count: width)
            for id in mentions { compact[Int(id) - Int(low)] = id }
            var distinct = 0
            for id in compact where id != ReservedID.none { distinct &+= 1 }
            // Gaps cost cells: at most as many as there are ids.
            if width == distinct || (allowsGaps && width <= 2 * distinct + 8) {
                (base, ids, count, isCompact, map) = (low, compact, distinct, true, IndexMap())
                return
            }
        }
        // Where the first ones are all different, most are.
        var firstOnes = IndexMap<ID>()
        for id in mentions.prefix(64) { _ = firstOnes.index(of: id, orInsert: 0) }
        let capacity = firstOnes.count == 64 ? mentions.count : 0
        var numbers = IndexMap<ID>(capacity: capacity)
        // Their order: the ids as unsigned numbers in the upper half, and when each came in the lower.
        var keys: [UInt64] = []
        keys.reserveCapacity(capacity)
        for id in mentions {
            let next = UInt32(truncatingIfNeeded: keys.count)
            guard numbers.index(of: id, orInsert: next) == next else { continue }
            keys.appendInline(UInt64(UInt32(bitPattern: id ^ .min)) << 32 | UInt64(next))
        }
        keys.sortByUpperHalf()
        var sorted = [ID](repeating: 0, count: keys.count)
        var places = [UInt32](repeating: 0, count: keys.count)
        for number in sorted.indices {
            sorted[number] = ID(truncatingIfNeeded: keys[number] >> 32) ^ .min
            places[Int(keys[number] & 0xffff_ffff)] = UInt32(truncatingIfNeeded: number)
        }
        numbers.renumber(places)
        (base, ids, count, isCompact, map) = (0, sorted, sorted.count, false, numbers)
    }

    @inline(never)
    @_optimize(speed)
    func number(of id: ID) -> Int? { inlinedNumber(of: id) }

    @inline(__always)
    func inlinedNumber(of id: ID) -> Int? {
        if !isCompact { return map[id].map { Int($0) } }
        guard id >= base else { return nil }
        let offset = UInt32(bitPattern: id &- base)
        guard offset < UInt32(ids.count) else { return nil }
        return ids[Int(offset)] == id && !ReservedID.contains(id) ? Int(offset) : nil
    }
}
