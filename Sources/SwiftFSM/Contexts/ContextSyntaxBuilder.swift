/// Rules for machines that have a context, whose actions and conditions are passed it. They capture nothing, so that one
/// ``FSMContextTable`` serves any number of machines.
///
/// ```swift
/// struct Turnstile: ContextSyntaxBuilder {
///     enum State { case locked, unlocked }
///     enum Event { case coin, pass }
///     typealias Context = Gate
///
///     var rules: Rules {
///         define(.locked) {
///             condition(\.isOpen) | when(.coin) | then(.unlocked) | Gate.unlock
///             when(.pass) | then() | { gate, event in gate.ring(event) }
///         }
///         define(.unlocked) {
///             onExit | Gate.lock
///             when(.pass) | then(.locked)
///         }
///     }
/// }
///
/// let table = try FSMContextTable(Turnstile(), initialState: .locked)
/// let machine = table.machine(gate)
/// ```
///
/// An action is a method of the context, or a closure that takes the context, or the context and the event; synchronous or
/// `async`. Several are joined with `|` and run in this order. Context, state and event are types of yours; the context is
/// an object, or a value that does not change.
public protocol ContextSyntaxBuilder<State, Event, Context> {
    /// The states of the machines.
    associatedtype State: FSMHashable
    /// The events of the machines.
    associatedtype Event: FSMHashable
    /// What actions and conditions are passed.
    associatedtype Context

    /// The rules. A table evaluates them once.
    @ContextSyntax<State, Event, Context>.RulesBuilder var rules: [ContextSyntax<State, Event, Context>.Define] { get }
}

extension ContextSyntaxBuilder {
    /// The statements of these rules.
    public typealias ContextWords = ContextSyntax<State, Event, Context>
    /// The type of ``rules``.
    public typealias Rules = [ContextSyntax<State, Event, Context>.Define]

    /// Defines a state: its superstates, its entry and exit actions, and its rows.
    public func define(
        _ state: State, adopts superStates: ContextWords.SuperState..., file: String = #fileID, line: Int = #line,
        @ContextWords.RowsBuilder _ block: () -> ContextWords.Rows
    ) -> ContextWords.Define {
        let place = SourcePlace(file: file, line: line)
        let rows = ContextWords.Rows(Clause(), block(), of: .define, place)
        return ContextWords.Define(
            define: Syntax.Define(
                state: state, superStates: superStates.map(\.superState), onEntry: rows.entryActions,
                onExit: rows.exitActions, content: rows.content, place: place))
    }

    /// Defines a state that has only the rows and actions of its superstates.
    public func define(
        _ state: State, adopts superState: ContextWords.SuperState, _ others: ContextWords.SuperState...,
        file: String = #fileID,
        line: Int = #line
    ) -> ContextWords.Define {
        ContextWords.Define(
            define: Syntax.Define(
                state: state, superStates: [superState.superState] + others.map(\.superState), onEntry: [], onExit: [],
                content: Content(), place: SourcePlace(file: file, line: line)))
    }

    /// Makes a superstate: rows and actions that states adopt.
    public func superState(
        adopts superStates: ContextWords.SuperState..., file: String = #fileID, line: Int = #line,
        @ContextWords.RowsBuilder _ block: () -> ContextWords.Rows
    ) -> ContextWords.SuperState {
        let rows = ContextWords.Rows(Clause(), block(), of: .superState, SourcePlace(file: file, line: line))
        return ContextWords.SuperState(
            superState: SuperState(
                superStates: superStates.map(\.superState), onEntry: rows.entryActions,
                onExit: rows.exitActions, content: rows.content))
    }

    /// Begins the actions that run when the state is entered: `onEntry | Gate.lock`.
    public var onEntry: ContextWords.Row { ContextWords.Row(role: .onEntry, clause: Clause()) }

    /// Begins the actions that run when the state is left: `onExit | Gate.beep`.
    public var onExit: ContextWords.Row { ContextWords.Row(role: .onExit, clause: Clause()) }

    /// Begins a row for an event, or for each of several.
    public func when(_ event: Event, or others: Event..., file: String = #fileID, line: Int = #line)
        -> ContextWords.When
    {
        let place = SourcePlace(file: file, line: line)
        return ContextWords.When(
            clause: Clause(events: ([event] + others).map { EventStatement(event: $0, place: place) }))
    }

    /// Sets the next state of a row. Without an argument the state does not change.
    public func then(_ state: State? = nil, file: String = #fileID, line: Int = #line) -> ContextWords.Then {
        ContextWords.Then(
            clause: Clause(target: TargetStatement(state: state, place: SourcePlace(file: file, line: line))))
    }

    /// Replaces the rows that superstates have for the same event.
    public func overriding(@ContextWords.RowsBuilder _ block: () -> ContextWords.Rows) -> ContextWords.Rows {
        var rows = block()
        for index in rows.rows.indices { rows.rows[index].clause.isOverriding = true }
        rows.statementCount = 1
        return rows
    }
}
