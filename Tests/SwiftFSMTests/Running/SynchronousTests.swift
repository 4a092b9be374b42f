import SwiftFSM
import Testing

/// Events that are handled without awaiting anything.
@Suite @MainActor struct SynchronousTests {
    @MainActor final class Gate: SyntaxBuilder {
        enum State { case locked, unlocked }
        enum Event { case coin, pass, slow, mixed }

        let fsm = FSM<State, Event>(initialState: .locked)
        var trace: [String] = []

        func lock() { trace.append("lock") }
        func unlock(_ event: Event) { trace.append("unlock by \(event)") }
        func slowly() async { trace.append("slowly") }

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.locked) {
                    when(.coin) | then(.unlocked) | unlock
                    when(.slow) | then(.unlocked) | slowly
                    when(.mixed) | then(.unlocked) | lock & slowly
                }
                define(.unlocked, onEntry: lock*) { when(.pass) | then(.locked) | lock }
            }
        }

        func send(_ event: Event) throws -> FSMOutcome<State> { try fsm.handleEvent(event) }
    }

    @Test func synchronousActionsAreCalledDirectly() throws {
        let gate = try Gate()
        #expect(try gate.send(.coin) == .transitioned(from: .locked, to: .unlocked))
        #expect(try gate.send(.pass) == .transitioned(from: .unlocked, to: .locked))
        #expect(try gate.send(.pass) == .notFound)
        #expect(gate.trace == ["unlock by coin", "lock", "lock"])
    }

    /// An action sends an event. The actions after it still get their own event.
    @MainActor final class Nest: SyntaxBuilder {
        typealias State = Int
        typealias Event = String

        let fsm = FSM<Int, String>(initialState: 1)
        var trace: [String] = []

        func send(_ event: String) throws -> FSMOutcome<Int> { try fsm.handleEvent(event) }
        func sendInner() {
            trace.append((try? send("inner")).map { $0.isTransition ? "sent" : "ignored" } ?? "refused")
        }
        func note(_ event: String) { trace.append("\(event) in \(fsm.state)") }
        func never() async { trace.append("never") }

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(1, onExit: note*) { when("outer") | then(2) | note & sendInner & note }
                define(2, onEntry: note*) { when("inner") | then(3) | note }
                define(3) {
                    when("outer") | then(3) | sendInner & note
                    when("inner") | then(4) | never
                }
            }
        }
    }

    @Test func anEventFromInsideLeavesTheOuterEventAsItIs() throws {
        let nest = try Nest()
        #expect(try nest.send("outer") == .transitioned(from: 1, to: 2))
        #expect(nest.trace == ["outer in 2", "inner in 3", "sent", "outer in 3", "outer in 3", "outer in 3"])
    }

    @Test func anEventFromInsideThatWouldHaveToBeAwaitedChangesNothing() throws {
        let nest = try Nest()
        _ = try nest.send("outer")
        nest.trace = []
        #expect(try nest.send("outer") == .transitioned(from: 3, to: 3))
        #expect(nest.trace == ["refused", "outer in 3"])
    }

    @Test(arguments: [Gate.Event.slow, .mixed])
    func nothingHappensIfAnActionWouldHaveToBeAwaited(event: Gate.Event) throws {
        let gate = try Gate()
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try gate.send(event) }
        #expect(gate.fsm.state == .locked)
        #expect(gate.trace == [])
        #expect(try gate.send(.coin) == .transitioned(from: .locked, to: .unlocked))
    }

    @Test func theSameEventCanBeAwaited() async throws {
        let gate = try Gate()
        #expect(await gate.fsm.handleEventAsync(.mixed) == .transitioned(from: .locked, to: .unlocked))
        #expect(gate.trace == ["lock", "slowly", "lock"])
    }

    @Test func theIsolationCanBeTold() async throws {
        let gate = try Gate()
        let outcome = await send(.mixed, to: gate.fsm, isolation: MainActor.shared)
        #expect(outcome == .transitioned(from: .locked, to: .unlocked))
        #expect(gate.trace == ["lock", "slowly", "lock"])
    }

    private func send(
        _ event: Gate.Event, to machine: FSM<Gate.State, Gate.Event>, isolation: isolated any Actor
    ) async -> FSMOutcome<Gate.State> {
        await machine.handleEvent(event, isolation: isolation, file: #fileID, line: #line)
    }

    nonisolated final class Elsewhere: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        let fsm = FSM<Int, Int>(initialState: 1)
        @MainActor static var count = 0
        @MainActor static func act() { count += 1 }

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable { define(1) { when(1) | then(2) | Self.act } }
        }

        func send() throws -> FSMOutcome<Int> { try fsm.handleEvent(1) }
        func sendAwaiting() async -> FSMOutcome<Int> { await fsm.handleEvent(1) }
    }

    @Test nonisolated func actionsOfAnotherActorHaveToBeAwaited() async throws {
        let elsewhere = try Elsewhere()
        #expect(throws: FSMHandlingError.actionIsIsolated) { try elsewhere.send() }
        #expect(elsewhere.fsm.state == 1)
        #expect(await elsewhere.sendAwaiting() == .transitioned(from: 1, to: 2))
        #expect(await Elsewhere.count == 1)
    }

    @MainActor final class Waiting: SyntaxBuilder {
        typealias State = Int
        typealias Event = String

        let fsm = FSM<Int, String>(initialState: 1)
        var fromInside: Result<FSMOutcome<Int>, any Error>?

        func wait() async {
            for _ in 0..<10 { await Task.yield() }
            fromInside = Result { try send("inside") }
        }

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(1) { when("go") | then(2) | wait }
                define(2) {
                    when("inside") | then(3)
                    when("outside") | then(4)
                }
            }
        }

        func send(_ event: String) throws -> FSMOutcome<Int> { try fsm.handleEvent(event) }
    }

    @Test func whatIsAwaitedIsNotInterruptedFromOutside() async throws {
        let machine = try Waiting()
        let task = Task { await machine.fsm.handleEvent("go") }
        await Task.yield()
        #expect(throws: FSMHandlingError.otherEventUnderWay) { try machine.send("outside") }
        #expect(machine.fsm.state == 2)
        #expect(await task.value == .transitioned(from: 1, to: 2))
        #expect(try machine.fromInside?.get() == .transitioned(from: 2, to: 3))
    }
}
