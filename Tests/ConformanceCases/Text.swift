/// The shared cases in Tests/Conformance, as all tests in Swift read them. README.md describes their format there.
enum Conformance {}

extension Conformance {
    /// Something that is wrong with a case, or that differs from it.
    struct Fault: Error {
        var line: Int
        var text: String
    }

    /// A mark, such as `->` or `[`; a word; or a text that stands in quotes, without them.
    struct Token {
        enum Kind { case mark, word, quoted }

        var text: String
        var kind: Kind

        /// Whether it is this word or mark.
        func `is`(_ text: String) -> Bool { kind != .quoted && self.text == text }
    }

    struct Line {
        var number: Int
        /// How far it is indented: two spaces are one level.
        var depth: Int
        var tokens: [Token]
    }

    /// The line of the first fault that a case under wrong/ announces.
    static func announcedFault(in contents: String) -> Int? {
        let announcement = "# wrong in line "
        let line = contents.split(separator: "\n").first { $0.hasPrefix(announcement) }
        return line.flatMap { Int($0.dropFirst(announcement.count)) }
    }

    /// The lines of a case that say something: comments and empty ones are left out.
    static func lines(of contents: String) throws(Fault) -> [Line] {
        var lines: [Line] = []
        for (index, text) in contents.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            if number == 1 && (!text.hasPrefix("# ") || text.count == 2) {
                throw Fault(line: number, text: "a case begins with a comment that states its rule")
            }
            let indentation = text.prefix { $0 == " " }.count
            let tokens = try tokens(of: Array(text), in: number)
            guard !tokens.isEmpty else { continue }
            let deepest = lines.last.map { $0.depth + 1 } ?? 0
            guard indentation % 2 == 0 && indentation / 2 <= deepest else {
                throw Fault(line: number, text: "the line is indented by \(indentation) spaces: each level is two")
            }
            lines.append(Line(number: number, depth: indentation / 2, tokens: tokens))
        }
        return lines
    }

    private static func tokens(of text: [Character], in number: Int) throws(Fault) -> [Token] {
        var tokens: [Token] = []
        var rest = text[...]
        while let first = rest.first, first != "#" {
            if first == " " {
                rest = rest.dropFirst()
                continue
            }
            if first == "\"" {
                tokens.append(try takeQuoted(&rest, in: number))
                continue
            }
            var length = markLength(rest)
            let isWord = length == 0
            while isWord && belongsToWord(rest.dropFirst(length)) { length += 1 }
            guard length > 0 else { throw Fault(line: number, text: "there is no such mark: '\(first)'") }
            tokens.append(Token(text: String(rest.prefix(length)), kind: isWord ? .word : .mark))
            rest = rest.dropFirst(length)
            if isWord && rest.first == "#" {
                throw Fault(line: number, text: "a comment needs a space before it")
            }
        }
        return tokens
    }

    /// Takes a text in quotes.
    private static func takeQuoted(_ rest: inout ArraySlice<Character>, in number: Int) throws(Fault) -> Token {
        var text = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character == "\"" { return Token(text: text, kind: .quoted) }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else {
                throw Fault(line: number, text: "behind \\ stands \" or \\ in a quote")
            }
            text.append(escaped)
        }
        throw Fault(line: number, text: "a quote is not closed")
    }

    /// A hyphen belongs to a word if a letter or digit follows, so that `a->b` is three tokens.
    private static func belongsToWord(_ rest: ArraySlice<Character>) -> Bool {
        guard let first = rest.first else { return false }
        func isLetterOrDigit(_ character: Character) -> Bool {
            !character.isASCII || character.isLetter || character.isNumber
        }
        if first == "-" { return rest.dropFirst().first.map { isLetterOrDigit($0) } ?? false }
        return isLetterOrDigit(first) || first == "_" || first == "."
    }

    private static func markLength(_ rest: ArraySlice<Character>) -> Int {
        if rest.starts(with: "->") { return 2 }
        return rest.first.map { "[]|,:?/=()".contains($0) } ?? false ? 1 : 0
    }
}

extension Conformance {
    /// A place in a line, from which tokens are taken one after the other.
    struct Cursor {
        let line: Line
        var next = 0

        init(_ line: Line) { self.line = line }

        func fault(_ text: String) -> Fault { Fault(line: line.number, text: text) }

        var isAtEnd: Bool { next >= line.tokens.count }
        /// The next token as it was written.
        var peek: String { isAtEnd ? "the end of the line" : line.tokens[next].text }
        var seesWord: Bool { !isAtEnd && line.tokens[next].kind == .word }
        func sees(_ text: String) -> Bool { !isAtEnd && line.tokens[next].is(text) }
        /// Whether the token behind the next one is this.
        func seesSecond(_ text: String) -> Bool { next + 1 < line.tokens.count && line.tokens[next + 1].is(text) }

        /// Goes past the next token if it is this one.
        mutating func skip(_ text: String) -> Bool {
            guard sees(text) else { return false }
            next += 1
            return true
        }

        mutating func expect(_ text: String) throws(Fault) {
            guard skip(text) else { throw fault("\(text) is expected here, not \(peek)") }
        }

        func expectEnd() throws(Fault) {
            guard isAtEnd else { throw fault("nothing more is expected here, not \(peek)") }
        }

        mutating func word(_ what: String) throws(Fault) -> String {
            guard seesWord else { throw fault("\(what) is expected here, not \(peek)") }
            defer { next += 1 }
            return line.tokens[next].text
        }

        mutating func quoted(_ what: String) throws(Fault) -> String {
            guard !isAtEnd, line.tokens[next].kind == .quoted else {
                throw fault("\(what) is expected here, not \(peek)")
            }
            defer { next += 1 }
            return line.tokens[next].text
        }

        mutating func integer<Integer: FixedWidthInteger>(_ what: String) throws(Fault) -> Integer {
            let word = try word(what)
            guard let value = Integer(word) else { throw fault("\(what) is expected here, not \(word)") }
            return value
        }

        mutating func number(_ what: String) throws(Fault) -> Double {
            let word = try word(what)
            guard let value = Double(word) else { throw fault("\(what) is expected here, not \(word)") }
            return value
        }

        /// All words up to a mark, the end, or one of them.
        mutating func words(before stop: String? = nil) -> [String] {
            var words: [String] = []
            while seesWord && !(stop.map { sees($0) } ?? false) {
                words.append(line.tokens[next].text)
                next += 1
            }
            return words
        }
    }
}

extension ArraySlice<Conformance.Line> {
    /// Takes the next line.
    mutating func takeCursor() -> Conformance.Cursor? { popFirst().map { Conformance.Cursor($0) } }

    /// Takes the lines that stand below the last one that was taken: those that are deeper than `depth`.
    mutating func takeBelow(_ depth: Int) -> Self {
        let below = prefix { $0.depth > depth }
        self = dropFirst(below.count)
        return below
    }
}
