// Names and numbers of a line.
extension DocumentReader {
    /// The name that comes next, which has to be there.
    func takeText() -> Text {
        let name = line.name(line.token)
        line.next += 1
        return name
    }

    /// Takes a name, and returns its number; `nil` if none comes next.
    @inline(never)
    @_optimize(speed)
    func takeName(_ what: StaticString) -> Int32? {
        let token = line.token
        guard token.isName else {
            expected(what)
            return nil
        }
        guard token.length <= DocumentLimits.nameBytes else {
            fault(
                .documentLimit, at: token.start,
                fill("expected a name of at most % bytes, found %", Text(DocumentLimits.nameBytes), Text(token.length)))
            return nil
        }
        line.next &+= 1
        guard token.kind == .escaped else { return parts.names.number(of: line.bytes(token)) }
        return line.name(token).bytes.withUnsafeBytes { parts.names.number(of: $0) }
    }

    /// Takes the name of a state, an event or a predicate type, and returns its id. A name that has none gets one.
    @inline(never)
    @_optimize(speed)
    func takeID(_ vocabulary: DocumentVocabulary) -> ID? {
        let token = line.token
        guard let name = takeName(vocabulary.description) else { return nil }
        if token.kind == .word, let id = DocumentNames.reservedID(name) { return id }
        if let id = parts.names.id(of: name, vocabulary) { return id }
        let id = parts.names.makeID(of: name, vocabulary)
        notePlace(of: token, vocabulary)
        introduce(id, name, vocabulary)
        return id
    }

    /// Takes an id that may not be reserved.
    func takeOwnID(_ vocabulary: DocumentVocabulary) -> ID? {
        let token = line.token
        guard let id = takeID(vocabulary) else { return nil }
        if !ReservedID.contains(id) { return id }
        fault(
            at: token.start,
            fill(
                "expected % of your own, found %", Text(vocabulary.description),
                Text(repairing: line.bytes(token)).quoted))
        return nil
    }

    /// Names an id for diagnostics, and whoever asks the table.
    func introduce(_ id: ID, _ name: Int32, _ vocabulary: DocumentVocabulary) {
        let text = parts.names[name]
        switch vocabulary {
        case .states: definition.stateNames.set(text, for: id)
        case .events: definition.eventNames.set(text, for: id)
        case .predicates: definition.predicateNames.set(text, for: id)
        }
    }

    /// Takes a whole number within bounds.
    func takeNumber(_ what: StaticString, _ bounds: ClosedRange<Int64>) -> Int64? {
        guard let number = line.number(line.token), bounds.contains(number) else {
            expected(what)
            return nil
        }
        line.next += 1
        return number
    }
}
