/// Which cells are reached: those of wildcards only where cells that are more specific do not always come before them.
struct WildcardCoverage {
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
    private let stateCount: Int
    /// The columns of requests for states.
    private let requests: [TypedIndex<Column>]

    /// O(cells), and what their matches take.
    init(_ subject: ResolvedDefinition) {
        let cells = subject.cells
        anyState = cells.anyState
        columns = cells.columns
        stateCount = subject.states.count
        let columns = columns
        requests = subject.states.indices.filter { subject.states.ids[$0] != ReservedID.none }
            .map { columns.request(for: $0) }
        let none = IndexedArray<State, Bool>(repeating: false, count: anyState.value)
        isClosed = (none, none)
        open = (stateCount, stateCount)
        closedFor = IndexedArray(repeating: 0, count: columns.indexCount)
        closedRequests = IndexedArray(repeating: 0, count: anyState.value)
        isClosedForAnyState = IndexedArray(repeating: false, count: columns.indexCount)
        var search = UncoveredCaseSearch(subject.matchings, rowCount: subject.definition.rows.count)
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
