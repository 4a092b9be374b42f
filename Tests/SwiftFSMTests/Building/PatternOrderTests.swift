import SwiftFSM
import Testing

/// Patterns that match events of which other rows say more, in the same state or in another one.
@Suite struct PatternOrderTests {
    enum Event: EventWithValues { case pay(FSMValue<Int>, FSMValue<Int>), loaded(FSMValue<Int>), back }

    final class Flags: @unchecked Sendable {
        var isOpen = false
    }

    struct Given: ContextSyntaxBuilder {
        typealias State = Int
        typealias Event = PatternOrderTests.Event
        typealias Context = Flags

        let block: @Sendable (Given) -> [ContextWords.Define]

        init(@ContextWords.RulesBuilder _ block: @escaping @Sendable (Given) -> [ContextWords.Define]) {
            self.block = block
        }

        var rules: Rules { block(self) }

        func table(_ policy: FSMConditionPolicy = .exclusive) throws -> FSMContextTable<Int, Event, Flags> {
            try FSMContextTable(self, initialState: 0, conditions: policy)
        }
    }

    struct Words: ExpandedSyntaxBuilder {
        typealias State = Int
        typealias Event = PatternOrderTests.Event
    }

    /// The state that an event leads to.
    private func target(
        _ event: Event, from state: Int, _ table: FSMContextTable<Int, Event, Flags>, isOpen: Bool = false
    ) throws -> Int {
        let flags = Flags()
        flags.isOpen = isOpen
        let machine = try table.machine(flags, in: state)
        let isTaken = machine.explain(event).contains { $0.isTaken }
        #expect(try machine.handleEvent(event).isTransition == isTaken)
        return machine.state
    }

    @Test func whatAnotherStateNamesMakesNoRowsClash() throws {
        let table = try Given { row in
            row.define(0) {
                row.when(.pay(.any, 0)) | row.then(1)
                row.when(any: .pay(0, 0)) | row.then(2)
            }
            row.define(1) { row.when(.pay(7, 0)) | row.then(0) }
            row.define(2) {
                row.when(.loaded(.any)) | row.then(0)
                row.when(any: .loaded(0)) | row.then(1)
            }
        }.table()
        #expect(try target(.pay(7, 0), from: 0, table) == 1)
        #expect(try target(.pay(7, 1), from: 0, table) == 2)
        #expect(try target(.loaded(4), from: 2, table) == 0)

        let machine = FSM<Int, Event>(initialState: 0)
        machine.logHandler = nil
        let words = Words()
        try machine.buildTable {
            words.define(0) {
                words.when(.pay(.any, 0)) | words.then(1)
                words.when(any: .pay(0, 0)) | words.then(2)
            }
            words.define(1) { words.when(.pay(7, 0)) | words.then(0) }
            words.define(2) { words.when(.back) | words.then(0) }
        }
        #expect(try machine.handleEvent(.pay(7, 0)) == .transitioned(from: 0, to: 1))
        #expect(try machine.handleEvent(.pay(7, 0)) == .transitioned(from: 1, to: 0))
        #expect(try machine.handleEvent(.pay(7, 1)) == .transitioned(from: 0, to: 2))
    }

    /// Both patterns match `.pay(1, 2)`; the other state's is not a reason to take the row for any.
    @Test func theMoreSpecificRowOfTheStateIsTaken() throws {
        let rules = Given { row in
            row.define(0) { row.when(.pay(1, .any)) | row.then(1) }
            row.define(1) {
                row.when(.pay(.any, .any)) | row.then(0)
                row.when(.pay(.any, 2)) | row.then(2)
            }
            row.define(2) {
                row.when(any: .pay(0, 0)) | row.then(0)
                row.when(.pay(.any, 2)) | row.then(1)
            }
        }
        for policy in [FSMConditionPolicy.exclusive, .firstMatch] {
            let table = try rules.table(policy)
            #expect(try target(.pay(1, 2), from: 0, table) == 1)
            #expect(try target(.pay(1, 2), from: 1, table) == 2)
            #expect(try target(.pay(1, 3), from: 1, table) == 0)
            #expect(try target(.pay(1, 2), from: 2, table) == 1)
            #expect(try target(.pay(3, 3), from: 2, table) == 0)
        }
    }

    @Test func ofRowsWithConditionsTheMoreSpecificIsTriedFirst() throws {
        let table = try Given { row in
            row.define(0) {
                row.when(.pay(.any, .any)) | row.then(1)
                row.condition { $0.isOpen } | row.when(.pay(.any, 2)) | row.then(2)
                row.condition { !$0.isOpen } | row.when(.pay(1, .any)) | row.then(3)
            }
            row.define(1) { row.when(.back) | row.then(0) }
            row.define(2) { row.when(.back) | row.then(0) }
            row.define(3) { row.when(.back) | row.then(0) }
        }.table(.firstMatch)
        #expect(try target(.pay(1, 2), from: 0, table, isOpen: true) == 2)
        #expect(try target(.pay(1, 2), from: 0, table, isOpen: false) == 3)
        #expect(try target(.pay(2, 2), from: 0, table, isOpen: false) == 1)
        #expect(try target(.pay(1, 1), from: 0, table, isOpen: true) == 1)
    }

    /// Rows that name more predicates come first, whichever pattern is found first.
    @Test func predicatesComeBeforePatterns() throws {
        let machine = FSM<Int, Event>(initialState: 0)
        machine.logHandler = nil
        let words = Words()
        try machine.buildTable {
            words.define(0) {
                words.when(.pay(1, .any)) | words.then(1)
                words.matching(A.x) | words.when(.pay(.any, 2)) | words.then(2)
            }
            words.define(1) { words.when(.back) | words.then(0) }
            words.define(2) { words.when(.back) | words.then(0) }
        }
        #expect(machine.isPermitted(.pay(1, 2), predicates: A.x))
        #expect(machine.explain(.pay(1, 2), predicates: A.x).map(\.isTaken) == [true, false])
        #expect(try machine.handleEvent(.pay(1, 2), predicates: A.x) == .transitioned(from: 0, to: 2))
        try machine.handleEvent(.back, predicates: A.x)
        #expect(try machine.handleEvent(.pay(1, 2), predicates: A.y) == .transitioned(from: 0, to: 1))
    }

    /// Large tables look events up by their hash.
    @Test func patternsAreFoundAmongManyEvents() throws {
        let machine = FSM<Int, Event>(initialState: 0)
        machine.logHandler = nil
        let words = Words()
        try machine.buildTable {
            words.define(0) {
                words.when(.pay(1, .any)) | words.then(1)
                (0..<20).map { words.when(.loaded(.some($0))) | words.then() }
            }
            words.define(1) { words.when(.pay(.any, 2)) | words.then(0) }
        }
        #expect(try machine.handleEvent(.pay(1, 2)) == .transitioned(from: 0, to: 1))
        #expect(try machine.handleEvent(.pay(1, 2)) == .transitioned(from: 1, to: 0))
        #expect(try machine.handleEvent(.pay(2, 2)) == .notFound)
    }

    /// What patterns have in common is no row of its own.
    @Test func listsAndPicturesHaveTheRowsAlone() async throws {
        let rules = Given { row in
            row.define(0) { row.when(.pay(1, .any)) | row.then(1) }
            row.define(1) { row.when(.pay(.any, 2)) | row.then(0) }
        }
        let table = try rules.table()
        #expect(
            table.rules.map(\.description) == [
                "pay(1, FSMValue<Int>.any): 0 -> 1", "pay(FSMValue<Int>.any, 2): 1 -> 0",
            ])
        #expect(!table.diagram(.matrix).contains("&"))
        let paths = table.paths(with: [.pay(1, 2)])
        #expect(paths.uncovered.isEmpty)
        #expect(paths.paths.map(\.description) == ["0 -pay(1, 2)-> 1 -pay(1, 2)-> 0"])
        let machine = table.machine(Flags())
        #expect(machine.explain(.pay(1, 2)).map(\.description) == ["pay(1, FSMValue<Int>.any): 0 -> 1 (taken)"])
        for step in paths.paths[0].steps {
            await step.send(to: machine)
            #expect([machine.state] == step.states)
        }
    }

    @Test func aJournalTellsEachStepOnce() throws {
        final class Chart: ChartSyntaxBuilder {
            enum State { case outer, a, b }
            typealias Event = PatternOrderTests.Event

            func machine() throws -> FSM<State, Event> {
                let machine = FSM<State, Event>(initialState: .outer)
                machine.logHandler = nil
                try machine.buildTable {
                    define(.outer) {
                        initial(.a)
                        define(.a) { when(.pay(1, .any)) | then(.b) }
                        define(.b) { when(.pay(.any, 2)) | then(.a) }
                    }
                }
                return machine
            }
        }
        var journal: [UInt8] = []
        let machine = try Chart().machine()
        let trace = machine.trace()
        try machine.startJournal(.json) { journal += $0 }
        for _ in 0..<3 { try machine.handleEvent(.pay(1, 2)) }
        #expect(trace.states == [.a, .b, .a, .b])
        #expect(trace.transitions.allSatisfy { $0.event != nil })
        let other = try Chart().machine()
        #expect(try other.replay(journal).stepCount == 3)
        #expect(other.state == .b)
    }

    /// The row for all values that overrides leaves a value to a row of its own block.
    @Test func aValueBesideARowThatOverridesItsCase() throws {
        let machine = FSM<Int, Event>(initialState: 0)
        machine.logHandler = nil
        let words = Words()
        let base = SuperState { words.when(any: .loaded(0)) | words.then(1) }
        try machine.buildTable {
            words.define(0, adopts: base) {
                words.overriding { words.when(any: .loaded(0)) | words.then(2) }
                words.when(.loaded(5)) | words.then(3)
            }
            [1, 2, 3].map { state in words.define(state) { words.when(.back) | words.then(0) } }
        }
        for (value, state) in [(5, 3), (6, 2), (0, 2)] {
            #expect(try machine.handleEvent(.loaded(.some(value))) == .transitioned(from: 0, to: state))
            try machine.handleEvent(.back)
        }
    }
}
