/// A table that any number of machines share, in any isolation domain: judged and compiled once.
///
/// Actions belong to a machine, and what they capture need not be `Sendable`. So the table has the rules alone, and
/// each machine is made with the same rules again, from which it takes its actions:
///
/// ```swift
/// final class Gate: SyntaxBuilder {
///     enum State { case locked, unlocked }
///     enum Event { case coin, pass }
///
///     static let table = Result { try FSMTable(initialState: .locked) { Gate().rules } }
///
///     @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
///         define(.locked) { when(.coin) | then(.unlocked) | unlock }
///         define(.unlocked) { when(.pass) | then(.locked) | lock }
///     }
///
///     func machine() throws -> FSM<State, Event> { try Self.table.get().machine { rules } }
/// }
/// ```
///
/// Conditions are `Sendable`, and are those with which the table was made.
public final class FSMTable<State: FSMHashable, Event: FSMHashable>: Sendable {
    let compiled: CompiledTable<State, Event>
    let shape: [RowShape]
    let type: FSM<State, Event>.PredicateHandling
    /// Where machines begin unless they are told otherwise.
    public let initialState: State
    let actionsPolicy: StateActionsPolicy

    /// Judges and compiles rules. O(statements). Throws `SwiftFSMError`, which holds everything that is wrong.
    public init(
        type: FSM<State, Event>.PredicateHandling = .eager, initialState: State,
        actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        @TableBuilder<State, Event> _ block: () throws -> [Syntax.Define<State, Event>]
    ) throws {
        let assembly = Assembly(try block(), initialState: initialState)
        compiled = try CompiledTable(assembly, isLenient: type == .lazy)
        shape = assembly.shape
        self.type = type
        self.initialState = initialState
        self.actionsPolicy = actionsPolicy
    }

    /// A machine over this table, with the actions of these rules, which must be those of the table. O(statements); no
    /// rule is judged again.
    ///
    /// Throws `SwiftFSMError` for other rules, or for a state that they do not name.
    public func machine(
        initialState: State? = nil, @TableBuilder<State, Event> _ block: () throws -> [Syntax.Define<State, Event>]
    ) throws -> FSM<State, Event> {
        let assembly = Assembly(try block(), initialState: self.initialState)
        let isSame = assembly.faults.isEmpty && assembly.shape == shape
        let isSameLanguage =
            assembly.states.values == compiled.states.values && assembly.events.values == compiled.events.values
        guard isSame && isSameLanguage else { throw SwiftFSMError(faults: [.otherRules] + assembly.faults) }
        let initialState = initialState ?? self.initialState
        guard compiled.states.number(of: initialState) >= 0 else {
            throw SwiftFSMError(faults: [.unknownState("\(initialState)")])
        }
        let machine = FSM<State, Event>(type: type, initialState: initialState, actionsPolicy: actionsPolicy)
        try machine.runner.take(compiled, ActionLists(assembly, actionsPolicy), initialState: initialState)
        return machine
    }
}

/// What a row says apart from its actions: rules of the same rows have the same table.
struct RowShape: Equatable, Sendable {
    let state: Int32
    let event: Int32
    let nextState: Int32
    let define: Int
    let scope: Int
    let isOverriding: Bool
    let conditionCount: Int
    let matching: [[Int32]]
}

extension Assembly {
    var shape: [RowShape] {
        rows.map { row in
            RowShape(
                state: row.stateNumber, event: row.eventNumber, nextState: row.nextState, define: row.define,
                scope: row.scope, isOverriding: row.clause.isOverriding, conditionCount: row.clause.conditions.count,
                matching: predicates.cases(of: row.clause.matchings).map { [Int32($0.predicate)] + $0.cases })
        }
    }
}
