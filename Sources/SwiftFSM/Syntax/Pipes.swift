// One operator for each kind of right operand, generic in the left one: type checking takes longer with each overload,
// as the compiler tries all of them for each pipe of each row.

extension Syntax {
    /// A statement that can be given actions.
    public protocol Piped<Event> {
        /// The events of the machine.
        associatedtype Event: FSMHashable
        /// The result of adding actions.
        associatedtype Acting: CompoundSyntax

        /// The result of `|`.
        func acting(_ actions: [AnyAction]) -> Acting
    }

    /// A statement with `when` and without `then`.
    public protocol Leading<State, Event>: Piped where Acting == MatchingWhenActions {
        /// The states of the machine.
        associatedtype State: FSMHashable

        /// The result of `|`.
        func leading(to target: Then<State, Event>) -> MatchingWhenThen<Event>
    }

    /// `matching` or `condition`.
    public protocol Conditional<State, Event>: Piped where Acting == MatchingActions {
        /// The states of the machine.
        associatedtype State: FSMHashable

        /// The result of `|`.
        func limiting(_ when: When<State, Event>) -> MatchingWhen<State, Event>
        /// The result of `|`.
        func limiting(_ then: Then<State, Event>) -> MatchingThen<Event>
    }
}

extension Syntax.Piped {
    /// Adds an action to a statement.
    public static func | (statement: Self, action: @escaping FSMSyncAction) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// Adds an action to a statement.
    public static func | (statement: Self, action: @escaping FSMAction) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// Adds an action to a statement.
    public static func | (statement: Self, action: @escaping FSMSyncActionWithEvent<Event>) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// Adds an action to a statement.
    public static func | (statement: Self, action: @escaping FSMActionWithEvent<Event>) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// Adds actions to a statement.
    public static func | (statement: Self, actions: [AnyAction]) -> Acting { statement.acting(actions) }
}

extension Syntax.Leading {
    /// Adds a `then` to a `when`.
    public static func | (statement: Self, target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        statement.leading(to: target)
    }
}

extension Syntax.Conditional {
    /// Adds a `when` to a `matching` or `condition`.
    public static func | (statement: Self, when: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        statement.limiting(when)
    }

    /// Adds a `then` to a `matching` or `condition`.
    public static func | (statement: Self, then: Syntax.Then<State, Event>) -> Syntax.MatchingThen<Event> {
        statement.limiting(then)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Statements that can be piped
// ---------------------------------------------------------------------------------------------------------------------

extension Syntax.When: Syntax.Leading {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenActions { .init(clause, Clause(actions: actions)) }

    /// The result of `|`.
    public func leading(to target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        .init(clause, target.clause)
    }
}

extension Syntax.MatchingWhen: Syntax.Leading {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenActions { .init(clause, Clause(actions: actions)) }

    /// The result of `|`.
    public func leading(to target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        .init(clause, target.clause)
    }
}

extension Syntax.Then: Syntax.Piped {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingThenActions { .init(clause, Clause(actions: actions)) }
}

extension Syntax.MatchingThen: Syntax.Piped {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingThenActions { .init(clause, Clause(actions: actions)) }
}

extension Syntax.MatchingWhenThen: Syntax.Piped {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenThenActions {
        .init(clause, Clause(actions: actions))
    }
}

extension Syntax.Matching: Syntax.Conditional {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingActions { .init(clause, Clause(actions: actions)) }

    /// The result of `|`.
    public func limiting(_ when: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        .init(clause, when.clause)
    }

    /// The result of `|`.
    public func limiting(_ then: Syntax.Then<State, Event>) -> Syntax.MatchingThen<Event> { .init(clause, then.clause) }
}

extension Syntax.Condition: Syntax.Conditional {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingActions { .init(clause, Clause(actions: actions)) }

    /// The result of `|`.
    public func limiting(_ when: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        .init(clause, when.clause)
    }

    /// The result of `|`.
    public func limiting(_ then: Syntax.Then<State, Event>) -> Syntax.MatchingThen<Event> { .init(clause, then.clause) }
}
