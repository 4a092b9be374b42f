/// The words of a table: let the class that holds the machine conform to it.
///
/// ```swift
/// class Gate: SyntaxBuilder {
///     enum State { case locked, unlocked }
///     enum Event { case coin, pass }
///
///     let turnstile = FSM<State, Event>(initialState: .locked)
///
///     func build() throws {
///         try turnstile.buildTable {
///             define(.locked) {
///                 when(.coin) | then(.unlocked) | unlock
///             }
///         }
///     }
/// }
/// ```
public protocol SyntaxBuilder<State, Event> {
    /// The states of the machine.
    associatedtype State: FSMHashable
    /// The events of the machine.
    associatedtype Event: FSMHashable
}

extension SyntaxBuilder {
    /// A state that has only what its superstates say.
    public func define(
        _ state: State, adopts superState: SuperState, _ andSuperStates: SuperState..., onEntry: [AnyAction] = [],
        onExit: [AnyAction] = [], file: String = #file, line: Int = #line
    ) -> Syntax.Define<State, Event> {
        Syntax.Define(
            state: state, superStates: [superState] + andSuperStates, onEntry: onEntry, onExit: onExit,
            content: Content(), place: SourcePlace(file: file, line: line))
    }

    /// A state, its superstates, what is done as it is entered and left, and its rows.
    public func define(
        _ state: State, adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: [AnyAction] = [],
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> {
        let place = SourcePlace(file: file, line: line)
        return Syntax.Define(
            state: state, superStates: superStates, onEntry: onEntry, onExit: onExit,
            content: Content(Clause(), block(), of: .define, place), place: place)
    }

    /// Rows that replace those which superstates have for the same event and predicates.
    public func overriding(
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> [Syntax.MatchingWhenThenActions] {
        var content = Content(block())
        for index in content.clauses.indices { content.clauses[index].isOverriding = true }
        return [Syntax.MWTA_Group(content: content)]
    }

    /// For this event.
    public func when(_ event: Event, file: String = #file, line: Int = #line) -> Syntax.When<State, Event> {
        Syntax.When([event], file, line)
    }

    /// For each of these events.
    public func when(
        _ event: Event, or others: Event..., file: String = #file, line: Int = #line
    ) -> Syntax.When<State, Event> {
        Syntax.When([event] + others, file, line)
    }

    /// Leads to a state; without one, the state stays as it is.
    public func then(_ state: State? = nil, file: String = #file, line: Int = #line) -> Syntax.Then<State, Event> {
        Syntax.Then(state, file, line)
    }

    /// All of these are for this event.
    public func when(
        _ event: Event,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.When<State, Event>([event], file, line).group(block(), file, line)
    }

    /// All of these are for each of these events.
    public func when(
        _ event: Event, or others: Event...,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.When<State, Event>([event] + others, file, line).group(block(), file, line)
    }

    /// All of these are for this event.
    public func when(
        _ event: Event,
        file: String = #file, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group {
        Syntax.When<State, Event>([event], file, line).group(block(), file, line)
    }

    /// All of these are for each of these events.
    public func when(
        _ event: Event, or others: Event...,
        file: String = #file, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group {
        Syntax.When<State, Event>([event] + others, file, line).group(block(), file, line)
    }

    /// All of these lead to this state, or to no other than the present one.
    public func then(
        _ state: State? = nil,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Then<State, Event>(state, file, line).group(block(), file, line)
    }

    /// All of these lead to this state, or to no other than the present one.
    public func then(
        _ state: State? = nil,
        file: String = #file, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MTA_Group {
        Syntax.Then<State, Event>(state, file, line).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMSyncAction,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMSyncAction,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMSyncAction,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMAction,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMAction,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMAction,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMSyncActionWithEvent<Event>,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMSyncActionWithEvent<Event>,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMSyncActionWithEvent<Event>,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMActionWithEvent<Event>,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMActionWithEvent<Event>,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ action: @escaping FSMActionWithEvent<Event>,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ actions: [AnyAction],
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>(actions).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ actions: [AnyAction],
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>(actions).group(block(), file, line)
    }

    /// All of these do this first.
    public func actions(
        _ actions: [AnyAction],
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>(actions).group(block(), file, line)
    }
}
