extension ResolvedDefinition {
    /// Warns of states to which no row leads from the initial one. O(rows + states).
    ///
    /// A row for any state counts from everywhere, and one with a dynamic target, or for any request, may lead
    /// anywhere.
    @_optimize(speed)
    func checkReachability(from initial: ID, _ found: inout [Diagnostic]) {
        guard let start = states.index(of: initial) else { return }
        var isReached = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        isReached[start] = true
        var waiting = [start, states.end]
        var unreached = states.count - 1
        while unreached > 0, let state = waiting.popLast() {
            cells.forEachRow(ofState: state) { row in
                switch definition.rows[row.index].target {
                case .dynamic, .anyRequested: unreached = 0
                case .state(let target):
                    guard let next = states.index(of: target), !isReached[next] else { break }
                    isReached[next] = true
                    unreached -= 1
                    waiting.append(next)
                case .same, .internal, .deferred: break
                }
                return unreached > 0
            }
        }
        if unreached == 0 { return }
        let places = StatePlaces(self)
        for state in states.indices where states.ids[state] != ReservedID.none && !isReached[state] {
            let id = states.ids[state]
            found.report(
                .unreachableState, state: id, at: places[state],
                "no row leads to state % from the initial state %: add a row, or remove the state", names.state(id),
                names.state(initial))
        }
    }

    /// Warns of states that no row leaves and that are not marked as final. O(rows + states).
    @_optimize(speed)
    func checkDeadEnds(_ found: inout [Diagnostic]) {
        var mayLeave = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for block in definition.blocks where block.isFinal {
            if let state = states.index(of: block.state) { mayLeave[state] = true }
        }
        for state in states.indices where states.ids[state] != ReservedID.none && !mayLeave[state] {
            let id = states.ids[state]
            cells.forEachRow(ofState: state) { row in
                mayLeave[state] = leaves(definition.rows[row.index], from: id)
                return !mayLeave[state]
            }
        }
        let stuck = states.indices.filter { states.ids[$0] != ReservedID.none && !mayLeave[$0] }
        if stuck.isEmpty { return }
        let common = CommonWaysOut(self)
        let places = StatePlaces(self)
        for state in stuck where !common.lead(outOf: state) {
            let id = states.ids[state]
            found.report(
                .deadEndState, state: id, at: places[state],
                "no row leads out of state %: add a row, or mark the state as final", names.state(id))
        }
    }

    /// Whether a row may lead from `state` to another state.
    @_optimize(speed)
    fileprivate func leaves(_ row: Row, from state: ID) -> Bool {
        switch row.target {
        case .anyRequested: states.count > 1
        case .dynamic: true
        case .state(let target): target != state
        case .same, .internal, .deferred: false
        }
    }
}

extension ResolvedDefinition {
    /// Warns of final states from which a row leads to another state for certain. O(rows + states).
    @_optimize(speed)
    func checkFinalStates(_ found: inout [Diagnostic]) {
        var isReported = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for block in definition.blocks where block.isFinal {
            guard let state = states.index(of: block.state), !isReported[state] else { continue }
            isReported[state] = true
            var exit: Row?
            cells.forEachRow(ofState: state) { stateRow in
                if case .state(let id) = definition.rows[stateRow.index].target, id != block.state {
                    exit = row(stateRow)
                }
                return exit == nil
            }
            if let exit { found.report(exitFromFinalState(exit, block)) }
        }
    }

    @inline(never)
    @_optimize(speed)
    private func exitFromFinalState(_ row: Row, _ block: Block) -> Diagnostic {
        Diagnostic(
            .exitFromFinalState, row, places: [row.place, block.place],
            text: fill(
                "state % is final, but % leaves it: remove the row, or do not mark the state as final",
                names.state(block.state), names.row(row)))
    }
}

/// The ways out that rows for any state give, as far as a state's own rows do not come before them.
private struct CommonWaysOut {
    /// The events for which a row for any state leads somewhere, "any event" being one of them: how many there are,
    /// and for how many the only way is to this state.
    private var count = 0
    private var countTo: IndexedArray<State, Int>
    /// How many of them each state's own rows come before; all of them, if it has a row for any event.
    private var hidden: IndexedArray<State, Int>
    /// The same of requests. A state's own rows for them are ways out themselves, and need not be counted.
    private var requestCount = 0
    private var requestCountTo: IndexedArray<State, Int>

    /// Where the rows for any state lead that an event or request has.
    private enum Way: Equatable {
        case nowhere, anywhere
        case to(TypedIndex<State>)
    }

    @_optimize(speed)
    init(_ subject: ResolvedDefinition) {
        let states = subject.states
        let columns = subject.cells.columns
        countTo = IndexedArray(repeating: 0, count: states.indexCount)
        hidden = countTo
        requestCountTo = countTo
        // For each event where the rows for any state lead: to this state, or one of these.
        var targets = IndexedArray<Column, Way>(repeating: .nowhere, count: columns.anyEvent.next.value)
        for cell in subject.cells.cells where cell.state == states.end {
            var way = Way.nowhere
            for stateRow in subject.cells.rows(of: cell) {
                let row = subject.row(stateRow)
                guard subject.leaves(row, from: ReservedID.any) else { continue }
                let target = states.index(of: row.target.id).map { Way.to($0) } ?? .anywhere
                way = way == .nowhere || way == target ? target : .anywhere
            }
            guard way != .nowhere else { continue }
            if columns.isRequest(cell.column) {
                requestCount += 1
                if case .to(let state) = way { requestCountTo[state] += 1 }
            } else {
                targets[cell.column] = way
                count += 1
                if case .to(let state) = way { countTo[state] += 1 }
            }
        }
        guard count > 0 else { return }
        var search = UncoveredCaseSearch(subject.matchings, rowCount: subject.definition.rows.count)
        for cell in subject.cells.cells where cell.state < states.end && !columns.isRequest(cell.column) {
            guard subject.isClosed(cell, &search) else { continue }
            if cell.column == columns.anyEvent {
                hidden[cell.state] = count
            } else if targets[cell.column] != .nowhere && targets[cell.column] != .to(cell.state) {
                hidden[cell.state] += 1
            }
        }
    }

    @_optimize(speed)
    func lead(outOf state: TypedIndex<State>) -> Bool {
        count - countTo[state] - hidden[state] > 0 || requestCount - requestCountTo[state] > 0
    }
}
