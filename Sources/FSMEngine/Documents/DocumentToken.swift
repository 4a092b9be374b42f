import CMemory

/// A word, a quoted name or a mark of a line: so many bytes of the text, from a byte on.
struct DocumentToken {
    enum Kind: UInt8 {
        case word
        /// A name between quotes, which are not among its bytes.
        case quoted
        /// The same with `\"` or `\\` in it.
        case escaped
        case mark
        case end
    }

    var kind: Kind
    var start: Int
    var length: Int

    /// A word or a name between quotes.
    @inline(__always)
    var isName: Bool { kind.rawValue <= Kind.escaped.rawValue }
}

/// What kind of character a byte is in a document.
enum DocumentByte {
    /// Letters, digits, `_`, `.` and all beyond ASCII.
    @inline(__always)
    static func isInWord(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || byte == 0x5f || byte == 0x2e
            || byte >= 0x80
    }

    /// Letters and digits, and all beyond ASCII: before them a hyphen belongs to a word.
    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool { byte != 0x5f && byte != 0x2e && isInWord(byte) }

    /// `[ ] | , : ? / = ( )`
    @inline(__always)
    static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x5b, 0x5d, 0x7c, 0x2c, 0x3a, 0x3f, 0x2f, 0x3d, 0x28, 0x29: return true
        default: return false
        }
    }
}

/// A line of a document, cut into tokens.
struct DocumentLine {
    let text: UnsafePointer<UInt8>
    /// The bytes of the line, without its end.
    private(set) var start = 0
    private(set) var end = 0
    private(set) var tokens: [DocumentToken] = []
    /// How many levels it is indented; two spaces each.
    private(set) var depth = 0
    /// It has an arrow: it is a row.
    private(set) var isRow = false
    /// The token that comes next.
    var next = 0

    init(_ text: UnsafePointer<UInt8>) { self.text = text }

    /// Why a line cannot be cut, and the byte where.
    struct Fault: Error {
        let text: StaticString
        let position: Int
    }

    /// Cuts a line. O(bytes).
    @inline(never)
    @_optimize(speed)
    mutating func cut(_ start: Int, _ end: Int) throws(Fault) {
        (self.start, self.end) = (start, end)
        tokens.removeAll(keepingCapacity: true)
        (next, isRow) = (0, false)
        var position = start
        while position < end && text[position] == 0x20 { position &+= 1 }
        let indentation = position &- start
        depth = indentation / 2
        while position < end {
            let byte = text[position]
            if byte == 0x20 {
                position &+= 1
                continue
            }
            // A comment.
            if byte == 0x23 { break }
            position = try take(byte, position)
        }
        if !tokens.isEmpty && indentation % 2 != 0 {
            throw Fault(text: "expected an indentation by two spaces for each level", position: start &+ indentation)
        }
    }

    /// Takes the token that begins with a byte, and returns where it ends.
    @inline(__always)
    private mutating func take(_ byte: UInt8, _ position: Int) throws(Fault) -> Int {
        if isWordByte(byte, position) { return try takeWord(position) }
        if byte == 0x22 { return try takeQuoted(position) }
        if byte == 0x2d && position &+ 1 < end && text[position &+ 1] == 0x3e {
            tokens.appendInline(DocumentToken(kind: .mark, start: position, length: 2))
            isRow = true
            return position &+ 2
        }
        guard DocumentByte.isMark(byte) else { throw unknown(byte, position) }
        tokens.appendInline(DocumentToken(kind: .mark, start: position, length: 1))
        return position &+ 1
    }

    @inline(__always)
    private func isWordByte(_ byte: UInt8, _ position: Int) -> Bool {
        if DocumentByte.isInWord(byte) { return true }
        return byte == 0x2d && position &+ 1 < end && DocumentByte.isLetter(text[position &+ 1])
    }

    @inline(__always)
    private mutating func takeWord(_ start: Int) throws(Fault) -> Int {
        var position = start
        while position < end && isWordByte(text[position], position) { position &+= 1 }
        if position < end && text[position] == 0x23 {
            throw Fault(text: "expected a space before a comment", position: position)
        }
        tokens.appendInline(DocumentToken(kind: .word, start: start, length: position &- start))
        return position
    }

    /// Between the quotes everything stands for itself, but for `\"` and `\\`.
    private mutating func takeQuoted(_ quote: Int) throws(Fault) -> Int {
        var position = quote + 1
        var kind = DocumentToken.Kind.quoted
        while position < end && text[position] != 0x22 {
            if text[position] == 0x5c {
                guard position + 1 < end, text[position + 1] == 0x22 || text[position + 1] == 0x5c else {
                    throw Fault(text: "expected '\"' or '\\' behind '\\' in a quoted name", position: position)
                }
                kind = .escaped
                position += 1
            } else if text[position] == 0x09 {
                throw Fault(text: "expected spaces, found a tab", position: position)
            }
            position += 1
        }
        guard position < end else { throw Fault(text: "expected '\"' at the end of a quoted name", position: end) }
        guard position > quote + 1 else { throw Fault(text: "expected a name, found an empty one", position: quote) }
        tokens.appendInline(DocumentToken(kind: kind, start: quote + 1, length: position - quote - 1))
        return position + 1
    }

    private func unknown(_ byte: UInt8, _ position: Int) -> Fault {
        if byte == 0x09 { return Fault(text: "expected spaces, found a tab", position: position) }
        return Fault(text: "expected a name or a mark: a name with this character stands in quotes", position: position)
    }

    // MARK: - Tokens

    /// The token that comes next.
    @inline(__always)
    var token: DocumentToken {
        next < tokens.count ? tokens[next] : DocumentToken(kind: .end, start: end, length: 0)
    }

    @inline(__always)
    var isAtEnd: Bool { next >= tokens.count }

    /// Whether the token with this number is just that, and not in quotes.
    @inline(never)
    @_optimize(speed)
    func isSame(_ number: Int, _ literal: StaticString) -> Bool {
        guard number < tokens.count else { return false }
        let token = tokens[number]
        guard token.length == literal.utf8CodeUnitCount && text[token.start] == literal.utf8Start[0],
            token.kind == .word || token.kind == .mark
        else { return false }
        return memcmp(text + token.start, literal.utf8Start, token.length) == 0
    }

    /// Whether this comes next.
    @inline(never)
    func sees(_ literal: StaticString) -> Bool { isSame(next, literal) }

    /// Takes that if it comes next.
    @inline(never)
    @_optimize(speed)
    mutating func skip(_ literal: StaticString) -> Bool {
        guard isSame(next, literal) else { return false }
        next &+= 1
        return true
    }

    /// Whether a name comes next.
    @inline(never)
    var seesName: Bool { next < tokens.count && tokens[next].isName }

    /// Whether a word comes next that is not in quotes.
    var seesWord: Bool { token.kind == .word }

    func bytes(_ token: DocumentToken) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text + token.start, count: token.length)
    }

    /// The name that a token is, without quotes and backslashes.
    @inline(never)
    func name(_ token: DocumentToken) -> Text {
        var name = Text()
        guard token.kind == .escaped else {
            name.append(bytes(token))
            return name
        }
        var position = token.start
        while position < token.start + token.length {
            if text[position] == 0x5c { position += 1 }
            name.append(text[position])
            position += 1
        }
        return name
    }

    /// The whole number that a token is; `nil` if it is none of 64 bits.
    @inline(never)
    func number(_ token: DocumentToken) -> Int64? {
        guard token.kind == .word else { return nil }
        var position = token.start
        let end = token.start + token.length
        let isNegative = text[position] == 0x2d
        if isNegative { position += 1 }
        guard position < end else { return nil }
        var value: Int64 = 0
        while position < end {
            guard text[position] >= 0x30 && text[position] <= 0x39 else { return nil }
            let digit = Int64(text[position] - 0x30)
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(isNegative ? -digit : digit)
            if isTooLarge || overflows { return nil }
            value = sum
            position += 1
        }
        return value
    }

    /// The column of a byte of the line: characters, counted from 1.
    @inline(never)
    func column(_ position: Int) -> Int32 {
        var column: Int32 = 1
        var next = start
        while next < position && next < end {
            if text[next] & 0xc0 != 0x80 { column += 1 }
            next += 1
        }
        return column
    }
}

extension DocumentLine {
    /// A line that is not cut, for faults.
    mutating func tokensOfNothing(_ start: Int, _ end: Int) {
        self = DocumentLine(text, start, end)
    }

    private init(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) {
        self.init(text)
        self.start = start
        self.end = end
    }
}
