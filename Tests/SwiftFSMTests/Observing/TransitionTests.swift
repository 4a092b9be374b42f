import Observation
import SwiftFSM
import Testing

/// Transitions as sequences, and the state for Observation.
@Suite @MainActor struct TransitionTests {
    @MainActor final class Line: SyntaxBuilder {
        enum State { case one, two, three }
        enum Event { case go, on, back, never }

        var fsm = FSM<State, Event>(initialState: .one)

        init(awaits: Bool) throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.one) {
                    when(.go) | then(.two) | (awaits ? Array(onAwaiting) : Array(on))
                    when(.back) | then()
                }
                define(.two) { when(.on) | then(.three) }
                define(.three) { when(.back) | then(.one) }
            }
        }

        func on() { _ = try? fsm.handleEvent(.on) }
        func onAwaiting() async {
            await Task.yield()
            await fsm.handleEvent(.on)
        }
    }

    @Test(arguments: [true, false]) func transitionsComeInTheirOrder(awaits: Bool) async throws {
        let line = try Line(awaits: awaits)
        let (first, second) = (line.fsm.transitions(), line.fsm.transitions())
        await line.fsm.handleEvent(.never)
        await line.fsm.handleEvent(.go)
        await line.fsm.handleEvent(.back)
        let late = line.fsm.transitions()
        #expect(try line.fsm.handleEventAtOnce(.back).isTransition)
        line.fsm = FSM(initialState: .one)
        // The machine is gone, so that its sequences end.
        let texts = await texts(first)
        #expect(
            texts == ["go: one -> two", "on: two -> three", "back: three -> one", "back: one -> one"])
        #expect(await self.texts(second) == texts)
        #expect(await self.texts(late) == ["back: one -> one"])
    }

    private func texts<State, Event>(_ transitions: AsyncStream<FSMTransition<State, Event>>) async -> [String] {
        var texts: [String] = []
        for await transition in transitions { texts.append("\(transition)") }
        return texts
    }

    @Test func theNewestOfManyTransitions() async throws {
        let line = try Line(awaits: false)
        let newest = line.fsm.transitions(bufferingPolicy: .bufferingNewest(1))
        for _ in 0..<1_000 { await line.fsm.handleEvent(.back) }
        await line.fsm.handleEvent(.go)
        line.fsm = FSM(initialState: .one)
        #expect(await texts(newest) == ["on: two -> three"])
    }

    @Test func observersMayLeave() async throws {
        let line = try Line(awaits: true)
        let transitions = line.fsm.transitions()
        let task = Task {
            for await transition in transitions where transition.to == .three { return transition.from }
            return .one
        }
        await line.fsm.handleEvent(.go)
        #expect(await task.value == .two)
        task.cancel()
        #expect(await line.fsm.handleEvent(.back) == .transitioned(from: .three, to: .one))
        let others = line.fsm.transitions()
        await line.fsm.handleEvent(.go)
        var first: FSMTransition<Line.State, Line.Event>?
        for await transition in others {
            first = transition
            break
        }
        #expect(first?.event == .go)
    }

    @Test func theStateForObservation() async throws {
        let line = try Line(awaits: false)
        let observed = line.fsm.observedState
        #expect(line.fsm.observedState === observed)
        let changes = Changes()
        func track() {
            withObservationTracking {
                changes.states.append(observed.state)
            } onChange: {
                changes.count.add()
            }
        }
        track()
        await line.fsm.handleEvent(.back)  // stays
        #expect(changes.count.value == 0)
        await line.fsm.handleEvent(.go)
        #expect(changes.count.value == 1)
        track()
        #expect(observed.state == line.fsm.state)
        await line.fsm.handleEvent(.back)
        track()
        #expect(changes.states == [.one, .three, .one])
        #expect(changes.count.value == 2)
    }

    @MainActor final class Changes {
        var states: [Line.State] = []
        let count = Count()
    }

    final class Count: @unchecked Sendable {
        private(set) var value = 0
        func add() { value += 1 }
    }

    @Test func aRestoredMachineShowsItsState() throws {
        let line = try Line(awaits: false)
        let snapshot = try line.fsm.snapshot()
        let observed = line.fsm.observedState
        try line.fsm.handleEventAtOnce(.go)
        #expect(observed.state == .three)
        try line.fsm.restore(snapshot)
        #expect(observed.state == .one)
    }

    @Test func machinesWithAContext() async throws {
        let gate = GateRules.Gate()
        var machine: FSMContextTable<GateRules.State, GateRules.Event, GateRules.Gate>.Machine? =
            try GateRules.table().machine(gate)
        let transitions = try #require(machine?.transitions())
        let observed = try #require(machine?.observedState)
        _ = try machine?.handleEventAtOnce(.coin)
        #expect(observed.state == .unlocked)
        _ = await machine?.handleEvent(.pass)
        _ = await machine?.handleEvent(.never)
        machine = nil
        #expect(await texts(transitions) == ["coin: locked -> unlocked", "pass: unlocked -> locked"])
        #expect(observed.state == .locked)
    }

    final class Chart: ChartSyntaxBuilder {
        enum State { case off, on, low, high }
        enum Event { case power, more }

        let fsm = FSM<State, Event>(initialState: .off)

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.off) { when(.power) | then(.on) }
                define(.on) {
                    initial(.low)
                    when(.power) | then(.off)
                    define(.low) { when(.more) | then(.high) }
                    define(.high) { always | then(.low) }
                }
            }
        }
    }

    final class Regions: ChartSyntaxBuilder {
        enum State { case off, p, left, l1, l2, right, r1, r2 }
        enum Event { case power, more, right }

        let fsm = FSM<State, Event>(initialState: .off)

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.off) { when(.power) | then(.p) }
                parallel(.p) {
                    when(.power) | then(.off)
                    define(.left) {
                        initial(.l1)
                        define(.l1) { when(.more) | then(.l2) }
                        define(.l2) { when(.more) | then(.l1) }
                    }
                    define(.right) {
                        initial(.r1)
                        define(.r1) { when(.right) | then(.r2) }
                        define(.r2) { when(.more) | then(.r1) }
                    }
                }
            }
        }
    }

    /// As the article says it.
    @Test func stepsOfRegions() throws {
        let fsm = try Regions().fsm
        let trace = fsm.trace()
        #expect(try fsm.handleEventAtOnce(.power) == .transitioned(from: .off, to: .l1))
        #expect(fsm.state == .p && fsm.states == [.l1, .r1])
        #expect(try fsm.handleEventAtOnce(.more) == .transitioned(from: .l1, to: .l2))
        #expect(try fsm.handleEventAtOnce(.right) == .transitioned(from: .r1, to: .r2))
        #expect(fsm.state == .p && fsm.states == [.l2, .r2])
        // One step of both regions.
        #expect(try fsm.handleEventAtOnce(.more) == .transitioned(from: .l2, to: .l1))
        #expect(fsm.states == [.l1, .r1])
        #expect(
            trace.transitions == [
                .init(event: .power, from: .off, to: .l1), .init(event: .more, from: .l1, to: .l2),
                .init(event: .right, from: .r1, to: .r2), .init(event: .more, from: .l2, to: .l1),
            ])
        #expect(trace.states == [.off, .l1, .l2, .r2, .l1])
    }

    @Test func stepsOfAChart() async throws {
        let chart = try Chart()
        let observed = chart.fsm.observedState
        var transitions = chart.fsm.transitions().makeAsyncIterator()
        try chart.fsm.handleEventAtOnce(.power)
        #expect(observed.state == .low)
        #expect(await transitions.next()?.description == "power: off -> low")
        try chart.fsm.handleEventAtOnce(.more)
        #expect(await transitions.next()?.description == "more: low -> high")
        #expect(await transitions.next()?.description == "always: high -> low")
        #expect(observed.state == .low)
    }
}
