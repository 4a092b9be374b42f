@testable import ConformanceCases
import FSMEngine
import SwiftFSM

/// The chart of a case in the words of a table. A state has the rows of its block, and those that name it as their source.
@MainActor
struct ChartCaseRules: ChartSyntaxBuilder {
    typealias State = NumberedState<Int32>
    typealias Event = NumberedEvent<Int32>

    let test: Conformance.Case
    let callbacks: CaseCallbacks
    /// Whether each action is followed by one that gives way to other tasks.
    let isAwaited: Bool

    @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
        nested(in: ReservedID.none)
        sourcesWithoutBlock.map { state in define(State(state), line: 1) { rows(of: state, nil) } }
    }

    private var sourcesWithoutBlock: [ID] {
        var states: [ID] = []
        for row in test.rows where row.block == nil {
            if !states.contains(row.source) && !test.blocks.contains(where: { $0.state == row.source }) {
                states.append(row.source)
            }
        }
        return states
    }

    // MARK: - States

    private func nested(in parent: ID) -> [Syntax.Define<State, Event>] {
        test.blocks.indices.filter { test.blocks[$0].parent == parent && !test.blocks[$0].kind.isHistory }
            .map { defined($0) }
    }

    private func defined(_ number: Int) -> Syntax.Define<State, Event> {
        let block = test.blocks[number]
        let (state, line) = (State(block.state), block.line)
        let (entry, exit) = (actions(.entry, block.callbacks[.entry]), actions(.exit, block.callbacks[.exit]))
        if block.isFinal { return final(state, onEntry: entry, onExit: exit, line: line) }
        let children = nested(in: block.state)
        let statements =
            rows(of: block.state, number) + initial(block) + histories(in: block.state) + done(block) + timeouts(block)
        if children.isEmpty && statements.isEmpty && block.kind == .plain {
            return define(state, onEntry: entry, onExit: exit, line: line)
        }
        if block.kind == .parallel {
            return parallel(state, onEntry: entry, onExit: exit, line: line) {
                statements
                children
            }
        }
        return define(state, onEntry: entry, onExit: exit, line: line) {
            statements
            children
        }
    }

    private func initial(_ block: Conformance.Block) -> [Syntax.MatchingWhenThenActions] {
        guard block.defaultTarget != ReservedID.none else { return [] }
        return [initial(State(block.defaultTarget)) | actions(.action, block.defaultActions)]
    }

    private func histories(in parent: ID) -> [Syntax.MatchingWhenThenActions] {
        test.blocks.filter { $0.parent == parent && $0.kind.isHistory }.map { block in
            let target = block.defaultTarget == ReservedID.none ? nil : State(block.defaultTarget)
            let depth = block.kind == .deepHistory ? Syntax.HistoryDepth.deep : .shallow
            return history(State(block.state), depth) | then(target) | actions(.action, block.defaultActions)
        }
    }

    /// What raises the event of a case for when the state is done.
    private func done(_ block: Conformance.Block) -> [Syntax.MatchingWhenThenActions] {
        block.doneEvent == ReservedID.none ? [] : [done | then() | raise(Event(block.doneEvent))]
    }

    private func timeouts(_ block: Conformance.Block) -> [Syntax.MatchingWhenThenActions] {
        block.timeouts.map { after(.nanoseconds($0.delay), send: Event($0.event), line: block.line) }
    }

    private func actions(_ role: Conformance.Role, _ names: [String]?) -> [AnyAction] {
        (names ?? []).flatMap { name in
            let action = callbacks.action(role, name, Event.self)
            return isAwaited ? action & pause : [action]
        }
    }

    private func pause() async { await Task.yield() }

    // MARK: - Rows

    private func rows(of state: ID, _ block: Int?) -> [Syntax.MatchingWhenThenActions] {
        test.rows.filter { $0.block == nil ? $0.source == state : $0.block == block }.flatMap { statements($0) }
    }

    private func statements(_ row: Conformance.Row) -> [Syntax.MatchingWhenThenActions] {
        let actions = actions(.action, row.actions) + row.raised.flatMap { raise(Event($0)) }
        let when = row.event == ReservedID.eventless ? always : when(Event(row.event), line: row.line)
        let statement = when | target(of: row)
        var statements = actions.isEmpty ? [statement] : [statement | actions]
        for name in row.guards.reversed() {
            let inner = statements
            let group: Syntax.MWTA_Group = condition({ callbacks.ask(name) }, line: row.line) { inner }
            statements = [group]
        }
        for part in row.inGuards.reversed() {
            let inner = statements
            let group: Syntax.MWTA_Group =
                part.isIn
                ? condition(in: State(part.state), line: row.line) { inner }
                : condition(notIn: State(part.state), line: row.line) { inner }
            statements = [group]
        }
        let inner = statements
        return row.isLocal ? local { inner } : inner
    }

    private func target(of row: Conformance.Row) -> Syntax.Then<State, Event> {
        switch row.target {
        case ReservedID.deferred: return deferred
        case ReservedID.same, ReservedID.internal: return then(line: row.line)
        default: break
        }
        let others = row.moreTargets.map { State($0) }
        return switch others.count {
        case 0: then(State(row.target), line: row.line)
        case 1: then(State(row.target), and: others[0], line: row.line)
        default: then(State(row.target), and: others[0], others[1], line: row.line)
        }
    }
}
