import SwiftFSM
import Testing

/// Machines that run on a clock. That of these tests has a time of its own.
@MainActor @Suite final class ChartClockTests: ChartExample {
    enum State { case light, red, green, yellow, off, p, q }
    enum Event { case change, press, fault, check }

    nonisolated let trace = ActionTrace()
    let clock = ManualClock()
    var light = FSM<State, Event>(initialState: .red)

    init() throws {
        light = try machine(in: .red) {
            define(.light) {
                when(.fault) | then(.off)
                define(.red, onEntry: note("red")*) { after(.seconds(30), .change) | then(.green) }
                define(.green, onEntry: note("green")*) { when(.press) | then(.yellow) }
                define(.yellow, onEntry: note("yellow")*) {
                    after(.seconds(3), .change) | then(.red)
                    when(.press) | then()
                }
                initial(.red)
            }
            final(.off)
        }
    }

    /// Runs a machine on the clock.
    func start(_ machine: FSM<State, Event>? = nil) -> Task<Void, any Error> {
        let (machine, clock) = (machine ?? light, clock)
        return Task { try await machine.run(on: clock) }
    }

    @Test func timeoutsComeByThemselves() async throws {
        let timing = start()
        await clock.pass(.seconds(29))
        #expect(light.state == .red)
        await clock.pass(.seconds(1))
        #expect(light.state == .green)
        // Delays count from the present, however long nothing happened.
        await clock.pass(.seconds(100))
        await light.handleEvent(.press)
        #expect(light.nextDue == .seconds(133))
        await clock.pass(.seconds(3))
        #expect(light.state == .red && trace.take() == "green yellow red")
        timing.cancel()
        await #expect(throws: CancellationError.self) { try await timing.value }
    }

    @Test func anEarlierTimerWakesTheClock() async throws {
        let timing = start()
        await clock.pass(.seconds(5))
        light.sendLater(.check, after: .seconds(1))
        light.sendLater(.press, after: .seconds(1))
        await clock.pass(.seconds(1))
        #expect(light.nextDue == .seconds(30))
        // Nothing wakes it in vain.
        #expect(clock.sleepCount == 3)
        await light.handleEvent(.press)
        _ = await clock.firstDeadline()
        #expect(clock.sleepCount == 3)
        timing.cancel()
    }

    @Test func aTaskThatIsCancelledLeavesTheTimeWhereItIs() async throws {
        let timing = start()
        await clock.pass(.seconds(10))
        timing.cancel()
        await #expect(throws: CancellationError.self) { try await timing.value }
        clock.show(.seconds(1000))
        #expect(light.state == .red && light.now == .zero && light.nextDue == .seconds(30))
        // It can be told by hand meanwhile, and goes on from there on a clock.
        try await light.advance(to: .seconds(20))
        let next = start()
        await clock.pass(.seconds(10))
        #expect(light.state == .green && light.now == .seconds(30))
        next.cancel()
    }

    @Test func whatIsDueComesBeforeAnEventThatIsSent() async throws {
        let timing = start()
        _ = await clock.firstDeadline()
        // The task has not woken yet.
        clock.show(.seconds(40))
        #expect(await light.handleEvent(.press) == .transitioned(from: .green, to: .yellow))
        #expect(light.now == .seconds(40) && light.nextDue == .seconds(43))
        clock.show(.seconds(50))
        #expect(try light.handleAtOnce(.press) == .notFound)
        #expect(light.state == .red && light.nextDue == .seconds(73))
        timing.cancel()
    }

    @Test func aClockThatRunsBackwardsStandsStill() async throws {
        let timing = start()
        await clock.pass(.seconds(31))
        await light.handleEvent(.press)
        clock.show(.seconds(10))
        #expect(await light.handleEvent(.press) == .transitioned(from: .yellow, to: .yellow))
        #expect(light.now == .seconds(31) && light.nextDue == .seconds(34))
        await clock.pass(.seconds(24))
        #expect(light.state == .red)
        timing.cancel()
    }

    @Test func theTaskEndsWithTheChart() async throws {
        let timing = start()
        await clock.pass(.seconds(1))
        await light.handleEvent(.fault)
        try await timing.value
        #expect(light.isDone)
        try await light.run(on: clock)
    }

    @Test func oneClockAtATime() async throws {
        let timing = start()
        await clock.pass(.seconds(1))
        await #expect(throws: FSMTimeError.clockIsRunning) { try await light.advance(to: .seconds(100)) }
        await #expect(throws: FSMTimeError.clockIsRunning) { try await light.run(on: .continuous) }
        timing.cancel()
        _ = await timing.result
        try await light.advance(to: .seconds(100))
    }

    @Test func whatFailsEndsTheTask() async throws {
        let machine = try machine(in: .red) {
            define(.red) {
                after(.seconds(1), .change) | then(.green)
                when(.press) | then() | note("press")
            }
            define(.green) {
                condition { true } | always | then(.yellow)
                when(.check) | then(.red)
            }
            define(.yellow) {
                condition { true } | always | then(.green)
                when(.check) | then(.red)
            }
        }
        let timing = start(machine)
        await clock.passOnce(.seconds(1))
        await #expect(throws: FSMTimeError.stepLimitReached) { try await timing.value }
        // The machine stays usable. An event that is sent finds what is due, and its error is that of the task.
        _ = await machine.handleEvent(.check)
        let next = start(machine)
        _ = await clock.firstDeadline()
        clock.show(.seconds(10))
        await machine.handleEvent(.check)
        await #expect(throws: FSMTimeError.stepLimitReached) { try await next.value }
    }

    @Test func aClockThatFailsEndsTheTask() async throws {
        clock.breakDown()
        await #expect(throws: ManualClock.Failure.self) { try await light.run(on: clock) }
        #expect(light.state == .red)
    }

    @Test func actionsAreAwaited() async throws {
        let slow: FSMAction = { @MainActor [unowned self] in
            for _ in 0..<3 { await Task.yield() }
            trace.append("slow")
        }
        let machine = try machine(in: .red) {
            define(.red) { after(.seconds(1), .change) | then(.green) | slow }
            define(.green) { after(.seconds(2), .change) | then(.red) | slow & note("back") }
        }
        let timing = start(machine)
        await clock.pass(.seconds(3))
        _ = await clock.firstDeadline()
        #expect(machine.state == .red && trace.take() == "slow slow back" && machine.nextDue == .seconds(4))
        timing.cancel()
    }

    @Test func aClockOfTheLibrary() async throws {
        let machine = try machine(in: .red) {
            define(.red) { after(.milliseconds(1), .change) | then(.green) }
            define(.green) { after(.microseconds(500), .change) | then(.off) }
            final(.off)
        }
        try await machine.run(on: .continuous)
        #expect(machine.isDone && machine.now >= .microseconds(1500))
    }

    @Test func aMachineOnTheMainActor() async throws {
        let machine = FSM<State, Event>.OnMainActor(initialState: .red)
        machine.logHandler = nil
        try machine.buildTable {
            define(.red) { after(.seconds(1), .change) | then(.green) }
            define(.green) { when(.check) | then(.off) }
            final(.off)
        }
        try await machine.advance(to: .seconds(1))
        #expect(machine.state == .green && machine.now == .seconds(1))
        let timer = try #require(machine.sendLater(.check, after: .seconds(1)))
        #expect(machine.nextDue == .seconds(2) && machine.cancel(timer))
        machine.sendLater(.check, after: .seconds(2))
        let clock = clock
        let timing = Task { try await machine.run(on: clock) }
        await clock.passOnce(.seconds(2))
        try await timing.value
        #expect(machine.isDone)
    }
}

extension FSM {
    /// Without `await`.
    func handleAtOnce(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> { try handleEvent(event) }
}
