import SwiftFSM
import Testing

/// How a chart handles events: each to completion, whatever its actions await and send.
@MainActor @Suite final class ChartRunningTests: ChartExample {
    enum State { case off, on, busy, ready, idle }
    enum Event: EventWithValues, Equatable {
        case start, stop, ready
        case load(FSMValue<Int>)
    }

    nonisolated let trace = ActionTrace()
    var machine = FSM<State, Event>(initialState: .off)

    func send(_ event: Event) -> FSMAction {
        { @MainActor [unowned self] in
            let outcome = await self.machine.handleEvent(event)
            self.trace.append("\(event) \(outcome)")
        }
    }

    func yield(_ name: String) -> FSMAction {
        { @MainActor [unowned self] in
            self.trace.append("\(name)(")
            for _ in 0..<3 { await Task.yield() }
            self.trace.append(")")
        }
    }

    func load(_ event: Event) { trace.append("\(event)") }

    @Test func eventsOfActionsAreHandledAtRest() async throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.on) | send(.stop) & raise(.ready) & note("start") }
            define(.on) {
                define(.busy) { when(.ready) | then(.ready) | note("ready") }
                define(.ready)
                initial(.busy)
                when(.stop) | then(.off) | note("stop")
            }
        }
        await machine.handleEvent(.start)
        #expect(machine.state == .off)
        #expect(trace.take() == "stop queued start ready stop")
    }

    @Test func raisedEventsComeFirst() async throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) | send(.stop) & { @MainActor in self.raiseReady() } }
            define(.busy) {
                when(.ready) | then(.ready) | note("ready")
                when(.stop) | then(.off)
            }
            define(.ready) { always | then(.idle) | note("always") }
            define(.idle) { when(.stop) | then(.off) | note("stop") }
        }
        #expect(!machine.raise(.ready))
        await machine.handleEvent(.start)
        #expect(machine.state == .off && trace.take() == "stop queued true ready always stop")
        #expect(!machine.raise(.ready))
    }

    private func raiseReady() { trace.append("\(machine.raise(.ready))") }

    @Test func eventsOfOtherTasksWait() async throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) | yield("start") }
            define(.busy, onEntry: yield("enter")*) { always | then(.ready) | yield("always") }
            define(.ready) { when(.stop) | then(.off) | note("stop") }
        }
        let first = Task { await self.machine.handleEvent(.start) }
        await Task.yield()
        let second = Task { await self.machine.handleEvent(.stop) }
        #expect(await first.value == .transitioned(from: .off, to: .busy))
        #expect(await second.value == .transitioned(from: .ready, to: .off))
        #expect(trace.take() == "start( ) enter( ) always( ) stop")
    }

    @Test func eventsThatAreCancelledAreLogged() async throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) | yield("start") }
            define(.busy) { when(.stop) | then(.off) }
        }
        var logged: [FSMOutcome<State>] = []
        machine.logHandler = { logged.append($0.outcome) }
        let first = Task { await self.machine.handleEvent(.start) }
        await Task.yield()
        let second = Task { await self.machine.handleEvent(.stop) }
        second.cancel()
        #expect(await second.value == .cancelled)
        _ = await first.value
        #expect(logged.contains(.cancelled) && logged.count == 2 && machine.state == .busy)
    }

    @Test func valuesOfEventsAreKept() async throws {
        machine = try machine(in: .off) {
            define(.off) {
                when(.load(.any)) | deferred
                when(.start) | then(.busy) | raise(.load(1)) & raise(.load(2))
            }
            define(.busy) { when(.load(.any)) | then() | load }
        }
        #expect(await machine.handleEvent(.load(3)) == .deferred)
        #expect(await machine.handleEvent(.load(4)) == .deferred)
        await machine.handleEvent(.start)
        #expect(trace.take() == "load(1) load(2) load(3) load(4)")
    }

    @Test func rowsWithoutAnEventGoOnWithTheOneBefore() async throws {
        machine = try machine(in: .off) {
            define(.off) { when(.load(.any)) | then(.on) }
            define(.on) {
                initial(.busy)
                define(.busy) { always | then(.idle) | load }
                final(.idle)
                done | then(.ready) | load
            }
            define(.ready)
        }
        await machine.handleEvent(.load(7))
        #expect(machine.state == .ready && trace.take() == "load(7) load(7)")
    }

    @Test func aLoopIsEndedByTheLimit() async throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) }
            define(.busy) {
                condition { true } | always | then(.ready)
                when(.stop) | then(.off)
            }
            define(.ready) { condition { true } | always | then(.busy) }
        }
        #expect(machine.warnings.map(\.kind) == [.possibleEndlessLoop])
        #expect(await machine.handleEvent(.start) == .stepLimitReached)
        #expect([.busy, .ready].contains(machine.state))
        // The machine stays usable.
        _ = await machine.handleEvent(.stop)
    }

    @Test func synchronously() throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) | note("start") }
            define(.busy, onEntry: { [unowned self] in self.sendStop() }*) { always | then(.ready) | note("always") }
            define(.ready) { when(.stop) | then(.off) | note("stop") }
        }
        #expect(try machine.handleEvent(.start) == .transitioned(from: .off, to: .busy))
        #expect(machine.state == .off && trace.take() == "start queued always stop")
    }

    private func sendStop() { trace.append((try? machine.handleEvent(.stop)).map { "\($0)" } ?? "thrown") }

    @Test func notSynchronouslyIfAnyActionIsAwaited() throws {
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) }
            define(.busy) { when(.stop) | then(.off) | yield("stop") }
        }
        #expect(try machine.handleEvent(.start).isTransition)
        machine = try machine(in: .off) {
            define(.off) { when(.start) | then(.busy) }
            define(.busy) { always | then(.off) | yield("always") }
        }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.handleEvent(.start) }
        #expect(machine.state == .off)
    }

    @Test func eachSentEventIsLogged() async throws {
        machine = try machine(in: .off) {
            define(.off) {
                when(.start) | then(.busy) | send(.stop) & raise(.ready)
                when(.ready) | deferred
            }
            define(.busy) { when(.ready) | then(.ready) }
            define(.ready) { when(.load(1)) | then(.off) }
        }
        var log: [String] = []
        machine.logHandler = { log.append($0.description) }
        for event in [Event.ready, .start, .load(1)] { await machine.handleEvent(event) }
        #expect(
            log == [
                "Info: ready waits", "Info: start has led from off to busy", "Warning: no transition found for stop",
                "Info: load(1) has led from ready to off",
            ])
    }

    @Test func theMainActorsMachine() async throws {
        let machine = FSM<State, Event>.OnMainActor(initialState: .off)
        machine.logHandler = nil
        try machine.buildTable {
            define(.off) { when(.start) | then(.busy) }
            define(.on) { define(.busy, onEntry: yield("busy")*) { when(.stop) | then(.idle) } }
            final(.idle)
        }
        await machine.handleEvent(.start)
        #expect(machine.states == [.busy] && machine.isIn(.on) && !machine.isDone)
        await machine.handleEvent(.stop)
        #expect(machine.isDone && machine.state == .idle && machine.warnings.isEmpty)
    }
}
