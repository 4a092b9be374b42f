@testable import ConformanceCases
import FSMEngine
import SwiftFSM

/// The definition of a case in the words of a table. Each statement stands in the line of its row or block.
@MainActor
struct CaseRules<State: NumberedValue, Event: NumberedValue>: ExpandedSyntaxBuilder {
    let test: Conformance.Case
    let callbacks: CaseCallbacks
    /// Whether rows are written in blocks, one in the other, where they could be piped.
    let usesBlocks: Bool

    /// A `define` for each block of a state and for each row that stands in no block, in the order of their lines.
    @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
        let blocks = test.blocks.indices.filter { !test.blocks[$0].isSuperstate }
            .map { (test.blocks[$0].line, defined($0)) }
        let rows = test.rows.filter { $0.block == nil }.map { ($0.line, defined($0)) }
        (blocks + rows).sorted { $0.0 < $1.0 }.map { $0.1 }
    }

    // MARK: - Blocks

    private func defined(_ row: Conformance.Row) -> Syntax.Define<State, Event> {
        define(State(row.source), line: row.line) { statements(row) }
    }

    private func defined(_ number: Int) -> Syntax.Define<State, Event> {
        let block = test.blocks[number]
        let (state, line) = (State(block.state), block.line)
        let (entry, exit) = (actions(.entry, of: block), actions(.exit, of: block))
        let rows = rows(of: number)
        let adopted = block.adopted.map { superState($0) }
        if saysNothing(number) { return define(state, line: line) {} }
        return switch (adopted.count, rows.isEmpty) {
        case (0, _): define(state, onEntry: entry, onExit: exit, line: line) { rows }
        case (1, true): define(state, adopts: adopted[0], onEntry: entry, onExit: exit, line: line)
        case (1, false): define(state, adopts: adopted[0], onEntry: entry, onExit: exit, line: line) { rows }
        case (2, true): define(state, adopts: adopted[0], adopted[1], onEntry: entry, onExit: exit, line: line)
        case (2, false):
            define(state, adopts: adopted[0], adopted[1], onEntry: entry, onExit: exit, line: line) { rows }
        default: define(state, adopts: together(adopted), onEntry: entry, onExit: exit, line: line) { rows }
        }
    }

    private func superState(_ number: Int) -> SuperState {
        let block = test.blocks[number]
        let (entry, exit) = (actions(.entry, of: block), actions(.exit, of: block))
        let rows = rows(of: number)
        let adopted = block.adopted.map { superState($0) }
        if saysNothing(number) { return SuperState(line: block.line) {} }
        return switch (adopted.count, rows.isEmpty) {
        case (0, _): SuperState(onEntry: entry, onExit: exit, line: block.line) { rows }
        case (1, true): SuperState(adopts: adopted[0], onEntry: entry, onExit: exit)
        case (1, false): SuperState(adopts: adopted[0], onEntry: entry, onExit: exit, line: block.line) { rows }
        case (2, true): SuperState(adopts: adopted[0], adopted[1], onEntry: entry, onExit: exit)
        default: SuperState(adopts: together(adopted), onEntry: entry, onExit: exit, line: block.line) { rows }
        }
    }

    /// One superstate that stands for several, of which any number cannot be handed to variadic parameters at run time.
    private func together(_ superStates: [SuperState]) -> SuperState {
        superStates.dropFirst().reduce(superStates[0]) { SuperState(adopts: $0, $1) }
    }

    /// A block of which a case says nothing at all is an empty one.
    private func saysNothing(_ number: Int) -> Bool {
        let block = test.blocks[number]
        return !block.isFinal && block.adopted.isEmpty && block.callbacks.isEmpty
            && !test.rows.contains { $0.block == number }
    }

    /// A state may have no rows, where its block must not be empty: overriding nothing is nothing.
    private func rows(of block: Int) -> [Syntax.MatchingWhenThenActions] {
        let rows = test.rows.filter { $0.block == block }
        return rows.isEmpty && test.blocks[block].adopted.isEmpty ? overriding {} : rows.flatMap { statements($0) }
    }

    private func actions(_ role: Conformance.Role, of block: Conformance.Block) -> [AnyAction] {
        (block.callbacks[role] ?? []).map { callbacks.action(role, $0, Event.self) }
    }

    // MARK: - Rows

    /// A row, in as few blocks as there can be, or in as many. Conditions stand outside, the first one outermost.
    private func statements(_ row: Conformance.Row) -> [Syntax.MatchingWhenThenActions] {
        var matchings = matchings(row)
        var statements = usesBlocks ? blocks(row) : piped(row, matchings.popLast())
        for matching in matchings.reversed() {
            let inner = statements
            let group: Syntax.MWTA_Group = matching { inner }
            statements = [group]
        }
        for name in row.guards.reversed() {
            let inner = statements
            let group: Syntax.MWTA_Group = condition({ callbacks.ask(name) }, line: row.line) { inner }
            statements = [group]
        }
        let inner = statements
        return row.isOverriding ? overriding { inner } : inner
    }

    /// What can be said of a row without a block: it may have one `matching`, and no conditions.
    private func piped(
        _ row: Conformance.Row, _ matching: Syntax.Matching<State, Event>?
    ) -> [Syntax.MatchingWhenThenActions] {
        let (when, then) = (when(Event(row.event), line: row.line), then(target(of: row), line: row.line))
        let actions = row.actions.map { callbacks.action(.action, $0, Event.self) }
        return switch (matching, actions.isEmpty) {
        case (let matching?, true): [matching | when | then]
        case (let matching?, false): [matching | when | then | actions]
        case (nil, true): [when | then]
        case (nil, false): [when | then | actions]
        }
    }

    /// Event, next state and actions of a row, in blocks: the last action stands with the next state.
    private func blocks(_ row: Conformance.Row) -> [Syntax.MatchingWhenThenActions] {
        let line = row.line
        var actions = row.actions.map { callbacks.action(.action, $0, Event.self) }
        let target = target(of: row)
        guard let last = actions.popLast() else { return piped(row, nil) }
        var group: Syntax.MWTA_Group
        if line.isMultiple(of: 2) {
            group = when(Event(row.event), line: line) { then(target, line: line) | [last] }
        } else {
            group = then(target, line: line) { when(Event(row.event), line: line) | [last] }
        }
        for action in actions.reversed() {
            let inner = group
            group = self.actions([action], line: line) { inner }
        }
        return [group]
    }

    private func target(of row: Conformance.Row) -> State? {
        row.target == ReservedID.same ? nil : State(row.target)
    }

    /// The matches of a row: alternatives by `or`, and what is a single case by `and`, as far as that is said in one.
    private func matchings(_ row: Conformance.Row) -> [Syntax.Matching<State, Event>] {
        var alternatives = row.matches.map { match in
            match.values.map { test.predicate(PredicateCase(match.predicate, $0)) }
        }
        var matchings: [Syntax.Matching<State, Event>] = []
        while let first = alternatives.first {
            alternatives.removeFirst()
            let all = Array(alternatives.prefix { $0.count == 1 }.joined().prefix(2))
            alternatives.removeFirst(all.count)
            matchings.append(matching(first[0], first, and: all, row.line))
        }
        return matchings
    }

    private func matching<P: SwiftFSM.Predicate>(
        _ first: P, _ alternatives: [any SwiftFSM.Predicate], and all: [any SwiftFSM.Predicate], _ line: Int
    ) -> Syntax.Matching<State, Event> {
        let any = alternatives.compactMap { $0 as? P }
        return switch (any.count, all.count) {
        case (1, 0): matching(first, line: line)
        case (1, 1): matching(first, and: all[0], line: line)
        case (1, _): matching(first, and: all[0], all[1], line: line)
        case (2, 0): matching(first, or: any[1], line: line)
        case (2, 1): matching(first, or: any[1], and: all[0], line: line)
        case (2, _): matching(first, or: any[1], and: all[0], all[1], line: line)
        case (_, 0): matching(first, or: any[1], any[2], line: line)
        case (_, 1): matching(first, or: any[1], any[2], and: all[0], line: line)
        default: matching(first, or: any[1], any[2], and: all[0], all[1], line: line)
        }
    }
}

extension Conformance.Case {
    /// A case of a predicate type; types that the definition does not have have this many.
    func predicate(_ part: PredicateCase) -> any SwiftFSM.Predicate {
        let declared = predicates.first { $0.id == part.predicate }
        return numberedPredicate(part, caseCount: declared?.caseCount ?? 20)
    }
}
