import CMemory

/// Reads JSON, which comes from anywhere, piece by piece. After the first fault nothing more is read.
struct JSONScanner {
    let bytes: UnsafeRawBufferPointer
    var position = 0
    /// What was expected where.
    private(set) var expected: (position: Int, what: StaticString)?

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var hasFault: Bool { expected != nil }

    @inline(never)
    mutating func fail(_ what: StaticString) { if expected == nil { expected = (position, what) } }

    /// The next byte that is no space; 0 at the end.
    @inline(never)
    mutating func peek() -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            guard Self.isSpace(byte) else { return byte }
            position += 1
        }
        return 0
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    /// Takes a byte if it comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard !hasFault, peek() == byte, byte != 0 else { return false }
        position += 1
        return true
    }

    mutating func expect(_ byte: UInt8, _ what: StaticString) { if !take(byte) { fail(what) } }

    /// Takes a word if it comes next, whole.
    @inline(never)
    mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard !hasFault, peek() != 0, bytes.count - position >= count,
            memcmp(bytes.baseAddress! + position, word.utf8Start, count) == 0,
            bytes.count - position == count || !isOfWord(word.utf8Start[count - 1])
                || !isOfWord(bytes[position + count])
        else { return false }
        position += count
        return true
    }

    /// Calls `body` for each element of a list, or member of an object, that begins here.
    @inline(never)
    mutating func forEach(_ open: UInt8, _ close: UInt8, _ what: StaticString, _ body: (inout Self) -> Void) {
        expect(open, what)
        if hasFault || take(close) { return }
        repeat { body(&self) } while take(0x2c)
        expect(close, close == 0x5d ? "',' or ']'" : "',' or '}'")
    }

    /// Skips whatever comes next, without looking at it closely.
    @inline(never)
    mutating func skipValue() {
        var depth = 0
        repeat {
            switch peek() {
            case 0: return fail("a value")
            case 0x22: skipString()
            case 0x5b, 0x7b:
                depth += 1
                position += 1
            case 0x5d, 0x7d:
                if depth == 0 { return fail("a value") }
                depth -= 1
                position += 1
            case 0x2c, 0x3a:
                if depth == 0 { return fail("a value") }
                position += 1
            default:
                let start = position
                while position < bytes.count && isOfWord(bytes[position]) { position += 1 }
                let isWord = position > start && (position == bytes.count || isEnd(bytes[position]))
                if !isWord { return fail("a value") }
            }
        } while depth > 0 && !hasFault
    }

    private func isOfWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || byte == 0x2b || byte == 0x2d
            || byte == 0x2e
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        Self.isSpace(byte) || byte == 0x2c || byte == 0x3a || byte == 0x5d || byte == 0x7d
    }

    @inline(never)
    @_optimize(speed)
    private mutating func skipString() {
        guard let start = bytes.baseAddress else { return }
        var next = position + 1
        while next < bytes.count {
            let byte = start.load(fromByteOffset: next, as: UInt8.self)
            next += byte == 0x5c ? 2 : 1
            if byte == 0x22 { return position = next }
        }
        position = bytes.count
        fail("'\"'")
    }

    // MARK: - Values

    /// An integer of so many bits at least.
    @inline(never)
    mutating func integer() -> Int64 {
        let isNegative = take(0x2d)
        let magnitude = natural(isBehindSign: isNegative)
        guard magnitude <= UInt64(Int64.max) + (isNegative ? 1 : 0) else {
            fail("an integer of 64 bits")
            return 0
        }
        return isNegative ? 0 &- Int64(truncatingIfNeeded: magnitude) : Int64(magnitude)
    }

    @inline(never)
    mutating func natural(isBehindSign: Bool = false) -> UInt64 {
        var number: UInt64 = 0
        if !isBehindSign { _ = peek() }
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
            let (product, isTooMuch) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooMuch) = product.addingReportingOverflow(UInt64(bytes[position] - 0x30))
            if isTooMuch || isStillTooMuch { return tooLarge() }
            number = sum
            position += 1
        }
        let isZero = position - start > 1 && bytes[start] == 0x30
        if position == start || isZero || (position < bytes.count && !isEnd(bytes[position])) {
            fail("an integer")
            return 0
        }
        return number
    }

    mutating func word() -> UInt32 {
        let number = natural()
        if number > UInt32.max { fail("an integer of 32 bits") }
        return UInt32(truncatingIfNeeded: number)
    }

    private mutating func tooLarge() -> UInt64 {
        fail("an integer of 64 bits")
        return 0
    }

    /// A number, or one of the words for what JSON has no number for, or none that lasts, in quotes.
    mutating func number() -> Double {
        if take(word: "\"nan\"") { return .nan }
        if take(word: "\"inf\"") { return .infinity }
        if take(word: "\"-inf\"") { return -.infinity }
        if take(word: "\"-0\"") { return -0.0 }
        _ = peek()
        let start = position
        let isNumber = skipNumber()
        var number = 0.0
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        guard isNumber, let first = text.baseAddress, text.count > 0,
            swiftfsm_number(first.assumingMemoryBound(to: CChar.self), text.count, false, &number), number.isFinite
        else {
            fail("a number")
            return 0
        }
        return number
    }

    /// Skips a number as JSON has them; `false` if none comes next.
    private mutating func skipNumber() -> Bool {
        if position < bytes.count && bytes[position] == 0x2d { position += 1 }
        let isZero = position < bytes.count && bytes[position] == 0x30
        let count = skipDigits()
        var isNumber = count == 1 || (count > 1 && !isZero)
        if position < bytes.count && bytes[position] == 0x2e {
            position += 1
            if skipDigits() == 0 { isNumber = false }
        }
        if position < bytes.count && bytes[position] | 0x20 == 0x65 {
            position += 1
            if position < bytes.count && (bytes[position] == 0x2b || bytes[position] == 0x2d) { position += 1 }
            if skipDigits() == 0 { isNumber = false }
        }
        return isNumber && (position == bytes.count || isEnd(bytes[position]))
    }

    /// How many digits come next.
    private mutating func skipDigits() -> Int {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position - start
    }

    /// The bytes of a string, unescaped, each passed to `body`.
    @inline(never)
    mutating func string(_ body: (UInt8) -> Void) {
        expect(0x22, "a string")
        while !hasFault {
            guard position < bytes.count, bytes[position] >= 0x20 else { return fail("'\"'") }
            let byte = bytes[position]
            if byte == 0x22 {
                position += 1
                return
            }
            if byte == 0x5c {
                position += 1
                unescape(body)
                continue
            }
            if byte < 0x80 {
                body(byte)
                position += 1
                continue
            }
            let (length, isWhole) = Text.character(bytes, at: position)
            guard isWhole else { return fail("UTF-8") }
            for index in position..<position + length { body(bytes[index]) }
            position += length
        }
    }

    /// What stands behind a backslash.
    private mutating func unescape(_ body: (UInt8) -> Void) {
        guard position < bytes.count else { return fail("an escape") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case 0x22, 0x5c, 0x2f: body(byte)
        case 0x62: body(0x08)
        case 0x66: body(0x0c)
        case 0x6e: body(0x0a)
        case 0x72: body(0x0d)
        case 0x74: body(0x09)
        case 0x75: unescapeCharacter(body)
        default:
            position -= 1
            fail("an escape")
        }
    }

    private mutating func unescapeCharacter(_ body: (UInt8) -> Void) {
        var scalar = unit()
        if 0xd800..<0xdc00 ~= scalar {
            guard bytes.count - position >= 2, bytes[position] == 0x5c, bytes[position + 1] == 0x75 else {
                return fail("the second half of a pair")
            }
            position += 2
            let low = unit()
            guard 0xdc00..<0xe000 ~= low else { return fail("the second half of a pair") }
            scalar = 0x10000 + (scalar - 0xd800) << 10 + (low - 0xdc00)
        } else if 0xdc00..<0xe000 ~= scalar {
            return fail("the first half of a pair")
        }
        if hasFault { return }
        if scalar < 0x80 { return body(UInt8(scalar)) }
        let count: UInt32 = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3
        body((count == 1 ? 0xc0 : count == 2 ? 0xe0 : 0xf0) | UInt8(scalar >> (6 * count)))
        for index in (0..<count).reversed() { body(UInt8(0x80 | scalar >> (6 * index) & 0x3f)) }
    }

    /// Four hexadecimal digits.
    private mutating func unit() -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 { number = number << 4 | hexadecimalDigit("four hexadecimal digits") }
        return number
    }

    /// The digit that is the next byte.
    @inline(__always)
    mutating func hexadecimalDigit(_ what: StaticString = "64 hexadecimal digits") -> UInt32 {
        guard position < bytes.count, let digit = Self.digit(bytes[position]) else {
            fail(what)
            return 0
        }
        position += 1
        return UInt32(digit)
    }

    /// A string ends here.
    var isAtQuote: Bool { position < bytes.count && bytes[position] == 0x22 }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x57
        case 0x41...0x46: byte - 0x37
        default: nil
        }
    }
}
