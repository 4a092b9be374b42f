/// Numbers for values of at most two bytes, such as enums without associated values: an array with an element for each
/// bit pattern.
///
/// Such values contain no references and no pointers, so values with the same bits are equal. Equal values may have
/// different bits; bits that were never set have no number.
public struct BitNumbers<Value>: Sendable {
    /// The numbers by bit pattern, up to the highest pattern that was set; -1 for patterns that were not.
    public private(set) var numbers: [Int32] = []

    /// Creates an empty map.
    public init() {}

    /// Whether values are small enough and contain no references.
    @inlinable @inline(__always)
    public static var isPossible: Bool { MemoryLayout<Value>.size <= 2 && _isPOD(Value.self) }

    /// Returns the bits of a value as an array index.
    @inlinable @inline(__always)
    public static func pattern(of value: Value) -> Int {
        switch MemoryLayout<Value>.size {
        case 0: 0
        case 1: withUnsafeBytes(of: value) { Int($0[0]) }
        default: withUnsafeBytes(of: value) { Int($0[0]) | Int($0[1]) &<< 8 }
        }
    }

    /// The number of a value; -1 if its bits were never set.
    @inlinable @inline(__always)
    public subscript(value: Value) -> Int32 {
        let pattern = Self.pattern(of: value)
        return pattern < numbers.count ? numbers[pattern] : -1
    }

    /// The number of a value in a copy of ``numbers``, which is at hand without a reference count; -1 if its bits were never
    /// set, or if the type is not numbered by bits.
    @inlinable @inline(__always)
    public static func number(of value: Value, in numbers: UnsafeMutableBufferPointer<Int32>) -> Int32 {
        guard isPossible else { return -1 }
        let pattern = pattern(of: value)
        return pattern < numbers.count ? numbers[pattern] : -1
    }

    /// Sets the number for the bits of a value.
    public mutating func set(_ value: Value, _ number: Int32) {
        let pattern = Self.pattern(of: value)
        if pattern >= numbers.count {
            numbers += Array(repeating: -1, count: pattern + 1 - numbers.count)
        }
        numbers[pattern] = number
    }
}
