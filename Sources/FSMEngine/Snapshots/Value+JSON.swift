// Arguments in JSON.
extension ByteSink {
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
}

extension Value {
    /// Of a floating-point type: whether JSON has a number for it that lasts. Many who read -0 take it for an integer, which
    /// has no sign.
    fileprivate func isJSONNumber(_ type: ValueType) -> Bool {
        let number = double(type)
        return number.isFinite && (number != 0 || number.sign == .plus)
    }
}
