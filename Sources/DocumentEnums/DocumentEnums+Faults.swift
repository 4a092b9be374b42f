import FSMEngine

// What Swift has no enumerations for.
extension DocumentEnums {
    /// Names of one enumeration, and where a fault of each is told.
    private struct Names {
        /// "a state"
        let kind: String
        let names: [Name]
        /// Those that Swift has already, where these become cases.
        var taken: Set<String> = []
    }

    var faults: [DocumentMessage] {
        definitionFaults + argumentFaults + enumerations.flatMap { faults(of: $0) } + predicateFaults + callbackFaults
    }

    private func fault(_ name: Name, _ text: String) -> DocumentMessage {
        DocumentMessage(file, name.line, name.column, text)
    }

    // MARK: - Names

    private var enumerations: [Names] {
        let taken = SwiftNames.members
        let roles = callbacks.map { role, names in Names(kind: "a callback for '\(role)'", names: names, taken: taken) }
        let types = predicates.map { predicate in
            Names(
                kind: "a case of '\(predicate.text)'", names: cases(of: predicate).map { predicate.renamed($0) },
                taken: taken)
        }
        let kinds = [
            Names(kind: "a state", names: states, taken: taken),
            Names(kind: "an event", names: events, taken: taken),
            Names(kind: "a predicate type", names: predicates),
        ]
        return kinds + types + roles
    }

    private func faults(of enumeration: Names) -> [DocumentMessage] {
        let kind = enumeration.kind
        var known: [String: Name] = [:]
        return enumeration.names.compactMap { name in
            let first = known.updateValue(name, forKey: name.text)
            if !SwiftIdentifier.canBeRaw(name.text) {
                return fault(
                    name,
                    "expected a name for \(kind) that Swift can have in backticks, found '\(name.text)': rename it")
            }
            if enumeration.taken.contains(name.text) {
                return fault(name, "expected another name for \(kind) than '\(name.text)', which Swift has: rename it")
            }
            guard let first, first.text.utf8.elementsEqual(name.text.utf8) == false else { return nil }
            return fault(
                name,
                "expected names that differ in Swift, found '\(name.text)' for \(kind) in two ways, "
                    + "\(first.scalars) and \(name.scalars): write both in one way, or rename one")
        }
    }

    // MARK: - Types

    private var definitionFaults: [DocumentMessage] {
        if !SwiftIdentifier.canBeRaw(name) {
            return [
                fault(
                    head,
                    "expected a name for the definition that Swift can have in backticks, found '\(name)': rename it")
            ]
        }
        let type = SwiftNames.type(name)
        guard Self.usedTypes.contains(type) else { return [] }
        return [
            fault(
                head,
                "expected another name than '\(name)' for the definition: '\(type)' is a type that its enumerations "
                    + "need: rename the definition")
        ]
    }

    private var predicateFaults: [DocumentMessage] {
        let types = SwiftNames(types: predicates.map(\.text))
        return predicates.compactMap { predicate in
            let type = types[predicate.text].filter { $0 != "`" }
            if Self.usedTypes.contains(type) {
                return fault(
                    predicate,
                    "expected another name than '\(predicate.text)' for a predicate type: '\(type)' is a type "
                        + "that the enumerations need: rename it")
            }
            guard Self.ownMembers.contains(type) else { return nil }
            return fault(
                predicate,
                "expected another name than '\(predicate.text)' for a predicate type: it is that of a type which is made "
                    + "of each document, or of a member: rename it")
        }
    }

    /// What the type of a document has beside its predicate types, and what behind a dot is no type, in backticks too.
    private static let ownMembers: Set<String> = [
        "Callback", "Event", "Protocol", "Self", "State", "Type", "file", "self", "table", "text",
    ]

    /// What the source names without a module, and the type of its literals.
    private static let usedTypes: Set<String> = [
        "Bool", "CaseIterable", "Double", "EventWithValues", "FSMTable", "FSMValue", "FSMWantedCallback", "Float",
        "Hashable",
        "Int16", "Int32", "Int64", "Int8", "Sendable", "String", "StringLiteralType", "SwiftFSM", "UInt16", "UInt32",
        "UInt64", "UInt8",
    ]

    // MARK: - Arguments and callbacks

    private var argumentFaults: [DocumentMessage] {
        events.flatMap { event in
            let arguments = arguments(of: event)
            let names = arguments.compactMap { argument in argument.name.map { event.renamed($0) } }
            let kind = "an argument of '\(event.text)'"
            var faults = faults(of: Names(kind: kind, names: names))
            if arguments.contains(where: { $0.type == nil }) {
                faults.append(
                    fault(
                        event,
                        "expected arguments that are values of Swift, found a 'ptr' of the event '\(event.text)': "
                            + "write the types of this document by hand"))
            }
            var known: Set<[UInt8]> = []
            for name in names where !known.insert(Array(name.text.utf8)).inserted {
                faults.append(
                    fault(event, "expected another name for \(kind), found '\(name.text)' again: rename one of them"))
            }
            return faults
        }
    }

    /// Callbacks that SwiftFSM has no roles for.
    private var callbackFaults: [DocumentMessage] {
        definition.wantedCallbacks.compactMap { wanted in
            let (name, role) = (wanted.name.string, "\(wanted.role.word)")
            guard wanted.isMissing, !Self.roles.contains(role) else { return nil }
            return DocumentMessage(
                file, Int(wanted.place.line), Int(wanted.column),
                "expected callbacks for guards, providers, actions, entries, exits and cycles, which SwiftFSM has, found "
                    + "'\(name)' for '\(role)'")
        }
    }
}

extension DocumentEnums.Name {
    /// Another name that is told of at this place, since it has none of its own.
    fileprivate func renamed(_ text: String) -> DocumentEnums.Name {
        DocumentEnums.Name(text: text, id: id, line: line, column: column)
    }

    /// `U+0065 U+0301`
    fileprivate var scalars: String {
        text.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
