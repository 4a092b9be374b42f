// Compiler errors for common mistakes with pipes. None of these overloads can be called: the compiler only selects one
// if no other fits, and then prints its message instead of an error about the `|` of integers.

extension Syntax.Piped {
    @available(
        *, unavailable, message: "a block cannot follow a pipe: write 'when(event) { … }', and pipes in the block"
    )
    public static func | (statement: Self, other: Syntax.MWTA_Group) -> Syntax.MatchingWhenThenActions { mistake() }

    @available(
        *, unavailable, message: "a block cannot follow a pipe: write 'when(event) { … }', and pipes in the block"
    )
    @_disfavoredOverload
    public static func | (statement: Self, other: Syntax.MWA_Group) -> Syntax.MatchingWhenThenActions { mistake() }

    @available(
        *, unavailable, message: "a block cannot follow a pipe: write 'when(event) { … }', and pipes in the block"
    )
    @_disfavoredOverload
    public static func | (statement: Self, other: Syntax.MTA_Group) -> Syntax.MatchingWhenThenActions { mistake() }

    @available(*, unavailable, message: "give the action without parentheses: it is called later")
    public static func | (statement: Self, other: Void) -> Acting { mistake() }

    @available(
        *, unavailable, message: "an action takes nothing or an event of the table, returns nothing, and does not throw"
    )
    @_disfavoredOverload
    public static func | <Input, Output>(statement: Self, other: @escaping (Input) async throws -> Output) -> Acting {
        mistake()
    }
}

extension Syntax.Leading {
    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | (statement: Self, other: Syntax.Matching<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        mistake()
    }

    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | (statement: Self, other: Syntax.Condition<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        mistake()
    }

    @available(*, unavailable, message: "a row has one 'when': for several events write 'when(event, or: event)'")
    public static func | (statement: Self, other: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        mistake()
    }
}

extension Syntax.Conditional {
    @available(
        *, unavailable,
        message: "one 'matching' or 'condition' cannot be piped into another: write 'matching(a, and: b)', or a block"
    )
    public static func | (statement: Self, other: Syntax.Matching<State, Event>) -> Self { mistake() }

    @available(
        *, unavailable,
        message: "one 'matching' or 'condition' cannot be piped into another: write 'matching(a, and: b)', or a block"
    )
    public static func | (statement: Self, other: Syntax.Condition<State, Event>) -> Self { mistake() }
}

extension Syntax.Then {
    @available(*, unavailable, message: "a row leads to one state")
    public static func | (statement: Syntax.Then<State, Event>, other: Syntax.Then<State, Event>)
        -> Syntax.MatchingThen<Event>
    { mistake() }

    @available(*, unavailable, message: "'when' stands before 'then'")
    public static func | (statement: Syntax.Then<State, Event>, other: Syntax.When<State, Event>)
        -> Syntax.MatchingWhenThen<Event>
    { mistake() }

    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | (statement: Syntax.Then<State, Event>, other: Syntax.Matching<State, Event>)
        -> Syntax.Then<State, Event>
    { mistake() }

    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | (statement: Syntax.Then<State, Event>, other: Syntax.Condition<State, Event>)
        -> Syntax.Then<State, Event>
    { mistake() }
}

extension Syntax.MatchingThen {
    @available(*, unavailable, message: "a row leads to one state")
    public static func | <State>(statement: Syntax.MatchingThen<Event>, other: Syntax.Then<State, Event>)
        -> Syntax.MatchingThen<Event>
    { mistake() }

    @available(*, unavailable, message: "'when' stands before 'then'")
    public static func | <State>(statement: Syntax.MatchingThen<Event>, other: Syntax.When<State, Event>)
        -> Syntax.MatchingWhenThen<Event>
    { mistake() }

    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | <State>(statement: Syntax.MatchingThen<Event>, other: Syntax.Matching<State, Event>)
        -> Syntax.MatchingThen<Event>
    { mistake() }
}

extension Syntax.MatchingWhenThen {
    @available(*, unavailable, message: "a row leads to one state")
    public static func | <State>(statement: Syntax.MatchingWhenThen<Event>, other: Syntax.Then<State, Event>)
        -> Syntax.MatchingWhenThen<Event>
    { mistake() }

    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | <State>(statement: Syntax.MatchingWhenThen<Event>, other: Syntax.Matching<State, Event>)
        -> Syntax.MatchingWhenThen<Event>
    { mistake() }

    @available(*, unavailable, message: "'matching' and 'condition' stand before 'when' and 'then'")
    public static func | <State>(statement: Syntax.MatchingWhenThen<Event>, other: Syntax.Condition<State, Event>)
        -> Syntax.MatchingWhenThen<Event>
    { mistake() }

    @available(*, unavailable, message: "a row has one 'when': for several events write 'when(event, or: event)'")
    public static func | <State>(statement: Syntax.MatchingWhenThen<Event>, other: Syntax.When<State, Event>)
        -> Syntax.MatchingWhenThen<Event>
    { mistake() }
}

extension Syntax.CompoundSyntax {
    @available(*, unavailable, message: "join actions with '&': 'when(event) | then(state) | action & action'")
    public static func | (
        statement: Syntax.CompoundSyntax, action: @escaping FSMAction
    ) -> Syntax.MatchingWhenThenActions { mistake() }

    @available(*, unavailable, message: "actions come last: write 'when(event) | then(state) | action'")
    @_disfavoredOverload
    public static func | (
        statement: Syntax.CompoundSyntax, other: some Syntax.Piped
    ) -> Syntax.MatchingWhenThenActions { mistake() }
}

extension ExpandedSyntaxBuilder {
    @available(*, unavailable, message: "predicates joined with 'or:' have to be of one type")
    public func matching<P: Predicate, Q: Predicate>(
        _ predicate: P, or other: Q, _ others: any Predicate..., and all: any Predicate..., file: String = #fileID,
        line: Int = #line
    ) -> Syntax.Matching<State, Event> { mistake() }

    @available(*, unavailable, message: "predicates joined with 'or:' have to be of one type")
    public func matching<P: Predicate, Q: Predicate>(
        _ predicate: P, or other: Q, _ others: any Predicate..., and all: any Predicate..., file: String = #fileID,
        line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { mistake() }
}

/// What stands for the body of a function that is unavailable, and so is never called.
func mistake() -> Never { fatalError("a statement that the compiler rejects") }
