// States with associated values, and next states that are told by the event.

extension SyntaxBuilder {
    /// Defines the states of a case, whatever their associated values: `define(any: .review(by: ""))` is for every `review`.
    /// The values that are written stand for all. A `define` of one of these states comes before it.
    ///
    /// A change between two states of the case, `.review(by: "Ann")` and `.review(by: "Bob")`, is a change: `onExit` and
    /// `onEntry` run. `then()` keeps the values. Not in charts.
    public func define(
        any state: State, adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: [AnyAction] = [],
        file: String = #fileID, line: Int = #line,
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> {
        let place = SourcePlace(file: file, line: line)
        return Syntax.Define(
            state: state, superStates: superStates, onEntry: onEntry, onExit: onExit,
            content: Content(Clause(), block(), of: .define, place), place: place, isCase: true)
    }

    /// Defines the states of a case, whatever their associated values, that have only the rows and actions of their
    /// superstates.
    public func define(
        any state: State, adopts superState: SuperState, _ andSuperStates: SuperState..., onEntry: [AnyAction] = [],
        onExit: [AnyAction] = [], file: String = #fileID, line: Int = #line
    ) -> Syntax.Define<State, Event> {
        Syntax.Define(
            state: state, superStates: [superState] + andSuperStates, onEntry: onEntry, onExit: onExit,
            content: Content(), place: SourcePlace(file: file, line: line), isCase: true)
    }

    /// Sets the next state of a row by the event: `then { event in .review(by: event.name) }`.
    ///
    /// The function is called before anything changes. A state that no statement of the table names is no state of the
    /// machine: nothing then happens, and the result is ``FSMOutcome/unknownTarget(_:)``. The function belongs to the table,
    /// as conditions do, and may be isolated to an actor: the events of the machine must then be sent from that actor.
    /// Not in charts.
    public func then(
        @_inheritActorContext to state: @escaping @isolated(any) @Sendable (Event) -> State, file: String = #fileID,
        line: Int = #line
    ) -> Syntax.Then<State, Event> {
        let place = SourcePlace(file: file, line: line)
        let target = StateTarget(state, place)
        return Syntax.Then(clause: Clause(target: TargetStatement(computed: target, place: place)))
    }
}

/// Tells the next state of a row when its event is handled.
final class StateTarget<State: FSMHashable, Event: FSMHashable>: Sendable {
    let state: @Sendable (Event) -> State

    /// A state with values, whatever the event.
    init(_ state: State) { self.state = { _ in state } }

    /// A target that is called without `await`. It traps if the event is handled outside the function's actor.
    init(_ state: @escaping @isolated(any) @Sendable (Event) -> State, _ place: SourcePlace) {
        let isolation = state.isolation
        // An `@isolated(any)` function has the calling convention of any other function. Callers must await it only
        // because they may run in another isolation, which is checked here at run time.
        let direct = unsafeBitCast(state, to: (@Sendable (Event) -> State).self)
        guard let isolation else {
            self.state = direct
            return
        }
        self.state = { event in
            isolation.preconditionIsolated("the 'then' at \(place) was asked by an event that another actor sent")
            return direct(event)
        }
    }
}
