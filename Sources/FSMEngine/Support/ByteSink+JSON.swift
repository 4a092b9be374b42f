// Pieces of JSON.
extension SnapshotSink {
    @inline(never)
    mutating func add(decimal number: UInt64) {
        var unit: UInt64 = 1
        while number / unit >= 10 { unit *= 10 }
        while unit > 0 {
            add(0x30 + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }

    @inline(never)
    mutating func add(signed number: Int64) {
        if number < 0 { add(UInt8(0x2d)) }
        add(decimal: number.magnitude)
    }

    @inline(never)
    mutating func add(hexadecimal byte: UInt8) {
        add(hexadecimalDigit: byte >> 4)
        add(hexadecimalDigit: byte & 15)
    }

    @inline(never)
    mutating func add(quoted text: UnsafeRawBufferPointer) {
        add(UInt8(0x22))
        for byte in text { add(escaped: byte) }
        add(UInt8(0x22))
    }

    /// `{"i64":5}`; the text is that of a string.
    @inline(never)
    mutating func add(json value: Value, _ text: UnsafeRawBufferPointer?) {
        guard let type = ValueType(rawValue: value.type) else { return }
        add("{\"")
        add(type.word)
        add("\":")
        switch type {
        case .str: if let text { add(string: text) } else { add("null") }
        case .ptr: add("null")
        case .f32, .f64:
            let quote: StaticString = value.isJSONNumber(type) ? "" : "\""
            add(quote)
            add(plain: value, type)
            add(quote)
        default: add(plain: value, type)
        }
        add("}")
    }

    /// What is no UTF-8 becomes a list of its bytes.
    @inline(never)
    private mutating func add(string text: UnsafeRawBufferPointer) {
        var next = 0
        while next < text.count {
            let (length, isWhole) = Text.character(text, at: next)
            guard isWhole else { break }
            next += length
        }
        if next == text.count { return add(quoted: text) }
        add("[")
        for (index, byte) in text.enumerated() {
            if index > 0 { add(UInt8(0x2c)) }
            add(decimal: UInt64(byte))
        }
        add("]")
    }

    private mutating func add(hexadecimalDigit digit: UInt8) { add(digit < 10 ? 0x30 + digit : 0x57 + digit) }

    /// A byte of a string.
    @inline(__always)
    mutating func add(escaped byte: UInt8) {
        if byte >= 0x20 && byte != 0x22 && byte != 0x5c { return add(byte) }
        add(UInt8(0x5c))
        if byte >= 0x20 { return add(byte) }
        add("u00")
        add(hexadecimal: byte)
    }
}
