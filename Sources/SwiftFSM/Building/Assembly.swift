/// The rows that the statements of a table come to, and what is wrong with the statements themselves.
struct Assembly<State: FSMHashable, Event: FSMHashable> {
    private(set) var rows: [AssembledRow<State, Event>] = []
    /// For each define its superstates' actions and its own.
    private(set) var scopes: [Scopes] = []
    private(set) var states = PatternIndex<State>()
    private(set) var events = PatternIndex<Event>()
    private(set) var predicates = PredicateKinds()
    private(set) var faults: [TableFault] = []
    /// The first define of each state: that whose `onEntry` counts.
    private var firstDefine: [Int32: Int] = [:]
    private var scopeCount = 0

    /// A table may come to so many scopes: defines, and superstates each time they are adopted.
    private static var mostScopes: Int { 1 << 18 }

    init(_ defines: [Syntax.Define<State, Event>], initialState: State) {
        _ = states.insert(initialState)
        for (number, define) in defines.enumerated() { add(define, number) }
        events.finish()
        if defines.isEmpty { faults.append(.emptyTable) }
        // What is wrong in a superstate is wrong in all that adopt it, and what is wrong with a block in all its rows.
        var told: Set<String> = []
        faults = faults.filter { told.insert($0.description).inserted }
    }

    private mutating func add(_ define: Syntax.Define<State, Event>, _ number: Int) {
        let state = states.insert(define.state)
        if firstDefine[state] == nil { firstDefine[state] = number }
        let scopes = Scopes(of: define, limit: Self.mostScopes - scopeCount)
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

    /// What is done in a step by a row, in order: its own actions, then the exit of the old state and the entry of the
    /// new one.
    func actions(of row: AssembledRow<State, Event>, _ policy: StateActionsPolicy) -> [Action<Event>] {
        var actions = row.clause.actions
        if policy == .executeAlways || row.nextState != row.stateNumber {
            actions += scopes[row.define].onExit
            if let define = firstDefine[row.nextState] { actions += scopes[define].onEntry }
        }
        return actions.compactMap { $0.action.typed(Event.self) }
    }
}

/// One row of a state: a statement comes to one for each of its events.
struct AssembledRow<State: FSMHashable, Event: FSMHashable> {
    var define: Int
    /// The number of the scope that holds it: the define itself, or one of its superstates, each time it is adopted.
    var scope: Int
    var state: State
    var stateNumber: Int32
    var statePlace: SourcePlace
    var event: Event
    var eventNumber: Int32
    var eventPlace: SourcePlace
    /// The number of the state after it.
    var nextState: Int32
    var clause: Clause

    /// For errors.
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

/// When `onEntry` and `onExit` are executed.
public enum StateActionsPolicy: Sendable {
    /// Whenever a row of the state, or one that leads to it, is executed.
    case executeAlways
    /// Only if the state changes. The default.
    case executeOnChangeOnly
}
