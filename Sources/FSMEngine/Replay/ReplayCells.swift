import CMemory

/// Where each event leads from each state of a flat table, for replays: cells that are made as they are needed. Each state
/// has a line of them; a cell holds the line of the next state, or a mark. One more line is for tokens that are new.
struct ReplayCells {
    /// The table, with callbacks that call nothing.
    let table: UnsafePointer<TableStorage>
    /// A line for each state, then that for new tokens: the id, then a cell for each column. Only 0s at first: cells that
    /// are not made.
    let lines: UnsafeMutablePointer<UInt32>
    /// The row of each cell, by its number from 1, where that is written; otherwise the lines.
    let rows: UnsafeMutablePointer<UInt32>
    /// From one line to the next; 0 if there are no cells.
    let stride: UInt32
    /// How many states have lines that are found without a search.
    let plainStateCount: UInt32
    private let request: UnsafePointer<ReplayRequest>
    private let original: Unmanaged<Table>
    private let records: Bool
    /// The column of events that the table does not know, but a row for any event may take, and of codes and reserved ids
    /// that stand for no event.
    private let anyEvent: UInt32
    private let noEvent: UInt32
    /// The columns of an event map.
    private let map: UnsafeMutablePointer<UInt32>?
    /// What callbacks would be shown, with the cases of the event.
    private var step: Step
    private let cases: UnsafeMutablePointer<Int32>

    /// What is no line of a state: a cell that is made, but has to be looked at.
    enum Mark {
        static var unhandled: UInt32 { 1 << 31 }
        static var unknown: UInt32 { 1 << 31 | 1 }
        static var decision: UInt32 { 1 << 31 | 2 }
    }

    /// Larger tables are walked without cells, if there are fewer events.
    private static func mayHaveCells(_ count: UInt64, _ eventCount: Int) -> Bool {
        count <= 65_536 || (count <= 1 << 24 && count / 4 <= UInt64(eventCount))
    }

    /// `nil` if there is no memory.
    init?(_ part: borrowing ReplayPart, _ table: UnsafePointer<TableStorage>) {
        self.table = table
        request = part.request
        original = part.table
        records = part.records
        anyEvent = table.anyEvent.value
        noEvent = anyEvent + 1
        plainStateCount = table.pointee.states.isCompact ? table.pointee.states.indexCount : 0
        let width = UInt64(noEvent) + 2
        let count = (UInt64(table.pointee.states.indexCount) + 1) * width
        let hasCells = Self.mayHaveCells(count, part.endOfAll / request.pointee.workerCount)
        let room = hasCells ? Int(count) : 0
        stride = hasCells ? UInt32(truncatingIfNeeded: width) : 0
        let mapCount = request.pointee.eventMap == nil ? 0 : request.pointee.eventMapCount
        let predicateCount = Int(table.pointee.predicates.indexCount)
        let words = room * (records ? 2 : 1) + mapCount + predicateCount + 1
        guard let memory = calloc(words, MemoryLayout<UInt32>.stride) else { return nil }
        lines = memory.bindMemory(to: UInt32.self, capacity: words)
        rows = records ? lines + room : lines
        let behind = rows + room
        map = request.pointee.eventMap == nil ? nil : behind
        cases = UnsafeMutableRawPointer(behind + mapCount).assumingMemoryBound(to: Int32.self)
        step = Step(
            machine: memory, context: nil, event: ReservedID.none, source: ReservedID.none, target: ReservedID.none,
            outcome: .ok, cases: predicateCount > 0 ? UnsafePointer(cases) : nil)
        for index in 0..<predicateCount { cases[index] = ReservedID.none }
        for state in 0..<room / Int(width) {
            lines[state * Int(width)] = UInt32(bitPattern: id(of: UInt32(state * Int(width)) + 1, hasCells: false))
        }
        makeMap(mapCount)
    }

    func release() { free(lines) }

    // MARK: - Columns

    private func makeMap(_ count: Int) {
        guard let map, let ids = request.pointee.eventMap else { return }
        for code in 0..<count { map[code] = column(ofEvent: ids[code]) }
    }

    private func column(ofEvent id: ID) -> UInt32 {
        ReservedID.contains(id) ? noEvent : (table.column(ofEvent: id) ?? table.anyEvent).value
    }

    /// Finds the columns of a block's events.
    @inline(never)
    @_optimize(speed)
    func findColumns(_ block: borrowing ReplayBlock) {
        let columns = block.columns
        let events = block.events
        let count = block.count
        var index = 0
        if let map {
            let mapCount = UInt32(truncatingIfNeeded: request.pointee.eventMapCount)
            while index < count {
                let code = UInt32(bitPattern: events[index])
                columns[index] = code < mapCount ? map[Int(code)] : noEvent
                index &+= 1
            }
        } else if table.pointee.events.isCompact {
            if findConsecutiveColumns(block) { return }
            let base = table.pointee.events.base
            while index < count {
                let column = min(UInt32(bitPattern: events[index] &- base), anyEvent)
                columns[index] = ReservedID.contains(events[index]) ? noEvent : column
                index &+= 1
            }
        } else {
            while index < count {
                columns[index] = column(ofEvent: events[index])
                index &+= 1
            }
        }
    }

    /// Finds the columns of events if all of them lie in the range of the table's ids. `false` if one does not: then the
    /// columns have no meaning. Without a branch, so that one instruction looks at several events.
    @inline(__always)
    private func findConsecutiveColumns(_ block: borrowing ReplayBlock) -> Bool {
        let columns = block.columns
        let events = block.events
        let count = block.count
        let base = table.pointee.events.base
        let last = Int32(bitPattern: anyEvent &- 1)
        // Negative once one does not.
        var outside: Int32 = 0
        var index = 0
        while index < count {
            let column = events[index] &- base
            columns[index] = UInt32(bitPattern: column)
            outside |= column | (last &- column)
            index &+= 1
        }
        return outside >= 0
    }

    // MARK: - Lines

    // Where there are no cells, the line of a state is its number and 1.

    /// That of tokens that are in no state yet.
    var newLine: UInt32 { line(of: table.pointee.states.end) }

    @inline(__always)
    func line(of state: CompactIndex<State>) -> UInt32 { state.value &* max(stride, 1) &+ 1 }

    @inline(__always)
    func state(of line: UInt32) -> CompactIndex<State> {
        CompactIndex(stride > 0 ? (line &- 1) / stride : line &- 1)
    }

    @inline(__always)
    func id(of line: UInt32, hasCells: Bool) -> ID {
        if hasCells { return ID(bitPattern: lines[Int(line &- 1)]) }
        return line == newLine ? ReservedID.none : table.pointee.states.ids[state(of: line)]
    }

    // MARK: - What cells are made of

    /// Where an event leads.
    struct Found {
        var outcome: Outcome
        var target = CompactIndex<State>(0)
        /// By its number from 1; 0 if it is not asked for.
        var row: UInt32 = 0
        /// It is the same whatever cases are sent.
        var isFixed = true
    }

    /// The line of the next state, or a mark; 0 where the cell is not made.
    @inline(__always)
    func mark(_ cell: Int) -> UInt32 { stride > 0 ? lines[cell] : 0 }

    /// Makes a cell, so that what is the same for all tokens is found without a search.
    func keep(_ found: Found, in cell: Int) {
        if stride == 0 { return }
        lines[cell] = Mark.decision
        guard found.isFixed else { return }
        if found.outcome == .transitioned {
            lines[cell] = line(of: found.target)
            if records { rows[cell] = found.row }
        } else if found.outcome == .unknownEvent {
            lines[cell] = Mark.unknown
        } else if found.outcome == .unhandled {
            lines[cell] = Mark.unhandled
        }
    }

    /// What an event does in a state, with the cases at an index.
    @inline(never)
    mutating func find(
        _ state: CompactIndex<State>, _ column: CompactIndex<Column>, _ index: Int, _ block: borrowing ReplayBlock
    ) -> Found {
        if column.value == noEvent { return Found(outcome: .unknownEvent) }
        var column = column
        // What lies in a gap of the range of events is none of them.
        let isKnown =
            column != table.anyEvent && table.pointee.events.ids[CompactIndex(column.value)] != ReservedID.none
        if !isKnown { column = table.anyEvent }
        let cell = table.eventCell(state, column)
        guard cell.program != 0 else { return Found(outcome: isKnown ? .unhandled : .unknownEvent) }
        let isFixed = table.pointee.programs[Int(cell.program)].kind != .decision
        if !isFixed { bindCases(index, block) }
        let selection = withUnsafeMutablePointer(to: &step) { table.select(state, from: cell, column, $0) }
        step.rule = nil
        guard selection.outcome == .transitioned else {
            let isUnknown = selection.outcome == .unhandled && !isKnown
            return Found(outcome: isUnknown ? .unknownEvent : selection.outcome, isFixed: isFixed)
        }
        var found = Found(outcome: .transitioned, target: selection.target, isFixed: isFixed)
        if !records { return found }
        let row =
            selection.rule.map { TypedIndex($0.pointee.row).value }
            ?? original._withUnsafeGuaranteedRef { $0.flatRow(state, column, step.cases) }
        found.row = row.map { UInt32(truncatingIfNeeded: $0 + 1) } ?? 0
        return found
    }

    private func bindCases(_ index: Int, _ block: borrowing ReplayBlock) {
        for number in 0..<request.pointee.caseColumnCount {
            guard let column = request.pointee.cases?[number],
                let predicate = table.pointee.predicates.index(of: column.predicate)
            else { continue }
            cases[Int(predicate.value)] = block.cases(number)[index]
        }
    }
}
