extension ValidationSubject {
    /// Warns of events that are named and stand in no row. O(rows + events).
    func checkEventUse(_ found: inout [Diagnostic]) {
        var isUsed = [Bool](repeating: false, count: events.span)
        for row in definition.rows {
            if let event = events.number(of: row.event) { isUsed[event] = true }
        }
        for (event, id) in events.ids.enumerated() where id != ReservedID.none && !isUsed[event] {
            found.report(
                Diagnostic(
                    .unusedEvent, event: id, places: [],
                    text: sentence(
                        "event % is named, but stands in no row: add one, or remove the name",
                        wording.event(id))))
        }
    }

    /// Warns of rows that are never taken. O(rows + states + events).
    func checkRowUse(_ found: inout [Diagnostic]) {
        let isTaken = takenRows()
        for (number, row) in definition.rows.enumerated() where !isTaken[number] {
            found.report(
                Diagnostic(
                    .neverTaken, row,
                    text: sentence(
                        """
                        % is never taken, since other rows always come before it, or no state has it: \
                        remove it, or what stands in its way
                        """,
                        wording.row(row))))
        }
    }

    /// For each row of the definition, whether there is a state and an event or request for which it may be taken.
    private func takenRows() -> [Bool] {
        var isTaken = [Bool](repeating: false, count: definition.rows.count)
        let ways = FreeWays(self)
        var search = CombinationSearch(matchings, rowCount: definition.rows.count)
        for cell in cells.cells where ways.isFree(cell) {
            guard cell.hasMatches else {
                for row in cells.rows(of: cell) {
                    isTaken[row.number] = true
                    if isAlwaysTaken(row) { break }
                }
                continue
            }
            for row in unhidden(in: cell, &search) { isTaken[row.number] = true }
        }
        return isTaken
    }

    /// The rows of a cell for which some combination of cases is left by those before them.
    private func unhidden(in cell: RowCells.Cell, _ search: inout CombinationSearch) -> [StateRow] {
        let rows = Array(cells.rows(of: cell))
        let numbers = rows.map { matchings.number(ofRow: $0.number) }
        guard let sets = RowSets(numbers, matchings) else { return rows }
        return rows.indices.filter { position in
            guard let box = search.box(numbers[position]) else { return true }
            var before: [UInt32] = []
            forEachMember(of: sets.overlapping(numbers[position], matchings), from: 0, to: position) {
                if isAlwaysTaken(rows[$0]) { before.append(numbers[$0]) }
            }
            if case .covered = search.outside(before, in: box) { return false }
            return true
        }.map { rows[$0] }
    }

    /// Whether the rows of a cell leave no combination of cases to those of less specific cells.
    func isClosed(_ cell: RowCells.Cell, _ search: inout CombinationSearch) -> Bool {
        guard cell.hasMatches else { return cells.rows(of: cell).contains { isAlwaysTaken($0) } }
        let always = cells.rows(of: cell).filter { isAlwaysTaken($0) }.map { matchings.number(ofRow: $0.number) }
        if always.contains(0) { return true }
        if case .covered = search.outside(always, in: []) { return true }
        return false
    }

    /// Whether no row behind this one is ever reached, for cases that it matches.
    private func isAlwaysTaken(_ row: StateRow) -> Bool {
        if definition.guardPolicy == .exclusive { return true }
        let row = definition.rows[row.number]
        if !row.guards.isEmpty { return false }
        // A resolver that is asked first may refuse, and hand on.
        return row.target != ReservedID.dynamic || definition.order.phases[0] != .resolve
    }
}

/// Which cells are reached: those of wildcards only where cells that are more specific do not always come before them.
struct FreeWays {
    /// Of events, and of requests, the states whose row for any of them always comes before rows for any state.
    private var isClosed: (events: [Bool], requests: [Bool])
    /// How many states are open in that way.
    private var open: (events: Int, requests: Int)
    /// How many of the open states are closed for each column.
    private var closedFor: [Int]
    /// How many requests each state is closed for, and of which states' requests any state is.
    private var closedRequests: [Int]
    private var isClosedForAnyState: [Bool]
    private let anyState: Int
    private let columns: Columns
    private let stateCount: Int
    /// The columns of requests for states.
    private let requests: [Int]

    /// O(cells), and what their matches take.
    init(_ subject: ValidationSubject) {
        let cells = subject.cells
        anyState = cells.anyState
        columns = cells.columns
        stateCount = subject.states.count
        let columns = columns
        requests = subject.states.ids.indices.filter { subject.states.ids[$0] != ReservedID.none }
            .map { columns.request(for: $0) }
        let none = [Bool](repeating: false, count: anyState)
        isClosed = (none, none)
        open = (stateCount, stateCount)
        closedFor = [Int](repeating: 0, count: columns.span)
        closedRequests = [Int](repeating: 0, count: anyState)
        isClosedForAnyState = [Bool](repeating: false, count: columns.span)
        var search = CombinationSearch(subject.matchings, rowCount: subject.definition.rows.count)
        let closing = cells.cells.filter { subject.isClosed($0, &search) }
        for cell in closing where cell.state == anyState { isClosedForAnyState[cell.column] = true }
        for cell in closing where cell.state < anyState {
            if cell.column == columns.anyEvent {
                isClosed.events[cell.state] = true
                open.events -= 1
            } else if cell.column == columns.anyRequest {
                isClosed.requests[cell.state] = true
                open.requests -= 1
            } else if columns.isRequest(cell.column) {
                closedRequests[cell.state] += 1
            }
        }
        for cell in closing where cell.state < anyState && !columns.isAny(cell.column) {
            if !isClosedForAny(cell) { closedFor[cell.column] += 1 }
        }
    }

    /// Whether the state of a cell has a row for any event, or any request, that comes before those of any state.
    private func isClosedForAny(_ cell: RowCells.Cell) -> Bool {
        columns.isRequest(cell.column) ? isClosed.requests[cell.state] : isClosed.events[cell.state]
    }

    func isFree(_ cell: RowCells.Cell) -> Bool {
        switch (cell.state == anyState, cell.column) {
        case (false, columns.anyRequest): return closedRequests[cell.state] < stateCount
        case (false, _): return true
        // Rows for any event always have events that no other row names.
        case (true, columns.anyEvent): return open.events > 0
        case (true, columns.anyRequest):
            return requests.contains { !isClosedForAnyState[$0] && closedFor[$0] < open.requests }
        case (true, let column):
            return closedFor[column] < (columns.isRequest(column) ? open.requests : open.events)
        }
    }
}
