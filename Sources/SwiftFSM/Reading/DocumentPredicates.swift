import FSMEngine

extension PredicateKinds {
    /// The types for the predicate types of a document, by their numbers. Adds a fault for each that is not the same.
    init(_ types: [any Predicate.Type], for reading: DocumentReading, _ faults: inout [TableFault]) {
        self.init()
        let known = Dictionary(types.map { ("\($0)", $0) }) { first, _ in first }
        for (number, name) in reading.predicates.enumerated() {
            guard let type = known[name.text] else {
                faults.append(
                    reading.fault(
                        at: name,
                        "expected a type for '\(name.text.escaped)' among the predicates (\(Self.listing(types)))"))
                continue
            }
            append(type)
            if let text = Self.difference(type, Int32(number), in: reading.numbered) {
                faults.append(reading.fault(at: name, text))
            }
        }
        let names = Set(reading.predicates.map(\.text))
        for type in types where !names.contains("\(type)") {
            faults.append(reading.fault("expected the predicate type \(type): add it, or do not name it for the table"))
        }
    }

    private static func listing(_ types: [any Predicate.Type]) -> String {
        types.isEmpty ? "none" : types.map { "\($0)" }.joined(separator: ", ")
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
