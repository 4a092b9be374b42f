extension ResolvedDefinition {
    /// Warns of states to which no row leads from the initial one. O(rows + states).
    ///
    /// A row for any state counts from everywhere, and one with a dynamic target, or for any request, may lead
    /// anywhere.
    func checkReachability(from initial: ID, _ found: inout [Diagnostic]) {
        guard let start = states.index(of: initial) else { return }
        var isReached = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        isReached.mark(start)
        var waiting = [start, states.end]
        var unreached = states.count - 1
        while unreached > 0, let state = waiting.popLast() {
            cells.forEachRow(ofState: state) { row in
                switch definition.rows[row.index].target {
                case .dynamic, .anyRequested: unreached = 0
                case .state(let target):
                    guard let next = states.index(of: target), !isReached[next] else { break }
                    isReached.mark(next)
                    unreached -= 1
                    waiting.add(next)
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
    func checkDeadEnds(_ found: inout [Diagnostic]) {
        var mayLeave = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for index in definition.blocks.typedIndices where definition.blocks[index].isFinal {
            if let state = states.index(of: definition.blocks[index].state) { mayLeave.mark(state) }
        }
        // Both are made only where there is a state to ask for.
        var common: CommonWaysOut?
        var places: StatePlaces?
        for state in states.indices where states.ids[state] != ReservedID.none && !mayLeave[state] {
            let id = states.ids[state]
            if hasWayOut(state, id) { continue }
            let ways = common ?? CommonWaysOut(self)
            common = ways
            if ways.lead(outOf: state) { continue }
            let known = places ?? StatePlaces(self)
            places = known
            found.report(
                .deadEndState, state: id, at: known[state],
                "no row leads out of state %: add a row, or mark the state as final", names.state(id))
        }
    }

    /// Whether a row of its own may lead from a state to another one.
    private func hasWayOut(_ state: TypedIndex<State>, _ id: ID) -> Bool {
        var mayLeave = false
        cells.forEachRow(ofState: state) { row in
            mayLeave = leaves(row.index, from: id)
            return !mayLeave
        }
        return mayLeave
    }

    /// Whether a row may lead from `state` to another state.
    @inline(never)
    fileprivate func leaves(_ row: TypedIndex<Row>, from state: ID) -> Bool {
        switch definition.rows[row].target {
        case .anyRequested: states.count > 1
        case .dynamic: true
        case .state(let target): target != state
        case .same, .internal, .deferred: false
        }
    }
}

extension ResolvedDefinition {
    /// Warns of final states from which a row leads to another state for certain. O(rows + states).
    func checkFinalStates(_ found: inout [Diagnostic]) {
        var isReported = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for index in definition.blocks.typedIndices where definition.blocks[index].isFinal {
            let id = definition.blocks[index].state
            guard let state = states.index(of: id), !isReported[state] else { continue }
            isReported.mark(state)
            cells.forEachRow(ofState: state) { stateRow in
                guard case .state(let target) = definition.rows[stateRow.index].target, target != id else {
                    return true
                }
                let row = row(stateRow)
                found.report(
                    Diagnostic(
                        .exitFromFinalState, row, places: [row.place, definition.blocks[index].place],
                        text: fill(
                            "state % is final, but % leaves it: remove the row, or do not mark the state as final",
                            names.state(id), names.row(row))))
                return false
            }
        }
    }
}

/// The ways out that rows for any state give, as far as a state's own rows do not come before them.
private final class CommonWaysOut {
    /// The events for which a row for any state leads somewhere, "any event" being one of them: how many there are,
    /// and for how many the only way is to this state.
    private var count = 0
    private var countTo: IndexedArray<State, Int>
    /// How many of them each state's own rows come before; all of them, if it has a row for any event.
    private var hidden: IndexedArray<State, Int>
    /// The same of requests. A state's own rows for them are ways out themselves, and need not be counted.
    private var requestCount = 0
    private var requestCountTo: IndexedArray<State, Int>

    /// Where the rows for any state lead that an event or request has: to the state of this number, or one of these.
    private static var nowhere: Int { -1 }
    private static var anywhere: Int { -2 }

    init(_ subject: ResolvedDefinition) {
        let states = subject.states
        let cells = subject.cells
        let columns = cells.columns
        countTo = IndexedArray(repeating: 0, count: states.indexCount)
        hidden = countTo
        requestCountTo = countTo
        var ways = IndexedArray<Column, Int>(repeating: Self.nowhere, count: columns.indexCount)
        for cell in cells.cells where cell.state == states.end {
            let way = Self.way(of: cell, subject)
            if way == Self.nowhere { continue }
            ways[cell.column] = way
            if columns.isRequest(cell.column) {
                requestCount += 1
                if way >= 0 { requestCountTo[TypedIndex(way)] += 1 }
            } else {
                count += 1
                if way >= 0 { countTo[TypedIndex(way)] += 1 }
            }
        }
        guard count > 0 else { return }
        var search = UncoveredCaseSearch(subject.matchings, rowCount: subject.definition.rows.count)
        for cell in cells.cells where cell.state < states.end && !columns.isRequest(cell.column) {
            guard subject.isClosed(cell, &search) else { continue }
            if cell.column == columns.anyEvent {
                hidden[cell.state] = count
            } else if ways[cell.column] != Self.nowhere && ways[cell.column] != cell.state.value {
                hidden[cell.state] += 1
            }
        }
    }

    private static func way(of cell: RowCells.Cell, _ subject: ResolvedDefinition) -> Int {
        var way = nowhere
        for position in cell.first..<cell.first + cell.count {
            let row = subject.cells.rows[position].index
            guard subject.leaves(row, from: ReservedID.any) else { continue }
            let target = subject.states.index(of: subject.definition.rows[row].target.id)?.value ?? anywhere
            way = way == nowhere || way == target ? target : anywhere
        }
        return way
    }

    func lead(outOf state: TypedIndex<State>) -> Bool {
        count - countTo[state] - hidden[state] > 0 || requestCount - requestCountTo[state] > 0
    }
}
