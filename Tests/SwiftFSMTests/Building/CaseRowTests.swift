import SwiftFSM
import Testing

/// Rows for the events of a case, whatever their values, and rows that conditions tell apart.
@Suite @MainActor struct CaseRowTests {
    enum P: Predicate { case a, b }

    @MainActor final class Rules: ExpandedSyntaxBuilder {
        enum State { case one, two, three, four }
        enum Event: FSMHashable { case loaded([Int]), failed(String), coin(FSMValue<Int>), reset }

        let fsm = FSM<State, Event>(type: .lazy, initialState: .one)
        var isOpen = false
        var trace: [String] = []

        init() { fsm.logHandler = nil }

        func note(_ event: Event) { trace.append("\(event)") }

        func send(_ events: Event...) throws -> [String] {
            try events.map { event in
                let outcome = try fsm.handleEventAtOnce(event)
                let text = outcome.isTransition ? "\(fsm.state)" : "\(outcome)"
                return text
            }
        }

        func faults(
            _ conditions: FSMConditionPolicy = .exclusive,
            @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
        ) -> [String] {
            do {
                try fsm.buildTable(conditions: conditions, block)
                return []
            } catch {
                return (error as? SwiftFSMError)?.faults.map { "\($0)" } ?? ["\(error)"]
            }
        }
    }

    @Test func aValueComesBeforeItsCase() throws {
        let rules = Rules()
        let faults = rules.faults {
            rules.define(.one) {
                rules.when(any: .loaded([])) | rules.then(.two) | rules.note
                rules.when(.loaded([])) | rules.then(.three)
                rules.when(any: .coin(.any), or: .failed("")) | rules.then(.two)
                rules.when(.coin(50)) | rules.then(.three)
            }
            rules.define(.two) { rules.when(.reset) | rules.then(.one) }
            rules.define(.three) {
                rules.when(.reset) | rules.then(.one)
                rules.when(any: .loaded([])) | rules.then(.two) | rules.note
            }
        }
        #expect(faults == [])
        #expect(try rules.send(.loaded([]), .loaded([]), .loaded([1])) == ["three", "two", "notFound"])
        #expect(try rules.send(.reset, .loaded([1, 2]), .reset) == ["one", "two", "one"])
        #expect(
            try rules.send(.coin(50), .reset, .coin(51), .reset, .failed("x")) == ["three", "one", "two", "one", "two"])
        #expect(rules.trace == ["loaded([])", "loaded([1, 2])"])
    }

    @Test func blocks() throws {
        let rules = Rules()
        let faults = rules.faults {
            rules.define(.one) {
                rules.when(any: .failed("")) {
                    rules.matching(P.a) | rules.then(.two)
                }
            }
        }
        #expect(faults == [])
        #expect(try rules.fsm.handleEventAtOnce(.failed("x"), predicates: P.a).isTransition)
        #expect(rules.fsm.state == .two)
    }

    @Test func twoRowsForOneCaseAreFaults() {
        let rules = Rules()
        let faults = rules.faults {
            rules.define(.one) {
                rules.when(any: .loaded([])) | rules.then(.two)
                rules.when(any: .loaded([1])) | rules.then(.three)
                rules.when(any: .failed("a")) | rules.then(.two)
                rules.when(any: .failed("b")) | rules.then(.two)
            }
        }
        #expect(faults.count == 2)
        #expect(faults.first?.hasPrefix("Duplicates: 2 rows") == true)
        #expect(faults.first?.contains("when(any: failed(\"a\"))  SwiftFSMTests/CaseRowTests.swift:") == true)
        #expect(faults.last?.hasPrefix("Logical clash: 2 rows") == true)
        #expect(faults.last?.contains("when(any: loaded([1]))") == true)
    }

    /// As ever in tables of an `FSM`, and in drseg/swift-fsm.
    @Test func aValueAndAnyClashStill() {
        let rules = Rules()
        let faults = rules.faults {
            rules.define(.one) {
                rules.when(.coin(.any)) | rules.then(.two)
                rules.when(.coin(50)) | rules.then(.three)
            }
        }
        #expect(faults.count == 1 && faults.first?.hasPrefix("Logical clash") == true)
    }

    @Test func superstates() throws {
        let rules = Rules()
        let shared = SuperState { rules.when(any: .loaded([])) | rules.then(.two) }
        let faults = rules.faults {
            rules.define(.one, adopts: shared) { rules.when(.loaded([])) | rules.then(.three) }
            rules.define(.two, adopts: shared) {
                rules.overriding { rules.when(any: .loaded([])) | rules.then(.four) }
            }
            rules.define(.three, adopts: shared)
        }
        #expect(faults == [])
        #expect(try rules.send(.loaded([]), .loaded([]), .loaded([])) == ["three", "two", "four"])
        let other = Rules()
        let clash = other.faults {
            other.define(.one, adopts: shared) { other.when(any: .loaded([])) | other.then(.three) }
        }
        #expect(clash.count == 1 && clash.first?.hasPrefix("Logical clash") == true)
    }

    /// More predicates come before a value, as they come before everything.
    @Test func predicates() throws {
        let rules = Rules()
        let faults = rules.faults {
            rules.define(.one) {
                rules.matching(P.a) | rules.when(any: .loaded([])) | rules.then(.two)
                rules.when(.loaded([])) | rules.then(.three)
            }
        }
        #expect(faults == [])
        #expect(try rules.fsm.handleEventAtOnce(.loaded([]), predicates: P.a) == .transitioned(from: .one, to: .two))
        let other = Rules()
        _ = other.faults {
            other.define(.one) {
                other.matching(P.a) | other.when(any: .loaded([])) | other.then(.two)
                other.when(.loaded([])) | other.then(.three)
            }
        }
        #expect(try other.fsm.handleEventAtOnce(.loaded([]), predicates: P.b) == .transitioned(from: .one, to: .three))
    }

    @Test func firstMatch() throws {
        let rules = Rules()
        @MainActor @TableBuilder<Rules.State, Rules.Event> func table() -> [Syntax.Define<Rules.State, Rules.Event>] {
            rules.define(.one) {
                rules.condition { @MainActor in rules.isOpen } | rules.when(any: .loaded([])) | rules.then(.two)
                rules.when(any: .loaded([])) | rules.then(.three)
            }
            rules.define(.two) { rules.when(.reset) | rules.then(.one) }
            rules.define(.three) {
                rules.when(.reset) | rules.then(.one)
                rules.condition { @MainActor in rules.isOpen } | rules.when(any: .failed("")) | rules.then(.four)
            }
        }
        #expect(Rules().faults(.exclusive) { table() }.count == 1)
        #expect(rules.faults(.firstMatch) { table() } == [])
        #expect(try rules.send(.loaded([]), .failed(""), .reset) == ["three", "notExecuted", "one"])
        rules.isOpen = true
        #expect(try rules.send(.loaded([])) == ["two"])
        let other = Rules()
        let clash = other.faults(.firstMatch) {
            other.define(.one) {
                other.when(.reset) | other.then(.two)
                other.when(.reset) | other.then(.three)
            }
        }
        #expect(clash.count == 1 && clash.first?.hasPrefix("Logical clash") == true)
    }

    /// Each statement is checked on its own by the compiler: see <doc:LargeTables>.
    @Test func tablesAreCollectedInAnArray() throws {
        let rules = Rules()
        var table: [Syntax.Define<Rules.State, Rules.Event>] = []
        table.append(
            rules.define(.one) {
                rules.when(any: .loaded([])) | rules.then(.two)
            })
        table.append(rules.define(.two) { rules.when(.reset) | rules.then(.one) })
        #expect(rules.faults { table } == [])
        #expect(try rules.send(.loaded([3]), .reset) == ["two", "one"])
    }
}
