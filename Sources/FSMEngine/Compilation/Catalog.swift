/// What a table can tell of its definition. A step makes no use of it.
struct Catalog {
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
        /// What it is for: see ``Columns``.
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
    /// Everything that events carry, by number.
    let payloads: [[ValueType]]

    /// O(rows + states + events).
    init(_ valid: ValidDefinition, guards: [CallbackList], resolvers: [UInt32]) {
        let definition = valid.definition
        states = valid.states.ids.filter { $0 != ReservedID.none }
        events = valid.events.ids.filter { $0 != ReservedID.none }
        stateIDs = valid.states.ids
        anyState = valid.states.span
        matchings = valid.matchings
        payloads = definition.payloads.lists
        rows = definition.rows.enumerated().map { number, row in
            RowRecord(
                event: row.event, target: row.target, place: row.place, isOverriding: row.isOverriding,
                isInherited: row.source == ReservedID.none,
                actionCount: UInt32(definition.callbacks.count(of: row.actions)), guards: guards[number],
                resolver: resolvers[number])
        }
        let cells = valid.cells
        var order = Array(cells.cells.indices)
        order = Self.sorted(order, by: cells.cells.map { $0.column }, below: cells.columns.span)
        order = Self.sorted(order, by: cells.cells.map { $0.state }, below: anyState + 1)
        var entries: [Entry] = []
        entries.reserveCapacity(cells.rows.count)
        for cell in order.map({ cells.cells[$0] }) {
            for row in cells.rows(of: cell) {
                entries.append(
                    Entry(row: UInt32(row.number), state: UInt32(cell.state), column: UInt32(cell.column)))
            }
        }
        self.entries = entries
    }

    /// By their keys, which are below `span`; those with the same one keep their order. O(numbers + span).
    @inline(never)
    private static func sorted(_ numbers: [Int], by keys: [Int], below span: Int) -> [Int] {
        var next = [Int](repeating: 0, count: span + 1)
        for number in numbers { next[keys[number] + 1] += 1 }
        for value in 0..<span { next[value + 1] += next[value] }
        var sorted = numbers
        for number in numbers {
            sorted[next[keys[number]]] = number
            next[keys[number]] += 1
        }
        return sorted
    }

    var count: Int { entries.count }

    subscript(index: Int) -> RowRecord { rows[Int(entries[index].row)] }

    /// The number of the row, as it was added.
    func row(at index: Int) -> Int { Int(entries[index].row) }

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
