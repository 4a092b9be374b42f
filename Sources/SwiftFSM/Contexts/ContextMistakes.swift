// Compiler errors for common mistakes in rules with contexts. None of these can be called: the compiler only selects one if
// nothing else fits, and then prints its message.

extension ContextSyntax.When {
    @available(*, unavailable, message: "actions come last: write 'when(event) | then(state) | action'")
    @_disfavoredOverload
    public static func | <Action>(when: Self, action: Action) -> Self { mistake() }

    @available(*, unavailable, message: "a row has one 'when': for several events write 'when(event, or: event)'")
    public static func | (when: Self, other: Self) -> Self { mistake() }

    @available(*, unavailable, message: "'condition' stands before 'when'")
    public static func | (when: Self, condition: ContextSyntax.Condition) -> Self { mistake() }
}

extension ContextSyntax.Then {
    @available(*, unavailable, message: "'when' stands before 'then': write 'when(event) | then(state) | action'")
    public static func | (then: Self, when: ContextSyntax.When) -> ContextSyntax.Row { mistake() }
}

extension ContextSyntax.Row {
    @available(*, unavailable, message: "a row leads to one state")
    public static func | (row: Self, then: ContextSyntax.Then) -> Self { mistake() }

    @available(*, unavailable, message: "give the action without parentheses: it is called later")
    public static func | (row: Self, result: Void) -> Self { mistake() }

    @available(*, unavailable, message: "an action of rules with a context takes it: write '{ context in … }'")
    public static func | (row: Self, action: @escaping () async -> Void) -> Self { mistake() }

    @available(*, unavailable, message: "join actions with '|': 'action | action'")
    @_disfavoredOverload
    public static func | <Action>(row: Self, actions: [Action]) -> Self { mistake() }

    @available(*, unavailable, message: "an action does not throw: write 'attempt(action, orElse: …)'")
    @_disfavoredOverload
    public static func | (row: Self, method: @escaping (Context) -> () async throws -> Void) -> Self { mistake() }

    @available(*, unavailable, message: "an action does not throw: write 'attempt(action, orElse: …)'")
    @_disfavoredOverload
    public static func | (row: Self, method: @escaping (Context) -> (Event) async throws -> Void) -> Self { mistake() }
}

extension ContextSyntax.RowsBuilder {
    @available(*, unavailable, message: "'if' would be evaluated once, when the table is built: use 'condition'")
    public static func buildEither(first rows: ContextSyntax.Rows) -> ContextSyntax.Rows { mistake() }

    @available(*, unavailable, message: "'if' would be evaluated once, when the table is built: use 'condition'")
    public static func buildEither(second rows: ContextSyntax.Rows) -> ContextSyntax.Rows { mistake() }

    @available(
        *, unavailable, message: "a block has no loops: write the rows, or 'when(event, or: event)' for several events"
    )
    public static func buildArray(_ rows: [ContextSyntax.Rows]) -> ContextSyntax.Rows { mistake() }
}

extension ContextSyntaxBuilder {
    /// Says that there are no blocks of events.
    @available(
        *, unavailable,
        message: "rules with a context have no block of an event: write 'when(event) | then(state)' for each row"
    )
    public func when(_ event: Event, _ block: () -> ContextWords.Then) -> ContextWords.Rows { mistake() }
}
