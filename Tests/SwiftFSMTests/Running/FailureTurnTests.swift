import SwiftFSM
import Testing

/// What a machine does since an action failed is part of its step: events of other tasks wait, also where no action of the
/// step itself was awaited; and each step answers for its own failures alone.
@Suite @MainActor struct FailureTurnTests {
    struct Jam: Error {}

    enum State { case idle, working, broken, done }
    enum Event { case breakDown, failTwice, nest, retry, cool, ping }

    @MainActor final class Press: ExpandedSyntaxBuilder {
        typealias State = FailureTurnTests.State
        typealias Event = FailureTurnTests.Event

        let fsm = FSM<State, Event>(initialState: .idle)
        var trace: [String] = []

        init() { fsm.logHandler = nil }

        func fail() throws { throw Jam() }
        func note(_ event: Event) { trace.append("\(event)") }
        func slow() async {
            trace.append("begin in \(fsm.state)")
            for _ in 0..<5 { await Task.yield() }
            trace.append("end in \(fsm.state)")
        }
        func sendPing() async { await fsm.handleEvent(.ping) }
        func sendPingAtOnce() { _ = try? fsm.handleEventAtOnce(.ping) }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.idle) {
                when(.breakDown) | then(.working) | attempt(fail, orElse: .enter(.broken))
                when(.failTwice) | then(.working) | attempt(fail, orElse: .send(.retry))
            }
            define(.working, onEntry: attempt(fail, orElse: .send(.cool))) {
                when(.retry) | then() | slow
                when(.cool) | then() | note
                when(.ping) | then() | note
            }
            define(.broken, onEntry: slow*) { when(.ping) | then(.done) | note }
            define(.done) { when(.breakDown) | then() }
        }

        /// The entry of `working` sends an event itself.
        func nesting(_ entry: [AnyAction]) throws {
            try fsm.buildTable {
                define(.idle) { when(.nest) | then(.working) | attempt(fail, orElse: .send(.cool)) }
                define(.working, onEntry: entry & note) {
                    when(.ping) | then() | note
                    when(.cool) | then(.done) | note
                }
                define(.done) { when(.ping) | then() | note }
            }
        }
    }

    /// Sends an event, and `ping` from another task as soon as something is in the trace.
    private func trace(of event: Event) async throws -> [String] {
        let press = Press()
        try press.fsm.buildTable { press.rules }
        let other = Task {
            while press.trace.isEmpty { await Task.yield() }
            await press.fsm.handleEvent(.ping)
        }
        await press.fsm.handleEvent(event)
        await other.value
        return press.trace
    }

    @Test func theStateThatAFailureEnters() async throws {
        #expect(try await trace(of: .breakDown) == ["begin in broken", "end in broken", "ping"])
    }

    @Test func theEventsOfTwoFailures() async throws {
        #expect(try await trace(of: .failTwice) == ["begin in working", "end in working", "cool", "ping"])
    }

    @Test func aNestedEventLeavesTheFailuresOfTheStepAroundIt() async throws {
        let press = Press()
        try press.nesting(press.sendPing*)
        await press.fsm.handleEvent(.nest)
        #expect(press.trace == ["ping", "nest", "cool"])
        #expect(press.fsm.state == .done)
    }

    @Test func soDoesOneThatIsSentAtOnce() throws {
        let press = Press()
        try press.nesting(press.sendPingAtOnce*)
        try press.fsm.handleEventAtOnce(.nest)
        #expect(press.trace == ["ping", "nest", "cool"])
        #expect(press.fsm.state == .done)
    }

    // MARK: - With a context

    @MainActor final class Site {
        var machine: FSMContextTable<State, Event, Site>.Machine?
        var trace: [String] = []

        func fail() throws { throw Jam() }
        func note(_ event: Event) { trace.append("\(event)") }
        func slow() async {
            trace.append("begin in \(machine.map { "\($0.state)" } ?? "")")
            for _ in 0..<5 { await Task.yield() }
            trace.append("end in \(machine.map { "\($0.state)" } ?? "")")
        }
        func sendPing() async { await machine?.handleEvent(.ping) }
    }

    struct SiteRules: ContextSyntaxBuilder {
        typealias State = FailureTurnTests.State
        typealias Event = FailureTurnTests.Event
        typealias Context = Site

        var rules: Rules {
            define(.idle) {
                when(.breakDown) | then(.working) | attempt(Site.fail, orElse: .enter(.broken))
                when(.failTwice) | then(.done) | attempt(Site.fail, orElse: .send(.retry))
                when(.nest) | then(.working) | attempt(Site.fail, orElse: .send(.cool))
            }
            define(.working) {
                onEntry | Site.sendPing
                when(.cool) | then() | Site.note
                when(.ping) | then() | Site.note
            }
            define(.broken) {
                onEntry | Site.slow
                when(.ping) | then() | Site.note
            }
            define(.done) {
                onEntry | attempt(Site.fail, orElse: .send(.cool))
                when(.retry) | then() | Site.slow
                when(.cool) | then() | Site.note
                when(.ping) | then() | Site.note
            }
        }
    }

    @Test(
        arguments: [
            (Event.breakDown, ["ping", "begin in broken", "end in broken", "ping"]),
            (.failTwice, ["begin in done", "end in done", "cool", "ping"]),
            (.nest, ["ping", "cool", "ping"]),
        ])
    func withAContext(_ event: Event, _ expected: [String]) async throws {
        let site = Site()
        let machine = try FSMContextTable(SiteRules(), initialState: .idle).machine(site)
        site.machine = machine
        let other = Task {
            while site.trace.isEmpty { await Task.yield() }
            await machine.handleEvent(.ping)
        }
        await machine.handleEvent(event)
        await other.value
        site.machine = nil
        #expect(site.trace == expected)
    }
}
