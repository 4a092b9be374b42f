/// The types of what an event may carry. The numbers are those of the C header, the words those of signatures.
public enum ValueType: Int32, CaseIterable, Sendable {
    /// A truth value.
    case bool = 1
    /// A signed integer of so many bits.
    case i8, i16, i32, i64
    /// An unsigned integer of so many bits.
    case u8, u16, u32, u64
    /// A floating-point number of so many bits.
    case f32, f64
    /// A zero-terminated string, or none.
    case str
    /// A pointer, which is passed through unchanged.
    case ptr

    /// The word for it in signatures.
    public var word: StaticString {
        switch self {
        case .bool: "bool"
        case .i8: "i8"
        case .i16: "i16"
        case .i32: "i32"
        case .i64: "i64"
        case .u8: "u8"
        case .u16: "u16"
        case .u32: "u32"
        case .u64: "u64"
        case .f32: "f32"
        case .f64: "f64"
        case .str: "str"
        case .ptr: "ptr"
        }
    }

    var isInteger: Bool { (ValueType.i8.rawValue...ValueType.u64.rawValue).contains(rawValue) }
    var isSigned: Bool { (ValueType.i8.rawValue...ValueType.i64.rawValue).contains(rawValue) }

    /// The bits of a value that mean something.
    var bitWidth: Int {
        switch self {
        case .bool, .i8, .u8: 8
        case .i16, .u16: 16
        case .i32, .u32, .f32: 32
        case .i64, .u64, .f64, .str, .ptr: 64
        }
    }
}

/// A value with its type. Its memory is laid out like `sfsm_value` in the C header: what the type says lies at the
/// beginning of the bits.
public struct Value {
    /// A ``ValueType``, or ``integer``.
    public var type: Int32
    /// The value, in the lowest bits of its size; of a string and a pointer the address.
    public var bits: UInt64

    /// A value of a type with these bits.
    public init(type: Int32, bits: UInt64) {
        self.type = type
        self.bits = bits
    }

    /// An integer, 64 bits of it, that becomes the type which its event declares (`SFSM_INTEGER`).
    public static var integer: Int32 { 14 }

    /// The same as a value of the type that its event declares, or `nil` if that would lose anything of it.
    @inline(__always)
    func taken(as declared: ValueType) -> Value? {
        if type == declared.rawValue { return declared == .bool ? asBool : self }
        return converted(to: declared)
    }

    @inline(never)
    private func converted(to declared: ValueType) -> Value? {
        var value = Value(type: declared.rawValue, bits: 0)
        switch declared {
        case .f64:
            guard let number else { return nil }
            value.bits = number.bitPattern
        case .f32:
            guard let number, number.isNaN || Double(Float(number)) == number else { return nil }
            withUnsafeMutableBytes(of: &value.bits) { $0.storeBytes(of: Float(number), as: Float.self) }
        case .str, .ptr: return isNull ? value : nil
        default: return type == Self.integer ? integer(as: declared) : nil
        }
        return value
    }

    /// The floating-point number that it is, if it is a number that one can hold.
    private var number: Double? {
        switch type {
        case Self.integer: Double(exactly: Int64(bitPattern: bits))
        case ValueType.u64.rawValue: Double(exactly: bits)
        case ValueType.f32.rawValue: withUnsafeBytes(of: bits) { Double($0.load(as: Float.self)) }
        case ValueType.f64.rawValue: Double(bitPattern: bits)
        default: nil
        }
    }

    /// Whether it is a null pointer. In C++ NULL is an integer.
    private var isNull: Bool {
        switch type {
        case Self.integer: bits == 0
        case ValueType.str.rawValue, ValueType.ptr.rawValue:
            withUnsafeBytes(of: bits) { $0.load(as: UInt.self) == 0 }
        default: false
        }
    }

    /// Another language may write any byte, but a `bool` of C is 0 or 1.
    private var asBool: Value {
        let byte = withUnsafeBytes(of: bits) { $0[0] }
        return Value(type: Self.integer, bits: byte == 0 ? 0 : 1).integer(as: .bool) ?? self
    }

    /// An integer of 64 bits as one of an integer's type, or as a bool.
    private func integer(as declared: ValueType) -> Value? {
        let unused = UInt64(64 - declared.bitWidth)
        let value = Value(type: declared.rawValue, bits: bits & (.max >> unused))
        // What is not signed has no numbers below 0.
        guard value.integer(of: declared) == bits, declared.isSigned || Int64(bitPattern: bits) >= 0 else { return nil }
        if declared == .bool && bits > 1 { return nil }
        #if _endian(big)
            return Value(type: declared.rawValue, bits: bits << unused)
        #else
            return value
        #endif
    }

    /// An integer of a type in 64 bits: whatever else lies in those of the value does not count.
    func integer(of type: ValueType) -> UInt64 {
        let shift = UInt64(64 - type.bitWidth)
        let bits = bits << shift
        return type.isSigned ? UInt64(bitPattern: Int64(bitPattern: bits) >> Int64(shift)) : bits >> shift
    }
}

/// What is sent with an event, as the caller has it.
public typealias Arguments = UnsafeBufferPointer<Value>

extension Arguments {
    /// No arguments.
    public static var nothing: Arguments { Arguments(start: nil, count: 0) }
}
