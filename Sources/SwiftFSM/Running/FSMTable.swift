import FSMEngine

/// A table that any number of machines in any isolation domain can share. It is validated and compiled once.
///
/// Actions can capture values that are not `Sendable`, so they belong to a machine, not to the table. Each machine is
/// created with the same rules again and takes its actions from them:
///
/// ```swift
/// final class Gate: SyntaxBuilder {
///     enum State { case locked, unlocked }
///     enum Event { case coin, pass }
///
///     static let table = Result { try FSMTable<State, Event>(initialState: .locked) { Gate().rules } }
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
/// Conditions are `Sendable` and belong to the table. A machine that its own actions refer to, as here, is never released
/// if they own it. An ``FSMContextTable`` has actions that refer to nothing: its machines are smaller and made faster.
public final class FSMTable<State: FSMHashable, Event: FSMHashable>: Sendable {
    let compiled: CompiledTable<State, Event>
    let shape: TableShape
    let type: FSM<State, Event>.PredicateHandling
    /// The initial state of machines that are created without one.
    public let initialState: State
    let actionsPolicy: StateActionsPolicy
    /// The document that it was read from; `nil` for rules.
    let document: DocumentSource<Event>?
    /// What is probably a mistake.
    public var warnings: [ChartFault] { compiled.warnings }

    /// Validates and compiles rules. O(statements).
    ///
    /// - Throws: ``SwiftFSMError`` with all errors.
    public init(
        type: FSM<State, Event>.PredicateHandling = .eager, initialState: State,
        actionsPolicy: StateActionsPolicy = .executeOnChangeOnly, conditions: FSMConditionPolicy = .exclusive,
        @TableBuilder<State, Event> _ block: () throws -> [Syntax.Define<State, Event>]
    ) throws {
        let assembly = Assembly(try block(), initialState: initialState)
        let callbacks = ActionCallbacks(lists: [], isShared: true)
        compiled = try CompiledTable(
            assembly, actionsPolicy, callbacks, isLenient: type == .lazy, isFirstMatch: conditions == .firstMatch)
        shape = assembly.shape
        self.type = type
        self.initialState = initialState
        self.actionsPolicy = actionsPolicy
        document = nil
    }

    /// A table from a document.
    init(
        _ compiled: CompiledTable<State, Event>, _ type: FSM<State, Event>.PredicateHandling, _ initialState: State,
        _ document: DocumentSource<Event>
    ) {
        self.compiled = compiled
        self.type = type
        self.initialState = initialState
        self.document = document
        shape = TableShape(rows: [], nodes: [], timeouts: [])
        actionsPolicy = .executeOnChangeOnly
    }

    /// Creates a machine with this table and the actions of these rules, which must be the rules of the table.
    /// O(statements); the rules are not validated again.
    ///
    /// - Throws: ``SwiftFSMError`` if the rules or the initial state are not those of the table.
    public func machine(
        initialState: State? = nil, @TableBuilder<State, Event> _ block: () throws -> [Syntax.Define<State, Event>]
    ) throws -> FSM<State, Event> {
        let assembly = Assembly(try block(), initialState: self.initialState)
        let isSame = assembly.faults.isEmpty && assembly.shape == shape
        let isSameLanguage =
            assembly.states.values == compiled.states.values && assembly.events.values == compiled.events.values
        guard isSame && isSameLanguage else { throw SwiftFSMError(faults: [.otherRules] + assembly.faults) }
        return try machine(in: initialState ?? self.initialState, assembly.actionLists(actionsPolicy), nil)
    }

    /// Creates a machine with these actions and, over a document's table, guards and providers.
    func machine(
        in state: State, _ actions: ActionLists<Event>, _ questions: DocumentQuestions?
    ) throws -> FSM<State, Event> {
        let unknown = SwiftFSMError(faults: [.unknownState("\(state)")])
        guard compiled.states.number(of: state) >= 0 else { throw unknown }
        let machine = FSM<State, Event>(type: type, initialState: state, actionsPolicy: actionsPolicy)
        do {
            try machine.runner.take(compiled, actions, questions, initialState: state)
        } catch let error as MachineError where error.outcome == .unknownState {
            throw unknown
        }
        machine.connectActivities()
        return machine
    }
}
