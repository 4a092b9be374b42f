// Compiler errors for common mistakes. None of these overloads can be called: the compiler only selects one if no
// other fits, and then prints its message, which says how to correct the table.

extension Syntax.MWTABuilder {
    @available(*, unavailable, message: "the row lacks its 'when': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.MatchingThenActions) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks its 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.MatchingWhenActions) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks 'when' and 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.MatchingActions) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks its 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression<State, Event>(_ statement: Syntax.When<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks its 'when': write 'when(event) | then(state) | action'")
    public static func buildExpression<State, Event>(_ statement: Syntax.Then<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "a 'define' stands in the table or directly in the block of another 'define'")
    public static func buildExpression<State, Event>(_ statement: Syntax.Define<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "a 'history' stands directly in the block of a 'define'")
    public static func buildExpression<State, Event>(_ statement: Syntax.History<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "an action follows a statement: 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: @escaping FSMAction) -> [T] { [] }

    @available(*, unavailable, message: "an action follows a statement: 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: [AnyAction]) -> [T] { [] }
}

extension Syntax.DefineBuilder {
    @available(*, unavailable, message: "the row lacks its 'when': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.MatchingThenActions) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks its 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.MatchingWhenActions) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks 'when' and 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.MatchingActions) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks its 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.When<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "the row lacks its 'when': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: Syntax.Then<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "an action follows a statement: 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: @escaping FSMAction) -> [T] { [] }

    @available(*, unavailable, message: "an action follows a statement: 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: [AnyAction]) -> [T] { [] }
}

extension Syntax.MTABuilder {
    @available(*, unavailable, message: "a 'when' cannot stand in the block of another")
    public static func buildExpression(_ statement: Syntax.MatchingWhenActions) -> [T] { [] }

    @available(*, unavailable, message: "a 'when' cannot stand in the block of another")
    public static func buildExpression(_ statement: Syntax.MatchingWhenThenActions) -> [T] { [] }

    @available(*, unavailable, message: "a 'when' cannot stand in the block of another")
    public static func buildExpression<State, Event>(_ statement: Syntax.When<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "a 'define' stands in the table or directly in the block of another 'define'")
    public static func buildExpression<State, Event>(_ statement: Syntax.Define<State, Event>) -> [T] { [] }

    @available(
        *, unavailable, message: "the block of a 'when' is not for a bare 'then': write 'when(event) | then(state)'"
    )
    public static func buildExpression<State, Event>(_ statement: Syntax.Then<State, Event>) -> [T] { [] }
}

extension Syntax.MWABuilder {
    @available(*, unavailable, message: "a 'then' cannot stand in the block of another")
    public static func buildExpression(_ statement: Syntax.MatchingThenActions) -> [T] { [] }

    @available(*, unavailable, message: "a 'then' cannot stand in the block of another")
    public static func buildExpression(_ statement: Syntax.MatchingWhenThenActions) -> [T] { [] }

    @available(*, unavailable, message: "a 'then' cannot stand in the block of another")
    public static func buildExpression<State, Event>(_ statement: Syntax.Then<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "a 'define' stands in the table or directly in the block of another 'define'")
    public static func buildExpression<State, Event>(_ statement: Syntax.Define<State, Event>) -> [T] { [] }

    @available(
        *, unavailable, message: "the block of a 'then' is not for a bare 'when': write 'when(event) | then(state)'"
    )
    public static func buildExpression<State, Event>(_ statement: Syntax.When<State, Event>) -> [T] { [] }
}

extension Syntax.MABuilder {
    @available(*, unavailable, message: "an action follows a statement: 'when(event) | then(state) | action'")
    public static func buildExpression(_ statement: @escaping FSMAction) -> [T] { [] }
}

extension TableBuilder {
    @available(*, unavailable, message: "rows belong to a state: put them into the block of a 'define'")
    public static func buildExpression(_ statement: Syntax.MatchingWhenThenActions) -> [T] { [] }

    @available(*, unavailable, message: "rows belong to a state: put them into the block of a 'define'")
    @_disfavoredOverload
    public static func buildExpression(_ statement: Syntax.CompoundSyntax) -> [T] { [] }

    @available(*, unavailable, message: "a history belongs to a state: put it into the block of a 'define'")
    public static func buildExpression(_ statement: Syntax.History<State, Event>) -> [T] { [] }

    @available(*, unavailable, message: "a superstate has to be adopted: 'define(state, adopts: superState)'")
    public static func buildExpression(_ statement: SuperState) -> [T] { [] }
}

extension ResultBuilder {
    @available(
        *, unavailable, message: "'if' would be evaluated once, when the table is built: use 'matching' or 'condition'"
    )
    public static func buildOptional(_ statements: [T]?) -> [T] { [] }

    @available(
        *, unavailable, message: "'if' would be evaluated once, when the table is built: use 'matching' or 'condition'"
    )
    public static func buildEither(first statements: [T]) -> [T] { [] }

    @available(
        *, unavailable, message: "'if' would be evaluated once, when the table is built: use 'matching' or 'condition'"
    )
    public static func buildEither(second statements: [T]) -> [T] { [] }

    @available(*, unavailable, message: "there is no 'for' in a table: use 'map', which makes an array of statements")
    public static func buildArray(_ statements: [[T]]) -> [T] { [] }
}
