import FSMInterning

/// Numbers for the states, or the events, of a machine: from 0, in the order in which they were met.
///
/// A value is found by its bits where it is small enough, by its hash if its type has one, and otherwise by comparing
/// it with each: the interface asks for `Equatable` only. An object, so that nothing is counted where a value is looked
/// up.
@usableFromInline
final class Numbering<Value: Equatable> {
    @usableFromInline @exclusivity(unchecked) private(set) var values: [Value] = []
    @usableFromInline @exclusivity(unchecked) private(set) var bits = BitNumbers<Value>()
    @usableFromInline @exclusivity(unchecked) private(set) var numbers: [HashedValue<Value>: Int32] = [:]
    @usableFromInline let isHashable = Value.self is any Hashable.Type

    init() {}

    /// The number of a value; -1 if it was not met. O(1), or O(values) if they have no hash.
    @inlinable @inline(__always)
    func number(of value: Value) -> Int32 {
        if BitNumbers<Value>.isPossible {
            let number = bits[value]
            if number >= 0 { return number }
        }
        return search(value)
    }

    @inlinable
    func search(_ value: Value) -> Int32 {
        if isHashable { return numbers[HashedValue(value)] ?? -1 }
        for number in values.indices where values[number] == value { return Int32(number) }
        return -1
    }

    /// The number of a value, which it is given when it is first met.
    @discardableResult
    func insert(_ value: Value) -> Int32 {
        var number = search(value)
        if number < 0 {
            number = Int32(values.count)
            values.append(value)
            if isHashable { numbers[HashedValue(value)] = number }
        }
        if BitNumbers<Value>.isPossible { bits.set(value, number) }
        return number
    }
}

/// A value whose type is known to have a hash, though its constraints do not say so. Where this is specialised, nothing
/// is left of the question.
@usableFromInline
struct HashedValue<Value: Equatable>: Hashable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }

    @inlinable
    static func == (left: HashedValue, right: HashedValue) -> Bool { left.value == right.value }

    @inlinable
    func hash(into hasher: inout Hasher) {
        if let value = value as? any Hashable { value.hash(into: &hasher) }
    }
}
