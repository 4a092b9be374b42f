/// The rows of a definition as its states have them, those of one state and event (or request) together, in the order
/// in which they are tried.
///
/// An object, since it is large and never copied. A row for any state stands under the number that follows the last state's; for events and requests see ``TriggerColumns``.
final class RowCells {
    struct Cell {
        var state: TypedIndex<State>
        var column: TypedIndex<Column>
        /// Its rows: this many of ``RowCells/rows``, from here.
        var first: Int
        var count: Int
        /// Some of its rows are for certain cases only.
        var hasMatches: Bool
    }
    private(set) var cells: [Cell] = []
    /// Grouped by cell; overridden ones have gone.
    private(set) var rows: [StateRow] = []
    /// The numbers of all cells by state, then by column.
    private(set) var order: [UInt32] = []
    /// Where each state's begin in that order, and where the last one's end.
    private var starts: IndexedArray<State, Int>
    let columns: TriggerColumns
    let anyState: TypedIndex<State>
    /// Some row is for any state, any event or any request.
    private(set) var hasWildcards = false

    /// Groups these rows. A request for what is no state has no cell. O(rows + states + events).
    @_optimize(speed)
    init(
        _ definition: borrowing Definition, rows stateRows: [StateRow], events: IDIndex<Event>, states: IDIndex<State>,
        _ matchings: Matchings, _ traits: RowTraits
    ) {
        columns = TriggerColumns(events, states)
        anyState = states.end
        starts = IndexedArray(repeating: 0, count: states.indexCount + 2)
        // Columns of requests come last, and mostly there are none.
        let isEventful = traits.isDisjoint(with: [.requests, .eventless])
        let width = isEventful ? columns.anyEvent.value + 1 : columns.indexCount
        var numbers = CellIndexer(height: states.indexCount + 1, width: width, rowCount: stateRows.count)
        // Empty as long as each row has a cell of its own, as mostly all have.
        var cellOfRow: [Int] = []
        var cells: [Cell] = []
        cells.reserveCapacity(stateRows.count)
        var starts = starts
        let (columns, anyState) = (columns, anyState)
        let haveMatches = traits.contains(.matches)
        definition.rows.withUnsafeBufferPointer { rows in
            for position in stateRows.indices {
                let row = stateRows[position]
                let known = rows.baseAddress.unsafelyUnwrapped + row.index.value
                guard let column = Self.column(of: known, events, states, columns) else {
                    Self.note(-1, ofRow: position, &cellOfRow)
                    continue
                }
                let cell = Int(numbers.number(row.state, column, orInsert: UInt32(truncatingIfNeeded: cells.count)))
                if cell != position { Self.note(cell, ofRow: position, &cellOfRow) }
                let hasMatches = haveMatches && matchings.number(ofRow: row.index) != 0
                if cell == cells.count {
                    cells.appendInline(
                        Cell(state: row.state, column: column, first: cell, count: 1, hasMatches: hasMatches))
                    starts[row.state.next] &+= 1
                    if row.state == anyState || columns.isAny(column) { hasWildcards = true }
                } else {
                    cells[cell].count &+= 1
                    if hasMatches { cells[cell].hasMatches = true }
                }
            }
        }
        self.cells = cells
        for state in TypedIndices<State>(count: states.indexCount + 1) { starts[state.next] &+= starts[state] }
        self.starts = starts
        order = numbers.sorted ?? sortedByHand()
        rows = cellOfRow.isEmpty ? stateRows : grouped(stateRows, cellOfRow)
    }

    /// Notes the cell of a row, -1 for none. Before the first row that is noted, each has the cell of its own position; after
    /// it, all are noted.
    @inline(never)
    private static func note(_ cell: Int, ofRow position: Int, _ cellOfRow: inout [Int]) {
        if cellOfRow.isEmpty { cellOfRow = Array(0..<position) }
        cellOfRow.append(cell)
    }

    /// By state, then by column. O(cells + states + columns).
    @_optimize(speed)
    private func sortedByHand() -> [UInt32] {
        var numbers = [UInt32](repeating: 0, count: cells.count)
        var isInOrder = true
        var last: UInt64 = 0
        for cell in cells.indices {
            numbers[cell] = UInt32(truncatingIfNeeded: cell)
            let next = SparseCells.key(CompactIndex(cells[cell].state), CompactIndex(cells[cell].column))
            if next < last { isInOrder = false }
            last = next
        }
        if isInOrder { return numbers }
        return sorted(sorted(numbers, byState: false), byState: true)
    }

    /// By state or column; those of the same one keep their order.
    @inline(never)
    @_optimize(speed)
    private func sorted(_ numbers: [UInt32], byState: Bool) -> [UInt32] {
        @inline(__always)
        func key(_ number: UInt32) -> Int {
            byState ? cells[Int(number)].state.value : cells[Int(number)].column.value
        }
        let indexCount = byState ? anyState.value + 1 : columns.indexCount
        var next = [Int](repeating: 0, count: indexCount + 1)
        for number in numbers { next[key(number) + 1] += 1 }
        for value in 0..<indexCount { next[value + 1] += next[value] }
        var sorted = numbers
        for number in numbers {
            sorted[next[key(number)]] = number
            next[key(number)] += 1
        }
        return sorted
    }

    /// The rows by cell, and in all cells where theirs are.
    @_optimize(speed)
    private func grouped(_ stateRows: [StateRow], _ cellOfRow: [Int]) -> [StateRow] {
        var next = 0
        for cell in cells.indices {
            cells[cell].first = next
            next += cells[cell].count
            cells[cell].count = 0
        }
        guard let some = stateRows.first else { return [] }
        var rows = [StateRow](repeating: some, count: next)
        for position in stateRows.indices where cellOfRow[position] >= 0 {
            let cell = cellOfRow[position]
            rows[cells[cell].first &+ cells[cell].count] = stateRows[position]
            cells[cell].count &+= 1
        }
        return rows
    }

    /// What a row is for; `nil` for a request for what is no state.
    @inline(__always)
    private static func column(
        of row: UnsafePointer<Row>, _ events: IDIndex<Event>, _ states: IDIndex<State>, _ columns: TriggerColumns
    ) -> TypedIndex<Column>? {
        let event = row.pointee.event
        if event == ReservedID.eventless { return columns.eventless }
        guard event == ReservedID.request else {
            return events.inlinedIndex(of: event).map { columns.event($0) } ?? columns.anyEvent
        }
        guard case .state(let requested) = row.pointee.target else { return columns.anyRequest }
        return states.index(of: requested).map { columns.request(for: $0) }
    }

    @_optimize(speed)
    func rows(of cell: Cell) -> ArraySlice<StateRow> { rows[cell.first..<cell.first + cell.count] }

    /// Calls `body` with each row that a state has, up to the first for which it returns false.
    @inline(never)
    @_optimize(speed)
    func forEachRow(ofState state: TypedIndex<State>, _ body: (StateRow) -> Bool) {
        for position in starts[state]..<starts[state.next] {
            let cell = cells[Int(order[position])]
            for index in cell.first..<cell.first + cell.count where !body(rows[index]) { return }
        }
    }

    /// No two rows are for the same.
    var isOneRowEach: Bool { cells.count == rows.count }
}

// MARK: - Overriding and rank

extension RowCells {
    /// Takes out the rows that others override, and returns what is wrong with overriding. O(rows).
    ///
    /// Among the rows of a cell that match the same, the last overriding one replaces what other blocks say before it.
    /// It must have something to replace, and nothing of another block may come after it.
    func override(_ definition: Definition, _ matchings: Matchings) -> [OverrideFault] {
        var faults: [OverrideFault] = []
        for index in cells.indices where hasOverriding(cells[index], definition) {
            let cell = cells[index]
            // A copy of this cell's rows alone: a slice that is held while `rows` changes would copy all of them.
            let all = Array(rows(of: cell))
            var isKept = [Bool](repeating: true, count: all.count)
            for alike in alike(in: all, matchings) { override(alike, of: all, definition, &isKept, &faults) }
            var next = cell.first
            for position in all.indices where isKept[position] {
                rows[next] = all[position]
                next &+= 1
            }
            cells[index].count = next &- cell.first
        }
        return faults
    }

    private func hasOverriding(_ cell: Cell, _ definition: Definition) -> Bool {
        for position in cell.first..<cell.first &+ cell.count where definition.rows[rows[position].index].isOverriding {
            return true
        }
        return false
    }

    /// The positions of rows that match the same, in groups.
    private func alike(in rows: [StateRow], _ matchings: Matchings) -> [[Int]] {
        var groupOfMatching = IndexMap<UInt64>()
        var groups: [[Int]] = []
        for position in rows.indices {
            let matching = UInt64(matchings.number(ofRow: rows[position].index))
            let group = Int(groupOfMatching.index(of: matching, orInsert: UInt32(truncatingIfNeeded: groups.count)))
            if group == groups.count { groups.append([]) }
            groups[group].append(position)
        }
        return groups
    }

    private func override(
        _ alike: [Int], of all: [StateRow], _ definition: Definition, _ isKept: inout [Bool],
        _ faults: inout [OverrideFault]
    ) {
        var last = -1
        for position in alike where definition.rows[all[position].index].isOverriding { last = position }
        guard last >= 0 else { return }
        var fault = OverrideFault(row: all[last], later: [])
        var isFault = true
        // Those that come too late are reported for that: that they also clash is no other error.
        for position in alike where all[position].scope != fault.row.scope {
            isKept[position] = false
            isFault = false
            if position > last { fault.later.append(all[position]) }
        }
        if isFault || !fault.later.isEmpty { faults.append(fault) }
    }

    /// Puts rows that name more predicate types before those of the same cell that name fewer. O(rows · log rows).
    func orderByRank(_ matchings: Matchings) {
        for cell in cells where cell.hasMatches && cell.count > 1 {
            let unordered = Array(rows(of: cell))
            var order: [SortKey] = []
            for position in unordered.indices {
                let rank = matchings.rank(matchings.number(ofRow: unordered[position].index))
                order.append(SortKey(Int.max &- rank, position))
            }
            order.sortKeys()
            for position in order.indices { rows[cell.first &+ position] = unordered[Int(order[position].low)] }
        }
    }
}

/// A row that overrides nothing, or that comes before the rows that it would override.
struct OverrideFault {
    var row: StateRow
    /// The rows that come too late to be overridden; none if there is nothing to override at all.
    var later: [StateRow]
}
