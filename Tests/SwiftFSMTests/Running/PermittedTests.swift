import Testing

@testable import SwiftFSM

/// Whether an event would be taken, with its values.
@Suite struct PermittedTests {
    enum State { case locked, unlocked, jammed }
    enum Event: EventWithValues { case coin(FSMValue<Int>), token(FSMValue<String>), pass }
    enum Policy: Predicate { case weak, strong }

    final class Gate: ExpandedSyntaxBuilder {
        typealias State = PermittedTests.State
        typealias Event = PermittedTests.Event

        let machine = FSM<State, Event>(type: .lazy, initialState: .locked)
        private final class Switch: @unchecked Sendable { var isOpen = true }
        private let open = Switch()
        var isOpen: Bool {
            get { open.isOpen }
            set { open.isOpen = newValue }
        }

        init() throws {
            machine.logHandler = nil
            let open = open
            try machine.buildTable {
                define(.locked) {
                    condition { open.isOpen } | when(.coin(50)) | then(.unlocked)
                    when(.token(.any)) | then(.unlocked)
                    matching(Policy.strong) | when(.pass) | then(.jammed)
                }
                define(.unlocked) { when(.pass) | then(.locked) }
            }
        }
    }

    @Test func valuesCount() throws {
        let machine = try Gate().machine
        #expect(machine.isPermitted(.coin(50)) && !machine.isPermitted(.coin(20)))
        #expect(machine.isPermitted(.token("a")) && machine.isPermitted(.token("b")))
    }

    @Test func conditionsCount() throws {
        let gate = try Gate()
        gate.isOpen = false
        #expect(!gate.machine.isPermitted(.coin(50)))
    }

    @Test func predicatesCount() throws {
        let machine = try Gate().machine
        #expect(machine.isPermitted(.pass, predicates: Policy.strong))
        #expect(!machine.isPermitted(.pass, predicates: Policy.weak) && !machine.isPermitted(.pass))
    }

    @Test func statesCountAndNothingChanges() throws {
        let machine = try Gate().machine
        #expect(machine.isPermitted(.coin(50)) && machine.state == .locked)
        try machine.handleEvent(.coin(50))
        #expect(!machine.isPermitted(.coin(50)) && machine.isPermitted(.pass) && machine.state == .unlocked)
    }

    @Test func withoutATableNothingIs() {
        let machine = FSM<State, Event>(initialState: .locked)
        #expect(!machine.isPermitted(.pass))
    }

    @Test func overlappingPatternsAreAllTried() throws {
        final class Rules: ChartSyntaxBuilder {
            typealias State = PermittedTests.State
            typealias Event = PermittedTests.Event
            let machine = FSM<State, Event>(initialState: .locked)

            func build() throws {
                try machine.buildTable {
                    define(.locked) { when(.coin(50)) | then(.unlocked) }
                    define(.unlocked) {
                        initial(.jammed)
                        when(.coin(.any)) | then(.locked)
                        define(.jammed)
                    }
                }
            }
        }
        let rules = Rules()
        rules.machine.logHandler = nil
        try rules.build()
        var steps: [FSMOutcome<State>] = []
        rules.machine.stepHandler = { steps.append($0.outcome) }
        #expect(rules.machine.isPermitted(.coin(50)) && !rules.machine.isPermitted(.coin(20)))
        #expect(try rules.machine.handleEvent(.coin(20)) == .notFound)
        try rules.machine.handleEvent(.coin(50))
        #expect(rules.machine.isPermitted(.coin(50)) && rules.machine.isPermitted(.coin(20)))
        #expect(steps == [.notFound, .transitioned(from: .locked, to: .jammed)])
    }
}
