// One operator for each kind of right side, whatever stands on the left: the compiler tries all that there are for each
// pipe of each row.

extension Syntax {
    /// A statement that can be given actions.
    public protocol Piped<Event> {
        /// The events of the machine.
        associatedtype Event: FSMHashable
        /// What it is with actions.
        associatedtype Acting: CompoundSyntax

        /// What `|` comes to.
        func acting(_ actions: [AnyAction]) -> Acting
    }

    /// A statement that says when, but not yet where it leads.
    public protocol Leading<State, Event>: Piped where Acting == MatchingWhenActions {
        /// The states of the machine.
        associatedtype State: FSMHashable

        /// What `|` comes to.
        func leading(to target: Then<State, Event>) -> MatchingWhenThen<Event>
    }

    /// `matching` or `condition`.
    public protocol Conditional<State, Event>: Piped where Acting == MatchingActions {
        /// The states of the machine.
        associatedtype State: FSMHashable

        /// What `|` comes to.
        func limiting(_ when: When<State, Event>) -> MatchingWhen<State, Event>
        /// What `|` comes to.
        func limiting(_ then: Then<State, Event>) -> MatchingThen<Event>
    }
}

extension Syntax.Piped {
    /// The statement, and this action.
    public static func | (statement: Self, action: @escaping FSMSyncAction) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// The statement, and this action.
    public static func | (statement: Self, action: @escaping FSMAction) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// The statement, and this action.
    public static func | (statement: Self, action: @escaping FSMSyncActionWithEvent<Event>) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// The statement, and this action.
    public static func | (statement: Self, action: @escaping FSMActionWithEvent<Event>) -> Acting {
        statement.acting([AnyAction(action)])
    }

    /// The statement, and these actions.
    public static func | (statement: Self, actions: [AnyAction]) -> Acting { statement.acting(actions) }
}

extension Syntax.Leading {
    /// When, and where to.
    public static func | (statement: Self, target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        statement.leading(to: target)
    }
}

extension Syntax.Conditional {
    /// In which case, and when.
    public static func | (statement: Self, when: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        statement.limiting(when)
    }

    /// In which case, and where to.
    public static func | (statement: Self, then: Syntax.Then<State, Event>) -> Syntax.MatchingThen<Event> {
        statement.limiting(then)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Who can be piped
// ---------------------------------------------------------------------------------------------------------------------

extension Syntax.When: Syntax.Leading {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenActions { .init(clause, Clause(actions: actions)) }

    /// What `|` comes to.
    public func leading(to target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        .init(clause, target.clause)
    }
}

extension Syntax.MatchingWhen: Syntax.Leading {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenActions { .init(clause, Clause(actions: actions)) }

    /// What `|` comes to.
    public func leading(to target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        .init(clause, target.clause)
    }
}

extension Syntax.Then: Syntax.Piped {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingThenActions { .init(clause, Clause(actions: actions)) }
}

extension Syntax.MatchingThen: Syntax.Piped {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingThenActions { .init(clause, Clause(actions: actions)) }
}

extension Syntax.MatchingWhenThen: Syntax.Piped {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenThenActions {
        .init(clause, Clause(actions: actions))
    }
}

extension Syntax.Matching: Syntax.Conditional {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingActions { .init(clause, Clause(actions: actions)) }

    /// What `|` comes to.
    public func limiting(_ when: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        .init(clause, when.clause)
    }

    /// What `|` comes to.
    public func limiting(_ then: Syntax.Then<State, Event>) -> Syntax.MatchingThen<Event> { .init(clause, then.clause) }
}

extension Syntax.Condition: Syntax.Conditional {
    /// What `|` comes to.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingActions { .init(clause, Clause(actions: actions)) }

    /// What `|` comes to.
    public func limiting(_ when: Syntax.When<State, Event>) -> Syntax.MatchingWhen<State, Event> {
        .init(clause, when.clause)
    }

    /// What `|` comes to.
    public func limiting(_ then: Syntax.Then<State, Event>) -> Syntax.MatchingThen<Event> { .init(clause, then.clause) }
}
