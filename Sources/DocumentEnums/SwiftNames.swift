/// The identifiers of Swift for names that must differ: those of one enumeration, of types, or of arguments.
struct SwiftNames {
    /// By the names. Without backticks.
    private var identifiers: [String: String] = [:]

    /// Camel case for names with hyphens, as `runOut` for `run-out`; raw identifiers, `` `run-out` ``, if two names would
    /// become one, or one that Swift has, and for all with `isRaw`.
    init(_ names: [String], isRaw: Bool) { self.init(names) { isRaw ? $0 : Self.camel($0) } }

    /// The names of types: `OrderKind` for `order-kind`.
    init(types names: [String]) { self.init(names, Self.type) }

    private init(_ names: [String], _ identifier: (String) -> String) {
        var counts: [String: Int] = [:]
        for name in names { counts[identifier(name), default: 0] += 1 }
        for name in names {
            let short = identifier(name)
            identifiers[name] = counts[short] == 1 && !Self.members.contains(short) ? short : name
        }
    }

    /// As source code has it, with backticks if it needs them.
    subscript(name: String) -> String { SwiftIdentifier.quoted(identifiers[name] ?? name) }

    /// The name of an argument, where a case is declared or used.
    func label(_ name: String, isDeclared: Bool) -> String {
        SwiftIdentifier.label(identifiers[name] ?? name, isDeclared: isDeclared)
    }

    /// What enumerations have already.
    static let members: Set<String> = ["allCases", "AllCases", "RawValue"]

    /// The name of a type: `OnlineOrders` for `online-orders`. Without backticks.
    static func type(_ name: String) -> String {
        let camel = joined(name)
        let type = camel.prefix(1).uppercased() + camel.dropFirst()
        return SwiftIdentifier.canBeRaw(type) ? type : name
    }

    private static func camel(_ name: String) -> String {
        let camel = joined(name)
        return SwiftIdentifier.isPlain(camel) ? camel : name
    }

    /// The name with words joined: letters behind `-`, `_`, `.` and spaces are capitals.
    private static func joined(_ name: String) -> String {
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
}
