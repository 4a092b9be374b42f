import BenchmarkMeasuring
import SwiftFSM

/// What an event costs in Swift: a turnstile whose four rows call one action each, beside a nested switch and a
/// dictionary of closures; and what building a table costs.
@main @MainActor struct SwiftFSMBenchmark {
    static func main() async throws {
        let (plain, awaiting, matching) = (
            try TableTurnstile.plain(), try TableTurnstile.awaiting(), try TableTurnstile.matching()
        )
        let (nested, dictionary, floor) = (SwitchTurnstile(), DictionaryTurnstile(), AwaitedActions())
        let subjects = [
            Subject(name: "nested switch") { count in
                for number in 0..<count { nested.handle(event(number)) }
            },
            Subject(name: "dictionary of closures") { count in
                for number in 0..<count { dictionary.handle(event(number)) }
            },
            Subject(name: "try handleEvent", limit: 30) { count in try handle(count, plain) },
            Subject(name: "await handleEvent", limit: 55) { count in
                for number in 0..<count { await plain.machine.handleEvent(event(number)) }
            },
            Subject(name: "floor: async action of an array") { count in
                for number in 0..<count { await floor.call(number & 1) }
            },
            Subject(name: "floor: the same with a task-local value") { count in
                for number in 0..<count { await floor.callBound(number & 1) }
            },
            Subject(name: "await handleEvent, async actions", limit: 150) { count in
                for number in 0..<count { await awaiting.machine.handleEvent(event(number)) }
            },
            Subject(name: "await handleEvent with a predicate") { count in
                for number in 0..<count {
                    await matching.machine.handleEvent(event(number), predicates: TableTurnstile.Enforcement.weak)
                }
            },
        ]
        try await compare("A turnstile, coin and pass in turn", subjects, count: 100_000, turns: 15)
        precondition(plain.actions == 2 * nested.actions && awaiting.actions == nested.actions)
        precondition(floor.gate.actions == 2 * nested.actions)
        try await compareContexts()
        try await comparePayloads()
        try await compareJournals()
        try await compareMaking()
        try await compareBuilding()
    }

    private static func event(_ number: Int) -> GateEvent { number & 1 == 0 ? .coin : .pass }

    /// In a function that is not `async`, where the synchronous method is meant.
    private static func handle(_ count: Int, _ turnstile: TableTurnstile) throws {
        for number in 0..<count { try turnstile.machine.handleEvent(event(number)) }
    }

    /// Machines that share a table, and pass their context to its actions.
    private static func compareContexts() async throws {
        let gate = PlainGate()
        let nested = SwitchMachine(gate)
        let plain = try FSMContextTable(PlainRules(), initialState: .locked).machine(gate)
        let awaiting = try FSMContextTable(AwaitingRules(), initialState: .locked).machine(gate)
        let guarded = try FSMContextTable(GuardedRules(), initialState: .locked).machine(gate)
        let subjects = [
            Subject(name: "switch") { count in
                for number in 0..<count { nested.handle(event(number)) }
            },
            Subject(name: "try handleEvent", limit: 30) { count in
                for number in 0..<count { try plain.handleEventAtOnce(event(number)) }
            },
            Subject(name: "await handleEvent", limit: 55) { count in
                for number in 0..<count { await plain.handleEvent(event(number)) }
            },
            Subject(name: "try handleEvent with a condition") { count in
                for number in 0..<count { try guarded.handleEventAtOnce(event(number)) }
            },
            Subject(name: "await handleEvent, async actions", limit: 150) { count in
                for number in 0..<count { await awaiting.handleEvent(event(number)) }
            },
        ]
        try await compare("Actions that are passed a context", subjects, count: 100_000, turns: 15)
        precondition(gate.actions == 5 * 16 * 100_000)
    }

    /// What it costs to write each step.
    private static func compareJournals() async throws {
        let (plain, inBytes, asJSON) = (
            try TableTurnstile.plain(), try TableTurnstile.plain(), try TableTurnstile.plain()
        )
        var size = 0
        try inBytes.machine.startJournal { size += $0.count }
        try asJSON.machine.startJournal(.json) { size += $0.count }
        let subjects = [
            Subject(name: "without a journal") { count in try handle(count, plain) },
            Subject(name: "a journal in bytes") { count in try handle(count, inBytes) },
            Subject(name: "a journal in JSON") { count in try handle(count, asJSON) },
        ]
        try await compare("Steps that are written", subjects, count: 20_000, turns: 7)
        precondition(inBytes.actions == plain.actions && asJSON.actions == plain.actions && size > 0)
    }

    /// What a machine costs that shares a table.
    private static func compareMaking() async throws {
        let gate = PlainGate()
        let table = try FSMContextTable(PlainRules(), initialState: .locked)
        let rules = try TableTurnstile.plain()
        let older = try FSMTable<GateState, GateEvent>(initialState: .locked) { rules.rules }
        let subjects = [
            Subject(name: "an object with a state") { count in
                for _ in 0..<count { SwitchMachine(gate).handle(.coin) }
            },
            Subject(name: "FSMContextTable.machine, and an event", limit: 100) { count in
                for _ in 0..<count { try table.machine(gate).handleEventAtOnce(.coin) }
            },
            Subject(name: "FSMTable.machine, and an event") { count in
                for _ in 0..<count / 100 {
                    let machine = try older.machine { rules.rules }
                    machine.logHandler = nil
                    try machine.handleEventAtOnce(.coin)
                }
            },
        ]
        try await compare(
            "Making a machine that shares a table (of FSMTable a hundredth as many)", subjects, count: 100_000, turns: 7
        )
    }

    private static func compareBuilding() async throws {
        let rules = Rules()
        let subjects = [
            Subject(name: "a dictionary of closures") { count in
                var rows: [Rules.Key: (Int, () -> Void)] = [:]
                for row in 0..<count {
                    rows[Rules.Key(state: row % 100, event: row / 100)] = ((row * 7) % 100, rules.act)
                }
                precondition(rows.count == count)
            },
            Subject(name: "buildTable") { count in
                let machine = FSM<Int, Int>(initialState: 0)
                try machine.buildTable { rules.table(count) }
            },
        ]
        try await compare("Building 10,000 rows with an action each, each row", subjects, count: 10_000, turns: 7)
    }

    @MainActor private final class Rules: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        struct Key: Hashable {
            let state: Int
            let event: Int
        }

        func act() {}

        func table(_ count: Int) -> [Syntax.Define<Int, Int>] {
            (0..<100).map { state in
                define(state) {
                    (0..<count / 100).map { event in
                        when(event) | then(((event * 100 + state) * 7) % 100) | act
                    }
                }
            }
        }
    }
}
