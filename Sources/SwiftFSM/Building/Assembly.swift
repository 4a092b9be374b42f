/// The rows of a table, assembled from its statements, and the faults of the statements.
struct Assembly<State: FSMHashable, Event: FSMHashable> {
    private(set) var rows: [AssembledRow<State, Event>] = []
    /// For each define its contents and actions, including those of its superstates.
    private(set) var scopes: [Scopes] = []
    private(set) var states = PatternIndex<State>()
    private(set) var events = PatternIndex<Event>()
    private(set) var predicates = PredicateKinds()
    private(set) var faults: [TableFault] = []
    /// What its statements say of charts.
    private(set) var chart = ChartOutline()
    /// The first define of each state, and whether it is the only one.
    private(set) var definesOfState: [Int32: (first: Int, isOne: Bool)] = [:]
    /// The `define`s of cases, which charts do not have.
    private(set) var caseDefines: [ChartFault.Define] = []
    /// The states that are entered when an action fails.
    private(set) var failureTargets: [(state: Int32, place: SourcePlace)] = []
    /// Whether the statements are rules with a context.
    let isOfContext: Bool
    private var scopeCount = 0

    /// The maximum number of scopes in a table: defines, and superstates each time they are adopted.
    private static var maximumScopeCount: Int { 1 << 18 }

    /// - Parameters:
    ///   - defines: The statements of the table.
    ///   - initialState: The state whose number is 0.
    ///   - isOfContext: Whether the statements are rules with a context.
    init(_ defines: [Syntax.Define<State, Event>], initialState: State, isOfContext: Bool = false) {
        self.isOfContext = isOfContext
        addCases(of: defines, initialState)
        add(defines, in: nil)
        events.finish()
        states.finishCases()
        if defines.isEmpty { faults.append(.emptyTable) }
        // A fault of a superstate occurs in each state that adopts it, a fault of a block in each of its rows.
        var reported: Set<String> = []
        faults = faults.filter { reported.insert($0.description).inserted }
    }

    /// Numbers the initial state, and, if states are defined whatever their values, all that are defined: other values of
    /// theirs are not states of their own.
    private mutating func addCases(of defines: [Syntax.Define<State, Event>], _ initialState: State) {
        let cases = defines.filter(\.isCase)
        let isValue = defines.contains { !$0.isCase && $0.state == initialState }
        let isOfCase = cases.contains { CaseKey(of: $0.state) == CaseKey(of: initialState) }
        _ = isOfCase && !isValue ? states.insertCase(of: initialState) : states.insert(initialState)
        guard !cases.isEmpty else { return }
        for define in defines { _ = number(of: define) }
    }

    private mutating func number(of define: Syntax.Define<State, Event>) -> Int32 {
        define.isCase ? states.insertCase(of: define.state) : states.insert(define.state)
    }

    /// Adds states, each before those that are nested in it.
    private mutating func add(_ defines: [Syntax.Define<State, Event>], in parent: Int32?) {
        for define in defines {
            let state = number(of: define)
            let number = scopes.count
            chart.add(define, state, in: parent, number)
            if define.isCase, let node = chart.nodes.last {
                caseDefines.append(ChartFault.Define(text: node.text, place: node.place))
            }
            add(define, number, state)
            add(define.content.children.compactMap { $0 as? Syntax.Define<State, Event> }, in: state)
        }
    }

    private mutating func add(_ define: Syntax.Define<State, Event>, _ number: Int, _ state: Int32) {
        definesOfState[state] = definesOfState[state].map { ($0.first, false) } ?? (number, true)
        let scopes = Scopes(of: define, limit: Self.maximumScopeCount - scopeCount)
        self.scopes.append(scopes)
        if scopes.isTooLarge {
            faults.append(.tooManySuperStates(place: define.place))
            return
        }
        for content in scopes.contents {
            for block in content.emptyBlocks {
                let isSuperState = isOfContext && block.word == .superState
                faults.append(.emptyBlock(isSuperState ? .contextSuperState : block.word, block.place))
            }
            for statement in content.misplaced {
                let place = statement.place ?? define.place
                faults.append(.misplacedStatement(statement.text, inBlockOf: statement.block, place))
            }
            for clause in content.clauses {
                if clause.role == .row { add(clause, to: define, number, state) } else { addPart(clause, state) }
            }
            scopeCount += 1
        }
        for action in scopes.onEntry + scopes.onExit { check(action, define.place) }
    }

    private mutating func add(
        _ clause: Clause, to define: Syntax.Define<State, Event>, _ number: Int, _ state: Int32
    ) {
        var words: AssembledRow<State, Event>.ChartWords?
        if let said = clause.chart {
            if said.isOfChart {
                words = chartWords(said, clause.target?.place)
                if words == nil { return }
            }
            if let timeout = said.timeout { add(timeout, state) }
        }
        var nextState = state
        if let target = clause.target, let value = target.state {
            guard let value = value as? State else {
                addForeign(value, target.place)
                return
            }
            nextState = states.insertWithinCase(value)
        }
        let isSound = clause.matchings.isEmpty || predicates.add(clause.matchings, &faults)
        for (index, event) in clause.events.enumerated() {
            let place = event.place ?? clause.target?.place ?? define.place
            let eventNumber = insert(event, state, place)
            guard eventNumber != Self.noEvent else { continue }
            for action in clause.actions { check(action, place) }
            guard isSound else { continue }
            rows.append(
                AssembledRow(
                    define: number, scope: scopeCount, state: define.state, stateNumber: state,
                    statePlace: define.place, isOfCase: define.isCase, isOfContext: isOfContext,
                    eventIndex: index, eventNumber: eventNumber, eventPlace: place, nextState: nextState,
                    clause: clause, chart: words))
        }
    }

    private static var noEvent: Int32 { -1 }

    /// Returns the number of an event; or of the trigger of rows without one, which is below those of events.
    private mutating func insert(_ event: EventStatement, _ state: Int32, _ place: SourcePlace) -> Int32 {
        if let trigger = event.trigger {
            chart.isUsed = true
            return chart.number(of: trigger, state)
        }
        if let typedEvent = event.event as? Event {
            return event.isCase ? events.insertCase(of: typedEvent) : events.insert(typedEvent)
        }
        faults.append(.foreignValue("\(event.event)", expected: "\(Event.self)", place: place))
        return Self.noEvent
    }

    private mutating func check(_ action: AnyAction, _ place: SourcePlace) {
        if let fault = action.action.fault { faults.append(.chart(fault)) }
        if let target = action.action.failureTarget, let number = numberOfState(target, place) {
            failureTargets.append((number, place))
        }
        let typed = action.action.typed(Event.self)
        if typed == nil, let type = action.action.eventType {
            faults.append(.wrongEventType("\(type)", expected: "\(Event.self)", place: place))
        }
        if case .raise(let raised) = typed {
            chart.isUsed = true
            _ = events.insert(raised.event)
        }
    }
}

// MARK: - Charts

extension Assembly {
    /// Whether a row for a value comes before one that has `.any` in its place. Where it does not, both clash. It always
    /// comes before a row for the whole case.
    var isValueFirst: Bool { isOfContext }

    /// Whether the table is a chart: it uses words of charts, or nests states.
    var isChart: Bool { chart.isUsed }

    /// Adds what a clause says of its state that is no row.
    private mutating func addPart(_ clause: Clause, _ state: Int32) {
        if let timeout = clause.chart?.timeout { add(timeout, state) }
        let place: SourcePlace?
        if case .history(let history) = clause.role { place = history.place } else { place = clause.target?.place }
        guard let place else { return }
        for action in clause.actions { check(action, place) }
        var target: Int32?
        if let value = clause.target?.state {
            target = numberOfState(value, place)
            if target == nil { return }
        }
        switch clause.role {
        case .row, .timeout: break
        case .initial: chart.addInitial(target, of: state, clause.actions, place)
        case .history(let history):
            guard let number = numberOfState(history.state, place) else { return }
            chart.add(history, number, in: state, target, clause.actions)
        }
        if clause.chart?.isDeferral == true || clause.chart?.otherTargets.isEmpty == false {
            let text = "The default of a history is one state.\nName one state in its 'then'."
            let define = ChartFault.Define(text: chart.nodes.last?.text ?? "", place: place)
            faults.append(.chart(ChartFault(kind: .misplacedTarget, text: text, defines: [define], rows: [])))
        }
    }

    private mutating func add(_ timeout: TimeoutStatement, _ state: Int32) {
        guard let event = timeout.event as? Event else {
            faults.append(.foreignValue("\(timeout.event)", expected: "\(Event.self)", place: timeout.place))
            return
        }
        chart.add(timeout, events.insert(event), to: state)
    }

    /// What a row says that only charts know. `nil` if it is of another table.
    private mutating func chartWords(
        _ said: ChartClause, _ place: SourcePlace?
    ) -> AssembledRow<State, Event>.ChartWords? {
        chart.isUsed = true
        var words = AssembledRow<State, Event>.ChartWords(isDeferral: said.isDeferral)
        for other in said.otherTargets {
            guard let number = numberOfState(other, place) else { return nil }
            words.otherTargets.append(number)
        }
        for condition in said.activeStates {
            guard let number = numberOfState(condition.state, condition.place) else { return nil }
            words.conditions.append((number, condition.isIn))
        }
        return words
    }

    private mutating func numberOfState(_ value: any FSMHashable, _ place: SourcePlace?) -> Int32? {
        if let value = value as? State { return states.insertWithinCase(value) }
        addForeign(value, place)
        return nil
    }

    private mutating func addForeign(_ value: any FSMHashable, _ place: SourcePlace?) {
        let place = place ?? SourcePlace(file: "", line: 0)
        faults.append(.foreignValue("\(value)", expected: "\(State.self)", place: place))
    }
}

/// When `onEntry` and `onExit` actions run.
public enum StateActionsPolicy: Sendable {
    /// For each row that is executed, also if the state does not change.
    case executeAlways
    /// Only if the state changes. This is the default.
    case executeOnChangeOnly
}
