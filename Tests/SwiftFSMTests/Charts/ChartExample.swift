import SwiftFSM

/// Writes down the names of actions as they run.
final class ActionTrace: @unchecked Sendable {
    private var names: [String] = []

    var isEmpty: Bool { names.isEmpty }

    func append(_ name: String) { names.append(name) }

    /// What has run since the last call, in one line.
    func take() -> String {
        defer { names = [] }
        return names.joined(separator: " ")
    }
}

/// A chart for one test. Its actions write their names into a trace.
protocol ChartExample: ChartSyntaxBuilder {
    var trace: ActionTrace { get }
}

extension ChartExample {
    /// An action that writes this name.
    func note(_ name: String) -> FSMSyncAction {
        let trace = trace
        return { trace.append(name) }
    }

    /// A machine with the table of this block, without logging.
    func machine(
        in initialState: State, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) throws -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: initialState, actionsPolicy: actionsPolicy)
        machine.logHandler = nil
        try machine.buildTable(block)
        return machine
    }
}
