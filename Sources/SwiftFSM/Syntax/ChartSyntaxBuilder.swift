/// Provides the statements of ``ExpandedSyntaxBuilder``, and those of charts: tables whose states are nested.
///
/// ```swift
/// class Player: ChartSyntaxBuilder {
///     enum State { case off, on, stopped, playing, last }
///     enum Event { case power, play, stop }
///
///     let player = FSM<State, Event>(initialState: .off)
///
///     func build() throws {
///         try player.buildTable {
///             define(.off) {
///                 when(.power) | then(.last)
///             }
///             define(.on) {
///                 initial(.stopped)
///                 history(.last)
///                 when(.power) | then(.off)
///                 define(.stopped) { when(.play) | then(.playing) }
///                 define(.playing) { when(.stop) | then(.stopped) }
///             }
///         }
///     }
/// }
/// ```
///
/// A table that uses any of these statements, or a `define` in the block of another, is a chart. Each of its states needs
/// a `define`.
public protocol ChartSyntaxBuilder<State, Event>: ExpandedSyntaxBuilder {}

// MARK: - States

extension ChartSyntaxBuilder {
    /// Defines a state without rows of its own.
    public func define(
        _ state: State, onEntry: [AnyAction] = [], onExit: [AnyAction] = [], file: String = #fileID, line: Int = #line
    ) -> Syntax.Define<State, Event> {
        Syntax.Define(
            state: state, onEntry: onEntry, onExit: onExit, content: Content(),
            place: SourcePlace(file: file, line: line))
    }

    /// Defines a parallel state. The states in its block are its regions: while it is active, all of them are.
    public func parallel(
        _ state: State, adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: [AnyAction] = [],
        file: String = #fileID, line: Int = #line,
        @Syntax.DefineBuilder<State, Event> _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.Define<State, Event> {
        let place = SourcePlace(file: file, line: line)
        return Syntax.Define(
            state: state, superStates: superStates, onEntry: onEntry, onExit: onExit,
            content: Content(Clause(), block(), of: .parallel, place), place: place, kind: .parallel)
    }

    /// Defines a final state: its parent is done when it is entered. If it has no parent, the machine leaves all states
    /// and is done.
    public func final(
        _ state: State, onEntry: [AnyAction] = [], onExit: [AnyAction] = [], file: String = #fileID, line: Int = #line
    ) -> Syntax.Define<State, Event> {
        Syntax.Define(
            state: state, onEntry: onEntry, onExit: onExit, content: Content(),
            place: SourcePlace(file: file, line: line), kind: .final)
    }

    /// Sets the state that is entered with the state of the block: `initial(.stopped)`, or with actions
    /// `initial(.stopped) | rewind`. It can be left out if there is one nested state.
    public func initial(
        _ state: State, file: String = #fileID, line: Int = #line
    ) -> Syntax.MatchingWhenThen<Event> {
        let target = TargetStatement(state: state, place: SourcePlace(file: file, line: line))
        return Syntax.MatchingWhenThen(Clause(target: target, chart: ChartClause(role: .initial)), Clause())
    }

    /// Defines a history of the state of the block. As the target of a row it leads to the nested state that was active
    /// last, or while there is none, to its default: `history(.last) | then(.playing)`. Without a default it leads to
    /// the state of the block.
    public func history(
        _ state: State, _ depth: Syntax.HistoryDepth = .shallow, file: String = #fileID, line: Int = #line
    ) -> Syntax.History<State, Event> {
        let place = SourcePlace(file: file, line: line)
        let statement = HistoryStatement(state: state, isDeep: depth == .deep, place: place)
        return Syntax.History(clause: Clause(chart: ChartClause(role: .history(statement))))
    }
}

// MARK: - Rows

extension ChartSyntaxBuilder {
    /// Begins rows without an event. They are tried after each step, before the next event.
    public var always: Syntax.When<State, Event> { Syntax.When(.always) }

    /// Begins rows for when the state of the block is done: a final state in it was entered, or all regions are done.
    public var done: Syntax.When<State, Event> { Syntax.When(.done) }

    /// As the target of a row: the event waits until other states are active. Such a row has no actions.
    public var deferred: Syntax.Then<State, Event> {
        Syntax.Then(clause: Clause(target: TargetStatement(), chart: ChartClause(isDeferral: true)))
    }

    /// Sets several next states of a row, each in another region of a parallel state.
    public func then(
        _ state: State, and other: State, _ others: State..., file: String = #fileID, line: Int = #line
    ) -> Syntax.Then<State, Event> {
        let target = TargetStatement(state: state, place: SourcePlace(file: file, line: line))
        return Syntax.Then(clause: Clause(target: target, chart: ChartClause(otherTargets: [other] + others)))
    }

    /// Raises an event: an action that lets the event be handled after the actions of the step, before all events that
    /// were sent.
    public func raise(_ event: Event) -> [AnyAction] { [AnyAction(Action.raise(RaisedEvent(event)))] }

    /// Lets rows leave no more states than they must: a state that contains all next states stays active, and so do the
    /// other regions if the state of the row and all next states are in one region.
    public func local(
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> [Syntax.MatchingWhenThenActions] {
        var content = Content(block())
        content.takeOutMisplaced(in: "local")
        let local = ChartClause(isLocal: true)
        for index in content.clauses.indices {
            content.clauses[index].chart = local.joined(content.clauses[index].chart)
        }
        return [Syntax.MWTA_Group(content: content)]
    }
}

extension Syntax.When {
    init(_ trigger: EventlessTrigger) { clause = Clause(events: [EventStatement(event: trigger, trigger: trigger)]) }
}
