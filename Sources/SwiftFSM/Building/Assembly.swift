/// The rows of a table, assembled from its statements, and the faults of the statements.
struct Assembly<State: FSMHashable, Event: FSMHashable> {
    private(set) var rows: [AssembledRow<State, Event>] = []
    /// For each define its contents and actions, including those of its superstates.
    private(set) var scopes: [Scopes] = []
    private(set) var states = PatternIndex<State>()
    private(set) var events = PatternIndex<Event>()
    private(set) var predicates = PredicateKinds()
    private(set) var faults: [TableFault] = []
    /// The first define of each state, and whether it is the only one.
    private(set) var definesOfState: [Int32: (first: Int, isOne: Bool)] = [:]
    private var scopeCount = 0

    /// The maximum number of scopes in a table: defines, and superstates each time they are adopted.
    private static var maximumScopeCount: Int { 1 << 18 }

    init(_ defines: [Syntax.Define<State, Event>], initialState: State) {
        _ = states.insert(initialState)
        for (number, define) in defines.enumerated() { add(define, number) }
        events.finish()
        if defines.isEmpty { faults.append(.emptyTable) }
        // A fault of a superstate occurs in each state that adopts it, a fault of a block in each of its rows.
        var reported: Set<String> = []
        faults = faults.filter { reported.insert($0.description).inserted }
    }

    private mutating func add(_ define: Syntax.Define<State, Event>, _ number: Int) {
        let state = states.insert(define.state)
        definesOfState[state] = definesOfState[state].map { ($0.first, false) } ?? (number, true)
        let scopes = Scopes(of: define, limit: Self.maximumScopeCount - scopeCount)
        self.scopes.append(scopes)
        if scopes.isTooLarge {
            faults.append(.tooManySuperStates(place: define.place))
            return
        }
        for content in scopes.contents {
            for block in content.emptyBlocks { faults.append(.emptyBlock(block.word, block.place)) }
            for clause in content.clauses { add(clause, to: define, number, state) }
            scopeCount += 1
        }
        for action in scopes.onEntry + scopes.onExit { check(action, define.place) }
    }

    private mutating func add(
        _ clause: Clause, to define: Syntax.Define<State, Event>, _ number: Int, _ state: Int32
    ) {
        var nextState = state
        if let target = clause.target, let value = target.state {
            guard let value = value as? State else {
                faults.append(.foreignValue("\(value)", expected: "\(State.self)", place: target.place))
                return
            }
            nextState = states.insert(value)
        }
        let isSound = clause.matchings.isEmpty || predicates.add(clause.matchings, &faults)
        for event in clause.events {
            guard let typedEvent = event.event as? Event else {
                faults.append(.foreignValue("\(event.event)", expected: "\(Event.self)", place: event.place))
                continue
            }
            for action in clause.actions { check(action, event.place) }
            let eventNumber = events.insert(typedEvent)
            guard isSound else { continue }
            rows.append(
                AssembledRow(
                    define: number, scope: scopeCount, state: define.state, stateNumber: state,
                    statePlace: define.place, event: typedEvent, eventNumber: eventNumber, eventPlace: event.place,
                    nextState: nextState, clause: clause))
        }
    }

    private mutating func check(_ action: AnyAction, _ place: SourcePlace) {
        if action.action.typed(Event.self) == nil, let type = action.action.eventType {
            faults.append(.wrongEventType("\(type)", expected: "\(Event.self)", place: place))
        }
    }
}

/// A row of a state for one event. A statement with several events makes several rows.
struct AssembledRow<State: FSMHashable, Event: FSMHashable> {
    var define: Int
    /// The scope of the row: the define, or a superstate, numbered each time it is adopted.
    var scope: Int
    var state: State
    var stateNumber: Int32
    var statePlace: SourcePlace
    var event: Event
    var eventNumber: Int32
    var eventPlace: SourcePlace
    /// The number of the next state.
    var nextState: Int32
    var clause: Clause

    /// The row as error messages show it.
    var description: TableRow {
        TableRow(
            state: state, event: event, nextState: clause.target?.state,
            matching: clause.matchings.map {
                TableRow.Matching(any: $0.any.map(\.text), all: $0.all.map(\.text), place: $0.place)
            },
            conditions: clause.conditions.map(\.place), isOverriding: clause.isOverriding, statePlace: statePlace,
            eventPlace: eventPlace, nextStatePlace: clause.target?.place)
    }
}

/// When `onEntry` and `onExit` actions run.
public enum StateActionsPolicy: Sendable {
    /// For each row that is executed, also if the state does not change.
    case executeAlways
    /// Only if the state changes. This is the default.
    case executeOnChangeOnly
}
