/// The types of what an event may carry. The numbers are those of the C header, the words those of signatures.
public enum ValueType: Int32, CaseIterable, Sendable {
    case bool = 1
    case i8, i16, i32, i64
    case u8, u16, u32, u64
    case f32, f64
    /// A zero-terminated string, or none.
    case str
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
}

/// A value with its type. Its memory is laid out like `sfsm_value` in the C header: what the type says lies at the
/// beginning of the bits.
public struct Value {
    /// A ``ValueType``, or ``integer``.
    public var type: Int32
    public var bits: UInt64

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

    private func integer(as declared: ValueType) -> Value? {
        let number = Int64(bitPattern: bits)
        let width: UInt64
        let fits: Bool
        switch declared {
        case .bool: (width, fits) = (8, number == 0 || number == 1)
        case .i8: (width, fits) = (8, Int8(exactly: number) != nil)
        case .i16: (width, fits) = (16, Int16(exactly: number) != nil)
        case .i32: (width, fits) = (32, Int32(exactly: number) != nil)
        case .i64: (width, fits) = (64, true)
        case .u8: (width, fits) = (8, UInt8(exactly: number) != nil)
        case .u16: (width, fits) = (16, UInt16(exactly: number) != nil)
        case .u32: (width, fits) = (32, UInt32(exactly: number) != nil)
        case .u64: (width, fits) = (64, number >= 0)
        case .f32, .f64, .str, .ptr: return nil
        }
        guard fits else { return nil }
        #if _endian(big)
            return Value(type: declared.rawValue, bits: bits << (64 - width))
        #else
            return Value(type: declared.rawValue, bits: bits & (.max >> (64 - width)))
        #endif
    }
}

/// What is sent with an event, as the caller has it.
public typealias Arguments = UnsafeBufferPointer<Value>

extension Arguments {
    public static var nothing: Arguments { Arguments(start: nil, count: 0) }
}
