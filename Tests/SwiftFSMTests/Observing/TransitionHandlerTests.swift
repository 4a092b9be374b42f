import SwiftFSM
import Testing

/// A function that is called with each transition, before anything else happens.
@Suite @MainActor struct TransitionHandlerTests {
    enum State { case one, two, three }
    enum Event { case go, on, back, never }

    @MainActor final class Line: SyntaxBuilder {
        typealias State = TransitionHandlerTests.State
        typealias Event = TransitionHandlerTests.Event

        let fsm = FSM<State, Event>(initialState: .one)
        var log: [String] = []

        /// In one that has effects, a state has an action that may fail.
        init(awaits: Bool = false, hasEffects: Bool = false) throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.one) {
                    when(.go) | then(.two) | (awaits ? Array(onAwaiting) : Array(on))
                    when(.back) | then()
                }
                define(.two) { when(.on) | then(.three) }
                define(.three, onExit: hasEffects ? attempt(leave, orElse: .send(.never)) : []) {
                    when(.back) | then(.one)
                }
            }
            fsm.transitionHandler = { [unowned self] in log.append("\($0)") }
        }

        func on() {
            log.append("on")
            _ = try? fsm.handleEvent(.on)
        }
        func onAwaiting() async {
            await Task.yield()
            log.append("on")
            await fsm.handleEvent(.on)
        }
        func leave() throws { log.append("leave") }
    }

    @Test(arguments: [true, false], [true, false])
    func itIsCalledBeforeTheActions(awaits: Bool, hasEffects: Bool) async throws {
        let line = try Line(awaits: awaits, hasEffects: hasEffects)
        await line.fsm.handleEvent(.never)
        await line.fsm.handleEvent(.go)
        await line.fsm.handleEvent(.back)
        if !awaits { try line.fsm.handleEventAtOnce(.back) }
        line.fsm.transitionHandler = nil
        await line.fsm.handleEvent(.back)
        let left = hasEffects ? ["leave"] : []
        let stayed = awaits ? [] : ["back: one -> one"]
        #expect(
            line.log == ["go: one -> two", "on", "on: two -> three", "back: three -> one"] + left + stayed)
        #expect(line.fsm.transitionHandler == nil)
    }

    @Test(arguments: [true, false]) func itIsOneOfSeveralObservers(hasEffects: Bool) throws {
        let line = try Line(hasEffects: hasEffects)
        let (trace, observed) = (line.fsm.trace(), line.fsm.observedState)
        var seen: [State] = []
        line.fsm.transitionHandler = { transition in
            seen.append(observed.state)
            #expect(trace.transitions.last == transition)
        }
        try line.fsm.handleEventAtOnce(.go)
        #expect(seen == [.two, .three])
    }

    /// It would come between the change of the state and its actions.
    @Test(arguments: [true, false]) func itSendsNoEvents(hasEffects: Bool) async throws {
        let line = try Line(hasEffects: hasEffects)
        var errors: [FSMHandlingError] = []
        line.fsm.transitionHandler = { [unowned fsm = line.fsm] transition in
            do { try fsm.handleEventAtOnce(.back) } catch let error as FSMHandlingError { errors.append(error) } catch {
            }
            #expect(throws: FSMSnapshotError.actionsUnderWay) { try fsm.snapshot() }
        }
        try line.fsm.handleEventAtOnce(.go)
        #expect(errors == [.otherEventUnderWay, .otherEventUnderWay])
        #expect(line.fsm.state == .three)
        await line.fsm.handleEvent(.back)
        #expect(errors.count == 3 && line.fsm.state == .one)
    }

    /// The first event comes to its end first, however it was sent.
    @Test(arguments: [true, false], [true, false])
    func tasksThatItStartsWait(awaits: Bool, hasEffects: Bool) async throws {
        let line = try Line(awaits: awaits, hasEffects: hasEffects)
        var tasks: [Task<Void, Never>] = []
        line.fsm.transitionHandler = { [unowned line] transition in
            line.log.append("\(transition)")
            guard transition.event == .go else { return }
            tasks.append(
                Task.immediate { @MainActor in
                    await line.fsm.handleEvent(.back)
                    line.log.append("task")
                })
        }
        if awaits {
            await line.fsm.handleEvent(.go)
        } else {
            try line.fsm.handleEventAtOnce(.go)
        }
        for task in tasks { await task.value }
        let left = hasEffects ? ["leave"] : []
        #expect(
            line.log == ["go: one -> two", "on", "on: two -> three", "back: three -> one"] + left + ["task"])
    }

    @Test func inAChartEventsThatItSendsWait() throws {
        let chart = try Chart()
        chart.fsm.transitionHandler = { [unowned chart] transition in
            chart.log.append("\(transition)")
            guard transition.event == .go else { return }
            #expect(chart.sent(.on) == .queued)
            chart.log.append("sent")
        }
        try chart.fsm.handleEventAtOnce(.go)
        #expect(chart.log == ["go: one -> two", "sent", "on: two -> three"])
    }

    @MainActor final class Chart: ChartSyntaxBuilder {
        typealias State = TransitionHandlerTests.State
        typealias Event = TransitionHandlerTests.Event

        let fsm = FSM<State, Event>(initialState: .one)
        var log: [String] = []

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.one) { when(.go) | then(.two) }
                define(.two) {
                    when(.on) | then(.three)
                    condition { false } | always | then(.one)
                }
                define(.three) { when(.back) | then(.one) }
            }
        }

        func sent(_ event: Event) -> FSMOutcome<State>? { try? fsm.handleEventAtOnce(event) }
    }

    // MARK: - With a context

    @MainActor final class Log {
        var entries: [String] = []
        func act() { entries.append("act") }
        func wait() async {
            await Task.yield()
            entries.append("waited")
        }
        func leave() throws { entries.append("leave") }
    }

    struct Behaviour: ContextSyntaxBuilder {
        typealias State = TransitionHandlerTests.State
        typealias Event = TransitionHandlerTests.Event
        typealias Context = Log

        var rules: Rules {
            define(.one) {
                when(.go) | then(.two) | Log.act
                when(.on) | then(.two) | Log.wait
            }
            define(.two) {
                onExit | attempt(Log.leave, orElse: .send(.never))
                when(.back) | then(.one)
            }
            define(.three) { when(.back) | then(.three) | Log.act }
        }
    }

    private func machine(_ log: Log) throws -> FSMContextTable<State, Event, Log>.Machine {
        let machine = try FSMContextTable(Behaviour(), initialState: .one).machine(log)
        machine.transitionHandler = { [unowned log] in log.entries.append("\($0)") }
        return machine
    }

    @Test func aMachineWithAContextCallsItBeforeTheActions() async throws {
        let log = Log()
        let machine = try machine(log)
        try machine.handleEventAtOnce(.go)
        try machine.handleEventAtOnce(.back)
        await machine.handleEvent(.on)
        await machine.handleEvent(.never)
        await machine.handleEvent(.back)
        machine.transitionHandler = nil
        await machine.handleEvent(.go)
        #expect(machine.transitionHandler == nil)
        #expect(
            log.entries == [
                "go: one -> two", "act", "back: two -> one", "leave", "on: one -> two", "waited", "back: two -> one",
                "leave", "act",
            ])
    }

    @Test func aMachineWithAContextTakesNoEventsMeanwhile() async throws {
        let log = Log()
        let machine = try machine(log)
        var tasks: [Task<Void, Never>] = []
        machine.transitionHandler = { [unowned machine, unowned log] transition in
            log.entries.append("\(transition)")
            #expect(throws: FSMHandlingError.otherEventUnderWay) { try machine.handleEventAtOnce(.back) }
            guard transition.event == .go else { return }
            tasks.append(
                Task.immediate { @MainActor in
                    await machine.handleEvent(.back)
                    log.entries.append("task")
                })
        }
        try machine.handleEventAtOnce(.go)
        for task in tasks { await task.value }
        #expect(log.entries == ["go: one -> two", "act", "back: two -> one", "leave", "task"])
        await machine.handleEvent(.go)
        for task in tasks { await task.value }
        #expect(log.entries.count == 10 && machine.state == .one)
        machine.transitionHandler = nil
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.handleEventAtOnce(.on) }
    }
}
