/// Numbers values from 0, in the order in which they are inserted. The engine knows states and events by these ids.
///
/// A lookup uses the value's bits if the type is small enough (see ``BitNumbers``), otherwise its hash. An index can
/// instead compare values one by one, for types without a hash and for values that match several others.
public struct ValueIndex<Value: Hashable> {
    /// The values, by number.
    public private(set) var values: [Value] = []
    @usableFromInline private(set) var numbers: [Value: Int32] = [:]
    /// The numbers of small values, by their bits.
    public private(set) var bits = BitNumbers<Value>()
    /// The order in which values are compared one by one; empty if the index looks values up by their hash.
    public private(set) var scanOrder: [Int32] = []
    /// The numbers of what several values have in common, by these in their order: see ``scan(in:overlaps:)``.
    private var overlaps: [[Int32]: Int32] = [:]
    private let isHashed: Bool
    /// Numbers values that the index does not hold; `nil` if those have no number.
    @usableFromInline private(set) var fallback: (@Sendable (Value) -> Int32)?
    /// Whether the fallback is asked first.
    @usableFromInline private(set) var asksFallbackFirst = false

    /// Creates an empty index.
    ///
    /// - Parameter isHashed: Pass `false` if `Value` has no useful hash: values are then compared one by one.
    public init(isHashed: Bool = true) { self.isHashed = isHashed }

    /// Returns the number of a value, or -1 if the index does not hold it. O(1), or O(values) if values are compared
    /// one by one.
    @inlinable @inline(__always)
    public func number(of value: Value) -> Int32 {
        if BitNumbers<Value>.isPossible {
            let number = bits[value]
            if number >= 0 { return number }
        }
        return search(value)
    }

    /// The same without the bits.
    @inlinable
    public func search(_ value: Value) -> Int32 {
        if asksFallbackFirst, let fallback {
            let number = fallback(value)
            if number >= 0 { return number }
        }
        let number = scanOrder.isEmpty ? numberByHash(of: value) : numberByScan(of: value)
        guard number < 0, let fallback else { return number }
        return fallback(value)
    }

    /// Returns the number under which the hash finds a value, or -1. O(1).
    @inlinable
    public func numberByHash(of value: Value) -> Int32 { numbers[value] ?? -1 }

    /// Compares values one by one and returns the first number that belongs to an equal value, or that of what all equal values
    /// have in common; -1 if there is none. O(values).
    @usableFromInline
    func numberByScan(of value: Value) -> Int32 {
        if overlaps.isEmpty { return firstNumber(of: value) }
        let equal = scanOrder.filter { values[Int($0)] == value }
        return overlaps[equal] ?? equal.first ?? -1
    }

    private func firstNumber(of value: Value) -> Int32 { scanOrder.first { values[Int($0)] == value } ?? -1 }

    /// Returns the number of a value and inserts the value if the index does not hold it. O(1), or O(values) if values
    /// are compared one by one.
    @discardableResult
    public mutating func insert(_ value: Value) -> Int32 {
        let number = isHashed ? numberByHash(of: value) : firstNumber(of: value)
        guard number >= 0 else { return append(value) }
        remember(value, as: number)
        return number
    }

    /// Adds a value under a number of its own, even if the index holds an equal value. The hash keeps finding the value
    /// that was added first. O(1).
    public mutating func append(_ value: Value) -> Int32 {
        let number = Int32(values.count)
        values.append(value)
        if !isHashed {
            scanOrder.append(number)
        } else if numbers[value] == nil {
            numbers[value] = number
        }
        remember(value, as: number)
        return number
    }

    /// Adds a value under a number of its own that no lookup finds, but the fallback. O(1).
    public mutating func appendUnlisted(_ value: Value) -> Int32 {
        values.append(value)
        return Int32(values.count - 1)
    }

    /// Numbers values that the index does not hold from now on. If the index holds none of these values, it may be asked first,
    /// before their hash.
    public mutating func fallBack(to number: @escaping @Sendable (Value) -> Int32, isFirst: Bool) {
        fallback = number
        asksFallbackFirst = isFirst
    }

    /// Lets the bits of a value find a number that the index holds already. Equal values may have different bits.
    public mutating func remember(_ value: Value, as number: Int32) {
        if BitNumbers<Value>.isPossible { bits.set(value, number) }
    }

    /// Compares values one by one from now on, in this order of their numbers. Of several equal ones the first counts, or, if
    /// `overlaps` has all of them, its number.
    public mutating func scan(in order: [Int32], overlaps: [(values: Set<Int32>, number: Int32)] = []) {
        scanOrder = order
        self.overlaps = Dictionary(
            uniqueKeysWithValues: overlaps.map { overlap in
                (order.filter { overlap.values.contains($0) }, overlap.number)
            })
    }
}

extension ValueIndex: Sendable where Value: Sendable {}
