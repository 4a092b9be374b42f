import SwiftFSM
import Testing

/// Timers and tasks that live as long as a state, by a clock whose time passes when the test lets it.
@Suite @MainActor struct ContextLifetimeTests {
    @MainActor final class Client {
        var trace: [String] = []
        var feed: AsyncStream<Int>?
        var feeder: AsyncStream<Int>.Continuation?
        var listening = 0

        func listen() async throws {
            listening += 1
            defer { listening -= 1 }
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            feeder = continuation
            for await number in stream {
                trace.append("\(number)")
                if number < 0 { throw CancellationError() }
            }
            if Task.isCancelled { trace.append("cancelled") }
        }

        func slow() async {
            for _ in 0..<5 { await Task.yield() }
            trace.append(Task.isCancelled ? "slow in a cancelled task" : "slow")
        }
    }

    struct Behaviour: ContextSyntaxBuilder {
        enum State { case idle, connected, waiting }
        enum Event { case connect, ping, wait, drop, lost, closed, timeout, longTimeout }
        typealias Context = Client

        var rules: Rules {
            let timed = superState { after(.seconds(60), .longTimeout) | then(.idle) }
            define(.idle) {
                when(.connect) | then(.connected)
                when(.wait) | then(.waiting)
            }
            define(.connected) {
                onEntry | { @MainActor in $0.trace.append("enter") }
                onExit | { @MainActor in $0.trace.append("leave") }
                activity({ try await $0.listen() }, thenSend: .closed, orElse: .send(.lost))
                when(.ping) | then()
                when(.drop) | then(.idle)
                when(.lost) | then(.idle) | { await $0.slow() }
                when(.closed) | then(.waiting)
            }
            define(.waiting, adopts: timed) {
                after(.seconds(30), .timeout) | then(.idle) | { @MainActor in $0.trace.append("timeout") }
                when(.ping) | then()
                when(.drop) | then(.idle)
                when(.connect) | then(.connected) | { await $0.slow() }
            }
        }
    }

    private typealias Machine = FSMContextTable<Behaviour.State, Behaviour.Event, Client>.Machine

    private func machine(
        _ client: Client, _ clock: ManualClock = ManualClock(), in state: Behaviour.State = .idle
    ) throws -> Machine {
        try FSMContextTable(Behaviour(), initialState: .idle).machine(client, in: state, clock: clock)
    }

    actor Owner {
        let machine: FSMContextTable<Behaviour.State, Behaviour.Event, Client>.Machine

        init(_ client: Client, _ clock: ManualClock) throws {
            machine = try FSMContextTable(Behaviour(), initialState: .idle).machine(client, clock: clock)
        }

        func wait() async { await machine.handleEvent(.wait) }
    }

    /// It could live for as long as its delay, otherwise.
    @Test func aTimerDoesNotRetainTheActorOfTheMachine() async throws {
        let clock = ManualClock()
        var owner: Owner? = try Owner(Client(), clock)
        weak let released = owner
        await owner?.wait()
        _ = await clock.firstDeadline()
        owner = nil
        await until { released == nil && clock.sleeperCount == 0 }
    }

    /// Lets other tasks go on until something holds.
    private func until(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func aTimerSendsItsEvent() async throws {
        let (client, clock) = (Client(), ManualClock())
        let machine = try machine(client, clock)
        await machine.handleEvent(.wait)
        await clock.passOnce(.seconds(30))
        // The state changes before its actions are awaited.
        await until { !client.trace.isEmpty }
        #expect(client.trace == ["timeout"])
        #expect(machine.state == .idle)
    }

    @Test func leavingTheStateCancelsItsTimers() async throws {
        let (client, clock) = (Client(), ManualClock())
        let machine = try machine(client, clock)
        await machine.handleEvent(.wait)
        await until { clock.sleepCount == 2 }
        // What stays in the state does not begin them anew.
        await machine.handleEvent(.ping)
        await machine.handleEvent(.drop)
        await machine.handleEvent(.wait)
        await until { clock.sleepCount == 4 }
        #expect(await clock.firstDeadline().offset == .seconds(30))
        await clock.passOnce(.seconds(30))
        await until { machine.state == .idle }
        #expect(clock.sleepCount == 4)
    }

    @Test func aTaskLivesAsLongAsItsState() async throws {
        let client = Client()
        let machine = try machine(client)
        await machine.handleEvent(.connect)
        await until { client.listening == 1 }
        client.feeder?.yield(1)
        await until { client.trace.last == "1" }
        await machine.handleEvent(.ping)
        #expect(client.listening == 1)
        await machine.handleEvent(.drop)
        await until { client.listening == 0 }
        #expect(client.trace == ["enter", "1", "leave", "cancelled"])
        #expect(machine.state == .idle)
    }

    @Test func itsEndSendsAnEvent() async throws {
        let (client, clock) = (Client(), ManualClock())
        let machine = try machine(client, clock)
        await machine.handleEvent(.connect)
        await until { client.listening == 1 }
        client.feeder?.finish()
        await until { client.trace.count >= 2 }
        #expect(client.trace == ["enter", "leave"])
        #expect(machine.state == .waiting)
        await until { clock.sleepCount == 2 }
    }

    /// The actions of that event are not performed in a cancelled task, though the state is left.
    @Test func itsFailureSendsAnEvent() async throws {
        let client = Client()
        let machine = try machine(client)
        await machine.handleEvent(.connect)
        await until { client.listening == 1 }
        client.feeder?.yield(-1)
        await until { client.trace.contains { $0.hasPrefix("slow") } }
        #expect(client.trace == ["enter", "-1", "slow", "leave"] || client.trace == ["enter", "-1", "slow"])
        await until { client.trace.last == "leave" }
        #expect(machine.state == .idle)
    }

    /// A timer that is due while the actions of another event leave its state has no effect.
    @Test func aTimerThatIsDueTooLate() async throws {
        let (client, clock) = (Client(), ManualClock())
        let machine = try machine(client, clock)
        await machine.handleEvent(.wait)
        await until { clock.sleepCount == 2 }
        let connecting = Task { await machine.handleEvent(.connect) }
        await Task.yield()
        await clock.passOnce(.seconds(30))
        #expect(await connecting.value == .transitioned(from: .waiting, to: .connected))
        for _ in 0..<20 { await Task.yield() }
        #expect(machine.state == .connected)
        #expect(!client.trace.contains("timeout"))
        await machine.handleEvent(.drop)
    }

    @Test func theStateInWhichAMachineIsMade() async throws {
        let (client, clock) = (Client(), ManualClock())
        let machine = try machine(client, clock, in: .waiting)
        for _ in 0..<5 { await Task.yield() }
        #expect(clock.sleepCount == 0)
        try machine.start()
        try machine.start()
        await until { clock.sleepCount == 2 }
        await clock.passOnce(.seconds(30))
        await until { machine.state == .idle }
        #expect(clock.sleepCount == 2)
    }

    @Test func whatIsRunningDoesNotRetainTheMachine() async throws {
        let client = Client()
        var machine: Machine? = try machine(client)
        weak let released = machine
        await machine?.handleEvent(.connect)
        await until { client.listening == 1 }
        machine = nil
        #expect(released == nil)
        await until { client.listening == 0 }
        #expect(client.trace == ["enter", "cancelled"])
    }

    @Test nonisolated func itNeedsAnActor() async throws {
        let machine = try FSMContextTable(Timed(), initialState: 0).machine(())
        #expect(throws: FSMHandlingError.lifetimeWithoutActor) { try machine.handleEventAtOnce(1) }
        #expect(machine.state == 0)
        #expect(throws: Never.self) { try machine.start() }
    }

    @Test nonisolated func itNeedsAnActorWhereItIsAwaited() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await (try FSMContextTable(Timed(), initialState: 0)).machine(()).handleEvent(1)
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Fatal error: \(FSMHandlingError.lifetimeWithoutActor)"), "\(text)")
    }

    struct Timed: ContextSyntaxBuilder {
        typealias State = Int
        typealias Event = Int
        typealias Context = Void

        var rules: Rules {
            define(0) { when(1) | then(1) }
            define(1) { after(.seconds(1), 2) | then(0) }
        }
    }

    struct Negative: ContextSyntaxBuilder {
        typealias State = Int
        typealias Event = Int
        typealias Context = Void

        var rules: Rules { define(0) { after(.seconds(-1), 2) | then() } }
    }

    struct Endless: ContextSyntaxBuilder {
        typealias State = Int
        typealias Event = Int
        typealias Context = Void

        let delay: Duration

        var rules: Rules {
            define(0) {
                after(delay, 2) | then(1)
                when(3) | then(1)
            }
            define(1) { when(3) | then(0) }
        }
    }

    /// Longer ones than a clock of the system can wait.
    @Test(arguments: [Duration.seconds(Int64.max), Duration(secondsComponent: .max, attosecondsComponent: 1)])
    func aDelayWithoutEnd(delay: Duration) async throws {
        let table = try FSMContextTable(Endless(delay: delay), initialState: 0)
        for machine in [
            table.machine(()), table.machine((), clock: .continuous), table.machine((), clock: .suspending),
        ] {
            try machine.start()
            try await Task.sleep(for: .milliseconds(5))
            #expect(machine.state == 0)
            #expect(await machine.handleEvent(3) == .transitioned(from: 0, to: 1))
        }
    }

    @Test func aNegativeDelay() throws {
        let error = #expect(throws: SwiftFSMError.self) { try FSMContextTable(Negative(), initialState: 0) }
        #expect(error?.faults.count == 1)
        #expect("\(error.map { "\($0)" } ?? "")".contains("A delay cannot be negative"))
        #expect("\(error.map { "\($0)" } ?? "")".contains("after(-1.0 seconds, 2)"))
    }
}
