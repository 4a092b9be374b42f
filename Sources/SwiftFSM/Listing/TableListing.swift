import FSMEngine
import FSMInterning

/// What only the statements of a table know: where its rows stand, and what its actions raise.
struct RuleSources<State: FSMHashable>: Sendable {
    /// The places of rows, by their numbers in the table; empty for a document.
    var places: [SourcePlace] = []
    /// The events of rows.
    var rowEvents: [ID] = []
    /// The rows whose next state is computed.
    var computedRows: Set<Int> = []
    /// The next states of rows that lead to one value of a case, by the numbers of the rows.
    var targetValues: [Int: State] = [:]
    /// The numbers of the states and events that are cases, whatever their values.
    var stateCases: Set<ID> = []
    var eventCases: Set<ID> = []
    /// The states that are entered when an action of another one fails.
    var failures: [(source: ID, target: ID)] = []
    /// The places of the statements that define a state or a history.
    var nodes: [SourcePlace] = []
    /// For each state that of its first `define`, or else of the first row that leads there.
    var states: [ID: SourcePlace] = [:]
    /// Of a chart: the events that lists of actions raise, by the lists' numbers.
    var raised: [Int: [Int32]] = [:]
}

extension Assembly {
    /// What the statements say besides the definition.
    func sources(_ policy: StateActionsPolicy) -> RuleSources<State> {
        var sources = RuleSources<State>(places: rows.map(\.eventPlace), rowEvents: rows.map(\.eventNumber))
        sources.computedRows = Set(rows.indices.filter { rows[$0].isComputed })
        for number in dynamicRows {
            if let value = rows[number].clause.target?.state as? State { sources.targetValues[number] = value }
        }
        sources.stateCases = Set(states.values.indices.map { ID($0) }.filter { states.isCase($0) })
        sources.eventCases = Set(events.values.indices.map { ID($0) }.filter { events.isCase($0) })
        sources.failures = failures
        sources.nodes = chart.nodes.map(\.place)
        let targets = rows.map { ($0.nextState, $0.clause.target?.place ?? $0.eventPlace) }
        sources.states = Dictionary(chart.nodes.map { ($0.state, $0.place) } + targets) { first, _ in first }
        guard isChart else { return sources }
        for (number, actions) in listedActions(policy).enumerated() {
            let raised = actions.compactMap { action -> Int32? in
                guard case .raise(let raised) = action.action.typed(Event.self) else { return nil }
                return events.index.number(of: raised.event)
            }
            if !raised.isEmpty { sources.raised[number] = raised }
        }
        return sources
    }
}

extension Assembly {
    /// The states that are entered when an action of another one fails.
    private var failures: [(source: ID, target: ID)] {
        let ofStates = definesOfState.map { (state: $0.key, actions: scopes[$0.value.first]) }
        let actions =
            rows.map { (state: $0.stateNumber, actions: $0.clause.actions) }
            + ofStates.map { (state: $0.state, actions: $0.actions.onEntry + $0.actions.onExit) }
        return actions.flatMap { state, actions in
            actions.compactMap { $0.action.failureTarget as? State }.map { (state, states.index.number(of: $0)) }
        }
    }
}

/// A table as it is listed, drawn and walked through. Made when that is asked for.
struct TableListing<State: FSMHashable, Event: FSMHashable> {
    let table: Table
    let states: ValueIndex<State>
    let events: ValueIndex<Event>
    let predicates: PredicateKinds
    let sources: RuleSources<State>
    let initialState: State
    let isLenient: Bool
    let isChart: Bool
    /// The rows of a document, by their numbers.
    var documentRows: [Int: FSMRow] = [:]
    /// The document, and the numbers that it gives the states; `nil` for rules.
    var document: (text: String, file: String, stateIDs: [Int32])?

    /// A state by its number; `nil` for a number of no state.
    func state(_ number: ID) -> State? {
        states.values.indices.contains(Int(number)) ? states.values[Int(number)] : nil
    }

    /// The definition with names for all that it has, for pictures and warnings; the ids of a document's are its own.
    var namedDefinition: Definition {
        if let document { return DocumentReading.definition(document.text) }
        var definition = table.definition.pointee.withoutActions()
        definition.removeRows(forEventsFrom: firstOverlap)
        for (number, kind) in predicates.kinds.enumerated() {
            definition.predicateNames.set(kind.name, for: Int32(number))
            for (value, name) in kind.caseNames.prefix(Int(PredicateType.maximumCaseCount)).enumerated() {
                definition.caseNames.set(name, for: Int32(value), in: Int32(number))
            }
        }
        if !isChart { definition.declareInitial(states.number(of: initialState)) }
        definition.nameGuards(Text("condition"))
        let computed = definition.rows.indices.filter {
            sources.computedRows.contains(Int(definition.rows[$0].place.line) - 1)
        }
        definition.computeTargets(ofRows: computed, by: Text("function"))
        return definition
    }

    /// The place of a row of the engine's definition.
    func place(_ place: Place, row: Int) -> SourcePlace {
        if let row = documentRows[row] { return SourcePlace(file: row.file, line: row.line) }
        let number = Int(place.line) - 1
        return sources.places.indices.contains(number) ? sources.places[number] : SourcePlace(file: "", line: 0)
    }
}

extension CompiledTable {
    /// The table as it is listed.
    func listing(_ initialState: State, _ document: DocumentSource<Event>? = nil) -> TableListing<State, Event> {
        TableListing(
            table: table, states: states, events: events, predicates: predicates, sources: sources,
            initialState: initialState, isLenient: isLenient, isChart: isChart, documentRows: documentRows,
            document: document.map { ($0.text, $0.file, $0.stateIDs) })
    }
}

// MARK: - Rules

extension TableListing {
    /// The rows of all states, as they are tried.
    var rules: [FSMRule<State, Event>] { allRules.filter { !isOfOverlap($0.eventNumber) } }

    /// The same, with those for what patterns have in common.
    var allRules: [FSMRule<State, Event>] { (0..<table.transitionCount).compactMap { rule($0) } }

    /// The rows that a state has for the number of an event, as they are tried.
    func rules(ofEvent event: ID, in state: ID) -> [FSMRule<State, Event>] {
        allRules.filter { $0.eventNumber == event && $0.stateNumber == state }
    }

    /// Whether the number of an event is that of what patterns have in common.
    private func isOfOverlap(_ event: ID) -> Bool { document == nil && event >= firstOverlap }

    private var firstOverlap: ID { ID(events.values.count) }

    /// A row by the number of its transition. One that is repeated for what patterns have in common is that of its own pattern.
    func rule(_ number: Int) -> FSMRule<State, Event>? {
        guard var transition = table.transition(at: number) else { return nil }
        let eventNumber = transition.event
        if isOfOverlap(eventNumber), let row = statement(of: transition) { transition.event = sources.rowEvents[row] }
        guard let trigger = trigger(of: transition) else { return nil }
        var activeStates: [FSMRule<State, Event>.ActiveState] = []
        table.forEachCondition(ofTransition: number) { id, isIn in
            if let state = state(id) { activeStates.append(.init(state: state, isIn: isIn)) }
        }
        return FSMRule(
            state: state(transition.source), isOfCase: sources.stateCases.contains(transition.source),
            trigger: trigger, isForCase: sources.eventCases.contains(transition.event),
            target: target(of: transition, number),
            predicates: predicates(ofTransition: number).filter { !$0.isEmpty },
            hasCondition: transition.guardCount > activeStates.count, activeStates: activeStates,
            label: documentRows[transition.row]?.label, place: place(transition.place, row: transition.row),
            number: number, row: transition.row, statement: statement(of: transition),
            stateNumber: transition.source, eventNumber: eventNumber)
    }

    /// The number of the row in the table that was written; `nil` in a document.
    private func statement(of transition: Transition) -> Int? {
        documentRows.isEmpty && document == nil ? Int(transition.place.line) - 1 : nil
    }

    private func trigger(of transition: Transition) -> FSMRule<State, Event>.Trigger? {
        switch transition.event {
        case ReservedID.any: return .anyEvent
        case ReservedID.eventless: return .always
        case ReservedID.request: return .request(state(transition.target))
        case let id where id < 0 && !documentEvents.contains(id): return .done
        case let id: return events.values.indices.contains(Int(id)) ? .event(events.values[Int(id)]) : nil
        }
    }

    /// The events of a document have numbers from 0, as those of rules.
    private var documentEvents: Range<Int32> { 0..<Int32(clamping: events.values.count) }

    private func target(of transition: Transition, _ number: Int) -> FSMRule<State, Event>.Target {
        // The engine does not know what the machine computes, nor the values of states.
        if let statement = statement(of: transition) {
            if sources.computedRows.contains(statement) { return .computed }
            if let value = sources.targetValues[statement] { return .states([value]) }
        }
        switch transition.target {
        case ReservedID.internal: return .stays
        case ReservedID.same: return .states(state(transition.source).map { [$0] } ?? [])
        case ReservedID.deferred: return .deferred
        case ReservedID.dynamic: return .computed
        case transition.source where !isChart: return .stays
        default:
            var targets: [State] = []
            table.forEachTarget(ofTransition: number) { id in
                if let state = state(id) { targets.append(state) }
            }
            return .states(targets)
        }
    }

    /// For each predicate type the cases that a row names; none if it does not name the type.
    private func predicates(ofTransition number: Int) -> [[any Predicate]] {
        predicates.kinds.enumerated().map { type, kind in
            var cases: [any Predicate] = []
            let isKnown = table.forEachCase(ofTransition: number, for: Int32(type)) {
                cases.append(kind.predicate(Int($0)))
            }
            return isKnown && cases.count < kind.caseCount ? cases : []
        }
    }
}
