import FSMEngine

/// A type for a predicate type of a document, which has this name there.
struct DocumentPredicate {
    let name: String
    let type: any Predicate.Type

    /// In the order of the names.
    static func all(_ types: [String: any Predicate.Type]) -> [DocumentPredicate] {
        types.sorted { $0.key < $1.key }.map { DocumentPredicate(name: $0, type: $1) }
    }

    /// The names of the types are those in the document.
    static func all(_ types: [any Predicate.Type]) -> [DocumentPredicate] {
        types.map { DocumentPredicate(name: "\($0)".withoutBackticks, type: $0) }
    }
}

extension PredicateKinds {
    /// The types for the predicate types of a document, by their numbers. Adds a fault for each that is not the same.
    init(_ types: [DocumentPredicate], for reading: DocumentReading, _ faults: inout [TableFault]) {
        self.init()
        let known = Dictionary(types.map { ($0.name, $0.type) }) { first, _ in first }
        for (number, name) in reading.predicates.enumerated() {
            guard let type = known[name.text] else {
                let expected =
                    "expected a type for '\(name.text.escaped)' among the predicates (\(Self.listing(types)))"
                faults.append(
                    reading.fault(at: name, "\(expected): add it, or say with 'predicatesByName' which one it is"))
                continue
            }
            guard self.number(of: ObjectIdentifier(type)) == nil else {
                faults.append(
                    reading.fault(at: name, "expected a type for '\(name.text.escaped)' alone, found \(type) again"))
                continue
            }
            append(type)
            if let text = Self.difference(type, Int32(number), in: reading.numbered) {
                faults.append(reading.fault(at: name, text))
            }
        }
        let names = Set(reading.predicates.map(\.text))
        for type in types where !names.contains(type.name) {
            faults.append(
                reading.fault("expected the predicate type \(type.name): add it, or do not name it for the table"))
        }
    }

    private static func listing(_ types: [DocumentPredicate]) -> String {
        types.isEmpty ? "none" : types.map(\.name).joined(separator: ", ")
    }

    /// How the cases of a type are others than those of the document's; `nil` if they are the same.
    private static func difference<P: Predicate>(_ type: P.Type, _ id: Int32, in definition: Definition) -> String? {
        guard let count = definition.caseCount(ofPredicate: id) else { return nil }
        let ours = P.allCases.map { "\($0)".withoutBackticks }
        let theirs = (0..<count).map { definition.caseNames[$0, in: id] }
        let isSame = ours.count == theirs.count && zip(ours, theirs).allSatisfy { $1 == nil || $0 == $1 }
        if isSame { return nil }
        let found = theirs.contains(nil) ? "\(count) cases" : theirs.compactMap { $0?.escaped }.joined(separator: " ")
        return "expected the cases of \(type) in its order (\(ours.joined(separator: " "))), found \(found)"
    }
}
