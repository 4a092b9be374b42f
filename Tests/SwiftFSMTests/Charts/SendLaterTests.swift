import SwiftFSM
import Testing

/// Events that are sent later, and what actions can do with the time.
@MainActor @Suite final class SendLaterTests: ChartExample {
    enum State { case off, on, busy }
    enum Event: EventWithValues, Equatable {
        case start, stop, poll
        case load(FSMValue<Int>)
    }

    nonisolated let trace = ActionTrace()
    var machine = FSM<State, Event>(initialState: .off)
    var timer: FSMTimer?

    func load(_ event: Event) { trace.append("\(event)@\(machine.now)") }

    @Test func valuesOfEventsAreKept() async throws {
        machine = try machine(in: .off) {
            define(.off) {
                when(.load(.any)) | then() | load
                after(.seconds(2), send: .load(7))
            }
        }
        machine.sendLater(.load(3), after: .seconds(3))
        machine.sendLater(.load(1), after: .seconds(1))
        try await machine.advance(to: .seconds(10))
        #expect(trace.take() == "load(1)@1.0 seconds load(7)@2.0 seconds load(3)@3.0 seconds")
    }

    @Test func aTimerIsCancelled() async throws {
        machine = try machine(in: .off) {
            define(.off) {
                when(.poll) | then() | note("poll")
                local { when(.start) | then() }
            }
        }
        let first = try #require(machine.sendLater(.poll, after: .seconds(1)))
        let second = try #require(machine.sendLater(.poll, after: .seconds(2)))
        #expect(machine.cancel(first) && !machine.cancel(first))
        #expect(machine.nextDue == .seconds(2))
        try await machine.advance(to: .seconds(5))
        #expect(trace.take() == "poll" && !machine.cancel(second))
        #expect(machine.sendLater(.stop, after: .seconds(1)) == nil, "no row names this event")
    }

    @Test func actionsSendLaterAndCancel() async throws {
        machine = try machine(in: .off) {
            define(.off) {
                when(.poll) | then() | note("poll") & { @MainActor [unowned self] in
                    timer = machine.sendLater(.poll, after: .seconds(10))
                    machine.sendLater(.stop, after: .seconds(35))
                }
                when(.stop) | then(.on) | { @MainActor [unowned self] in
                    trace.append("\(machine.cancel(timer!))")
                }
            }
            final(.on)
        }
        await machine.handleEvent(.poll)
        try await machine.advance(to: .seconds(100))
        #expect(machine.state == .on && trace.take() == "poll poll poll poll true")
    }

    @Test func timeStandsStillInsideAnAction() async throws {
        let tell: FSMAction = { @MainActor [unowned self] in
            do { try await machine.advance(to: .seconds(100)) } catch {
                trace.append("\(error as? FSMTimeError == .insideAction)")
            }
        }
        machine = try machine(in: .off) {
            define(.off) { after(.seconds(1), .start) | then(.on) | tell }
            define(.on) { after(.seconds(5), .stop) | then(.off) }
        }
        try await machine.advance(to: .seconds(2))
        #expect(machine.state == .on && trace.take() == "true" && machine.now == .seconds(2))
    }

    @Test func anActionThatHasToBeAwaited() async throws {
        let slow: FSMAction = { @MainActor [unowned self] in
            trace.append("begin")
            for _ in 0..<3 { await Task.yield() }
            trace.append("end@\(machine.now)")
        }
        machine = try machine(in: .off) {
            define(.off) { after(.seconds(1), .start) | then(.on) | slow }
            define(.on) { when(.stop) | then(.off) | note("stop") }
        }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.advanceAtOnce(to: .seconds(1)) }
        #expect(machine.now == .zero)
        let time = Task { try await machine.advance(to: .seconds(1)) }
        while trace.isEmpty { await Task.yield() }
        // Another task waits its turn.
        await machine.handleEvent(.stop)
        try await time.value
        #expect(machine.state == .off && trace.take() == "begin end@1.0 seconds stop")
    }
}
