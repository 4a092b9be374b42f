@testable import FSMEngine

extension Judge {
    func warnings() -> [Finding] {
        guard isWhole else { return [] }
        return unusedEvents() + unusedPredicates() + unusedSuperstates() + rowsNeverTaken() + deadEndStates()
            + exitsFromFinalStates() + unreachableStates()
    }

    // MARK: - What is unused

    private func unusedEvents() -> [Finding] {
        model.knownEvents.filter { event in !model.rows.contains { $0.event == event } }.map { event in
            let declaration = model.events.firstIndex { $0.id == event }
            return Finding(.unusedEvent, [ReservedID.none, event], at: declaration.map { [$0 + 401] } ?? [])
        }
    }

    private func unusedPredicates() -> [Finding] {
        var found: [Finding] = []
        for (number, type) in model.predicates.enumerated() {
            let isFirst = model.predicates.firstIndex { $0.id == type.id } == number
            let isNamed = model.rows.contains { $0.matches.contains { $0.predicate == type.id } }
            if isFirst && !isNamed && !isTaken(type.id) {
                found.append(Finding(.unusedPredicate, [], at: [number + 301], predicate: type.id))
            }
        }
        return found
    }

    private func unusedSuperstates() -> [Finding] {
        var found: [Finding] = []
        for (number, block) in model.blocks.enumerated() where block.isSuperstate && isRoot(number) {
            let holdsRows = model.rows.contains { $0.block == number }
            if !block.saysNothing || holdsRows { found.append(Finding(.unusedSuperstate, [], at: [number + 101])) }
        }
        return found
    }

    private func rowsNeverTaken() -> [Finding] {
        let used = usedBlocks
        let taken = isValid ? takenRows() : Set(model.rows.indices)
        var found: [Finding] = []
        for (number, row) in model.rows.enumerated() where !taken.contains(number) {
            if row.source == ReservedID.none && !used.contains(row.block) { continue }
            found.append(Finding(.neverTaken, [row.source, row.event, row.target], at: [number + 1]))
        }
        return found
    }

    private func deadEndStates() -> [Finding] {
        model.states.filter { !hasWayOut($0) }.map { Finding(.deadEndState, [$0], at: line($0)) }
    }

    /// Several states may inherit one row: those diagnostics stand in one place, in the order of the final blocks.
    private func exitsFromFinalStates() -> [Finding] {
        var final: [ID] = []
        for block in model.blocks where block.isFinal && model.states.contains(block.state) {
            if !final.contains(block.state) { final.append(block.state) }
        }
        return final.compactMap(exitFromFinalState)
    }

    private func unreachableStates() -> [Finding] {
        guard let initial = model.initials.first(where: { $0 >= ReservedID.first }), model.states.contains(initial)
        else { return [] }
        let reached = reachable(from: initial)
        return model.states.filter { !reached.contains($0) }.map { Finding(.unreachableState, [$0], at: line($0)) }
    }

    /// Whether some callback takes the case of a predicate type.
    private func isTaken(_ predicate: ID) -> Bool {
        model.registrations.contains { callback, _ in
            model.predicatesTaken(by: callback.role, callback.number).contains(predicate)
        }
    }

    // MARK: - Superstates

    /// The blocks that count for some state.
    private var usedBlocks: Set<Int> { Set(model.states.flatMap { cells.lines(of: $0) }) }

    /// Whether no block adopts this one.
    private func isRoot(_ block: Int) -> Bool { !model.blocks.contains { $0.adopts.contains(block) } }

    // MARK: - Ways

    /// The first row that leads from a final state to another for certain, events before requests, in the order in
    /// which the table has them.
    private func exitFromFinalState(_ state: ID) -> Finding? {
        guard let block = model.blocks.firstIndex(where: { $0.state == state && $0.isFinal }) else { return nil }
        let events = model.knownEvents.sorted().map { Want.event($0) } + [.event(ReservedID.any)]
        let requests = model.states.sorted().map { Want.request($0) }
        let rows = (events + requests).flatMap { cells.byRank(cells.rows(Cells.Level(state: state, want: $0))) }
        let leaving = rows.first { $0.row.target >= ReservedID.first && $0.row.target != state }
        return leaving.map {
            Finding(
                .exitFromFinalState, [state, $0.row.event, $0.row.target], at: [$0.number + 1, block + 101])
        }
    }

    private func leads(_ row: Model.Row, outOf state: ID) -> Bool {
        if row.target == ReservedID.any { return model.states.count > 1 }
        return row.target == ReservedID.dynamic
            || (row.target >= ReservedID.first && row.target != state)
    }

    /// Rows of its own are ways out even where others always come before them: of that there is another warning.
    private func hasWayOut(_ state: ID) -> Bool {
        if model.blocks.contains(where: { $0.state == state && $0.isFinal }) { return true }
        return cells.wants.contains { want in
            let levels = cells.levels(state, want)
            let isClosed = levels[..<2].contains { cells.isClosed($0) }
            return (isClosed ? levels[..<2] : levels[...]).contains { level in
                cells.rows(level).contains { leads($0.row, outOf: state) }
            }
        }
    }

    /// The rows that some state takes for some event and combination, if guards and resolvers say what they may. A cell
    /// comes before less specific ones if it does so for all combinations.
    private func takenRows() -> Set<Int> {
        var taken: Set<Int> = []
        var seen: Set<Cells.Level> = []
        for state in model.states {
            for want in cells.wants {
                for level in cells.levels(state, want) {
                    if seen.insert(level).inserted {
                        for cases in cells.combinations {
                            for row in cells.rows(level, cases) {
                                taken.insert(row.number)
                                if cells.isAlwaysTaken(row.row) { break }
                            }
                        }
                    }
                    if cells.isClosed(level) { break }
                }
            }
        }
        return taken
    }

    private func reachable(from initial: ID) -> [ID] {
        var reached = [initial]
        let wants = Set(cells.wants + cells.wants.map { $0.any })
        while true {
            let rows = (reached + [ReservedID.any]).flatMap { state in
                wants.flatMap { cells.rows(Cells.Level(state: state, want: $0)) }
            }.map { $0.row }
            if rows.contains(where: { [ReservedID.dynamic, ReservedID.any].contains($0.target) }) {
                return model.states
            }
            let next = rows.map { $0.target }.filter { model.states.contains($0) && !reached.contains($0) }
            guard let state = next.first else { return reached }
            reached.append(state)
        }
    }
}
