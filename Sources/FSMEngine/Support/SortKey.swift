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
    /// Sorts them. O(n log n), and O(n) if they are in order already, as they mostly are.
    @inline(never)
    mutating func sortKeys() {
        var width = 1
        while width < count && !isSorted {
            var merged: [SortKey] = []
            merged.reserveCapacity(count)
            var start = 0
            while start < count {
                appendMerged(from: start, start + width, upTo: start + 2 * width, to: &merged)
                start += 2 * width
            }
            self = merged
            width *= 2
        }
    }

    private var isSorted: Bool {
        var position = 1
        while position < count {
            if self[position] < self[position - 1] { return false }
            position += 1
        }
        return true
    }

    /// Appends two sorted runs that follow each other as one, as far as there is anything of them.
    private func appendMerged(from first: Int, _ middle: Int, upTo end: Int, to merged: inout [SortKey]) {
        var left = first
        var right = Swift.min(middle, count)
        let (leftEnd, rightEnd) = (right, Swift.min(end, count))
        while left < leftEnd || right < rightEnd {
            let takesRight = left == leftEnd || (right < rightEnd && self[right] < self[left])
            merged.append(self[takesRight ? right : left])
            if takesRight { right += 1 } else { left += 1 }
        }
    }

    /// Sorts them, and calls `body` with the second numbers of those that have the same first one, group by group.
    @inline(never)
    mutating func forEachGroup(_ body: ([Int]) -> Void) {
        sortKeys()
        var group: [Int] = []
        for position in indices {
            group.append(Int(self[position].low))
            if position + 1 == count || self[position + 1].high != self[position].high {
                body(group)
                group.removeAll(keepingCapacity: true)
            }
        }
    }
}
