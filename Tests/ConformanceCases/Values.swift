import FSMEngine

extension Conformance {
    /// A value as a case says it, of a ``ValueType`` or ``Value/integer``.
    struct Datum: Equatable {
        var type: Int32
        /// The number, as wide as the type, or what stands for a pointer.
        var bits: UInt64 = 0
        /// A string, unless it is not there.
        var text: String?
    }

    /// Takes the word for a type that an event may declare.
    static func takeType(_ cursor: inout Cursor) throws(Fault) -> ValueType {
        guard let type = ValueType.allCases.first(where: { cursor.skip("\($0.word)") }) else {
            throw cursor.fault("a type is expected here, not \(cursor.peek)")
        }
        return type
    }
}

// MARK: - Reading

extension Conformance.Words {
    typealias Fault = Conformance.Fault
    typealias Cursor = Conformance.Cursor
    typealias Datum = Conformance.Datum

    /// Takes `(i32 150, str "euro")`, and where that is allowed also integers without a type.
    mutating func takeArguments(_ cursor: inout Cursor, takesIntegers: Bool) throws(Fault) -> [Datum] {
        var arguments: [Datum] = []
        try cursor.expect("(")
        while !cursor.sees(")") {
            if !arguments.isEmpty { try cursor.expect(",") }
            let isTyped = ValueType.allCases.contains { cursor.sees("\($0.word)") }
            if takesIntegers && !isTyped {
                let number: Int64 = try cursor.integer("an integer that i64 holds, or a type")
                arguments.append(Datum(type: Value.integer, bits: UInt64(bitPattern: number)))
            } else {
                arguments.append(try takeDatum(&cursor, Conformance.takeType(&cursor)))
            }
        }
        try cursor.expect(")")
        return arguments
    }

    /// Takes `150`, of a type.
    mutating func takeDatum(_ cursor: inout Cursor, _ type: ValueType) throws(Fault) -> Datum {
        var datum = Datum(type: type.rawValue)
        let what = "an integer that \(type.word) holds"
        func integer<Integer: FixedWidthInteger>(_: Integer.Type) throws(Fault) -> UInt64 {
            let number: Integer = try cursor.integer(what)
            return UInt64(truncatingIfNeeded: number) & (.max >> (64 - UInt64(Integer.bitWidth)))
        }
        switch type {
        case .bool:
            datum.bits = cursor.skip("true") ? 1 : 0
            if datum.bits == 0 { try cursor.expect("false") }
        case .i8: datum.bits = try integer(Int8.self)
        case .i16: datum.bits = try integer(Int16.self)
        case .i32: datum.bits = try integer(Int32.self)
        case .i64: datum.bits = try integer(Int64.self)
        case .u8: datum.bits = try integer(UInt8.self)
        case .u16: datum.bits = try integer(UInt16.self)
        case .u32: datum.bits = try integer(UInt32.self)
        case .u64: datum.bits = try integer(UInt64.self)
        case .f32: datum.bits = UInt64(Float(try cursor.number("a number")).bitPattern)
        case .f64: datum.bits = try cursor.number("a number").bitPattern
        case .str: datum.text = cursor.skip("none") ? nil : try cursor.quoted("a text in quotes, or none")
        case .ptr: datum.bits = cursor.skip("none") ? 0 : pointer(try cursor.word("the name of a pointer"))
        }
        return datum
    }
}

// MARK: - Values of the engine

extension Conformance.Datum {
    /// What the engine tells.
    init(_ value: Value) {
        type = value.type
        withUnsafeBytes(of: value.bits) { bytes in
            switch ValueType(rawValue: value.type) {
            case .bool, .i8, .u8: bits = UInt64(bytes.load(as: UInt8.self))
            case .i16, .u16: bits = UInt64(bytes.load(as: UInt16.self))
            case .i32, .u32, .f32: bits = UInt64(bytes.load(as: UInt32.self))
            case .str: text = bytes.load(as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
            case .i64, .u64, .f64, .ptr, nil: bits = value.bits
            }
        }
    }

    /// The number at the beginning of the bits, as it lies in memory; of a string the address.
    fileprivate func value(at text: UnsafeMutablePointer<CChar>?) -> Value {
        var value = Value(type: type, bits: bits)
        withUnsafeMutableBytes(of: &value.bits) { bytes in
            switch ValueType(rawValue: type) {
            case .bool, .i8, .u8: bytes.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
            case .i16, .u16: bytes.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
            case .i32, .u32, .f32: bytes.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
            case .str: bytes.storeBytes(of: text, as: UnsafeMutablePointer<CChar>?.self)
            case .i64, .u64, .f64, .ptr, nil: break
            }
        }
        return value
    }

    /// Calls `body` with copies that are spoilt behind it: what the engine keeps must be its own.
    static func lend<Result>(_ data: [Self], _ body: (Arguments) -> Result) -> Result {
        let texts = data.map { datum in
            datum.text.map { text -> UnsafeMutableBufferPointer<CChar> in
                let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
                _ = copy.initialize(from: text.utf8CString)
                return copy
            }
        }
        let values = UnsafeMutableBufferPointer<Value>.allocate(capacity: data.count)
        _ = values.initialize(from: zip(data, texts).map { $0.value(at: $1?.baseAddress) })
        defer {
            for text in texts {
                text?.update(repeating: CChar(bitPattern: 0x3f))
                text?.deallocate()
            }
            values.update(repeating: Value(type: -1, bits: .max))
            values.deallocate()
        }
        return body(Arguments(values))
    }
}

extension Conformance.Datum: CustomStringConvertible {
    /// As a case says it, but for pointers.
    var description: String {
        switch ValueType(rawValue: type) {
        case .bool: return bits == 0 ? "bool false" : "bool true"
        case .i8: return "i8 \(Int8(truncatingIfNeeded: bits))"
        case .i16: return "i16 \(Int16(truncatingIfNeeded: bits))"
        case .i32: return "i32 \(Int32(truncatingIfNeeded: bits))"
        case .i64: return "i64 \(Int64(bitPattern: bits))"
        case .f32: return "f32 \(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
        case .f64: return "f64 \(Double(bitPattern: bits))"
        case .str: return text.map { "str \"\($0)\"" } ?? "str none"
        case .some(let type): return "\(type.word) \(bits)"
        case nil: return "\(Int64(bitPattern: bits))"
        }
    }
}
