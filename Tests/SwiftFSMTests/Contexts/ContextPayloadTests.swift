import SwiftFSM
import Testing

/// States and events with associated values.
@Suite struct ContextPayloadTests {
    struct Item: FSMHashable { let name: String }

    enum State: FSMHashable { case draft, review(by: String), list([Item]), empty, failed(code: Int) }
    enum Event: FSMHashable { case submit(name: String), loaded([Item]), reject, fail(Int), reset }

    final class Log {
        var entries: [String] = []
        var isLenient = false
    }

    struct Behaviour: ContextSyntaxBuilder {
        typealias State = ContextPayloadTests.State
        typealias Event = ContextPayloadTests.Event
        typealias Context = Log

        var rules: Rules {
            define(.draft) {
                when(any: .submit(name: ""))
                    | then { event in
                        if case .submit(let name) = event { .review(by: name) } else { .draft }
                    }
                when(any: .loaded([]))
                    | then { event in
                        if case .loaded(let items) = event { .list(items) } else { .empty }
                    } | { log, event in log.entries.append("\(event)".count > 12 ? "some" : "none") }
                when(.loaded([])) | then(.empty)
                when(any: .fail(0))
                    | then { log, event in
                        if case .fail(let code) = event, !log.isLenient { .failed(code: code) } else { .draft }
                    }
            }
            define(any: .review(by: "")) {
                onEntry | { $0.entries.append("enter") }
                onExit | { $0.entries.append("leave") }
                when(any: .submit(name: ""))
                    | then { if case .submit(let name) = $0 { .review(by: name) } else { .draft } }
                when(.reject) | then()
                when(any: .loaded([]), or: .fail(0)) | then(.draft)
            }
            define(.review(by: "boss")) { when(.reject) | then(.review(by: "nobody")) }
            define(any: .list([])) { when(.reset) | then(.draft) }
            define(.empty) { when(.reset) | then(.review(by: "reset")) }
        }
    }

    private func machine(_ log: Log = Log()) throws -> FSMContextTable<State, Event, Log>.Machine {
        try FSMContextTable(Behaviour(), initialState: .draft).machine(log)
    }

    @Test func targetsAreComputedFromTheEvent() async throws {
        let log = Log()
        let machine = try machine(log)
        #expect(await machine.handleEvent(.submit(name: "Ann")) == .transitioned(from: .draft, to: .review(by: "Ann")))
        #expect(machine.state == .review(by: "Ann"))
        #expect(await machine.handleEvent(.reject) == .transitioned(from: .review(by: "Ann"), to: .review(by: "Ann")))
        // Another value is another state.
        #expect(
            try machine.handleEventAtOnce(.submit(name: "Bob"))
                == .transitioned(from: .review(by: "Ann"), to: .review(by: "Bob")))
        #expect(try machine.handleEventAtOnce(.submit(name: "Bob")).isTransition)
        #expect(log.entries == ["enter", "leave", "enter"])
        #expect(try machine.handleEventAtOnce(.fail(7)) == .transitioned(from: .review(by: "Bob"), to: .draft))
        #expect(machine.state == .draft)
    }

    @Test func aValueComesBeforeAny() throws {
        let log = Log()
        let machine = try machine(log)
        #expect(try machine.handleEventAtOnce(.loaded([])) == .transitioned(from: .draft, to: .empty))
        #expect(
            try machine.handleEventAtOnce(.reset) == .transitioned(from: .empty, to: .review(by: "reset")))
        #expect(try machine.handleEventAtOnce(.loaded([])) == .transitioned(from: .review(by: "reset"), to: .draft))
        let items = [Item(name: "a")]
        #expect(try machine.handleEventAtOnce(.loaded(items)) == .transitioned(from: .draft, to: .list(items)))
        #expect(log.entries == ["enter", "leave", "some"])
        #expect(try machine.handleEventAtOnce(.reset) == .transitioned(from: .list(items), to: .draft))
    }

    @Test func aDefinedValueComesBeforeItsCase() throws {
        let machine = try machine()
        try machine.handleEventAtOnce(.submit(name: "boss"))
        #expect(try machine.handleEventAtOnce(.submit(name: "Ann")) == .notFound)
        #expect(
            try machine.handleEventAtOnce(.reject)
                == .transitioned(from: .review(by: "boss"), to: .review(by: "nobody")))
        #expect(try machine.handleEventAtOnce(.submit(name: "Ann")).isTransition)
    }

    @Test func aStateThatTheTableDoesNotName() async throws {
        let log = Log()
        let machine = try machine(log)
        #expect(await machine.handleEvent(.fail(3)) == .unknownTarget(.failed(code: 3)))
        #expect(try machine.handleEventAtOnce(.fail(3)) == .unknownTarget(.failed(code: 3)))
        #expect(machine.state == .draft)
        log.isLenient = true
        #expect(await machine.handleEvent(.fail(3)) == .transitioned(from: .draft, to: .draft))
        #expect("\(FSMOutcome.unknownTarget(State.failed(code: 3)))" == "unknownTarget(failed(code: 3))")
    }

    @Test func machinesBeginInAnyValue() throws {
        let table = try FSMContextTable(Behaviour(), initialState: .review(by: "first"))
        #expect(table.machine(Log()).state == .review(by: "first"))
        let stored = try table.machine(Log(), in: .review(by: "stored"))
        #expect(stored.state == .review(by: "stored"))
        #expect(try stored.handleEventAtOnce(.reject) == .transitioned(from: .review(by: "stored"), to: stored.state))
        #expect(throws: SwiftFSMError.self) { try table.machine(Log(), in: .failed(code: 1)) }
        #expect(table.warnings.isEmpty)
    }

    @Test func observersSeeTheValues() async throws {
        let machine = try machine()
        let transitions = machine.transitions()
        try machine.handleEventAtOnce(.submit(name: "Ann"))
        for await transition in transitions {
            #expect(transition.to == .review(by: "Ann"))
            break
        }
        #expect(machine.observedState.state == .review(by: "Ann"))
    }

    @Test func explanationsAndPathsAreThoseOfTheCase() throws {
        let machine = try machine()
        try machine.handleEventAtOnce(.submit(name: "Ann"))
        #expect(machine.explain(.reject).map(\.isTaken) == [true])
        try machine.handleEventAtOnce(.submit(name: "boss"))
        #expect(machine.explain(.reject).map(\.rule.target) == [.states([.review(by: "nobody")])])
        #expect(machine.table.rules.contains { $0.target == .computed })
        let paths = machine.table.paths()
        #expect(paths.paths.flatMap(\.steps).contains { $0.states == [.review(by: "reset")] })
    }

    // MARK: - Faults

    struct Given: ContextSyntaxBuilder {
        typealias State = ContextPayloadTests.State
        typealias Event = ContextPayloadTests.Event
        typealias Context = Log

        let block: @Sendable (Given) -> [ContextSyntax<State, Event, Log>.Define]

        init(
            @ContextSyntax<State, Event, Log>.RulesBuilder
            _ block: @escaping @Sendable (Given) -> [ContextSyntax<State, Event, Log>.Define]
        ) { self.block = block }

        var rules: [ContextSyntax<State, Event, Log>.Define] { block(self) }

        func faults(
            _ policy: FSMContextTable<State, Event, Log>.ConditionPolicy = .exclusive
        ) -> [String] {
            do {
                _ = try FSMContextTable(self, initialState: .draft, conditions: policy)
                return []
            } catch {
                return (error as? SwiftFSMError)?.faults.map { "\($0)" } ?? ["\(error)"]
            }
        }
    }

    @Test func rowsForOneCaseClash() {
        let faults = Given { row in
            row.define(.draft) {
                row.when(any: .loaded([])) | row.then(.empty)
                row.when(any: .loaded([Item(name: "x")])) | row.then(.draft)
                row.when(any: .submit(name: "")) | row.then(.draft)
                row.when(any: .submit(name: "x")) | row.then(.draft)
                row.when(any: .fail(1)) | row.then(to: { _ in .draft })
                row.when(any: .fail(2)) | row.then(.empty)
            }
        }.faults()
        #expect(faults.count == 3)
        #expect(faults.contains { $0.hasPrefix("Duplicates: 2 rows") && $0.contains("when(any: submit(name: \"\"))") })
        #expect(faults.contains { $0.hasPrefix("Logical clash") && $0.contains("when(any: loaded([]))") })
        #expect(faults.contains { $0.hasPrefix("Logical clash") && $0.contains("then { … }") })
        #expect(faults.allSatisfy { $0.contains("ContextPayloadTests.swift:") })
    }

    @Test func valuesClashAsEver() {
        let faults = Given { row in
            row.define(.draft) {
                row.when(.loaded([])) | row.then(.empty)
                row.when(.loaded([])) | row.then(.draft)
                row.when(any: .loaded([])) | row.then(.draft)
            }
        }.faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("Logical clash: 2 rows") == true)
    }

    /// A row for a value whose condition does not hold leaves the event to the row for all values.
    @Test func conditionsTellRowsApart() throws {
        let rules = Given { row in
            row.define(.draft) {
                row.when(any: .loaded([])) | row.then(.draft) | { $0.entries.append("any") }
                row.condition { $0.isLenient } | row.when(.loaded([])) | row.then() | { $0.entries.append("value") }
                row.condition { log, event in event == .fail(7) } | row.when(any: .fail(0)) | row.then()
                    | { $0.entries.append("seven") }
                row.when(any: .fail(0)) | row.then() | { $0.entries.append("other") }
            }
        }
        let log = Log()
        let machine = try FSMContextTable(rules, initialState: .draft, conditions: .firstMatch).machine(log)
        for event in [Event.loaded([]), .fail(7), .fail(8)] {
            #expect(try machine.handleEventAtOnce(event).isTransition)
        }
        log.isLenient = true
        try machine.handleEventAtOnce(.loaded([]))
        #expect(log.entries == ["any", "seven", "other", "value"])
        #expect(!rules.faults(.exclusive).isEmpty)
    }

    /// `.any` in the place of one value: what names the value comes first here too.
    @Test func wildcards() throws {
        let log = Log()
        let machine = try FSMContextTable(Wild(), initialState: 0).machine(log)
        for event in [Wild.Event.coin(50), .coin(10), .pair(1, 2), .pair(3, 2), .pair(3, 3), .reset] {
            try machine.handleEventAtOnce(event)
        }
        #expect(log.entries == ["fifty", "coin", "one", "two", "pair"])
    }

    struct Wild: ContextSyntaxBuilder {
        enum Event: EventWithValues { case coin(FSMValue<Int>), pair(FSMValue<Int>, FSMValue<Int>), reset }
        typealias State = Int
        typealias Context = Log

        var rules: Rules {
            define(0) {
                when(.coin(.any)) | then() | { $0.entries.append("coin") }
                when(.coin(50)) | then() | { $0.entries.append("fifty") }
                when(any: .pair(.any, .any)) | then() | { $0.entries.append("pair") }
                when(.pair(.any, 2)) | then() | { $0.entries.append("two") }
                when(.pair(1, 2)) | then() | { $0.entries.append("one") }
            }
        }
    }
}
