/// Tells the next state of a row when its event is handled.
final class ContextTarget<State: FSMHashable, Event: FSMHashable, Context>: Sendable {
    let state: @Sendable (Context, Event) -> State

    init(_ state: @escaping @Sendable (Context, Event) -> State) { self.state = state }
}

extension ContextSyntaxBuilder {
    /// Defines the states of a case, whatever their associated values: `define(any: .review(by: ""))` is for every `review`.
    /// The values that are written stand for all. A `define` of one of these states comes before it.
    public func define(
        any state: State, adopts superStates: ContextWords.SuperState..., file: String = #fileID, line: Int = #line,
        @ContextWords.RowsBuilder _ block: () -> ContextWords.Rows
    ) -> ContextWords.Define {
        let place = SourcePlace(file: file, line: line)
        let rows = ContextWords.Rows(Clause(), block(), of: .define, place)
        var define = Syntax.Define<State, Event>(
            state: state, superStates: superStates.map(\.superState), onEntry: rows.entryActions,
            onExit: rows.exitActions, content: rows.content, place: place)
        define.isCase = true
        return ContextWords.Define(define: define)
    }

    /// Begins a row for the events of a case, or of several, whatever their associated values: `when(any: .loaded([]))` is
    /// for every `loaded`. The values that are written stand for all. Rows for one of these events come before it.
    public func when(
        any event: Event, or others: Event..., file: String = #fileID, line: Int = #line
    ) -> ContextWords.When {
        let place = SourcePlace(file: file, line: line)
        let events = ([event] + others).map { EventStatement(event: $0, isCase: true, place: place) }
        return ContextWords.When(clause: Clause(events: events))
    }

    /// Sets the next state of a row by the event: `then { event in .review(by: event.name) }`.
    ///
    /// The function is called before anything changes. A state that no statement of the rules names is no state of the
    /// machine: nothing then happens, and the result is ``FSMOutcome/unknownTarget(_:)``. A function that is isolated to an
    /// actor must be asked there: events that another actor sends trap.
    public func then(
        @_inheritActorContext to state: @escaping @isolated(any) @Sendable (Event) -> State, file: String = #fileID,
        line: Int = #line
    ) -> ContextWords.Then {
        // An `@isolated(any)` function has the calling convention of any other function.
        let direct = unsafeBitCast(state, to: (@Sendable (Event) -> State).self)
        return then(SourcePlace(file: file, line: line), state.isolation) { _, event in direct(event) }
    }

    /// Sets the next state of a row by the context and the event.
    public func then(
        @_inheritActorContext to state: @escaping @isolated(any) @Sendable (Context, Event) -> State,
        file: String = #fileID, line: Int = #line
    ) -> ContextWords.Then {
        let direct = unsafeBitCast(state, to: (@Sendable (Context, Event) -> State).self)
        return then(SourcePlace(file: file, line: line), state.isolation, direct)
    }

    private func then(
        _ place: SourcePlace, _ isolation: (any Actor)?, _ state: @escaping @Sendable (Context, Event) -> State
    ) -> ContextWords.Then {
        let target = ContextTarget<State, Event, Context> { context, event in
            isolation?.preconditionIsolated("the target at \(place) was asked by an event that another actor sent")
            return state(context, event)
        }
        return ContextWords.Then(clause: Clause(target: TargetStatement(computed: target, place: place)))
    }
}
