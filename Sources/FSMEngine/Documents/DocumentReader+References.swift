// What a document names before it says what it is: superstates, and cases of predicate types.
extension DocumentReader {
    /// What a label stands before.
    enum Labelled {
        case row(Int32)
        case block(Int32)
        case other
    }

    struct Label {
        let thing: Labelled
    }

    struct Adoption {
        let block: Int32
        let name: Int32
        let line: Int32
        let column: Int32
    }

    /// A match of a row, with so many of the values.
    struct Match {
        let row: Int32
        let predicate: ID
        let first: Int
        let count: Int
    }

    struct MatchValue {
        let name: Int32
        /// The case, if it is named by its number.
        let number: Int32?
        let line: Int32
        let column: Int32
    }

    /// Notes a label, which no other thing of the document may have. The names of superstates are labels too.
    func add(_ label: Int32, _ thing: Labelled, at token: DocumentToken, isWritten: Bool = true) {
        let next = UInt32(truncatingIfNeeded: labelled.count)
        guard labels.index(of: label, orInsert: next) == next else {
            return fault(
                at: token.start,
                fill("expected a label that is new, found % again", parts.names[label].quoted))
        }
        labelled.append(Label(thing: thing))
        guard isWritten else { return }
        switch thing {
        case .row(let row): parts.rowLabels.append((row, label))
        case .block(let block): parts.blockLabels.append((block, label))
        case .other: break
        }
    }

    /// Resolves them, once all lines are read.
    func resolveReferences() {
        for adoption in adoptions { resolve(adoption) }
        for match in matches { resolve(match) }
        checkFormerNames()
    }

    private func resolve(_ adoption: Adoption) {
        if let number = labels[adoption.name], case .block(let superstate) = labelled[Int(number)].thing,
            definition.adopt(superstate: Int(superstate), intoBlock: Int(adoption.block))
        {
            return
        }
        add(
            DocumentFault(
                kind: .unknownDocumentName, line: adoption.line, column: adoption.column,
                text: fill(
                    "expected the name or label of a superstate, found %",
                    parts.names[adoption.name].quoted)))
    }

    private func resolve(_ match: Match) {
        var cases: [Int32] = []
        for index in match.first..<match.first + match.count {
            guard let value = caseNumber(values[index], match.predicate) else { return }
            cases.append(value)
        }
        definition.addMatch(match.predicate, cases: cases, toRow: Int(match.row))
    }

    /// The case that a row names; `nil`, and a fault, if the type has none of that name.
    private func caseNumber(_ value: MatchValue, _ predicate: ID) -> Int32? {
        if let number = value.number { return number }
        if let id = DocumentNames.reservedID(value.name), id == ReservedID.none { return id }
        if let number = caseOfName[UInt64(high: predicate, low: value.name)] { return Int32(bitPattern: number) }
        let name = parts.names[value.name]
        let count = definition.caseCount(ofPredicate: predicate) ?? 0
        let type = definition.predicateNames.name(of: predicate) ?? Text(predicate)
        add(
            DocumentFault(
                kind: .unknownDocumentName, line: value.line, column: value.column,
                text: fill("expected a case of %%, found %", type.shownName, list(predicate, count), name.quoted)))
        return nil
    }

    /// ` (weak, strong)`: the cases of a predicate type, as far as they have names, but not very many.
    private func list(_ predicate: ID, _ count: Int32) -> Text {
        var list = Text()
        for number in 0..<min(count, 8) {
            guard let name = definition.caseNames.name(of: number, in: predicate) else { continue }
            list.append(list.isEmpty ? " (" : ", ")
            list += name.shownName
        }
        if !list.isEmpty { list.append(count > 8 ? ", ...)" : ")") }
        return list
    }

    /// A former name may be no present one.
    private func checkFormerNames() {
        for former in parts.formerNames where former.place.file == file {
            let vocabulary: DocumentVocabulary = former.isEvent ? .events : .states
            guard parts.names.id(of: former.name, vocabulary) != nil else { continue }
            add(
                DocumentFault(
                    kind: .documentSyntax, line: former.place.line, column: former.column,
                    text: fill(
                        "expected a name that is no more, found %, which is one",
                        parts.names[former.name].quoted)))
        }
    }
}
