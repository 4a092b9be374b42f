import SwiftFSM

/// Tables of numbers, for the tests that go through all forms of a statement: one row an event, from 1 on.
class Words: ExpandedSyntaxBuilder {
    typealias State = Int
    typealias Event = Int

    enum P: Predicate { case a, b, c }
    enum Q: Predicate { case a, b }
    enum R: Predicate { case a, b }

    private var trace: [String] = []

    func sync() { trace.append("sync") }
    func awaited() async {
        await Task.yield()
        trace.append("awaited")
    }
    func withEvent(_ event: Int) { trace.append("with(\(event))") }
    func withEventAwaited(_ event: Int) async {
        await Task.yield()
        trace.append("awaitedWith(\(event))")
    }

    /// What each of these events leads to in state 0 of this table: "sync, with(1) → 2".
    func each(
        _ events: ClosedRange<Int>, _ predicates: any Predicate...,
        @TableBuilder<Int, Int> in block: () -> [Syntax.Define<Int, Int>]
    ) async throws -> [String] {
        var steps: [String] = []
        for event in events {
            // Lenient, so that predicates may be sent that a table does not name.
            let machine = FSM<Int, Int>(type: .lazy, initialState: 0)
            machine.logHandler = nil
            try machine.buildTable(block)
            trace = []
            let outcome =
                switch predicates.count {
                case 0: await machine.handleEvent(event)
                case 1: await machine.handleEvent(event, predicates: predicates[0])
                case 2: await machine.handleEvent(event, predicates: predicates[0], predicates[1])
                default: await machine.handleEvent(event, predicates: predicates[0], predicates[1], predicates[2])
                }
            let actions = trace.isEmpty ? "" : trace.joined(separator: ", ") + " "
            steps.append(outcome.isTransition ? "\(actions)→ \(machine.state)" : "\(outcome)")
        }
        return steps
    }
}
