@testable import ConformanceCases
import FSMEngine
@testable import SwiftFSM

/// Something that is wrong with a table, in the words of cases: its kind, the lines of its rows or blocks, what its
/// first row says, and the predicates of an implicit clash.
struct CaseFault: Equatable, CustomStringConvertible {
    var kind: String
    var lines: [Int]
    var predicates: [String] = []
    /// What is told of it in the words of cases: `state`, `event`, `target`.
    var fields: [String: ID] = [:]

    var description: String { "\(kind) \(lines) \(predicates) \(fields)" }

    /// Whether this is what another fault tells too, but of another state, or of another `matching` of one row.
    func isOnceMore(_ other: Self) -> Bool {
        kind == other.kind && lines == other.lines && predicates == other.predicates
            && (kind == "invalid match" || fields["state"] != other.fields["state"])
    }

    /// Whether this is what a case expects. Fields are compared as far as both sides say them.
    func answers(_ finding: Conformance.Finding, in test: Conformance.Case) -> Bool {
        let predicates = finding.combination.map { part in
            let predicate = test.predicate(part)
            return "\(type(of: predicate)).\(predicate)"
        }
        return kind == finding.kind && lines == finding.places && self.predicates == predicates.sorted()
            && finding.fields.allSatisfy { name, value in fields[name] ?? value == value }
    }
}

extension Conformance.Finding {
    /// Of warnings SwiftFSM knows nothing.
    var isError: Bool {
        let warnings = [
            "unreachable state", "dead end state", "unused event", "never taken", "unused predicate",
            "unused superstate", "exit from final state",
        ]
        return !warnings.contains(kind)
    }
}

extension CaseFault {
    init(_ fault: TableFault) {
        func rows(_ kind: String, _ rows: [TableRow]) -> Self {
            func id(_ value: any FSMHashable) -> ID? { (value as? any NumberedValue)?.id }
            var fields: [String: ID] = [:]
            fields["state"] = id(rows[0].state)
            fields["event"] = id(rows[0].event)
            fields["target"] = rows[0].nextState.map { id($0) } ?? ReservedID.same
            return Self(kind: kind, lines: rows.map { $0.eventPlace.line }, fields: fields)
        }
        // A row may have several `matching`s, all in its own line.
        func matching(_ places: [SourcePlace]) -> Self { Self(kind: "invalid match", lines: [places[0].line]) }
        switch fault {
        case .emptyTable: self.init(kind: "empty definition", lines: [])
        case .emptyBlock(_, let place): self.init(kind: "empty block", lines: [place.line])
        case .contradiction(_, _, let places): self = matching(places)
        case .repeatedPredicate(_, _, let places): self = matching(places)
        case .unsuitablePredicate(_, _, let place): self = matching([place])
        case .duplicates(let all): self = rows("duplicate", all)
        case .clash(let all): self = rows("clash", all)
        case .implicitClash(let names, let all):
            self = rows("implicit clash", all)
            predicates = names
        case .nothingToOverride(let row): self = rows("nothing to override", [row])
        case .overrideOutOfOrder(let row, let others): self = rows("override out of order", [row] + others)
        case .tooComplex(let row): self = rows("too complex", [row])
        case .tableAlreadyBuilt, .wrongEventType, .foreignValue, .tooManySuperStates, .otherRules, .unknownState,
            .outOfMemory, .misplacedStatement, .chart, .document:
            self.init(kind: "\(fault)", lines: [])
        }
    }
}
