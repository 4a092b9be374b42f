import SwiftFSM
import Testing

/// Actions that throw.
@Suite @MainActor struct FailureTests {
    struct Jam: Error {}

    @MainActor final class Gate: ChartSyntaxBuilder {
        enum State: FSMHashable { case closed, open, ajar, broken, parts, inner }
        enum Event: FSMHashable { case push, pushSlowly, kick, start, nest, jammed(String) }

        let fsm: FSM<State, Event>
        var fails = true
        var trace: [String] = []

        init(_ policy: StateActionsPolicy = .executeOnChangeOnly) {
            fsm = FSM(initialState: .closed, actionsPolicy: policy)
            fsm.logHandler = nil
        }

        func open() throws {
            trace.append("open")
            if fails { throw Jam() }
        }
        func openSlowly(_ event: Event) async throws {
            await Task.yield()
            try open()
        }
        func after() { trace.append("after") }
        func leave() { trace.append("leave") }
        func enter() { trace.append("enter") }
        func note(_ event: Event) { trace.append("\(event)") }

        @TableBuilder<State, Event> var flat: [Syntax.Define<State, Event>] {
            define(.closed, onExit: leave*) {
                when(.push) | then(.open) | attempt(open, orElse: .send { .jammed("\($0)") }) & after
                when(.pushSlowly) | then(.open) | attempt(openSlowly, orElse: .send(.jammed("slow"))) & after
                when(.kick) | then(.open) | attempt(open, orElse: .enter(.broken))
                when(.nest) | then() | { _ = try? self.fsm.handleEventAtOnce(.kick) }
            }
            define(.open, onEntry: enter*, onExit: leave*) {
                when(any: .jammed("")) | then(.ajar) | note
            }
            define(.broken, onEntry: { self.trace.append("broken") }*) { when(.push) | then(.closed) }
            define(.ajar, onEntry: attempt(open, orElse: .enter(.broken))) { when(.push) | then(.closed) }
        }
    }

    @Test func theEventOfAFailureComesAfterTheStep() throws {
        let gate = Gate()
        try gate.fsm.buildTable { gate.flat }
        #expect(try gate.fsm.handleEventAtOnce(.push) == .transitioned(from: .closed, to: .open))
        // The entry of the next state fails as well.
        #expect(gate.fsm.state == .broken)
        #expect(gate.trace == ["open", "leave", "enter", "jammed(\"Jam()\")", "leave", "open", "broken"])
    }

    @Test func alsoWhereItIsAwaited() async throws {
        let gate = Gate()
        try gate.fsm.buildTable { gate.flat }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try gate.fsm.handleEventAtOnce(.pushSlowly) }
        #expect(gate.trace.isEmpty && gate.fsm.state == .closed)
        #expect(await gate.fsm.handleEvent(.pushSlowly) == .transitioned(from: .closed, to: .open))
        #expect(gate.fsm.state == .broken)
        #expect(gate.trace == ["open", "leave", "enter", "jammed(\"slow\")", "leave", "open", "broken"])
    }

    @Test func whatDoesNotFailGoesOn() async throws {
        let gate = Gate()
        gate.fails = false
        try gate.fsm.buildTable { gate.flat }
        #expect(await gate.fsm.handleEvent(.push).isTransition)
        #expect(await gate.fsm.handleEvent(.jammed("x")) == .transitioned(from: .open, to: .ajar))
        #expect(gate.trace == ["open", "after", "leave", "enter", "jammed(\"x\")", "leave", "open"])
    }

    @Test func aFailureEntersAState() async throws {
        let gate = Gate()
        try gate.fsm.buildTable { gate.flat }
        let transitions = gate.fsm.transitions()
        #expect(await gate.fsm.handleEvent(.kick) == .transitioned(from: .closed, to: .open))
        #expect(gate.fsm.state == .broken)
        #expect(gate.trace == ["open", "leave", "enter", "leave", "broken"])
        var seen: [String] = []
        for await transition in transitions {
            seen.append("\(transition.from) \(transition.to)")
            if seen.count == 2 { break }
        }
        #expect(seen == ["closed open", "open broken"])
    }

    @Test func aFailureOfANestedEvent() throws {
        let gate = Gate()
        try gate.fsm.buildTable { gate.flat }
        try gate.fsm.handleEventAtOnce(.nest)
        #expect(gate.fsm.state == .broken)
        #expect(gate.trace == ["open", "leave", "enter", "leave", "broken"])
    }

    @Test func theLogHasBothEvents() throws {
        let gate = Gate()
        var log: [String] = []
        gate.fsm.logHandler = { log.append("\($0.event)") }
        try gate.fsm.buildTable { gate.flat }
        try gate.fsm.handleEventAtOnce(.push)
        #expect(log.sorted() == ["jammed(\"Jam()\")", "push"])
    }

    /// In a chart the event is raised: it comes before events that wait.
    @Test(arguments: [true, false]) func charts(isAwaited: Bool) async throws {
        let gate = Gate()
        try gate.fsm.buildTable {
            gate.define(.closed) {
                gate.when(.push) | gate.then(.inner) | gate.attempt(gate.open, orElse: .send(.jammed("chart")))
                    & gate.after
                gate.when(.pushSlowly) | gate.then(.inner)
                    | gate.attempt(gate.openSlowly, orElse: .send(.jammed("chart"))) & gate.after
            }
            gate.define(.parts) {
                gate.initial(.inner)
                gate.when(any: .jammed("")) | gate.then(.ajar) | gate.note
                gate.define(.inner, onEntry: gate.enter*, onExit: gate.leave*) {
                    gate.when(.push) | gate.then()
                }
            }
            gate.define(.ajar) { gate.when(.push) | gate.then(.closed) }
        }
        await gate.fsm.handleEvent(isAwaited ? .pushSlowly : .push)
        #expect(gate.fsm.state == .ajar)
        #expect(gate.trace.filter { $0 != "enter" } == ["open", "jammed(\"chart\")", "leave"])
    }

    @Test func aChartCannotEnterAStateByItself() throws {
        let gate = Gate()
        let error = #expect(throws: SwiftFSMError.self) {
            try gate.fsm.buildTable {
                gate.define(.parts) {
                    gate.initial(.inner)
                    gate.define(.inner) {
                        gate.when(.push) | gate.then() | gate.attempt(gate.open, orElse: .enter(.parts))
                    }
                }
                gate.define(.closed) { gate.when(.push) | gate.then(.parts) }
            }
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("Write '.send(event)', and a row for the event."))
    }
}
