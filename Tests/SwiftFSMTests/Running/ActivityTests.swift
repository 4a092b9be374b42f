import SwiftFSM
import Testing

/// Tasks that live as long as a state.
@Suite @MainActor struct ActivityTests {
    @MainActor final class Client: ChartSyntaxBuilder {
        enum State { case idle, online, connected, closing, talking, waiting }
        enum Event { case connect, drop, talk, ping, lost, closed }

        let fsm = FSM<State, Event>(initialState: .idle)
        var trace: [String] = []
        var feeder: AsyncStream<Int>.Continuation?
        var listening = 0

        init() { fsm.logHandler = nil }

        func listen() async throws {
            listening += 1
            defer { listening -= 1 }
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            feeder = continuation
            for await number in stream where number < 0 { throw CancellationError() }
            if Task.isCancelled { trace.append("cancelled") }
        }

        func leave() { trace.append("leave") }

        func slow() async {
            for _ in 0..<5 { await Task.yield() }
            trace.append(Task.isCancelled ? "slow in a cancelled task" : "slow")
        }

        @TableBuilder<State, Event> var flat: [Syntax.Define<State, Event>] {
            let listening = SuperState { activity(listen, thenSend: .closed, orElse: .send(.lost)) }
            define(.idle) { when(.connect) | then(.connected) }
            define(.connected, adopts: listening, onExit: leave*) {
                when(.drop) | then(.idle)
                when(.ping) | then()
                when(.lost) | then(.idle) | slow
                when(.closed) | then(.waiting) | slow
            }
        }

        @TableBuilder<State, Event> var chart: [Syntax.Define<State, Event>] {
            define(.idle) { when(.connect) | then(.online) }
            define(.online) {
                initial(.connected)
                activity(listen, orElse: .send(.lost))
                when(.drop) | then(.idle)
                when(.lost) | then(.idle)
                define(.connected) { when(.talk) | then(.talking) }
                define(.talking) { when(.ping) | then() }
            }
        }
    }

    /// Lets other tasks go on until something holds.
    private func until(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func aTaskLivesAsLongAsItsState() async throws {
        let client = Client()
        try client.fsm.buildTable { client.flat }
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 1 }
        await client.fsm.handleEvent(.ping)
        #expect(client.listening == 1)
        try client.fsm.handleEventAtOnce(.drop)
        await until { client.listening == 0 }
        #expect(client.trace == ["leave", "cancelled"])
    }

    /// The actions of its last event are not performed in a cancelled task, though the state is left.
    @Test(arguments: [-1, 0]) func itsEndSendsAnEvent(_ number: Int) async throws {
        let client = Client()
        try client.fsm.buildTable { client.flat }
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 1 }
        if number < 0 { client.feeder?.yield(number) } else { client.feeder?.finish() }
        await until { client.trace.count == 2 }
        #expect(client.trace == ["slow", "leave"])
        #expect(client.fsm.state == (number < 0 ? .idle : .waiting))
    }

    @Test func inAChart() async throws {
        let client = Client()
        try client.fsm.buildTable { client.chart }
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 1 }
        await client.fsm.handleEvent(.talk)
        #expect(client.listening == 1 && client.fsm.state == .talking)
        client.feeder?.yield(-1)
        await until { client.fsm.state == .idle }
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 1 }
        await client.fsm.handleEvent(.drop)
        await until { client.listening == 0 }
        #expect(client.trace == ["cancelled"])
    }

    @Test func theStateInWhichAMachineBegins() async throws {
        let client = Client()
        let table = try FSMTable<Client.State, Client.Event>(initialState: .connected) { client.flat }
        let machine = try table.machine { client.flat }
        machine.logHandler = nil
        for _ in 0..<5 { await Task.yield() }
        #expect(client.listening == 0)
        machine.start()
        machine.start()
        await until { client.listening == 1 }
        client.feeder?.finish()
        await until { machine.state == .waiting }
        #expect(client.listening == 0)
    }

    @Test func restoringAMachineEndsItsTasks() async throws {
        let client = Client()
        try client.fsm.buildTable { client.flat }
        let snapshot = try client.fsm.snapshot()
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 1 }
        let other = try client.fsm.snapshot()
        try client.fsm.restore(snapshot)
        await until { client.listening == 0 }
        #expect(client.fsm.state == .idle)
        #expect(client.trace == ["cancelled"])
        try client.fsm.restore(other)
        client.fsm.start()
        await until { client.listening == 1 }
        await client.fsm.handleEvent(.drop)
        #expect(client.fsm.state == .idle)
    }

    @Test func whatIsRunningDoesNotRetainTheMachine() async throws {
        let client = Client()
        let table = try FSMTable<Client.State, Client.Event>(initialState: .connected) { client.flat }
        var machine: FSM<Client.State, Client.Event>? = try table.machine { client.flat }
        weak let released = machine
        machine?.start()
        await until { client.listening == 1 }
        machine = nil
        #expect(released == nil)
        await until { client.listening == 0 }
        #expect(client.trace == ["cancelled"])
    }

    /// Of each state its own task, though it is one statement.
    @Test func aSuperStateOfTwoRegions() async throws {
        let client = Client()
        let listening = SuperState { client.activity(client.listen, orElse: .send(.lost)) }
        try client.fsm.buildTable {
            client.define(.idle) { client.when(.connect) | client.then(.online) }
            client.parallel(.online) {
                client.define(.waiting) {
                    client.initial(.connected)
                    client.define(.connected, adopts: listening) { client.when(.talk) | client.then(.closing) }
                    client.define(.closing) { client.when(.ping) | client.then(.connected) }
                }
                client.define(.talking, adopts: listening) { client.when(.ping) | client.then() }
                client.when(.drop) | client.then(.idle)
            }
        }
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 2 }
        await client.fsm.handleEvent(.talk)
        await until { client.listening == 1 }
        await client.fsm.handleEvent(.drop)
        await until { client.listening == 0 }
        #expect(client.trace == ["cancelled", "cancelled"])
    }

    /// Each machine has its own task, though they share their statements.
    @Test func theSameStatementsInTwoMachines() async throws {
        let client = Client()
        let rules = client.flat
        let other = FSM<Client.State, Client.Event>(initialState: .idle)
        other.logHandler = nil
        try client.fsm.buildTable { rules }
        try other.buildTable { rules }
        await client.fsm.handleEvent(.connect)
        await until { client.listening == 1 }
        let feeder = client.feeder
        await other.handleEvent(.connect)
        await until { client.listening == 2 }
        feeder?.finish()
        await until { client.fsm.state == .waiting }
        #expect(other.state == .connected && client.listening == 1)
        await other.handleEvent(.drop)
        await until { client.listening == 0 }
    }

    actor Worker: SyntaxBuilder {
        enum State { case idle, working, done, failed }
        enum Event { case start, startBadly, finished, broke }

        let fsm = FSM<State, Event>(initialState: .idle)
        private(set) var trace: [String] = []

        func work() async { trace.append("work in \(fsm.state)") }
        func workBadly() async throws { throw CancellationError() }
        func note() { trace.append("note in \(fsm.state)") }

        func build() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.idle) {
                    when(.start) | then(.working)
                    when(.startBadly) | then(.failed)
                }
                define(.working) {
                    activity(work, thenSend: .finished)
                    when(.finished) | then(.done) | note
                }
                define(.failed) {
                    activity(workBadly, orElse: .send(.broke))
                    when(.broke) | then(.done) | note
                }
                define(.done) { when(.start) | then() }
            }
        }

        func end(of event: Event) async throws -> [String] {
            try build()
            await fsm.handleEvent(event)
            while trace.last != "note in done" { await Task.yield() }
            return trace
        }
    }

    /// A method of an actor does not tell which one is its actor: that of the machine counts.
    @Test func methodsOfAnActor() async throws {
        #expect(try await Worker().end(of: .start) == ["work in working", "note in done"])
        #expect(try await Worker().end(of: .startBadly) == ["note in done"])
    }

    @Test func anEventThatNoActorCouldSend() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                struct Rules: SyntaxBuilder {
                    enum State { case idle, working }
                    enum Event { case start, finished }
                }
                let rules = Rules()
                let fsm = FSM<Rules.State, Rules.Event>(initialState: .idle)
                try fsm.buildTable {
                    rules.define(.idle) { rules.when(.start) | rules.then(.working) }
                    rules.define(.working) { rules.activity({ @Sendable in }, thenSend: .finished) }
                }
                try fsm.handleEventAtOnce(.start, isolation: nil)
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Fatal error: the activity at "), "\(text)")
        #expect(text.contains("sends events, but no actor owns the machine"), "\(text)")
    }

    @Test func itStandsInTheBlockOfAState() throws {
        let client = Client()
        let error = #expect(throws: SwiftFSMError.self) {
            try client.fsm.buildTable {
                client.define(.idle) {
                    client.condition({ true }) { client.activity { @MainActor in try? await client.listen() } }
                    client.when(.connect) | client.then()
                }
            }
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("'activity'"))
    }
}
