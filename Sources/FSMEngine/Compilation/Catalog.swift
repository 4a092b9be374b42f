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

    /// O(rows + states + events).
    init(_ valid: ValidDefinition, guards: [CallbackList], resolvers: [UInt32]) {
        let definition = valid.definition
        states = valid.states.ids.filter { $0 != ReservedID.none }
        events = valid.events.ids.filter { $0 != ReservedID.none }
        stateIDs = valid.states.ids
        anyState = valid.states.span
        matchings = valid.matchings
        rows = definition.rows.enumerated().map { number, row in
            var actionCount: UInt32 = 0
            definition.callbacks.forEach(in: row.actions) { _ in actionCount += 1 }
            return RowRecord(
                event: row.event, target: row.target, place: row.place, isOverriding: row.isOverriding,
                isInherited: row.source == ReservedID.none, actionCount: actionCount, guards: guards[number],
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

/// A row as one state has it, after inheritance and overriding.
public struct Transition {
    /// The row's number, in the order in which rows were added.
    public var row: Int
    public var source: ID
    public var event: ID
    public var target: ID
    /// How many predicate types it names.
    public var rank: Int
    public var isOverriding: Bool
    /// Its row stands in a superstate.
    public var isInherited: Bool
    public var place: Place
    public var guardCount: Int
    public var actionCount: Int
}

extension Table {
    public var transitionCount: Int { catalog.count }

    /// By source, then event, ascending, then requests by target; wildcards last; then as they are tried. `nil` for an
    /// index that does not exist. O(1).
    public func transition(at index: Int) -> Transition? {
        guard index >= 0 && index < catalog.count else { return nil }
        let record = catalog[index]
        return Transition(
            row: catalog.row(at: index), source: catalog.source(at: index), event: record.event, target: record.target,
            rank: catalog.rank(at: index), isOverriding: record.isOverriding, isInherited: record.isInherited,
            place: record.place, guardCount: Int(record.guards.count), actionCount: Int(record.actionCount))
    }

    /// Calls `body` with the cases of a predicate type for which a transition is meant, ascending; all, if its row says
    /// nothing of the type. `false` for a type that the table does not have.
    public func forEachCase(ofTransition index: Int, for predicate: ID, _ body: (Int32) -> Void) -> Bool {
        let matchings = catalog.matchings
        guard let type = matchings.predicates.number(of: predicate) else { return false }
        let number = matchings.number(ofRow: catalog.row(at: index))
        if let constraint = matchings.constraint(number, on: type) {
            for value in matchings.cases(constraint) { body(value) }
        } else {
            for value in 0..<matchings.caseCounts[type] { body(value) }
        }
        return true
    }

    public var predicateCount: Int { catalog.matchings.predicates.count }

    /// The states, events and predicate types in ascending order; `nil` for an index that does not exist. O(1).
    public func state(at index: Int) -> ID? { catalog.states.indices.contains(index) ? catalog.states[index] : nil }
    public func event(at index: Int) -> ID? { catalog.events.indices.contains(index) ? catalog.events[index] : nil }
    public func predicate(at index: Int) -> ID? {
        let ids = catalog.matchings.predicates.ids
        return ids.indices.contains(index) ? ids[index] : nil
    }

    /// How many cases a predicate type has; `nil` if the table does not have it. O(1).
    public func caseCount(ofPredicate id: ID) -> Int32? {
        catalog.matchings.predicates.number(of: id).map { catalog.matchings.caseCounts[$0] }
    }
}
