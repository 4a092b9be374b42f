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
    /// Sorts them by merging runs of growing length. O(count · log count), and O(count) if they are in order already.
    @inline(never)
    @_optimize(speed)
    mutating func sortKeys() {
        guard !isInOrder else { return }
        var merged = self
        var width = 1
        while width < count {
            for start in stride(from: 0, to: count, by: 2 &* width) { merge(from: start, width, into: &merged) }
            swap(&self, &merged)
            width &*= 2
        }
    }

    private var isInOrder: Bool {
        for position in indices.dropFirst() where self[position] < self[position &- 1] { return false }
        return true
    }

    /// Merges two runs of this length, as far as there are so many keys, the first of which begins here.
    @_optimize(speed)
    private func merge(from start: Int, _ width: Int, into merged: inout [SortKey]) {
        let middle = Swift.min(start &+ width, count)
        let end = Swift.min(middle &+ width, count)
        var (left, right) = (start, middle)
        for position in start..<end {
            if left < middle && (right == end || !(self[right] < self[left])) {
                merged[position] = self[left]
                left &+= 1
            } else {
                merged[position] = self[right]
                right &+= 1
            }
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

extension [UInt64] {
    /// Sorts them by their upper halves, 11 bits at a time. O(count).
    @inline(never)
    @_optimize(speed)
    mutating func sortByUpperHalf() {
        var sorted = [UInt64](repeating: 0, count: count)
        var shift: UInt64 = 32
        while shift < 64 {
            var ends = [Int](repeating: 0, count: 2049)
            for key in self { ends[Int(key &>> shift & 2047) &+ 1] &+= 1 }
            for digit in 0..<2048 { ends[digit &+ 1] &+= ends[digit] }
            for key in self {
                let digit = Int(key &>> shift & 2047)
                sorted[ends[digit]] = key
                ends[digit] &+= 1
            }
            swap(&self, &sorted)
            shift &+= 11
        }
    }
}
