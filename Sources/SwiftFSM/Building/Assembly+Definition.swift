import FSMEngine

/// The rows of a table as the engine has them.
struct EngineDefinition {
    var definition = Definition()
    /// For each row of the table the engine's, of which it has several where a row is for several events.
    fileprivate(set) var engineRows: [Range<Int>] = []
}

extension Assembly {
    /// The rows as the engine has them. A row for `.any` value also stands for the values that other rows name, so that
    /// what they say of the same event is compared.
    func definition() -> EngineDefinition {
        var whole = EngineDefinition()
        // States without rows are fine; a table without `define` is told of as a fault of its own.
        whole.definition.mayBeEmpty = true
        whole.definition.warnings = []
        for (number, kind) in predicates.kinds.enumerated() {
            // Too many cases are told of as a fault of the statement.
            let count = min(Int32(clamping: kind.caseCount), PredicateType.maximumCaseCount)
            if let type = PredicateType(Int32(number), caseCount: count) { whole.definition.declare(type) }
        }
        // A state that is only ever a target is known too.
        for state in states.values.indices { whole.definition.add(Block(state: Int32(state))) }
        var events = EventSpans(events)
        var blockOfScope: [Int: Int32] = [:]
        for (number, row) in rows.enumerated() {
            let block =
                blockOfScope[row.scope]
                ?? Int32(whole.definition.add(Block(state: row.stateNumber)))
            blockOfScope[row.scope] = block
            let matches = predicates.cases(of: row.clause.matchings)
            let span = events[row.eventNumber]
            let overridden = row.clause.isOverriding ? overridden(by: row, span, &events) : []
            let first = whole.definition.rows.count
            for event in span {
                let added = whole.definition.add(
                    Row(
                        source: row.stateNumber, event: event, target: row.nextState,
                        place: Place(file: 0, line: Int32(number) + 1), block: block,
                        isOverriding: overridden.contains(event)))
                for part in matches {
                    whole.definition.addMatch(Int32(part.predicate), cases: part.cases, toRow: added)
                }
                // Never called: it tells which row was taken.
                let number = UnsafeMutableRawPointer(bitPattern: number + 1)
                whole.definition.addAction(Callback({ _, _ in 0 }, context: number), toRow: added)
            }
            whole.engineRows.append(first..<whole.definition.rows.count)
        }
        return whole
    }

    /// For which of its events a row overrides others: all, unless some of them are only there because other rows name
    /// a value.
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

    private func canonicalMatching(_ row: AssembledRow<State, Event>) -> [Int: Set<Int32>] {
        let parts = predicates.cases(of: row.clause.matchings).map { ($0.predicate, Set($0.cases)) }
        return Dictionary(parts) { first, _ in first }
    }
}

/// For each event of a table those for which a row for it is meant too.
private struct EventSpans<Event: FSMHashable> {
    private let events: Numbering<Event>
    private var spans: [Int32: [Int32]] = [:]
    private var pairs: [[Int32]: Int32] = [:]
    private(set) var count: Int

    init(_ events: Numbering<Event>) {
        self.events = events
        count = events.values.count
    }

    /// The event itself, those that it stands for, and a number for each that it has some values in common with.
    subscript(event: Int32) -> [Int32] {
        mutating get {
            if let known = spans[event] { return known }
            var span = [event] + events.narrower(than: event)
            for other in events.crossing(event) {
                let pair = [min(event, other), max(event, other)]
                let number = pairs[pair] ?? Int32(count)
                if number == count { count += 1 }
                pairs[pair] = number
                span.append(number)
            }
            spans[event] = span
            return span
        }
    }
}
