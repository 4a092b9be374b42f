// Values of one type in snapshots, and in definitions that declare another one now.
extension Value {
    /// The same value of a type that can hold all values of its own, or `nil`.
    @inline(never)
    func widened(to declared: ValueType) -> Value? {
        guard let own = ValueType(rawValue: type), own.widens(to: declared) else { return nil }
        if own == declared || !own.isInteger { return taken(as: declared) }
        return Value(type: Self.integer, bits: integer(of: own)).taken(as: declared)
    }

    /// An integer of a type in 64 bits: whatever else lies in those of the value does not count.
    func integer(of type: ValueType) -> UInt64 {
        let shift = UInt64(64 - type.bitWidth)
        let bits = bits << shift
        return type.isSigned ? UInt64(bitPattern: Int64(bitPattern: bits) >> Int64(shift)) : bits >> shift
    }
}

extension ValueType {
    var isInteger: Bool { (ValueType.i8.rawValue...ValueType.u64.rawValue).contains(rawValue) }
    var isSigned: Bool { rawValue <= ValueType.i64.rawValue }

    /// The bits of a value that mean something.
    var bitWidth: Int {
        switch self {
        case .bool, .i8, .u8: 8
        case .i16, .u16: 16
        case .i32, .u32, .f32: 32
        case .i64, .u64, .f64, .str, .ptr: 64
        }
    }

    /// Whether another type has each of its values.
    fileprivate func widens(to other: ValueType) -> Bool {
        if self == other || (self == .f32 && other == .f64) { return true }
        return isInteger && other.isInteger && bitWidth < other.bitWidth && (!isSigned || other.isSigned)
    }
}
