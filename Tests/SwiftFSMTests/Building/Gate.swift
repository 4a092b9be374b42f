import SwiftFSM
import Testing

typealias Predicate = SwiftFSM.Predicate

enum GateState { case locked, unlocked, alarming }
enum GateEvent { case coin, pass, reset }

enum A: Predicate { case x, y, z }
enum B: Predicate { case x, y }
enum C: Predicate { case x, y }

/// A suite whose tables are wrong.
protocol GateTests: ExpandedSyntaxBuilder where State == GateState, Event == GateEvent {}

extension GateTests {
    /// What is wrong with a table, fault by fault, with lines counted from that of the call: each statement of a row is
    /// followed by its line, as in `clash: locked 1 coin 2 unlocked 2 | locked 1 coin 3 alarming 3`.
    ///
    /// Machines of both types find the same, or else a test fails here.
    func faults(
        line: Int = #line, @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> [String] {
        let eager = error(type: .eager, block)?.faults.map { $0.summary(from: line) } ?? []
        let lazy = error(type: .lazy, block)?.faults.map { $0.summary(from: line) } ?? []
        #expect(eager == lazy)
        return eager
    }

    /// The text about a table that is wrong.
    func text(@TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]) -> String {
        error(type: .eager, block).map { "\($0)" } ?? ""
    }

    func error(
        type: FSM<State, Event>.PredicateHandling,
        @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> SwiftFSMError? {
        let machine = FSM<State, Event>(type: type, initialState: .locked)
        machine.logHandler = nil
        do {
            try machine.buildTable(block)
            return nil
        } catch {
            return error as? SwiftFSMError
        }
    }
}

extension TableFault {
    func summary(from first: Int) -> String {
        func line(_ place: SourcePlace) -> String { "\(place.line - first)" }
        func lines(_ places: [SourcePlace]) -> String { places.map(line).joined(separator: ", ") }
        func rows(_ rows: [TableRow]) -> String { rows.map { $0.summary(from: first) }.joined(separator: " | ") }
        return switch self {
        case .tableAlreadyBuilt(let place): "table already built: \(line(place))"
        case .emptyTable: "empty table"
        case .emptyBlock(let word, let place): "empty block: \(word.rawValue) \(line(place))"
        case .contradiction(let types, let matching, let places):
            "contradiction: \(types.joined(separator: ", ")) in \(matching): \(lines(places))"
        case .repeatedPredicate(let names, let matching, let places):
            "repeated: \(names.joined(separator: ", ")) in \(matching): \(lines(places))"
        case .unsuitablePredicate(let type, let reason, let place): "unsuitable: \(type) \(reason): \(line(place))"
        case .duplicates(let all): "duplicates: \(rows(all))"
        case .clash(let all): "clash: \(rows(all))"
        case .implicitClash(let predicates, let all):
            "implicit clash for \(predicates.joined(separator: ", ")): \(rows(all))"
        case .nothingToOverride(let row): "nothing to override: \(rows([row]))"
        case .overrideOutOfOrder(let row, let others): "out of order: \(rows([row])) before \(rows(others))"
        case .wrongEventType(let type, let expected, let place): "event of \(type), not \(expected): \(line(place))"
        case .foreignValue(let value, let expected, let place): "\(value) is no \(expected): \(line(place))"
        case .tooManySuperStates(let place): "too many superstates: \(line(place))"
        case .tooComplex(let row): "too complex: \(rows([row]))"
        case .misplacedStatement(let statement, let block, let place): "\(statement) in \(block): \(line(place))"
        case .chart(let fault): fault.summary(from: first)
        case .document(let fault): fault.description
        case .otherRules: "other rules"
        case .unknownState(let state): "unknown state \(state)"
        case .outOfMemory: "out of memory"
        }
    }
}

extension ChartFault {
    /// "second parent: define(a) 2, define(a) 4"
    func summary(from first: Int) -> String {
        let statements = defines.map { "\($0.text) \($0.place.line - first)" }
        return "\(kind): \((statements + rows.map { $0.summary(from: first) }).joined(separator: ", "))"
    }
}

extension TableRow {
    func summary(from first: Int) -> String {
        var parts = [("\(state)", statePlace)]
        parts += conditions.map { ("condition", $0) }
        parts += matching.map { ($0.description, $0.place) }
        parts.append((isOverriding ? "overriding \(event)" : "\(event)", eventPlace))
        if let nextStatePlace { parts.append((nextState.map { "\($0)" } ?? "then()", nextStatePlace)) }
        return parts.map { "\($0.0) \($0.1.line - first)" }.joined(separator: " ")
    }
}
