import SwiftFSM
import Testing

/// Timers that live as long as a state, in tables that are no charts.
@Suite @MainActor final class StateTimeoutTests: SyntaxBuilder {
    enum State: FSMHashable { case idle, ringing, talking(Int), off }
    enum Event: FSMHashable { case ring, answer(Int), tick, timeout, give, hang, load([Int]) }
    struct Broken: Error {}

    let machine: FSM<State, Event>
    let clock = ManualClock()
    var trace: [String] = []

    init() {
        machine = FSM(initialState: .idle)
        machine.logHandler = nil
    }

    func note(_ event: Event) { trace.append("\(event)@\(machine.now.components.seconds)") }
    func hang() throws { _ = try machine.handleEventAtOnce(.hang) }
    func fail() throws { throw Broken() }
    func slow() async {
        for _ in 0..<3 { await Task.yield() }
        trace.append("slow")
    }

    @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
        define(.idle) {
            when(.ring) | then(.ringing)
            when(any: .answer(0)) | then { if case .answer(let line) = $0 { .talking(line) } else { .idle } }
        }
        define(.ringing) {
            after(.seconds(30), .timeout) | then(.idle) | note
            after(.seconds(10), send: .tick)
            when(.tick) | then() | note
            when(.hang) | then(.idle)
            when(.give) | then(.off)
        }
        define(any: .talking(0)) {
            after(.seconds(60), .timeout) | then(.off) | note
            when(any: .answer(0)) | then { if case .answer(let line) = $0 { .talking(line) } else { .idle } }
            when(.hang) | then(.idle)
            when(.tick) | then()
        }
        define(.off) { after(.seconds(5), .ring) | then(.idle) }
    }

    @Test func aTimerSendsItsEvent() async throws {
        try machine.buildTable { rules }
        #expect(machine.nextDue == nil)
        // Events of this table are handled inside the step, as ever: it is no chart.
        #expect(try machine.handleEventAtOnce(.ring) == .transitioned(from: .idle, to: .ringing))
        #expect(machine.nextDue == .seconds(10))
        try machine.advanceAtOnce(to: .seconds(29))
        #expect(trace == ["tick@10"] && machine.state == .ringing && machine.nextDue == .seconds(30))
        try await machine.advance(to: .seconds(100))
        #expect(trace == ["tick@10", "timeout@30"] && machine.state == .idle && machine.nextDue == nil)
    }

    @Test func leavingTheStateCancelsItsTimers() async throws {
        try machine.buildTable { rules }
        await machine.handleEvent(.ring)
        try await machine.advance(to: .seconds(5))
        await machine.handleEvent(.hang)
        #expect(machine.nextDue == nil)
        try await machine.advance(to: .seconds(7))
        await machine.handleEvent(.ring)
        #expect(machine.nextDue == .seconds(17))
        try await machine.advance(to: .seconds(36))
        #expect(machine.state == .ringing)
        try await machine.advance(to: .seconds(37))
        #expect(trace == ["tick@17", "timeout@37"])
    }

    @Test func anotherValueBeginsAnew() async throws {
        try machine.buildTable { rules }
        await machine.handleEvent(.answer(1))
        try await machine.advance(to: .seconds(50))
        await machine.handleEvent(.answer(1))
        await machine.handleEvent(.tick)
        #expect(machine.nextDue == .seconds(60))
        await machine.handleEvent(.answer(2))
        #expect(machine.nextDue == .seconds(110))
        try machine.advanceAtOnce(to: .seconds(110))
        #expect(machine.state == .off && machine.nextDue == .seconds(115))
    }

    /// Also the delays of what is entered meanwhile count from when the event was due.
    @Test func actionsThatAreAwaited() async throws {
        try machine.buildTable {
            define(.idle) { after(.seconds(1), .ring) | then(.ringing) | slow }
            define(.ringing) { after(.seconds(1), .timeout) | then(.off) | note }
            define(.off) { when(.give) | then(.idle) }
        }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.advanceAtOnce(to: .seconds(3)) }
        let timing = Task { try await machine.advance(to: .seconds(3)) }
        await Task.yield()
        #expect(await machine.handleEvent(.give) == .transitioned(from: .off, to: .idle))
        try await timing.value
        #expect(trace == ["slow", "timeout@2"] && machine.nextDue == .seconds(4))
    }

    @Test func withExecuteAlwaysTheyBeginAnew() async throws {
        let machine = FSM<State, Event>(initialState: .ringing, actionsPolicy: .executeAlways)
        machine.logHandler = nil
        try machine.buildTable { rules }
        #expect(machine.nextDue == .seconds(10))
        try machine.advanceAtOnce(to: .seconds(4))
        try machine.handleEventAtOnce(.tick)
        #expect(machine.nextDue == .seconds(14))
    }

    /// Without anything else the state is that of the machine when it begins.
    @Test func theStateInWhichAMachineBegins() async throws {
        let table = try FSMTable<State, Event>(initialState: .idle) { rules }
        let machine = try table.machine(initialState: .ringing) { rules }
        machine.logHandler = nil
        try machine.advanceAtOnce(to: .seconds(30))
        #expect(machine.state == .idle)
        let other = FSM<State, Event>(initialState: .off)
        try other.buildTable { rules }
        #expect(other.nextDue == .seconds(5))
    }

    @Test func aClockTellsTheTime() async throws {
        try machine.buildTable { rules }
        let (machine, clock) = (machine, clock)
        let timing = Task { try await machine.run(on: clock) }
        await clock.pass(.seconds(1))
        await machine.handleEvent(.ring)
        #expect(await clock.firstDeadline().offset == .seconds(11))
        await clock.pass(.seconds(20))
        #expect(trace == ["tick@11"])
        // Who sleeps until then is left alone, and what is due comes before an event that is sent.
        await machine.handleEvent(.hang)
        #expect(machine.nextDue == nil)
        await machine.handleEvent(.ring)
        clock.show(.seconds(60))
        #expect(await machine.handleEvent(.hang) == .notFound)
        #expect(trace == ["tick@11", "tick@31", "timeout@51"])
        timing.cancel()
        await #expect(throws: CancellationError.self) { try await timing.value }
    }

    /// No polling: a clock is asked to sleep once for each time that is waited for.
    @Test func nobodyPolls() async throws {
        try machine.buildTable { rules }
        let (machine, clock) = (machine, clock)
        await machine.handleEvent(.answer(1))
        let timing = Task { try await machine.run(on: clock) }
        _ = await clock.firstDeadline()
        for _ in 0..<50 { await Task.yield() }
        #expect(clock.sleepCount == 1)
        await clock.passOnce(.seconds(60))
        while machine.state != .off { await Task.yield() }
        _ = await clock.firstDeadline()
        #expect(clock.sleepCount == 2)
        timing.cancel()
        _ = await timing.result
    }

    /// A state that is left by an action of its own entry has no timers.
    @Test func nestedEvents() throws {
        try machine.buildTable {
            define(.idle) { when(.ring) | then(.ringing) | attempt(hang, orElse: .send(.give)) }
            define(.ringing) {
                after(.seconds(1), .timeout) | then(.off)
                when(.hang) | then(.idle)
            }
        }
        try machine.handleEventAtOnce(.ring)
        #expect(machine.state == .idle && machine.nextDue == nil)
    }

    @Test func anActionOfADueEventThatFails() async throws {
        try machine.buildTable {
            define(.idle) { when(.ring) | then(.ringing) }
            define(.ringing) {
                after(.seconds(1), .timeout) | then() | attempt(fail, orElse: .enter(.off))
                after(.seconds(2), .tick) | then() | note
            }
            define(.off) {
                after(.seconds(1), .give) | then(.idle) | attempt(fail, orElse: .send(.ring))
                when(.tick) | then() | note
            }
        }
        try machine.handleEventAtOnce(.ring)
        try machine.advanceAtOnce(to: .seconds(1))
        #expect(machine.state == .off && machine.nextDue == .seconds(2))
        // The state is left, and what its timer had to send with it; what the next one fails to do leads on at once.
        try machine.advanceAtOnce(to: .seconds(2))
        #expect(machine.state == .ringing && trace.isEmpty && machine.nextDue == .seconds(3))
        try await machine.advance(to: .seconds(3))
        #expect(machine.state == .off)
    }

    /// Nor does it wait for the next event where no state has timers.
    @Test func anActionOfAnEventThatWasSentLaterFails() throws {
        try machine.buildTable {
            define(.idle) { when(.ring) | then(.ringing) | attempt(fail, orElse: .send(.give)) }
            define(.ringing) { when(.give) | then(.off) }
            define(.off) { when(.ring) | then() }
        }
        machine.sendLater(.ring, after: .seconds(1))
        try machine.advanceAtOnce(to: .seconds(1))
        #expect(machine.state == .off)
    }

    @Test func rowsThatShareATimer() throws {
        try machine.buildTable {
            let timed = SuperState { after(.seconds(3), .timeout) | then(.off) }
            define(.idle, adopts: timed) {
                after(.seconds(3), send: .timeout)
                after(.seconds(1), .tick) {
                    then() | note
                }
                after(.seconds(2), .load([7])) | then() | note
            }
        }
        try machine.advanceAtOnce(to: .seconds(10))
        #expect(trace == ["tick@1", "load([7])@2"] && machine.state == .off && machine.nextDue == nil)
    }

    @Test func eventsThatAreSentLaterAreLeftAlone() throws {
        try machine.buildTable { rules }
        try machine.handleEventAtOnce(.ring)
        let timer = machine.sendLater(.ring, after: .seconds(3))
        try machine.handleEventAtOnce(.hang)
        #expect(machine.nextDue == .seconds(3))
        try machine.advanceAtOnce(to: .seconds(3))
        #expect(machine.state == .ringing && timer.map { machine.cancel($0) } == false)
    }

    @Test func onTheMainActor() async throws {
        let machine = FSM<State, Event>.OnMainActor(initialState: .idle)
        machine.logHandler = nil
        try machine.buildTable { rules }
        await machine.handleEvent(.ring)
        try await machine.advance(to: .seconds(30))
        #expect(machine.state == .idle)
    }
}
