import SwiftFSM
import Testing

/// Machines on the main actor, and synchronous calls.
@Suite @MainActor struct OnMainActorTests {
    @MainActor final class Gate: ExpandedSyntaxBuilder {
        enum State { case locked, unlocked }
        enum Event { case coin, pass, wait }
        enum Enforcement: SwiftFSM.Predicate { case weak, strong }

        let fsm = FSM<State, Event>.OnMainActor(type: .lazy, initialState: .locked)
        var trace: [String] = []

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.locked) {
                    when(.coin) | then(.unlocked) | { self.trace.append("unlock") }
                    matching(Enforcement.weak) | when(.pass) | then() | { self.trace.append("smile") }
                    when(.wait) | then() | { await Task.yield() }
                }
                define(.unlocked) { when(.pass) | then(.locked) }
            }
        }

        /// In functions that are not `async`, where the synchronous method is meant.
        func insert() throws -> FSMOutcome<State> { try fsm.handleEvent(.coin) }
        func pass() throws -> FSMOutcome<State> { try fsm.handleEvent(.pass, predicates: Enforcement.weak) }
        func wait() throws -> FSMOutcome<State> { try fsm.handleEvent(.wait) }
    }

    @Test func synchronousEvents() throws {
        let gate = try Gate()
        #expect(try gate.pass() == .transitioned(from: .locked, to: .locked))
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try gate.wait() }
        #expect(try gate.insert() == .transitioned(from: .locked, to: .unlocked))
        #expect(gate.trace == ["smile", "unlock"])
    }

    @Test func synchronousEventsInAsyncFunctions() async throws {
        let gate = try Gate()
        #expect(try gate.fsm.handleEventAtOnce(.coin) == .transitioned(from: .locked, to: .unlocked))
        #expect(await gate.fsm.handleEventAsync(.pass) == .transitioned(from: .unlocked, to: .locked))
        #expect(try gate.fsm.handleEventAtOnce(.pass, predicates: Gate.Enforcement.weak).isTransition)
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try gate.fsm.handleEventAtOnce(.wait) }
        let machine = FSM<Int, Int>(initialState: 1)
        machine.logHandler = nil
        try machine.buildTable { Numbers().rules }
        #expect(try machine.handleEventAtOnce(1) == .transitioned(from: 1, to: 2))
        #expect(try machine.handleEventAtOnce(1) == .notFound)
    }

    @Test func rowsAndReasons() throws {
        let gate = try Gate()
        #expect(gate.fsm.isPermitted(.coin) && !gate.fsm.isPermitted(.pass))
        #expect(gate.fsm.isPermitted(.pass, predicates: Gate.Enforcement.weak))
        #expect(
            gate.fsm.explain(.pass, predicates: Gate.Enforcement.strong).map(\.description) == [
                "pass [Enforcement.weak]: locked -> locked (not for Enforcement.strong)"
            ])
        #expect(gate.fsm.rules.count == 4)
        #expect(gate.fsm.diagram(.dot)?.contains("unlocked") == true)
        let empty = FSM<Gate.State, Gate.Event>.OnMainActor(initialState: .locked)
        #expect(empty.rules.isEmpty && empty.diagram() == nil && !empty.isPermitted(.coin))
    }

    struct Numbers: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        @TableBuilder<Int, Int> var rules: [Syntax.Define<Int, Int>] { define(1) { when(1) | then(2) } }
    }
}
