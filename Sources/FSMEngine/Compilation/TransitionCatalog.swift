/// What a table can tell of its definition. A step makes no use of it.
struct TransitionCatalog {
    /// A row as it was added.
    struct RowRecord {
        var event: ID
        var target: ID
        var place: Place
        var isOverriding: Bool
        var isInherited: Bool
        var actionCount: UInt32
        var guards: CallbackList
        var resolver: UInt32
    }

    /// A row as one state has it.
    struct Entry {
        var row: UInt32
        /// The state's number; that which follows the last one's for any state.
        var state: UInt32
        /// What it is for: see ``TriggerColumns``.
        var column: UInt32
    }

    /// In ascending order, without gaps.
    let states: [ID]
    let events: [ID]
    private let anyState: Int
    private let rows: [RowRecord]
    /// By state, then by column, then as they are tried.
    private let entries: [Entry]
    private let stateIDs: [ID]
    let matchings: Matchings
    /// The indices of the blocks that are superstates.
    let superstates: [ID]

    /// Without guards or resolvers no row has any. O(rows + states + events).
    init(_ valid: ValidDefinition, guards: [CallbackList], resolvers: [UInt32]) {
        let definition = valid.definition
        states = valid.states.ids.filter { $0 != ReservedID.none }
        events = valid.events.ids.filter { $0 != ReservedID.none }
        stateIDs = valid.states.ids
        anyState = valid.states.indexCount
        matchings = valid.matchings
        var superstates: [ID] = []
        for (number, block) in definition.blocks.enumerated() where block.isSuperstate {
            superstates.append(ID(truncatingIfNeeded: number))
        }
        self.superstates = superstates
        rows = definition.rows.indices.map { number in
            let row = definition.rows[number]
            return RowRecord(
                event: row.event, target: row.target.id, place: row.place, isOverriding: row.isOverriding,
                isInherited: row.source == ReservedID.none,
                actionCount: row.actions.isEmpty ? 0 : UInt32(definition.callbacks.count(of: row.actions)),
                guards: guards.isEmpty ? .empty : guards[number], resolver: resolvers.isEmpty ? 0 : resolvers[number])
        }
        let cells = valid.cells
        var entries: [Entry] = []
        entries.reserveCapacity(cells.rows.count)
        for number in cells.order {
            let cell = cells.cells[Int(number)]
            for index in cell.first..<cell.first + cell.count {
                let row = UInt32(cells.rows[index].index.value)
                entries.append(Entry(row: row, state: UInt32(cell.state), column: UInt32(cell.column)))
            }
        }
        self.entries = entries
    }

    var count: Int { entries.count }

    subscript(index: Int) -> RowRecord { rows[Int(entries[index].row)] }

    /// The row, as it was added.
    func row(at index: Int) -> TypedIndex<Row> { TypedIndex(Int(entries[index].row)) }

    func source(at index: Int) -> ID {
        let state = Int(entries[index].state)
        return state == anyState ? ReservedID.any : stateIDs[state]
    }

    func rank(at index: Int) -> Int { matchings.rank(matchings.number(ofRow: row(at: index))) }

    /// The entries of a state for an event or request, of just one level. O(log entries).
    func indices(_ state: UInt32, _ column: UInt32) -> Range<Int> {
        let key = UInt64(state) << 32 | UInt64(column)
        let first = firstIndex(from: key)
        return first..<firstIndex(from: key + 1)
    }

    private func firstIndex(from key: UInt64) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            let entry = entries[middle]
            if UInt64(entry.state) << 32 | UInt64(entry.column) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
