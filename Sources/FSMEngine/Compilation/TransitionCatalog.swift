/// What a table can tell of its definition. A step makes no use of it.
struct TransitionCatalog {
    /// A row as one state has it.
    struct Entry {
        var row: CompactIndex<Row>
        /// The state; the number that follows the last one's for any state.
        var state: CompactIndex<State>
        /// What it is for.
        var column: CompactIndex<Column>
    }

    /// In ascending order, without gaps.
    let states: [ID]
    let events: [ID]
    private let anyState: TypedIndex<State>
    /// The guards that are called; empty if no row has any.
    private let guards: IndexedArray<Row, CallbackList>
    /// By state, then by column, then as they are tried.
    private let entries: [Entry]
    private let stateIDs: IndexedArray<State, ID>
    let matchings: Matchings
    /// The indices of the blocks that are superstates, which are the ids of their names.
    let superstates: [ID]

    /// O(rows + states + events).
    init(_ valid: ValidDefinition, guards: IndexedArray<Row, CallbackList>) {
        states = Self.known(valid.states.ids.elements)
        events = Self.known(valid.events.ids.elements)
        stateIDs = valid.states.ids
        anyState = valid.states.end
        matchings = valid.matchings
        var superstates: [ID] = []
        for block in valid.definition.blocks.indices where valid.definition.blocks[block].isSuperstate {
            superstates.append(ID(truncatingIfNeeded: block))
        }
        self.superstates = superstates
        self.guards = guards
        entries = Self.entries(valid.cells)
    }

    private static func known(_ ids: [ID]) -> [ID] {
        var known: [ID] = []
        for id in ids where id != ReservedID.none { known.append(id) }
        return known
    }

    @inline(never)
    @_optimize(speed)
    private static func entries(_ cells: RowCells) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(cells.rows.count)
        for number in cells.order {
            let cell = cells.cells[Int(number)]
            for index in cell.first..<cell.first &+ cell.count {
                let row = CompactIndex(cells.rows[index].index)
                entries.appendInline(
                    Entry(row: row, state: CompactIndex(cell.state), column: CompactIndex(cell.column)))
            }
        }
        return entries
    }

    var count: Int { entries.count }

    func guards(at index: Int) -> CallbackList { guards.isEmpty ? .empty : guards[row(at: index)] }

    /// The row, as it was added.
    @_optimize(speed)
    func row(at index: Int) -> TypedIndex<Row> { TypedIndex(entries[index].row) }

    @_optimize(speed)
    func source(at index: Int) -> ID {
        let state = TypedIndex(entries[index].state)
        return state == anyState ? ReservedID.any : stateIDs[state]
    }

    @_optimize(speed)
    func rank(at index: Int) -> Int { matchings.rank(matchings.number(ofRow: row(at: index))) }

    /// Calls `body` with the entries of each state and event or request that has some, in their order.
    @inline(__always)
    func forEachCell(_ body: (Range<Int>) -> Void) {
        var first = 0
        while first < entries.count {
            let (state, column) = (entries[first].state, entries[first].column)
            var end = first + 1
            while end < entries.count && entries[end].state == state && entries[end].column == column { end += 1 }
            body(first..<end)
            first = end
        }
    }

    /// The entries of a state for an event or request, of just one level. O(log entries).
    @_optimize(speed)
    func indices(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> Range<Int> {
        let key = SparseCells.key(state, column)
        let first = firstIndex(from: key)
        return first..<firstIndex(from: key + 1)
    }

    @_optimize(speed)
    private func firstIndex(from key: UInt64) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            let entry = entries[middle]
            if SparseCells.key(entry.state, entry.column) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
