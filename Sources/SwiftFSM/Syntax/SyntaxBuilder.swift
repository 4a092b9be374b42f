/// Provides the statements of a table. Let the class that holds the machine conform to it.
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
    /// Defines a state that has only the rows and actions of its superstates.
    public func define(
        _ state: State, adopts superState: SuperState, _ andSuperStates: SuperState..., onEntry: [AnyAction] = [],
        onExit: [AnyAction] = [], file: String = #fileID, line: Int = #line
    ) -> Syntax.Define<State, Event> {
        Syntax.Define(
            state: state, superStates: [superState] + andSuperStates, onEntry: onEntry, onExit: onExit,
            content: Content(), place: SourcePlace(file: file, line: line))
    }

    /// Defines a state: its superstates, its entry and exit actions, its rows, and the states that are nested in it.
    public func define(
        _ state: State, adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: [AnyAction] = [],
        file: String = #fileID, line: Int = #line,
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> {
        let place = SourcePlace(file: file, line: line)
        return Syntax.Define(
            state: state, superStates: superStates, onEntry: onEntry, onExit: onExit,
            content: Content(Clause(), block(), of: .define, place), place: place)
    }

    /// Replaces the rows that superstates have for the same event and predicates.
    public func overriding(
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> [Syntax.MatchingWhenThenActions] {
        var content = Content(block())
        content.takeOutMisplaced(in: "overriding")
        for index in content.clauses.indices { content.clauses[index].isOverriding = true }
        return [Syntax.MWTA_Group(content: content)]
    }

    /// Begins rows for an event.
    public func when(_ event: Event, file: String = #fileID, line: Int = #line) -> Syntax.When<State, Event> {
        Syntax.When([event], file, line)
    }

    /// Begins rows for each of several events.
    public func when(
        _ event: Event, or others: Event..., file: String = #fileID, line: Int = #line
    ) -> Syntax.When<State, Event> {
        Syntax.When([event] + others, file, line)
    }

    /// Sets the next state of a row. Without an argument the state does not change.
    public func then(_ state: State? = nil, file: String = #fileID, line: Int = #line) -> Syntax.Then<State, Event> {
        Syntax.Then(state, file, line)
    }

    /// Applies an event to each statement of a block.
    public func when(
        _ event: Event,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.When<State, Event>([event], file, line).group(block(), file, line)
    }

    /// Applies several events to each statement of a block.
    public func when(
        _ event: Event, or others: Event...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.When<State, Event>([event] + others, file, line).group(block(), file, line)
    }

    /// Applies an event to each statement of a block.
    public func when(
        _ event: Event,
        file: String = #fileID, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group {
        Syntax.When<State, Event>([event], file, line).group(block(), file, line)
    }

    /// Applies several events to each statement of a block.
    public func when(
        _ event: Event, or others: Event...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group {
        Syntax.When<State, Event>([event] + others, file, line).group(block(), file, line)
    }

    /// Applies a next state to each statement of a block. Without one the state does not change.
    public func then(
        _ state: State? = nil,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Then<State, Event>(state, file, line).group(block(), file, line)
    }

    /// Applies a next state to each statement of a block. Without one the state does not change.
    public func then(
        _ state: State? = nil,
        file: String = #fileID, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MTA_Group {
        Syntax.Then<State, Event>(state, file, line).group(block(), file, line)
    }
}
