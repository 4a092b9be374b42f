@testable import FSMEngine

extension Finding {
    /// The labels of its places in a conformance case.
    var labels: [String] { lines.map(Self.label) }

    /// The label of what stands in a line, as ``Judge`` counts them.
    static func label(_ line: Int) -> String {
        switch line {
        case ..<101: return "r\(line)"
        case ..<201: return "b\(line - 100)"
        case ..<301: return "i\(line - 200)"
        case ..<401: return "t\(line - 300)"
        default: return "v\(line - 400)"
        }
    }

    /// The order of those at one place: that of the checks.
    var order: Int {
        let checks: [[Diagnostic.Kind]] = [
            [.reservedIDUsed], [.predicateConflict], [.undeclaredPredicate, .invalidMatch],
            [.misplacedRow, .emptyBlock],
            [.missingResolver, .unexpectedResolver], [.unknownTarget], [.twoInitialStates], [.unknownInitial],
            [.circularAdoption], [.nothingToOverride, .overrideOutOfOrder], [.duplicate], [.clash], [.argumentConflict],
            [.signatureMismatch], [.emptyDefinition], [.unusedEvent], [.unusedPredicate], [.unusedSuperstate],
            [.neverTaken], [.deadEndState], [.exitFromFinalState], [.unreachableState],
        ]
        return checks.firstIndex { $0.contains(kind) } ?? checks.count
    }

    func text(_ words: ModelWords) -> String {
        let kind = "\(self.kind.name)"
        let text = kind + (labels.isEmpty ? "" : ": " + labels.joined(separator: " "))
        var fields: [String] = []
        let isOfState = ![.duplicate, .clash, .nothingToOverride, .overrideOutOfOrder].contains(self.kind)
        if ids[0] != ReservedID.none && isOfState { fields.append("state \(words.state(ids[0]))") }
        if ids[1] != ReservedID.none { fields.append("event \(words.event(ids[1]))") }
        if ids[2] != ReservedID.none { fields.append("target \(words.state(ids[2]))") }
        return text + (fields.isEmpty || kind == "circular adoption" ? "" : " (\(fields.joined(separator: ", ")))")
    }
}
