import Testing

@testable import SwiftFSM

/// What is wrong with documents, all of it in one error, each with its line.
@Suite struct ReadingFaultTests {
    typealias Turnstile = DocumentTurnstile

    @Test func theTextHasFaults() {
        let text = Turnstile.text.replacing("[Policy weak]", with: "[Policy").replacing("exit unlock", with: "exit ->")
        let faults = Self.faults { _ = try Turnstile.table(text) }
        #expect(faults.count == 2)
        #expect(faults[0].hasPrefix("turnstile.fsm:\(Turnstile.line("exit unlock")):12: error: expected"))
        #expect(faults[1].hasPrefix("turnstile.fsm:\(Turnstile.line("[Policy weak]")):"))
    }

    @Test func theDefinitionHasFaults() throws {
        let text = Turnstile.text.replacing("coin -> same", with: "coin -> locked\n    coin -> same")
        let faults = Self.faults { _ = try Turnstile.table(text) }
        let line = Turnstile.line("coin -> same")
        #expect(faults.count == 1)
        #expect(
            faults[0].hasPrefix("turnstile.fsm:\(line): error: ")
                && faults[0].hasSuffix("also turnstile.fsm:\(line + 1)"))
    }

    enum P: Predicate { case x, y }

    @Test func aWarningIsNoError() throws {
        let table = try FSMTable<String, String>(
            reading: "definition\n  initial a\n  a go -> a\n  predicate P x y\n", file: "a.fsm", type: .lazy,
            predicates: [P.self])
        #expect(table.documentWarnings.contains { $0.isWarning && $0.description.hasPrefix("a.fsm:4: warning: ") })
    }

    @Test func statesAndEventsAreOtherThanTheTypes() {
        enum State: String, CaseIterable { case locked, unlocked, broken }
        enum Event: String, CaseIterable { case coin, pass, reset, kick }
        let faults = Self.faults {
            _ = try FSMTable<State, Event>(
                reading: Turnstile.text.replacing("reset", with: "clear"), file: "t.fsm",
                predicates: [Turnstile.Policy.self])
        }
        #expect(
            faults == [
                "t.fsm:3:40: error: expected a value of State (locked, unlocked, broken), found the state 'alarming'",
                "t.fsm:2:1: error: expected the state broken, as State has a case for it: add it to the document, with "
                    + "'ids states' say, or remove the case",
                "t.fsm:10:5: error: expected a value of Event (coin, pass, reset, kick), found the event 'clear'",
                "t.fsm:2:1: error: expected the event reset, as Event has a case for it: add it to the document, with "
                    + "'named events' say, or remove the case",
                "t.fsm:2:1: error: expected the event kick, as Event has a case for it: add it to the document, with "
                    + "'named events' say, or remove the case",
            ])
    }

    @Test func predicatesAreOtherThanTheTypes() {
        enum Policy: Predicate { case strong, weak }
        enum Weather: Predicate { case fine }
        let faults = Self.faults {
            _ = try FSMTable<Turnstile.State, Turnstile.Event>(
                reading: Turnstile.text.replacing("Policy", with: "Rule"), file: "t.fsm", predicates: [Weather.self])
        }
        #expect(
            faults == [
                "t.fsm:5:13: error: expected a type for 'Rule' among the predicates (Weather): add it, or say with "
                    + "'predicatesByName' which one it is",
                "t.fsm:2:1: error: expected the predicate type Weather: add it, or do not name it for the table",
            ])
        let others = Self.faults {
            _ = try FSMTable<Turnstile.State, Turnstile.Event>(
                reading: Turnstile.text, file: "t.fsm", predicates: [Policy.self])
        }
        #expect(
            others == [
                "t.fsm:5:13: error: expected the cases of Policy in its order (strong weak), found weak strong"
            ])
    }

    @Test func callbacksAreMissing() throws {
        let table = try Turnstile.table()
        let faults = Self.faults { _ = try table.machine() }
        #expect(faults.count == 8)
        #expect(faults[0] == "turnstile.fsm:6:18: error: expected a callback for guard 'enough': none was supplied")
        #expect(
            faults.contains(
                "turnstile.fsm:\(Turnstile.line("entry lock")):11: error: expected a callback for entry 'lock': none was "
                    + "supplied"))
    }

    @Test func callbacksHaveOtherRoles() throws {
        let table = try Turnstile.table()
        let faults = Self.faults {
            _ = try table.machine { $0.role == .guard ? .action {} : .guard { true } }
        }
        #expect(faults[0].hasSuffix("expected a callback for guard 'enough': found an action"))
        #expect(faults[1].hasSuffix("expected a callback for action 'log': found a guard"))
    }

    @Test func callbacksOfTheTableAreAskedForAtOnce() {
        let faults = Self.faults {
            _ = try FSMTable<Turnstile.State, Turnstile.Event>(
                reading: Turnstile.text, file: "t.fsm", predicates: [Turnstile.Policy.self]
            ) { wanted in wanted.role == .guard ? nil : .action {} }
        }
        #expect(faults == ["t.fsm:6:18: error: expected a callback for guard 'enough': none was supplied"])
    }

    @Test func thereIsNoInitialState() throws {
        let text = "definition\n  a go -> a\n"
        let faults = Self.faults { _ = try FSMTable<String, String>(reading: text, file: "a.fsm") }
        #expect(
            faults == ["a.fsm:1:1: error: expected an 'initial' state, or that the program says one: found neither"])
        let table = try FSMTable<String, String>(reading: text, file: "a.fsm", initialState: "a")
        #expect(table.initialState == "a")
        #expect(throws: SwiftFSMError.self) { try table.machine(initialState: "b") }
    }

    /// The descriptions of what an error tells; empty if there is none.
    static func faults(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch {
            return (error as? SwiftFSMError)?.faults.map(\.description) ?? ["\(error)"]
        }
    }
}
