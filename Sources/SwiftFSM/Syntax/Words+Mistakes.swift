// Compiler errors for common mistakes with the words of a table. As with pipes none of these can be called; the compiler looks
// at them only when nothing else fits, so that they cost tables without mistakes no time.

extension SyntaxBuilder {
    /// Says how several events are written.
    @available(*, unavailable, message: "for several events write 'when(event, or: event)'")
    public func when(_ event: Event, _ other: Event, _ others: Event...) -> Syntax.When<State, Event> { mistake() }

    /// Says how several events are written.
    @available(*, unavailable, message: "for several events write 'when(event, or: event)'")
    public func when(
        _ event: Event, _ other: Event,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group { mistake() }

    /// Says that this is a state.
    @available(*, unavailable, message: "'when' takes an event, and this is a state: write 'when(event) | then(state)'")
    public func when(_ state: State) -> Syntax.When<State, Event> { mistake() }

    /// Says that this is a state.
    @available(*, unavailable, message: "'when' takes an event, and this is a state: write 'when(event) | then(state)'")
    public func when(
        _ state: State, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group { mistake() }

    /// Says that this is an event.
    @available(*, unavailable, message: "'then' takes a state, and this is an event: write 'when(event) | then(state)'")
    public func then(_ event: Event) -> Syntax.Then<State, Event> { mistake() }

    /// Says that this is an event.
    @available(*, unavailable, message: "'then' takes a state, and this is an event: write 'when(event) | then(state)'")
    public func then(
        _ event: Event, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWTA_Group { mistake() }

    /// Says that an array is wanted.
    @available(
        *, unavailable,
        message: "'onEntry' takes an array of actions: write 'onEntry: action*', 'action & action', or 'attempt(…)'"
    )
    @_disfavoredOverload
    public func define<Action>(
        _ state: State, adopts superStates: SuperState..., onEntry: Action, onExit: [AnyAction] = [],
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that an array is wanted.
    @available(
        *, unavailable,
        message: "'onExit' takes an array of actions: write 'onExit: action*', 'action & action', or 'attempt(…)'"
    )
    @_disfavoredOverload
    public func define<Action>(
        _ state: State, adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: Action,
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that arrays are wanted.
    @available(
        *, unavailable,
        message: "'onEntry' and 'onExit' take arrays of actions: write 'action*', 'action & action' or 'attempt(…)'"
    )
    @_disfavoredOverload
    public func define<Entry, Exit>(
        _ state: State, adopts superStates: SuperState..., onEntry: Entry, onExit: Exit,
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that an array is wanted.
    @available(
        *, unavailable,
        message: "'onEntry' takes an array of actions: write 'onEntry: action*', 'action & action', or 'attempt(…)'"
    )
    @_disfavoredOverload
    public func define<Action>(
        any state: State, adopts superStates: SuperState..., onEntry: Action, onExit: [AnyAction] = [],
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that an array is wanted.
    @available(
        *, unavailable,
        message: "'onExit' takes an array of actions: write 'onExit: action*', 'action & action', or 'attempt(…)'"
    )
    @_disfavoredOverload
    public func define<Action>(
        any state: State, adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: Action,
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that a state has rows.
    @available(
        *, unavailable, message: "a state has rows: write 'define(state) { rows }', or 'adopts: superState'"
    )
    public func define(
        _ state: State, onEntry: [AnyAction] = [], onExit: [AnyAction] = []
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that a case has rows.
    @available(
        *, unavailable, message: "a state has rows: write 'define(any: state) { rows }', or 'adopts: superState'"
    )
    public func define(
        any state: State, onEntry: [AnyAction] = [], onExit: [AnyAction] = []
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that this is a state.
    @available(
        *, unavailable,
        message: "'after' takes an event, and this is a state: write 'after(delay, event) | then(state)'"
    )
    public func after(_ delay: Duration, _ state: State) -> Syntax.When<State, Event> { mistake() }

    /// Says that this is an event.
    @available(*, unavailable, message: "'define' takes a state, and this is an event")
    public func define(
        any event: Event, @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> { mistake() }

    /// Says that this is a state.
    @available(*, unavailable, message: "'when' takes an event, and this is a state: write 'when(event) | then(state)'")
    public func when(any state: State) -> Syntax.When<State, Event> { mistake() }
}

extension ExpandedSyntaxBuilder {
    /// Says that a closure is wanted.
    @available(*, unavailable, message: "a condition is asked for each event: write 'condition { … }'")
    public func condition(_ value: Bool) -> Syntax.Condition<State, Event> { mistake() }

    /// Says that a closure is wanted.
    @available(*, unavailable, message: "a condition is asked for each event: write 'condition({ … }) { rows }'")
    public func condition(
        _ value: Bool, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { mistake() }
}

extension Syntax.Piped {
    /// Says how functions become an array of actions.
    @available(*, unavailable, message: "join actions with '&': 'action & action', or 'action*' for an array of one")
    public static func | (statement: Self, actions: [FSMAction]) -> Acting { mistake() }
}

extension ResultBuilder {
    /// Says that code has no meaning in a block.
    @available(
        *, unavailable, message: "a block holds statements, not code: an action stands behind '|', without parentheses"
    )
    public static func buildExpression(_ nothing: Void) -> [T] { [] }
}

extension ContextSyntaxBuilder {
    /// Says that a state has rows.
    @available(
        *, unavailable, message: "a state has rows: write 'define(state) { rows }', or 'adopts: superState'"
    )
    public func define(_ state: State) -> ContextWords.Define { mistake() }

    /// Says how several events are written.
    @available(*, unavailable, message: "for several events write 'when(event, or: event)'")
    public func when(_ event: Event, _ other: Event, _ others: Event...) -> ContextWords.When { mistake() }

    /// Says that this is a state.
    @available(*, unavailable, message: "'when' takes an event, and this is a state: write 'when(event) | then(state)'")
    public func when(_ state: State) -> ContextWords.When { mistake() }

    /// Says that this is an event.
    @available(*, unavailable, message: "'then' takes a state, and this is an event: write 'when(event) | then(state)'")
    public func then(_ event: Event) -> ContextWords.Then { mistake() }

    /// Says that a closure is wanted.
    @available(*, unavailable, message: "a condition is asked for each event: write 'condition { context in … }'")
    public func condition(_ value: Bool) -> ContextWords.Condition { mistake() }
}

extension ContextSyntax.RowsBuilder {
    /// Says that code has no meaning in a block.
    @available(
        *, unavailable, message: "a block holds statements, not code: an action stands behind '|', without parentheses"
    )
    public static func buildExpression(_ nothing: Void) -> ContextSyntax.Rows { ContextSyntax.Rows() }
}
