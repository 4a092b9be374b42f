import CLibFFI
import CMemory
import FSMEngine

/// What libffi has to know of a call, prepared once: the types of its parameters and of its result.
struct CallInterface {
    let pointer: UnsafeMutablePointer<ffi_cif>

    /// With what follows the signature's parameters if the function is variadic: how much that is, an `int` for each of so
    /// many cases, and these arguments from one on, each behind its type. `nil` if libffi refuses. It lies in `memory`, of
    /// which it takes ``size(_:)``.
    @inline(never)
    init?(
        _ signature: Signature, caseCount: Int = 0, arguments: [ValueType] = [], from first: Int = 0,
        in memory: inout MemoryCursor
    ) {
        let isVariadic = signature.tail != .none
        let fixed = signature.parameters.count + (isVariadic ? 1 : 0)
        let rest = max(arguments.count - first, 0)
        let count = fixed + caseCount + 2 * rest
        pointer = memory.take(1)
        pointer.initialize(to: ffi_cif())
        let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?> = memory.take(count)
        for index in 0..<count { types[index] = ValueType.i32.type }
        for index in signature.parameters.indices { types[index] = signature.parameters[index].type }
        for index in 0..<rest { types[fixed + 2 * index + 1] = arguments[first + index].promotedType }
        let result = signature.result.type
        let status =
            isVariadic
            ? ffi_prep_cif_var(pointer, FFI_DEFAULT_ABI, UInt32(fixed), UInt32(count), result, types)
            : ffi_prep_cif(pointer, FFI_DEFAULT_ABI, UInt32(count), result, types)
        guard status == FFI_OK else { return nil }
    }

    /// The bytes for one with so many parameters.
    static func size(_ count: Int) -> Int {
        MemoryCursor.size(1, of: ffi_cif.self)
            + MemoryCursor.size(count, of: UnsafeMutablePointer<ffi_type>?.self)
    }
}

/// Hands out one piece of memory bit by bit.
struct MemoryCursor {
    private(set) var next: UnsafeMutableRawPointer

    init(_ memory: UnsafeMutableRawPointer) { next = memory }

    @inline(__always)
    mutating func take<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
        take(bytes: Self.size(count, of: Element.self)).bindMemory(to: Element.self, capacity: count)
    }

    private mutating func take(bytes: Int) -> UnsafeMutableRawPointer {
        let taken = next
        next += bytes
        return taken
    }

    /// What so many take: everything begins where everything may begin.
    static func size<Element>(_ count: Int, of type: Element.Type) -> Int {
        (count * MemoryLayout<Element>.stride + 15) & ~15
    }
}

extension Signature.Result {
    fileprivate var type: UnsafeMutablePointer<ffi_type> {
        switch self {
        case .void: swiftfsm_ffi_void()
        case .bool: swiftfsm_ffi_uint8()
        case .i32, .state, .event: swiftfsm_ffi_sint32()
        }
    }
}

extension Signature.Parameter {
    /// What a value of it is tagged as.
    var valueType: ValueType {
        switch self {
        case .context, .step: .ptr
        case .event, .source, .target, .predicate: .i32
        case .time: .f64
        case .argument(let type): type
        }
    }

    fileprivate var type: UnsafeMutablePointer<ffi_type> { valueType.type }
}

extension ValueType {
    @inline(never)
    fileprivate var type: UnsafeMutablePointer<ffi_type> {
        switch self {
        case .bool, .u8: swiftfsm_ffi_uint8()
        case .i8: swiftfsm_ffi_sint8()
        case .i16: swiftfsm_ffi_sint16()
        case .u16: swiftfsm_ffi_uint16()
        case .i32: swiftfsm_ffi_sint32()
        case .u32: swiftfsm_ffi_uint32()
        case .i64: swiftfsm_ffi_sint64()
        case .u64: swiftfsm_ffi_uint64()
        case .f32: swiftfsm_ffi_float()
        case .f64: swiftfsm_ffi_double()
        case .str, .ptr: swiftfsm_ffi_pointer()
        }
    }

    /// Its type as an argument of a variadic function.
    var promotedType: UnsafeMutablePointer<ffi_type> {
        switch self {
        case .bool, .i8, .i16, .u8, .u16: swiftfsm_ffi_sint32()
        case .f32: swiftfsm_ffi_double()
        default: type
        }
    }

    /// The promoted value, or `nil` if it is passed as it is. The bits of an `int` lie at the beginning.
    func promoted(_ value: UnsafeRawPointer) -> UInt64? {
        let number: Int32
        switch self {
        case .bool, .u8: number = Int32(value.load(as: UInt8.self))
        case .i8: number = Int32(value.load(as: Int8.self))
        case .i16: number = Int32(value.load(as: Int16.self))
        case .u16: number = Int32(value.load(as: UInt16.self))
        case .f32: return Double(value.load(as: Float.self)).bitPattern
        default: return nil
        }
        var bits: UInt64 = 0
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: number, as: Int32.self) }
        return bits
    }

    /// How many bytes of a value's bits it takes.
    var size: Int {
        switch self {
        case .bool, .i8, .u8: 1
        case .i16, .u16: 2
        case .i32, .u32, .f32: 4
        case .i64, .u64, .f64: 8
        case .str, .ptr: MemoryLayout<UnsafeRawPointer>.size
        }
    }
}
