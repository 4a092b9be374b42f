/// What Swift accepts as identifiers, plain and in backticks.
enum SwiftIdentifier {
    /// Whether the name is an identifier without backticks, unless it is a keyword.
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, name != "_", isHead(first.value) else { return false }
        return name.unicodeScalars.allSatisfy { isHead($0.value) || isTail($0.value) }
    }

    /// Whether the name is an identifier in backticks. Blanks alone and operators are none; `$` begins names of Swift's own.
    static func canBeRaw(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard !scalars.contains(where: { $0 == "`" || $0 == "\\" || isForbiddenSpace($0) }) else { return false }
        if scalars.first == "$" && scalars.count > 1 { return false }
        guard let first = scalars.first(where: { $0 != " " }) else { return false }
        guard isOperator(first.value) else { return true }
        return !scalars.allSatisfy { isOperator($0.value) || isMark($0.value) }
    }

    /// As source code has it, with backticks if it needs them.
    static func quoted(_ name: String) -> String { isPlain(name) && !keywords.contains(name) ? name : "`\(name)`" }

    /// As source code has it before the colon of an argument, where backticks that are not needed are a warning.
    static func label(_ name: String, isDeclared: Bool) -> String {
        let isSpecial = name == "inout" || isDeclared && (name == "var" || name == "let")
        return isPlain(name) && !isSpecial ? name : "`\(name)`"
    }

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    // MARK: - Characters, as in the grammar of Swift

    private static func isForbiddenSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7f || scalar != " " && scalar.properties.isWhitespace
    }

    private static func isHead(_ code: UInt32) -> Bool {
        switch code {
        case 0x41...0x5a, 0x5f, 0x61...0x7a, 0xa8, 0xaa, 0xad, 0xaf, 0xb2...0xb5, 0xb7...0xba, 0xbc...0xbe,
            0xc0...0xd6, 0xd8...0xf6, 0xf8...0x2ff, 0x370...0x167f, 0x1681...0x180d, 0x180f...0x1dbf, 0x1e00...0x1fff,
            0x200b...0x200d, 0x202a...0x202e, 0x203f...0x2040, 0x2054, 0x2060...0x20cf, 0x2100...0x218f,
            0x2460...0x24ff, 0x2776...0x2793, 0x2c00...0x2dff, 0x2e80...0x2fff, 0x3004...0x3007, 0x3021...0x302f,
            0x3031...0xd7ff, 0xf900...0xfd3d, 0xfd40...0xfdcf, 0xfdf0...0xfe1f, 0xfe30...0xfe44, 0xfe47...0xfffd:
            true
        // Of each plane all but the last two.
        case 0x10000...0xeffff: code & 0xffff <= 0xfffd
        default: false
        }
    }

    /// Digits, and marks that belong to the character before.
    private static func isTail(_ code: UInt32) -> Bool {
        switch code {
        case 0x30...0x39, 0x300...0x36f, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f: true
        default: false
        }
    }

    private static func isOperator(_ code: UInt32) -> Bool {
        switch code {
        case 0x21, 0x25, 0x26, 0x2a, 0x2b, 0x2d...0x2f, 0x3c...0x3f, 0x5e, 0x7c, 0x7e, 0xa1...0xa7, 0xa9, 0xab, 0xac,
            0xae, 0xb0, 0xb1, 0xb6, 0xbb, 0xbf, 0xd7, 0xf7, 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203e,
            0x2041...0x2053, 0x2055...0x205e, 0x2190...0x23ff, 0x2500...0x2775, 0x2794...0x2bff, 0x2e00...0x2e7f,
            0x3001...0x3003, 0x3008...0x3020, 0x3030:
            true
        default: false
        }
    }

    /// What an operator may have behind its first character.
    private static func isMark(_ code: UInt32) -> Bool {
        switch code {
        case 0x300...0x36f, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe00...0xfe0f, 0xfe20...0xfe2f, 0xe0100...0xe01ef: true
        default: false
        }
    }
}
