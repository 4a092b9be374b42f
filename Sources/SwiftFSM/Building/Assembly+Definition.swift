import FSMEngine

/// The engine's definition of a table.
struct EngineDefinition {
    var definition = Definition()
    /// The engine's rows for each row of the table. A pattern row, such as `.coin(.any)`, can have several.
    fileprivate(set) var engineRows: [Range<Int>] = []
}

extension Assembly {
    /// Converts the rows to an engine definition. A row for `.any` value is repeated for the values that other rows
    /// name, so that the engine compares rows that match the same event. `callbacks` are those for action lists. With
    /// `isForClashes` it is the definition of a table without the rows that have a `condition`. With `isFirstMatch` a row
    /// whose conditions do not hold leaves the event to the next one.
    func definition(
        _ policy: StateActionsPolicy, _ callbacks: ActionCallbacks, isForClashes: Bool = false,
        isFirstMatch: Bool = false
    ) -> EngineDefinition {
        var whole = EngineDefinition()
        whole.definition.order = Self.order
        whole.definition.entryExit = policy == .executeAlways ? .always : .onChange
        // States without rows are valid; a table without `define` is reported separately.
        whole.definition.mayBeEmpty = true
        whole.definition.warnings = []
        addNames(to: &whole.definition)
        for (number, kind) in predicates.kinds.enumerated() {
            // Types with too many cases are reported separately.
            let count = min(Int32(clamping: kind.caseCount), PredicateType.maximumCaseCount)
            if let type = PredicateType(Int32(number), caseCount: count) { whole.definition.declare(type) }
        }
        if isChart {
            addChart(callbacks, to: &whole.definition)
            whole.definition.guardPolicy = isForClashes ? .exclusive : .firstMatch
        } else {
            addStates(callbacks, to: &whole.definition)
        }
        var events = EventSpans(events)
        var blockOfScope: [Int: Int32] = [:]
        let precedence = PatternPrecedence(self, isFirstMatch: isFirstMatch, &events)
        whole.engineRows = Array(repeating: 0..<0, count: rows.count)
        for number in precedence.order where !isForClashes || rows[number].isUnconditional {
            let row = rows[number]
            let block =
                blockOfScope[row.scope]
                ?? Int32(whole.definition.add(Block(state: row.stateNumber)))
            blockOfScope[row.scope] = block
            let first = whole.definition.rows.count
            let span = precedence.span(of: row, events[row.eventNumber])
            add(number, row, block, span, &events, callbacks, to: &whole.definition)
            if isChart { addChartParts(row, from: first, to: &whole.definition) }
            whole.engineRows[number] = first..<whole.definition.rows.count
        }
        return whole
    }

    /// Whether a row leads to a state that is told when an event is handled, or to values of a case. The machine makes its
    /// change, not the engine.
    func isDynamic(_ row: AssembledRow<State, Event>) -> Bool {
        row.isComputed || row.clause.target?.state != nil && states.isCase(row.nextState)
    }

    /// The state changes first, then the actions of the row run, then exit and entry.
    private static var order: StepOrder { StepOrder([.resolve, .commit, .actions, .exit, .entry]) ?? .standard }

    /// Adds all states with their entry and exit actions, also a state that is only ever a target.
    private func addStates(_ callbacks: ActionCallbacks, to definition: inout Definition) {
        for state in states.values.indices.map({ Int32($0) }) {
            let block = definition.add(Block(state: state))
            if let entry = callbacks[actionNumbers.onEntry(state)] { definition.add(entry, on: .entry, toBlock: block) }
            if let exit = callbacks[actionNumbers.onExit(state)] { definition.add(exit, on: .exit, toBlock: block) }
        }
    }

    /// Adds a row for each event that it applies to.
    private func add(
        _ number: Int, _ row: AssembledRow<State, Event>, _ block: Int32, _ span: [Int32],
        _ events: inout EventSpans<Event>, _ callbacks: ActionCallbacks, to definition: inout Definition
    ) {
        let matches = predicates.cases(of: row.clause.matchings)
        let overridden = row.clause.isOverriding ? overridden(by: row, span, &events) : []
        let action = callbacks[actionNumbers.ofRow(number)]
        // Where no state is nested, rows that are local tell the engine that it is a chart, and mean nothing else.
        let isLocal = row.clause.isLocal || (isChart && chart.isFlat)
        let target =
            row.isComputed
            ? ReservedID.internal : isChart ? chartTarget(of: row, definition.entryExit) : row.nextState
        for event in span {
            var engineRow = Row(
                source: row.stateNumber, event: event, target: target, place: Place(file: 0, line: Int32(number) + 1),
                block: block, isOverriding: overridden.contains(event))
            engineRow.isLocal = isLocal
            let added = definition.add(engineRow)
            for part in matches {
                definition.addMatch(Int32(part.predicate), cases: part.cases, toRow: added)
            }
            if let action { definition.addAction(action, toRow: added) }
        }
    }

    /// The events for which a row overrides others: all of them, or of a pattern row those that the other rows have.
    private func overridden(
        by row: AssembledRow<State, Event>, _ span: [Int32], _ events: inout EventSpans<Event>
    ) -> [Int32] {
        guard span.count > 1 else { return span }
        let matching = canonicalMatching(row)
        var overridden: Set<Int32> = []
        for other in rows where other.stateNumber == row.stateNumber && other.scope != row.scope {
            if canonicalMatching(other) == matching { overridden.formUnion(events[other.eventNumber]) }
        }
        let some = span.filter { overridden.contains($0) }
        return some.isEmpty ? span : some
    }

    func canonicalMatching(_ row: AssembledRow<State, Event>) -> [Int: Set<Int32>] {
        let parts = predicates.cases(of: row.clause.matchings).map { ($0.predicate, Set($0.cases)) }
        return Dictionary(parts) { first, _ in first }
    }
}

/// The events that a row applies to, for each event that a row can name.
struct EventSpans<Event: FSMHashable> {
    private let events: PatternIndex<Event>
    private var spans: [Int32: [Int32]] = [:]

    init(_ events: PatternIndex<Event>) { self.events = events }

    /// The event, the events that it matches as a pattern, and what it has in common with other patterns.
    subscript(event: Int32) -> [Int32] {
        mutating get {
            if let known = spans[event] { return known }
            // Rows without an event have no number of the index.
            let span = event < 0 ? [event] : [event] + events.within(event)
            spans[event] = span
            return span
        }
    }
}
