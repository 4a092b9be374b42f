/// Numbers of values that are so small that each pattern of bits has a place: enums without payload are.
///
/// Such a value holds no reference, and no pointer to anything that might change: where the bits are the same, so are
/// the values. Equal values may have different bits; those that were not met before have no number here.
public struct BitNumbers<Value>: Sendable {
    /// By pattern, up to the highest that was met; -1 for those that were not.
    public private(set) var numbers: [Int32] = []

    /// Without any value.
    public init() {}

    /// Whether values are small enough, and hold no reference.
    @inlinable @inline(__always)
    public static var isPossible: Bool { MemoryLayout<Value>.size <= 2 && _isPOD(Value.self) }

    /// The bits of a value as an index.
    @inlinable @inline(__always)
    public static func pattern(of value: Value) -> Int {
        switch MemoryLayout<Value>.size {
        case 0: 0
        case 1: withUnsafeBytes(of: value) { Int($0[0]) }
        default: withUnsafeBytes(of: value) { Int($0[0]) | Int($0[1]) &<< 8 }
        }
    }

    /// The number of a value; -1 if its bits were not met.
    @inlinable @inline(__always)
    public subscript(value: Value) -> Int32 {
        let pattern = Self.pattern(of: value)
        return pattern < numbers.count ? numbers[pattern] : -1
    }

    /// Gives a value, or rather its bits, a number.
    public mutating func set(_ value: Value, _ number: Int32) {
        let pattern = Self.pattern(of: value)
        if pattern >= numbers.count {
            numbers += Array(repeating: -1, count: pattern + 1 - numbers.count)
        }
        numbers[pattern] = number
    }
}
