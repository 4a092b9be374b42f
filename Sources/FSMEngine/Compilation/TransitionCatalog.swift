/// What a table can tell of its definition. A step makes no use of it.
struct TransitionCatalog {
    /// A row as it was added.
    struct RowRecord {
        var event: ID
        var target: ID
        var place: Place
        var isOverriding: Bool
        var isInherited: Bool
        var isLocal: Bool
        var actionCount: UInt32
        var guards: CallbackList
        var resolver: UInt32
    }

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
    private let rows: IndexedArray<Row, RowRecord>
    /// By state, then by column, then as they are tried.
    private let entries: [Entry]
    private let stateIDs: IndexedArray<State, ID>
    let matchings: Matchings
    /// What rows say that only those of charts do.
    let chart: ChartParts
    /// The indices of the blocks that are superstates, which are the ids of their names.
    let superstates: [ID]

    /// Without guards or resolvers no row has any. O(rows + states + events).
    init(_ valid: ValidDefinition, guards: IndexedArray<Row, CallbackList>, resolvers: IndexedArray<Row, UInt32>) {
        states = Self.known(valid.states.ids.elements)
        events = Self.known(valid.events.ids.elements)
        stateIDs = valid.states.ids
        anyState = valid.states.end
        matchings = valid.matchings
        chart = valid.definition.chart
        var superstates: [ID] = []
        for block in valid.definition.blocks.indices where valid.definition.blocks[block].isSuperstate {
            superstates.append(ID(truncatingIfNeeded: block))
        }
        self.superstates = superstates
        rows = Self.records(valid, guards, resolvers)
        entries = Self.entries(valid.cells)
    }

    private static func known(_ ids: [ID]) -> [ID] {
        var known: [ID] = []
        for id in ids where id != ReservedID.none { known.append(id) }
        return known
    }

    @inline(never)
    @_optimize(speed)
    private static func records(
        _ valid: ValidDefinition, _ guards: IndexedArray<Row, CallbackList>, _ resolvers: IndexedArray<Row, UInt32>
    ) -> IndexedArray<Row, RowRecord> {
        var records = IndexedArray<Row, RowRecord>()
        records.reserveCapacity(valid.definition.rows.count)
        for index in valid.definition.rows.typedIndices {
            let row = valid.definition.rows[index]
            records.append(
                RowRecord(
                    event: row.event, target: row.target.id, place: row.place, isOverriding: row.isOverriding,
                    isInherited: row.source == ReservedID.none, isLocal: row.isLocal,
                    actionCount: UInt32(truncatingIfNeeded: valid.definition.callbacks.count(of: row.actions)),
                    guards: guards.isEmpty ? .empty : guards[index],
                    resolver: resolvers.isEmpty ? 0 : resolvers[index]))
        }
        return records
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

    subscript(index: Int) -> RowRecord { rows[row(at: index)] }

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

    func chains(at index: Int) -> ChartParts.RowChains { chart.chains(ofRow: row(at: index)) ?? ChartParts.RowChains() }

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
