import SwiftFSM
import Testing

/// Tables that machines share.
@Suite struct TableTests {
    final class Gate: SyntaxBuilder {
        enum State { case locked, unlocked }
        enum Event { case coin, pass }

        var trace: [String] = []

        func lock() { trace.append("lock") }
        func unlock() { trace.append("unlock") }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.locked) { when(.coin) | then(.unlocked) | unlock }
            define(.unlocked, onExit: lock*) { when(.pass) | then(.locked) }
        }

        static func table() throws -> FSMTable<State, Event> { try FSMTable(initialState: .locked) { Gate().rules } }

        func machine(_ table: FSMTable<State, Event>, in state: State? = nil) throws -> FSM<State, Event> {
            let machine = try table.machine(initialState: state) { rules }
            machine.logHandler = nil
            return machine
        }
    }

    @Test func machinesHaveTheirOwnStatesAndActions() async throws {
        let table = try Gate.table()
        let (north, south) = (Gate(), Gate())
        let (first, second) = (try north.machine(table), try south.machine(table, in: .unlocked))
        #expect(await first.handleEvent(.coin) == .transitioned(from: .locked, to: .unlocked))
        #expect(await second.handleEvent(.pass) == .transitioned(from: .unlocked, to: .locked))
        #expect(north.trace == ["unlock"])
        #expect(south.trace == ["lock"])
        #expect([first.state, second.state] == [.unlocked, .locked])
    }

    @Test func oneTableServesManyTasks() async throws {
        let table = try Gate.table()
        let steps = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let gate = Gate()
                    let machine = try gate.machine(table)
                    for _ in 0..<500 {
                        await machine.handleEvent(.coin)
                        await machine.handleEvent(.pass)
                    }
                    return gate.trace.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(steps == 20 * 1_000)
    }

    /// Only actions can differ, also in number: the table was made from rules without any.
    @Test(arguments: [FSM<Int, Int>.PredicateHandling.eager, .lazy])
    func machinesHaveAnyNumberOfActions(type: FSM<Int, Int>.PredicateHandling) async throws {
        let traced = Traced()
        let table = try FSMTable<Int, Int>(type: type, initialState: 1) { traced.rules([], [], []) }
        let (more, less) = (
            try table.machine { traced.rules(traced.note("a") + traced.note("b"), traced.note("in"), []) },
            try table.machine { traced.rules([], [], traced.note("out")) }
        )
        for machine in [more, less] {
            machine.logHandler = nil
            #expect(await machine.handleEvent(1) == .transitioned(from: 1, to: 2))
        }
        #expect(traced.trace == ["a", "b", "in", "out"])
    }

    final class Traced: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        var trace: [String] = []

        func note(_ text: String) -> [AnyAction] { [AnyAction { self.trace.append(text) }] }

        @TableBuilder<Int, Int>
        func rules(_ row: [AnyAction], _ entry: [AnyAction], _ exit: [AnyAction]) -> [Syntax.Define<Int, Int>] {
            define(1, onExit: exit) { actions(row) { when(1) | then(2) } }
            define(2, onEntry: entry) { when(1) | then(1) }
        }
    }

    @Test func otherRulesAreRefused() throws {
        let table = try Gate.table()
        let gate = Gate()
        #expect(throws: SwiftFSMError.self) {
            try table.machine { gate.define(.locked) { gate.when(.coin) | gate.then() } }
        }
        #expect(throws: SwiftFSMError.self) { try table.machine {} }
    }

    @Test func aStateThatTheRulesDoNotNameIsRefused() throws {
        let rules = Numbers()
        let table = try FSMTable<Int, Int>(initialState: 1) { rules.rules }
        #expect(throws: SwiftFSMError.self) { try table.machine(initialState: 9) { rules.rules } }
        #expect(try table.machine(initialState: 2) { rules.rules }.state == 2)
    }

    struct Numbers: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        @TableBuilder<Int, Int> var rules: [Syntax.Define<Int, Int>] {
            define(1) { when(1) | then(2) }
            define(2) { when(1) | then(1) }
        }
    }

    @Test func faultsAreToldWhenTheTableIsMade() {
        let rules = Numbers()
        #expect(throws: SwiftFSMError.self) {
            try FSMTable<Int, Int>(initialState: 1) {
                rules.rules
                rules.define(1) { rules.when(1) | rules.then(1) }
            }
        }
    }
}
