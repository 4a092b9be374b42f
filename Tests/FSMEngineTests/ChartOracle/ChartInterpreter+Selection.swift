/// Which rows are taken.
extension ChartInterpreter {
    /// A row that is taken.
    struct Taken {
        var row: Int
        /// The leaf that found it first.
        var leaf: Int
        /// What is requested, if it is a request.
        var requested: Int?
    }

    struct Selection {
        /// In the order in which they were chosen, none in conflict with another.
        var rows: [Taken] = []
        /// Some row was there for it, though guards may have said no.
        var hasMatched = false
        var isDeferred = false
    }

    /// What each row said in this microstep. Reading: a row is asked once, for whichever leaf comes first; for later
    /// leaves its answer holds.
    private typealias Answers = [Int: Bool]

    enum Trigger: Equatable {
        case event(Int)
        case request(Int)
        case eventless
    }

    func select(_ sent: Sent) throws -> Selection {
        switch sent {
        case .event(let event): return try select(Trigger.event(event))
        case .request(let state): return try select(Trigger.request(state))
        case .stop: return Selection()
        }
    }

    /// `selectTransitions`, `selectEventlessTransitions`: R2 to R4, R6, R20.
    func select(_ trigger: Trigger) throws -> Selection {
        var selection = Selection()
        var answers: Answers = [:]
        var requested: Int?
        if case .request(let state) = trigger { requested = state }
        for leaf in configuration.intersection(tree.leaves).states {
            let candidate = try candidate(leaf, trigger, &selection, &answers)
            guard let candidate, !selection.rows.contains(where: { $0.row == candidate }) else { continue }
            selection.rows.append(Taken(row: candidate, leaf: leaf, requested: requested))
        }
        // R20. Reading: all leaves are asked, also behind one that defers.
        if selection.rows.contains(where: { model.rows[$0.row].target == .deferred }) {
            selection.isDeferred = true
            return selection
        }
        selection.rows = withoutConflicts(selection.rows)
        return selection
    }

    /// The row that one leaf finds, from itself outwards.
    private func candidate(
        _ leaf: Int, _ trigger: Trigger, _ selection: inout Selection, _ answers: inout Answers
    ) throws -> Int? {
        var hasMatched = false
        defer { selection.hasMatched = selection.hasMatched || hasMatched }
        for state in [leaf] + tree.ancestors[leaf] {
            if let row = try firstTaken(state, trigger, &hasMatched, &answers) { return row }
        }
        // R4: under "exclusive" only if no row of any level of this leaf matched.
        if !model.isFirstMatch && hasMatched { return nil }
        return try firstTaken(nil, trigger, &hasMatched, &answers)
    }

    /// The first row of one level that says yes. R3: rows for just this event come before those for any event; a row
    /// that said no ends the level under "exclusive", as in flat definitions.
    private func firstTaken(
        _ source: Int?, _ trigger: Trigger, _ hasMatched: inout Bool, _ answers: inout Answers
    ) throws -> Int? {
        for isForAny in [false, true] {
            var hasRefused = false
            for number in rowsOfState[source ?? model.states.count]
            where isMeant(model.rows[number], for: trigger, asAny: isForAny) {
                hasMatched = true
                let answer = try answers[number] ?? permits(number)
                answers[number] = answer
                if answer { return number }
                hasRefused = true
            }
            if hasRefused && !model.isFirstMatch { return nil }
        }
        return nil
    }

    private func isMeant(_ row: ChartModel.Row, for trigger: Trigger, asAny isForAny: Bool) -> Bool {
        switch (trigger, row.trigger) {
        case (.event(let event), .event(let own)): return !isForAny && event == own
        // Reading: eventless rows and requests are not meant by "any event".
        case (.event, .anyEvent): return isForAny
        case (.eventless, .eventless): return !isForAny
        case (.request, .request) where row.target == .requested: return isForAny
        case (.request(let state), .request): return !isForAny && row.target == .states([state])
        default: return false
        }
    }

    /// Reading: conditions on active states come first, since they call nobody.
    private func permits(_ number: Int) throws -> Bool {
        let row = model.rows[number]
        for condition in row.conditions where configuration.contains(condition.state) != condition.isIn {
            note("condition refused")
            return false
        }
        return try callbacks.guards[number].allSatisfy { try ask($0) }
    }

    /// `removeConflictingTransitions`: R6. "Document order" is the order in which they were chosen.
    private func withoutConflicts(_ chosen: [Taken]) -> [Taken] {
        var kept: [Taken] = []
        for taken in chosen {
            let left = exitSet(taken)
            let rivals = kept.filter { !exitSet($0).intersection(left).isEmpty }
            if rivals.isEmpty {
                kept.append(taken)
                continue
            }
            note("conflict")
            // A row of the chart, for any state, has all others inside.
            guard let source = model.rows[taken.row].source else { continue }
            guard rivals.allSatisfy({ tree.isBelow(source, model.rows[$0.row].source) }) else { continue }
            kept = kept.filter { other in !rivals.contains { $0.row == other.row } } + [taken]
        }
        return kept
    }
}
