/// Numbers for values, from 0, in the order in which they were met: the ids by which the engine knows states and
/// events.
///
/// A value is found by its bits where it is small enough, and by its hash otherwise.
public struct Interner<Value: Hashable> {
    /// The values by their numbers.
    public private(set) var values: [Value] = []
    @usableFromInline private(set) var numbers: [Value: Int32] = [:]
    @usableFromInline private(set) var bits = BitNumbers<Value>()

    /// Without any value.
    public init() {}

    /// The number of a value; -1 if it was not met. O(1).
    @inlinable @inline(__always)
    public func number(of value: Value) -> Int32 {
        if BitNumbers<Value>.isPossible {
            let number = bits[value]
            if number >= 0 { return number }
        }
        return numberByHash(of: value)
    }

    @inlinable
    func numberByHash(of value: Value) -> Int32 { numbers[value] ?? -1 }

    /// The number of a value, which it is given when it is first met. O(1).
    @discardableResult
    public mutating func insert(_ value: Value) -> Int32 {
        let number = numbers[value] ?? Int32(values.count)
        if number == values.count {
            values.append(value)
            numbers[value] = number
        }
        if BitNumbers<Value>.isPossible { bits.set(value, number) }
        return number
    }
}

extension Interner: Sendable where Value: Sendable {}
