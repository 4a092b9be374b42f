extension ValidationSubject {
    /// Warns of events that are named and stand in no row. O(rows + events).
    func checkEventUse(_ found: inout [Diagnostic]) {
        var isUsed = [Bool](repeating: false, count: events.span)
        for row in definition.rows {
            if let event = events.number(of: row.event) { isUsed[event] = true }
        }
        for (event, id) in events.ids.enumerated() where id != ReservedID.none && !isUsed[event] {
            found.append(
                Diagnostic(
                    .unusedEvent, event: id, places: [],
                    text: "event \(wording.event(id)) is named, but stands in no row: add one, or remove the name"))
        }
    }

    /// Warns of rows that are never taken. O(rows + states + events).
    func checkRowUse(_ found: inout [Diagnostic]) {
        let isTaken = takenRows()
        for (number, row) in definition.rows.enumerated() where !isTaken[number] {
            found.append(
                Diagnostic(
                    .neverTaken, row,
                    text: "\(wording.row(row)) is never taken, since other rows always come before it, "
                        + "or no state has it: remove it, or what stands in its way"))
        }
    }

    /// For each row of the definition, whether there is a state and an event for which it may be taken.
    private func takenRows() -> [Bool] {
        var isTaken = [Bool](repeating: false, count: definition.rows.count)
        let ways = FreeWays(self)
        for cell in cells.cells where ways.isFree(cell) {
            for row in cells.rows(of: cell) {
                isTaken[row.number] = true
                if isAlwaysTaken(row) { break }
            }
        }
        return isTaken
    }

    /// Whether no row behind this one is ever reached.
    fileprivate func isAlwaysTaken(_ row: StateRow) -> Bool {
        if definition.guardPolicy == .exclusive { return true }
        let row = definition.rows[row.number]
        if !row.guards.isEmpty { return false }
        // A resolver that is asked first may refuse, and hand on.
        return row.target != ReservedID.dynamic || definition.order.phases[0] != .resolve
    }
}

/// Which cells are reached: those of wildcards only where rows that are more specific do not always come before them.
private struct FreeWays {
    /// The states whose row for any event always comes before rows for any state.
    private var isClosed: [Bool]
    /// How many states are open for any event, and how many of these are closed for each event.
    private var open: Int
    private var closedFor: [Int]
    private let anyState: Int
    private let anyEvent: Int

    init(_ subject: ValidationSubject) {
        let cells = subject.cells
        anyState = subject.states.span
        anyEvent = subject.events.span
        isClosed = [Bool](repeating: false, count: anyState)
        closedFor = [Int](repeating: 0, count: anyEvent + 1)
        open = subject.states.count
        let closing = cells.cells.filter { cell in
            cell.state < subject.states.span && cells.rows(of: cell).contains { subject.isAlwaysTaken($0) }
        }
        for cell in closing where cell.event == anyEvent {
            isClosed[cell.state] = true
            open -= 1
        }
        for cell in closing where cell.event < anyEvent && !isClosed[cell.state] { closedFor[cell.event] += 1 }
    }

    /// Rows for any event always have events that no other row names.
    func isFree(_ cell: RowCells.Cell) -> Bool {
        if cell.state < anyState { return true }
        return cell.event < anyEvent ? closedFor[cell.event] < open : open > 0
    }
}
