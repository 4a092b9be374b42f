/// The identifiers of Swift for the names of one enumeration.
struct SwiftNames {
    /// By the names. Each is an identifier as source code has it, with backticks if it needs them.
    private(set) var identifiers: [String: String] = [:]

    /// Camel case for names with hyphens, as `runOut` for `run-out`; raw identifiers, `` `run-out` ``, if two names would
    /// become one, and for all with `isRaw`.
    init(_ names: [String], isRaw: Bool) {
        var counts: [String: Int] = [:]
        for name in names { counts[Self.camel(name), default: 0] += 1 }
        for name in names {
            let camel = Self.camel(name)
            let isPlain = !isRaw && counts[camel] == 1 && Self.isIdentifier(camel)
            identifiers[name] = Self.quoted(isPlain ? camel : name)
        }
    }

    subscript(name: String) -> String { identifiers[name] ?? "`\(name)`" }

    /// The name of a type: `OnlineOrders` for `online-orders`.
    static func type(_ name: String) -> String {
        let camel = camel(name)
        return quoted(camel.prefix(1).uppercased() + camel.dropFirst())
    }

    /// The name with words joined: letters behind `-`, `_`, `.` and spaces are capitals.
    private static func camel(_ name: String) -> String {
        var text = ""
        var isStart = false
        for character in name {
            if "-_. ".contains(character) {
                isStart = !text.isEmpty
            } else {
                text += isStart ? character.uppercased() : String(character)
                isStart = false
            }
        }
        return text
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return name.unicodeScalars.allSatisfy {
            $0 == "_" || $0.properties.isXIDContinue && $0.properties.generalCategory != .format
        }
    }

    /// The name in backticks, if it is no identifier or a keyword.
    private static func quoted(_ name: String) -> String {
        isIdentifier(name) && name != "_" && !keywords.contains(name) ? name : "`\(name)`"
    }

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
