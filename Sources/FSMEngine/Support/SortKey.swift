/// What is sorted goes by two numbers, of which the second may be its own: with one type for all, there is one copy of
/// the sorting in the library.
struct SortKey: Comparable {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Of two numbers that are not negative.
    init(_ high: Int, _ low: Int) { self.init(high: UInt64(high), low: UInt64(low)) }

    static func < (left: SortKey, right: SortKey) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension [SortKey] {
    @inline(never)
    mutating func sortKeys() { sort() }

    /// Sorts them, and calls `body` with the second numbers of those that have the same first one, group by group.
    mutating func forEachGroup(_ body: ([Int]) -> Void) {
        sortKeys()
        var group: [Int] = []
        for (position, key) in enumerated() {
            group.append(Int(key.low))
            if position + 1 == count || self[position + 1].high != key.high {
                body(group)
                group.removeAll(keepingCapacity: true)
            }
        }
    }
}
