import CMemory

// Values as text, the same in every locale.
extension Value {
    /// Calls `body` with the value as text. `nil` for what has none: a pointer, a null string, an unknown type.
    public func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard let type = type == Self.integer ? .i64 : ValueType(rawValue: type), type != .ptr else { return nil }
        if type == .str {
            guard let start = string else { return nil }
            return body(UnsafeRawBufferPointer(start: start, count: strlen(start)))
        }
        var text = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        return withUnsafeMutableBytes(of: &text) { buffer in
            var sink = ByteSink(buffer.baseAddress!)
            sink.add(plain: self, type)
            return body(UnsafeRawBufferPointer(rebasing: buffer[0..<sink.count]))
        }
    }

    /// The value of a type, or ``integer``, that a text stands for. `nil` if it stands for none. A string is the text itself,
    /// behind which a zero has to stand.
    public static func reading(_ text: UnsafeRawBufferPointer, type: Int32) -> Value? {
        let declared = type == integer ? .i64 : ValueType(rawValue: type)
        guard let start = text.baseAddress, let declared else { return nil }
        var value: Value?
        switch declared {
        case .ptr: value = nil
        case .str:
            // The first zero is the one behind it.
            let isWhole =
                memchr(start, 0, text.count) == nil && start.load(fromByteOffset: text.count, as: UInt8.self) == 0
            value = isWhole ? Value(type: type, bits: UInt64(UInt(bitPattern: start))) : nil
        case .bool:
            let isTrue = isSame(text, "true")
            value = isTrue || isSame(text, "false") ? Value(type: type, bits: isTrue ? 1 : 0) : nil
        case .f32, .f64: value = number(text, declared)
        default: value = whole(text, declared)
        }
        value?.type = type
        return value
    }

    private static func isSame(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        text.count == word.utf8CodeUnitCount && memcmp(text.baseAddress!, word.utf8Start, text.count) == 0
    }

    private static func number(_ text: UnsafeRawBufferPointer, _ type: ValueType) -> Value? {
        var number = 0.0
        if isSame(text, "nan") {
            number = .nan
        } else if isSame(text, "inf") {
            number = .infinity
        } else if isSame(text, "-inf") {
            number = -.infinity
        } else {
            // Nor does a number begin with a plus sign.
            let start = text.baseAddress!.assumingMemoryBound(to: CChar.self)
            guard 1...79 ~= text.count, text[0] != 0x2b,
                swiftfsm_number(start, text.count, type == .f32, &number), number.isFinite
            else { return nil }
        }
        let bits = type == .f64 ? number.bitPattern : UInt64(Float(number).bitPattern)
        return Value(type: type.rawValue, bits: bits)
    }

    private static func whole(_ text: UnsafeRawBufferPointer, _ type: ValueType) -> Value? {
        // Spaces may stand in JSON, and a minus sign before a zero.
        for byte in text where byte != 0x2d && !(0x30...0x39).contains(byte) { return nil }
        if text.count > 1 && text[0] == 0x2d && text[1] == 0x30 { return nil }
        var scanner = JSONScanner(text)
        if type == .u64 {
            let number = scanner.natural()
            return scanner.hasFault ? nil : Value(type: type.rawValue, bits: number)
        }
        let number = scanner.integer()
        return scanner.hasFault ? nil : Value(type: integer, bits: UInt64(bitPattern: number)).taken(as: type)
    }
}

extension Value {
    /// Of a floating-point type.
    func double(_ type: ValueType) -> Double {
        type == .f64
            ? Double(bitPattern: bits) : withUnsafeBytes(of: bits) { Double($0.load(as: Float.self)) }
    }
}

extension ByteSink {
    /// A value that is no string and no pointer; numbers in at most 32 bytes.
    @inline(never)
    mutating func add(plain value: Value, _ type: ValueType) {
        switch type {
        case .str, .ptr: break
        case .bool: add(value.bits & 0xff == 0 ? "false" : "true")
        case .u8, .u16, .u32, .u64: add(decimal: value.integer(of: type))
        case .i8, .i16, .i32, .i64: add(signed: Int64(bitPattern: value.integer(of: type)))
        case .f32, .f64: add(number: value.double(type), isSingle: type == .f32)
        }
    }

    /// The shortest that is read as the same number.
    private mutating func add(number: Double, isSingle: Bool) {
        if !number.isFinite { return add(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf") }
        var digits = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        withUnsafeMutableBytes(of: &digits) { buffer in
            let start = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
            let length = swiftfsm_number_text(number, isSingle, start, buffer.count)
            add(UnsafeRawBufferPointer(start: start, count: Int(length)))
        }
    }
}
