// Pieces of JSON.
extension ByteSink {
    @inline(never)
    mutating func add(decimal number: UInt64) {
        number.forEachDigit { add($0) }
    }

    @inline(never)
    mutating func add(signed number: Int64) {
        if number < 0 { add(UInt8(0x2d)) }
        add(decimal: number.magnitude)
    }

    @inline(never)
    mutating func add(hexadecimal byte: UInt8) {
        add((byte >> 4).hexadecimalDigit)
        add((byte & 15).hexadecimalDigit)
    }

    @inline(never)
    mutating func add(quoted text: UnsafeRawBufferPointer) {
        add(UInt8(0x22))
        for byte in text { add(escaped: byte) }
        add(UInt8(0x22))
    }

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
