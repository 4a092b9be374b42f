/// Which cells are reached: those of wildcards only where cells that are more specific do not always come before them.
final class WildcardCoverage {
    /// Of events, and of requests, the states whose row for any of them always comes before rows for any state.
    private var isClosed: (events: IndexedArray<State, Bool>, requests: IndexedArray<State, Bool>)
    /// How many states are open in that way.
    private var open: (events: Int, requests: Int)
    /// How many of the open states are closed for each column.
    private var closedFor: IndexedArray<Column, Int>
    /// How many requests each state is closed for, and of which states' requests any state is.
    private var closedRequests: IndexedArray<State, Int>
    private var isClosedForAnyState: IndexedArray<Column, Bool>
    private let anyState: TypedIndex<State>
    private let columns: TriggerColumns
    private let states: IDIndex<State>

    /// O(cells), and what their matches take.
    init(_ subject: ResolvedDefinition) {
        let cells = subject.cells
        anyState = cells.anyState
        columns = cells.columns
        states = subject.states
        let none = IndexedArray<State, Bool>(repeating: false, count: anyState.value)
        isClosed = (none, none)
        open = (states.count, states.count)
        closedFor = IndexedArray(repeating: 0, count: columns.indexCount)
        closedRequests = IndexedArray(repeating: 0, count: anyState.value)
        isClosedForAnyState = IndexedArray(repeating: false, count: columns.indexCount)
        var search = UncoveredCaseSearch(subject.matchings, rowCount: subject.definition.rows.count)
        var closing: [Int] = []
        for number in cells.cells.indices where subject.isClosed(cells.cells[number], &search) {
            close(cells.cells[number])
            closing.add(number)
        }
        for number in closing {
            let cell = cells.cells[number]
            if cell.state < anyState && !columns.isAny(cell.column) && !isClosedForAny(cell) {
                closedFor[cell.column] += 1
            }
        }
    }

    private func close(_ cell: RowCells.Cell) {
        if cell.state == anyState {
            isClosedForAnyState[cell.column] = true
        } else if cell.column == columns.anyEvent {
            isClosed.events[cell.state] = true
            open.events -= 1
        } else if cell.column == columns.anyRequest {
            isClosed.requests[cell.state] = true
            open.requests -= 1
        } else if columns.isRequest(cell.column) {
            closedRequests[cell.state] += 1
        }
    }

    /// Whether the state of a cell has a row for any event, or any request, that comes before those of any state.
    private func isClosedForAny(_ cell: RowCells.Cell) -> Bool {
        columns.isRequest(cell.column) ? isClosed.requests[cell.state] : isClosed.events[cell.state]
    }

    func isFree(_ cell: RowCells.Cell) -> Bool {
        let column = cell.column
        guard cell.state == anyState else {
            return column != columns.anyRequest || closedRequests[cell.state] < states.count
        }
        // Rows for any event always have events that no other row names.
        if column == columns.anyEvent { return open.events > 0 }
        guard column == columns.anyRequest else {
            return closedFor[column] < (columns.isRequest(column) ? open.requests : open.events)
        }
        for state in states.indices where states.ids[state] != ReservedID.none {
            let request = columns.request(for: state)
            if !isClosedForAnyState[request] && closedFor[request] < open.requests { return true }
        }
        return false
    }
}
