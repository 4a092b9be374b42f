/// A set of states of a chart, by their positions in document order. A chart of the oracle has at most 64.
struct StateSet: Equatable {
    private(set) var bits: UInt64 = 0

    init() {}
    init(_ states: some Sequence<Int>) { for state in states { insert(state) } }

    var isEmpty: Bool { bits == 0 }
    func contains(_ state: Int) -> Bool { bits & (1 << UInt64(state)) != 0 }
    mutating func insert(_ state: Int) { bits |= 1 << UInt64(state) }
    mutating func remove(_ state: Int) { bits &= ~(1 << UInt64(state)) }
    mutating func formUnion(_ other: StateSet) { bits |= other.bits }

    func union(_ other: StateSet) -> StateSet { StateSet(bits: bits | other.bits) }
    func intersection(_ other: StateSet) -> StateSet { StateSet(bits: bits & other.bits) }
    func subtracting(_ other: StateSet) -> StateSet { StateSet(bits: bits & ~other.bits) }

    private init(bits: UInt64) { self.bits = bits }

    /// In document order.
    var states: [Int] {
        var states: [Int] = []
        var left = bits
        while left != 0 {
            states.append(left.trailingZeroBitCount)
            left &= left - 1
        }
        return states
    }
}
