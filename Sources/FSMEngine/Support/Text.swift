import CMemory

/// A text in UTF-8: names, and what diagnostics say.
///
/// The C library has no `String`, which would bring tables of Unicode and several forms of a text with it; here a text
/// is its bytes. The Swift front ends have ``string``.
public struct Text: Equatable, ExpressibleByStringLiteral {
    /// The text in UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// The empty text.
    public init() {}

    @inline(never)
    public init(stringLiteral literal: StaticString) { append(literal) }

    /// The text of a literal.
    public init(_ literal: StaticString) { self.init(stringLiteral: literal) }

    /// A number as one writes it.
    @inline(never)
    public init(number: Int64) {
        if number < 0 { bytes.append(0x2d) }
        number.magnitude.forEachDigit { bytes.append($0) }
    }

    /// A number as one writes it.
    public init(_ number: Int) { self.init(number: Int64(number)) }
    /// A number as one writes it.
    public init(_ number: Int32) { self.init(number: Int64(number)) }

    /// The text in these bytes. What is no UTF-8 becomes U+FFFD: one for each beginning of a character that does not go
    /// on, and one for each other byte, as `String(decoding:as:)` has it. O(bytes).
    @inline(never)
    public init(repairing source: UnsafeRawBufferPointer) {
        bytes.reserveCapacity(source.count)
        var copied = 0
        var next = 0
        while next < source.count {
            let (length, isWhole) = Self.character(source, at: next)
            if !isWhole {
                append(UnsafeRawBufferPointer(rebasing: source[copied..<next]))
                append("\u{fffd}")
                copied = next + length
            }
            next += length
        }
        append(UnsafeRawBufferPointer(rebasing: source[copied...]))
    }

    /// Whether it has no bytes.
    public var isEmpty: Bool { bytes.isEmpty }

    @inline(never)
    public static func == (left: Text, right: Text) -> Bool {
        left.bytes.withUnsafeBytes { right.isSame(as: $0) }
    }

    /// Whether these are its bytes.
    @inline(__always)
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { own in
            guard own.count == other.count, let start = own.baseAddress, let otherStart = other.baseAddress else {
                return own.isEmpty && other.isEmpty
            }
            return memcmp(start, otherStart, own.count) == 0
        }
    }

    /// The length of the character that begins here, and whether all of it is there. What is no character has the length
    /// of what could begin one, at least 1.
    static func character(_ source: UnsafeRawBufferPointer, at start: Int) -> (length: Int, isWhole: Bool) {
        let first = source[start]
        if first < 0x80 { return (1, true) }
        guard first >= 0xc2 && first <= 0xf4 else { return (1, false) }
        let count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        // What the second byte may be: no character has a longer form than it needs, is half of a pair, or comes after
        // the last one.
        var lowest: UInt8 = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80
        var highest: UInt8 = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf
        var length = 1
        while length < count {
            guard start + length < source.count else { return (length, false) }
            let byte = source[start + length]
            guard byte >= lowest && byte <= highest else { return (length, false) }
            (lowest, highest) = (0x80, 0xbf)
            length += 1
        }
        return (count, true)
    }
}

extension UInt64 {
    /// Calls `body` with each of its decimal digits as a character.
    @inline(__always)
    func forEachDigit(_ body: (UInt8) -> Void) {
        var unit: UInt64 = 1
        while self / unit >= 10 { unit *= 10 }
        while unit > 0 {
            body(0x30 + UInt8(truncatingIfNeeded: self / unit % 10))
            unit /= 10
        }
    }
}

extension UInt8 {
    /// The hexadecimal digit of a number below 16.
    var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x57 + self }
}

// MARK: - Putting together

extension Text {
    @inline(never)
    @_optimize(speed)
    mutating func append(_ other: UnsafeRawBufferPointer) {
        for byte in other { bytes.appendInline(byte) }
    }

    @inline(never)
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a literal. O(bytes).
    @inline(never)
    public mutating func append(_ literal: StaticString) {
        append(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a text. O(bytes).
    @inline(never)
    public static func += (text: inout Text, other: Text) { other.bytes.withUnsafeBytes { text.append($0) } }
}

/// The template with these parts, each in place of a `%`. Out of line: texts need not be fast, but there are many of
/// them; and without an array, which each caller would have to make.
@inline(never)
public func fill(
    _ template: StaticString, _ first: consuming Text? = nil, _ second: consuming Text? = nil,
    _ third: consuming Text? = nil, _ fourth: consuming Text? = nil, _ fifth: consuming Text? = nil
) -> Text {
    let parts = [first, second, third, fourth, fifth]
    var text = Text()
    var next = 0
    for offset in 0..<template.utf8CodeUnitCount {
        let byte = template.utf8Start[offset]
        if byte == 0x25 {
            text += parts[next]!
            next += 1
        } else {
            text.append(byte)
        }
    }
    return text
}

// MARK: - For Swift

extension Text {
    /// The text of a string.
    public init(_ string: String) { bytes = Array(string.utf8) }

    /// The text as a string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}
