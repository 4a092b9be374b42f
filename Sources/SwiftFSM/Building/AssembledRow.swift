/// A row of a state for one event. A statement with several events makes several rows.
struct AssembledRow<State: FSMHashable, Event: FSMHashable> {
    var define: Int
    /// The scope of the row: the define, or a superstate, numbered each time it is adopted.
    var scope: Int
    var state: State
    var stateNumber: Int32
    var statePlace: SourcePlace
    /// Whether the state is a case, whatever its values.
    var isOfCase = false
    /// Whether it is a row of rules with a context.
    var isOfContext = false
    /// Which of the events of the clause it is for.
    var eventIndex: Int
    var eventNumber: Int32
    var eventPlace: SourcePlace
    /// The number of the next state.
    var nextState: Int32
    var clause: Clause
    /// What only charts know; `nil` for nothing.
    var chart: ChartWords?

    /// What only rows of charts say, with the numbers of states.
    struct ChartWords {
        /// The targets after the first one.
        var otherTargets: [Int32] = []
        var conditions: [(state: Int32, isIn: Bool)] = []
        var isDeferral = false
    }

    /// Whether it has no condition of any kind.
    var isUnconditional: Bool { clause.conditions.isEmpty && chart?.conditions.isEmpty != false }

    /// Whether the next state is told when an event is handled.
    var isComputed: Bool { clause.target?.computed != nil }

    /// The row as error messages show it.
    var description: TableRow {
        TableRow(
            state: state, event: clause.events[eventIndex].event, nextState: clause.target?.state,
            matching: clause.matchings.map {
                TableRow.Matching(any: $0.any.map(\.text), all: $0.all.map(\.text), place: $0.place)
            },
            conditions: clause.conditions.map(\.place), isOverriding: clause.isOverriding, statePlace: statePlace,
            eventPlace: eventPlace, nextStatePlace: clause.target?.place,
            otherNextStates: clause.chart?.otherTargets ?? [],
            activeStates: clause.activeStates.map {
                TableRow.ActiveState(state: $0.state, isIn: $0.isIn, place: $0.place)
            },
            isDeferral: chart?.isDeferral ?? false, isLocal: clause.isLocal, delay: clause.chart?.timeout?.delay,
            isOfCase: isOfCase, isForCase: clause.events[eventIndex].isCase, isComputed: isComputed,
            isOfContext: isOfContext)
    }
}
