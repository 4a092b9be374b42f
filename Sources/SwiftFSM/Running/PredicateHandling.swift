// `type:` is the word of swift-fsm for which predicates come with events. These say it by its name.

extension FSM {
    /// Creates a machine without a table: as ``init(type:initialState:actionsPolicy:enforceConcurrency:)``.
    ///
    /// - Parameters:
    ///   - initialState: The initial state. Its `onEntry` does not run.
    ///   - predicates: The predicates that are expected with an event.
    ///   - actionsPolicy: When `onEntry` and `onExit` run.
    ///   - enforceConcurrency: Whether, in debug builds, a method traps if it is called from another type of actor than
    ///     the first call.
    public convenience init(
        initialState: State, predicates: PredicateHandling, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        enforceConcurrency: Bool = false
    ) {
        self.init(
            type: predicates, initialState: initialState, actionsPolicy: actionsPolicy,
            enforceConcurrency: enforceConcurrency)
    }
}

extension FSMTable {
    /// Validates and compiles rules: as ``init(type:initialState:actionsPolicy:conditions:_:)``. O(statements).
    ///
    /// - Parameters:
    ///   - initialState: The initial state of machines that are created without one.
    ///   - predicates: The predicates that are expected with an event.
    ///   - actionsPolicy: When `onEntry` and `onExit` run.
    ///   - block: The rules.
    /// - Throws: ``SwiftFSMError`` with all errors.
    public convenience init(
        initialState: State, predicates: FSM<State, Event>.PredicateHandling,
        actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        @TableBuilder<State, Event> _ block: () throws -> [Syntax.Define<State, Event>]
    ) throws {
        try self.init(type: predicates, initialState: initialState, actionsPolicy: actionsPolicy, block)
    }
}
