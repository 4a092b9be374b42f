import SwiftFSM
import Testing

/// Tasks and timers of states that an action leaves in the middle of a step, since it sends events: those of the state in which
/// the machine comes to rest go on, and no others.
@Suite @MainActor struct NestedLifetimeTests {
    enum State: CaseIterable { case idle, first, second, third }
    enum Event { case begin, go, on, back, timeout }
    /// Where the action stands that sends events.
    enum Place: CaseIterable { case row, entry, exit }

    /// `go` leads from the first state to the second one. Meanwhile an action sends events.
    struct Case: CustomTestStringConvertible, Sendable {
        let place: Place
        let sent: [Event]
        /// The state in which the machine comes to rest.
        let end: State
        let isAwaited: Bool

        var testDescription: String { "\(isAwaited ? "awaited " : "")\(place) \(sent)" }
    }

    nonisolated static let cases = Place.allCases.flatMap { place in
        [true, false].flatMap { isAwaited in
            [
                Case(place: place, sent: [], end: .second, isAwaited: isAwaited),
                Case(place: place, sent: [.on], end: .third, isAwaited: isAwaited),
                Case(place: place, sent: [.back], end: .first, isAwaited: isAwaited),
                Case(place: place, sent: [.back, .go], end: .second, isAwaited: isAwaited),
                Case(place: place, sent: [.on, .back], end: .second, isAwaited: isAwaited),
            ]
        }
    }

    /// What the actions and tasks of a machine do.
    @MainActor class Host {
        private let test: Case
        private var hasSent = false
        private var running: [State: Int] = [:]

        init(_ test: Case) { self.test = test }

        func handle(_ event: Event) async {}
        func handleAtOnce(_ event: Event) {}

        func act(_ place: Place) {
            guard takeTurn(place) else { return }
            for event in test.sent { handleAtOnce(event) }
        }

        func actAwaiting(_ place: Place) async {
            await Task.yield()
            guard takeTurn(place) else { return }
            for event in test.sent { await handle(event) }
        }

        private func takeTurn(_ place: Place) -> Bool {
            guard place == test.place, !hasSent else { return false }
            hasSent = true
            return true
        }

        /// The task of a state.
        func run(_ state: State) async {
            running[state, default: 0] += 1
            while !Task.isCancelled { await Task.yield() }
            running[state, default: 0] -= 1
        }

        /// The states whose tasks run, and how many of each.
        func tasks() async -> [State: Int] {
            for _ in 0..<100 { await Task.yield() }
            return running.filter { $0.value != 0 }
        }
    }

    // MARK: - With a context

    final class ContextHost: Host {
        var machine: FSMContextTable<State, Event, ContextHost>.Machine?

        override func handle(_ event: Event) async { await machine?.handleEvent(event) }
        override func handleAtOnce(_ event: Event) { _ = try? machine?.handleEventAtOnce(event) }
    }

    struct Direct: ContextSyntaxBuilder {
        typealias State = NestedLifetimeTests.State
        typealias Event = NestedLifetimeTests.Event
        typealias Context = ContextHost

        var rules: Rules {
            define(.idle) { when(.begin) | then(.first) }
            define(.first) {
                after(.seconds(1), .timeout) | then(.idle)
                activity { await $0.run(.first) }
                onExit | { @MainActor in $0.act(.exit) }
                when(.go) | then(.second) | { @MainActor in $0.act(.row) }
            }
            define(.second) {
                onEntry | { @MainActor in $0.act(.entry) }
                after(.seconds(2), .timeout) | then(.idle)
                activity { await $0.run(.second) }
                when(.on) | then(.third)
                when(.back) | then(.first)
            }
            define(.third) {
                after(.seconds(3), .timeout) | then(.idle)
                activity { await $0.run(.third) }
                when(.back) | then(.second)
            }
        }
    }

    struct Awaiting: ContextSyntaxBuilder {
        typealias State = NestedLifetimeTests.State
        typealias Event = NestedLifetimeTests.Event
        typealias Context = ContextHost

        var rules: Rules {
            define(.idle) { when(.begin) | then(.first) }
            define(.first) {
                after(.seconds(1), .timeout) | then(.idle)
                activity { await $0.run(.first) }
                onExit | { await $0.actAwaiting(.exit) }
                when(.go) | then(.second) | { await $0.actAwaiting(.row) }
            }
            define(.second) {
                onEntry | { await $0.actAwaiting(.entry) }
                after(.seconds(2), .timeout) | then(.idle)
                activity { await $0.run(.second) }
                when(.on) | then(.third)
                when(.back) | then(.first)
            }
            define(.third) {
                after(.seconds(3), .timeout) | then(.idle)
                activity { await $0.run(.third) }
                when(.back) | then(.second)
            }
        }
    }

    @Test(arguments: cases) func ofAMachineWithAContext(_ test: Case) async throws {
        let (host, clock) = (ContextHost(test), ManualClock())
        let table =
            test.isAwaited
            ? try FSMContextTable(Awaiting(), initialState: .idle) : try FSMContextTable(Direct(), initialState: .idle)
        let machine = table.machine(host, clock: clock)
        host.machine = machine
        await machine.handleEvent(.begin)
        #expect(await host.tasks() == [.first: 1])
        await machine.handleEvent(.go)
        #expect(machine.state == test.end)
        #expect(await host.tasks() == [test.end: 1])
        #expect(clock.sleeperCount == 1)
        let delays: [State: Duration] = [.first: .seconds(1), .second: .seconds(2), .third: .seconds(3)]
        #expect(await clock.firstDeadline().offset == delays[test.end])
        await clock.passOnce(.seconds(3))
        #expect(await host.tasks() == [:])
        #expect(machine.state == .idle)
        host.machine = nil
    }

    // MARK: - With functions of its own

    @MainActor final class Owner: Host, SyntaxBuilder {
        typealias State = NestedLifetimeTests.State
        typealias Event = NestedLifetimeTests.Event

        let fsm = FSM<State, Event>(initialState: .idle)

        /// Timers let the machine, not the engine, change the state.
        init(_ test: Case, hasTimers: Bool) throws {
            super.init(test)
            fsm.logHandler = nil
            func actions(_ place: Place) -> [AnyAction] {
                test.isAwaited
                    ? Array({ [unowned self] in await actAwaiting(place) }) : Array({ [unowned self] in act(place) })
            }
            func task(of state: State) -> () async -> Void { { [unowned self] in await run(state) } }
            let timed = SuperState { after(.seconds(1), .timeout) | then(.idle) }
            let untimed = SuperState { when(.timeout) | then(.idle) }
            let shared = hasTimers ? timed : untimed
            try fsm.buildTable {
                define(.idle) { when(.begin) | then(.first) }
                define(.first, adopts: shared, onExit: actions(.exit)) {
                    activity(task(of: .first))
                    when(.go) | then(.second) | actions(.row)
                }
                define(.second, adopts: shared, onEntry: actions(.entry)) {
                    activity(task(of: .second))
                    when(.on) | then(.third)
                    when(.back) | then(.first)
                }
                define(.third, adopts: shared) {
                    activity(task(of: .third))
                    when(.back) | then(.second)
                }
            }
        }

        override func handle(_ event: Event) async { await fsm.handleEvent(event) }
        override func handleAtOnce(_ event: Event) { _ = try? fsm.handleEventAtOnce(event) }
    }

    @Test(arguments: cases, [true, false]) func ofAMachine(_ test: Case, hasTimers: Bool) async throws {
        let owner = try Owner(test, hasTimers: hasTimers)
        await owner.fsm.handleEvent(.begin)
        #expect(await owner.tasks() == [.first: 1])
        await owner.fsm.handleEvent(.go)
        #expect(owner.fsm.state == test.end)
        #expect(await owner.tasks() == [test.end: 1])
        if hasTimers {
            try await owner.fsm.advance(to: .seconds(1))
        } else {
            await owner.fsm.handleEvent(.timeout)
        }
        #expect(owner.fsm.state == .idle)
        #expect(await owner.tasks() == [:])
    }

    // MARK: - After an action that failed

    struct Failing: ContextSyntaxBuilder {
        typealias State = NestedLifetimeTests.State
        typealias Event = NestedLifetimeTests.Event
        typealias Context = ContextHost

        struct Failure: Error {}

        var rules: Rules {
            define(.idle) {
                when(.begin) | then(.first)
                when(.go) | then(.second)
            }
            define(.first) {
                onEntry | attempt({ _ in throw Failure() }, orElse: .send(.back))
                after(.seconds(1), .timeout) | then(.idle)
                activity { await $0.run(.first) }
                when(.back) | then()
            }
            define(.second) {
                onEntry
                    | attempt(
                        { _ in
                            await Task.yield()
                            throw Failure()
                        }, orElse: .send(.back))
                after(.seconds(1), .timeout) | then(.idle)
                activity { await $0.run(.second) }
                when(.back) | then()
            }
        }
    }

    /// Where nothing came of the entry a state must not last for ever.
    @Test(arguments: [Event.begin, .go]) func timersRunIfTheEntryFails(_ event: Event) async throws {
        let host = ContextHost(Self.cases[0])
        let clock = ManualClock()
        let table = try FSMContextTable(Failing(), initialState: .idle)
        let machine = table.machine(host, clock: clock)
        await machine.handleEvent(event)
        #expect(machine.state != .idle)
        #expect(await host.tasks() == [:])
        #expect(clock.sleeperCount == 1)
        await clock.passOnce(.seconds(1))
        #expect(await host.tasks() == [:])
        #expect(machine.state == .idle)
    }
}
