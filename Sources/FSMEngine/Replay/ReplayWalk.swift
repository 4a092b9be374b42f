import CMemory

/// Goes from state to state without calling anything: over a flat table, along cells that are made for it as they are
/// needed. A cell holds the line of the next state.
struct ReplayWalk {
    var part: ReplayPart
    private var block: ReplayBlock
    /// The table, with callbacks that call nothing.
    private let table: UnsafePointer<TableStorage>
    /// A line for each state: its id, then a cell for each column. Only 0s at first: cells that are not made.
    private let cells: UnsafeMutablePointer<UInt32>
    /// The row of each cell, by its number from 1, where that is written; otherwise the cells.
    private let rows: UnsafeMutablePointer<UInt32>
    /// From one line to the next.
    private let stride: UInt32
    /// The column of events that the table does not know, but a row for any event may take, and of codes and reserved ids
    /// that stand for no event.
    private let anyEvent: UInt32
    private let noEvent: UInt32
    /// The columns of an event map.
    private let map: UnsafeMutablePointer<UInt32>?
    /// What callbacks would be shown, with the cases of the event.
    private var step: Step
    private let cases: UnsafeMutablePointer<Int32>
    /// The list of which events are walked.
    private var token: Int

    /// What is no line of a state: a cell that is made, but has to be looked at.
    private enum Mark {
        static var unhandled: UInt32 { 1 << 31 }
        static var unknown: UInt32 { 1 << 31 | 1 }
        static var decision: UInt32 { 1 << 31 | 2 }
    }

    /// Larger tables are walked without cells of their own, if there are fewer events.
    private static func mayHaveCells(_ count: UInt64, _ eventCount: Int) -> Bool {
        count <= 65_536 || (count <= 1 << 24 && count / 4 <= UInt64(eventCount))
    }

    /// `nil` if there is no memory.
    init?(_ part: ReplayPart, _ table: UnsafePointer<TableStorage>) {
        self.part = part
        self.table = table
        anyEvent = table.anyEvent.value
        noEvent = anyEvent + 1
        let width = UInt64(noEvent) + 2
        let count = UInt64(table.pointee.states.indexCount) * width
        let hasCells = Self.mayHaveCells(count, part.endEvent - part.firstEvent)
        let room = hasCells ? Int(count) : 0
        stride = hasCells ? UInt32(truncatingIfNeeded: width) : 0
        let mapCount = part.request.pointee.eventMap == nil ? 0 : part.request.pointee.eventMapCount
        let predicateCount = Int(table.pointee.predicates.indexCount)
        let words = room * (part.records ? 2 : 1) + mapCount + predicateCount + 1
        guard let block = ReplayBlock(part.request, table) else { return nil }
        guard let memory = calloc(words, MemoryLayout<UInt32>.stride) else {
            block.release()
            return nil
        }
        self.block = block
        cells = memory.bindMemory(to: UInt32.self, capacity: words)
        rows = part.records ? cells + room : cells
        let behind = rows + room
        map = part.request.pointee.eventMap == nil ? nil : behind
        cases = UnsafeMutableRawPointer(behind + mapCount).assumingMemoryBound(to: Int32.self)
        step = Step(
            machine: memory, context: nil, event: ReservedID.none, source: ReservedID.none, target: ReservedID.none,
            outcome: .ok, cases: predicateCount > 0 ? UnsafePointer(cases) : nil)
        token = part.firstToken
        for index in 0..<predicateCount { cases[index] = ReservedID.none }
        for state in 0..<room / Int(width) {
            cells[state * Int(width)] = UInt32(bitPattern: table.pointee.states.ids[CompactIndex(UInt32(state))])
        }
        makeMap(mapCount)
    }

    private func makeMap(_ count: Int) {
        guard let map, let ids = part.request.pointee.eventMap else { return }
        for code in 0..<count { map[code] = column(ofEvent: ids[code]) }
    }

    private func column(ofEvent id: ID) -> UInt32 {
        ReservedID.contains(id) ? noEvent : (table.column(ofEvent: id) ?? table.anyEvent).value
    }

    func release() {
        block.release()
        part.release()
        free(cells)
    }

    /// Walks all events of the part.
    mutating func run() {
        var position = part.firstEvent
        while position < part.endEvent && !part.isOver {
            block.read(from: position, limit: part.endEvent - position)
            findColumns()
            let count = walk()
            position += count
            if !part.isOver, let fault = block.fault { part.end(fault, index: position) }
            part.report(count)
        }
    }

    private mutating func walk() -> Int {
        let isPlain = !part.records && !part.stopsTokens && stride > 0
        if part.request.pointee.isOfLists { return isPlain ? walkPlainLists() : walkLists() }
        return isPlain && table.pointee.states.isCompact ? walkPlainTokens() : walkTokens()
    }

    /// Finds the columns of a block's events.
    @inline(never)
    @_optimize(speed)
    private func findColumns() {
        let columns = block.columns
        let events = block.events
        let count = block.count
        var index = 0
        if let map {
            let mapCount = UInt32(truncatingIfNeeded: part.request.pointee.eventMapCount)
            while index < count {
                let code = UInt32(bitPattern: events[index])
                columns[index] = code < mapCount ? map[Int(code)] : noEvent
                index &+= 1
            }
        } else if table.pointee.events.isCompact {
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

    // MARK: - Lines

    // Where there are no cells, the line of a state is its number and 1.

    @inline(__always)
    private func line(of state: CompactIndex<State>) -> UInt32 { state.value &* max(stride, 1) &+ 1 }

    @inline(__always)
    private func state(of line: UInt32) -> CompactIndex<State> {
        CompactIndex(stride > 0 ? (line &- 1) / stride : line &- 1)
    }

    @inline(__always)
    private func id(of line: UInt32, hasCells: Bool) -> ID {
        hasCells ? ID(bitPattern: cells[Int(line &- 1)]) : table.pointee.states.ids[state(of: line)]
    }

    /// The line of a token's state; 0, and the end, if the table lacks it.
    @inline(never)
    @_optimize(speed)
    private mutating func foundLine(_ token: Int, _ index: Int) -> UInt32 {
        let id = part.request.pointee.states.unsafelyUnwrapped[token]
        var state = table.pointee.states.index(of: id)
        if id == ReservedID.none {
            let initial = part.request.pointee.initial
            state = part.table._withUnsafeGuaranteedRef { $0.state(named: initial) }
        }
        guard let state else {
            part.end(.unknownState, index: index)
            return 0
        }
        return line(of: state)
    }

    // MARK: - Walking

    // Walking returns how many events were looked at. The plain ways write nothing but states; they are made for speed.

    /// Walks lists, or what of them lies in the block.
    @inline(never)
    @_optimize(speed)
    private mutating func walkPlainLists() -> Int {
        let states = part.request.pointee.states.unsafelyUnwrapped
        let offsets = part.request.pointee.offsets.unsafelyUnwrapped
        let columns = UnsafePointer(block.columns)
        let cells = UnsafePointer(cells)
        let first = block.first
        let count = block.count
        let (base, stateCount) = (table.pointee.states.base, plainStateCount)
        let stride = stride
        var token = token
        var index = 0
        while index < count {
            let end = min(Int(offsets[token &+ 1]) &- first, count)
            if end <= index {
                token &+= 1
                continue
            }
            let id = states[token]
            let number = UInt32(bitPattern: id &- base)
            var line = number &* stride &+ 1
            if number >= stateCount || cells[Int(line &- 1)] != UInt32(bitPattern: id) {
                line = foundLine(token, first &+ index)
                if line == 0 { break }
            }
            while index < end {
                var next = cells[Int(line &+ columns[index])]
                if Int32(bitPattern: next) <= 0 {
                    next = enter(line, columns[index], index, token)
                    if next == 0 { break }
                }
                line = next
                index &+= 1
            }
            states[token] = ID(bitPattern: cells[Int(line &- 1)])
            if part.isOver {
                self.token = token
                return lookedAt(index)
            }
        }
        self.token = token
        return index
    }

    /// How many states have lines that are found without a search.
    private var plainStateCount: UInt32 { table.pointee.states.isCompact ? table.pointee.states.indexCount : 0 }

    /// At which event it is over, that one included if it only ends the replay.
    private func lookedAt(_ index: Int) -> Int { part.outcome == .ok && index < block.count ? index &+ 1 : index }

    /// Walks events of tokens in turn.
    @inline(never)
    @_optimize(speed)
    private mutating func walkPlainTokens() -> Int {
        let states = part.request.pointee.states.unsafelyUnwrapped
        let columns = UnsafePointer(block.columns)
        let tokens = block.tokens
        let cells = UnsafePointer(cells)
        let count = block.count
        let (base, stateCount) = (table.pointee.states.base, plainStateCount)
        let stride = stride
        var index = 0
        while index < count {
            let ahead = index &+ 48 < count ? index &+ 48 : index
            swiftfsm_prefetch(states + Int(tokens[ahead]))
            let token = Int(tokens[index])
            let id = states[token]
            let number = UInt32(bitPattern: id &- base)
            var next: UInt32 = 0
            if number < stateCount { next = cells[Int(number &* stride &+ 1 &+ columns[index])] }
            if Int32(bitPattern: next) <= 0 {
                let line = foundLine(token, block.first &+ index)
                if line == 0 { break }
                next = enter(line, columns[index], index, token)
                if next == 0 {
                    states[token] = ID(bitPattern: cells[Int(line &- 1)])
                    return lookedAt(index)
                }
            }
            states[token] = ID(bitPattern: cells[Int(next &- 1)])
            index &+= 1
        }
        return index
    }

    /// The same with whatever is asked for.
    @inline(never)
    @_optimize(speed)
    private mutating func walkLists() -> Int {
        let offsets = part.request.pointee.offsets.unsafelyUnwrapped
        var index = 0
        while index < block.count {
            let end = min(Int(offsets[token &+ 1]) &- block.first, block.count)
            if end <= index {
                token &+= 1
                continue
            }
            let goesOn = walk(token, from: &index, to: end)
            if part.isOver { return goesOn ? index : lookedAt(index) }
        }
        return index
    }

    @inline(never)
    @_optimize(speed)
    private mutating func walkTokens() -> Int {
        let states = part.request.pointee.states.unsafelyUnwrapped
        let tokens = block.tokens
        let count = block.count
        var index = 0
        while index < count {
            let ahead = index &+ 48 < count ? index &+ 48 : index
            swiftfsm_prefetch(states + Int(tokens[ahead]))
            let goesOn = walk(Int(tokens[index]), from: &index, to: index &+ 1)
            if part.isOver { return goesOn ? index : lookedAt(index) }
        }
        return index
    }

    /// Walks events of one token, up to the end or a violation that ends the replay: then false, and `index` is there.
    @inline(__always)
    private mutating func walk(_ token: Int, from index: inout Int, to end: Int) -> Bool {
        let states = part.request.pointee.states.unsafelyUnwrapped
        let columns = UnsafePointer(block.columns)
        let first = block.first
        let hasCells = stride > 0
        if part.stopsTokens && part.isStopped(token) {
            while index < end {
                part.skip(first &+ index)
                index &+= 1
            }
            return true
        }
        let id = states[token]
        let number = UInt32(bitPattern: id &- table.pointee.states.base)
        var line = number &* stride &+ 1
        if !hasCells || number >= plainStateCount || cells[Int(line &- 1)] != UInt32(bitPattern: id) {
            line = foundLine(token, first &+ index)
            if line == 0 { return false }
        }
        while index < end {
            let cell = Int(line &+ columns[index])
            var next = hasCells ? cells[cell] : 0
            if Int32(bitPattern: next) > 0 {
                part.note(row: rows[cell], first &+ index, token)
            } else {
                next = enter(line, columns[index], index, token)
                if next == 0 {
                    states[token] = self.id(of: line, hasCells: hasCells)
                    if part.isOver { return false }
                    index &+= 1
                    while index < end {
                        part.skip(first &+ index)
                        index &+= 1
                    }
                    return true
                }
            }
            line = next
            index &+= 1
        }
        states[token] = self.id(of: line, hasCells: hasCells)
        return true
    }

    // MARK: - Cells

    /// What an event comes to whose cell is not made, or has to be looked at: the line of the next state, or 0 if no more of
    /// the token is looked at, or of all.
    @inline(never)
    @_optimize(speed)
    private mutating func enter(_ line: UInt32, _ column: UInt32, _ index: Int, _ token: Int) -> UInt32 {
        let cell = Int(line &+ column)
        let position = block.first &+ index
        let state = state(of: line)
        let column = CompactIndex<Column>(column)
        var outcome = Outcome.unhandled
        let mark = stride > 0 ? cells[cell] : 0
        if Int32(bitPattern: mark) > 0 {
            // Another token has come by here, before this one began.
            if part.records { part.note(row: rows[cell], position, token) }
            return mark
        }
        if mark == 0 || mark == Mark.decision {
            let found = resolve(state, column, index)
            outcome = found.outcome
            let isFixed = found.isFixed && stride > 0
            if outcome == .transitioned {
                let row = part.records ? UInt32(truncatingIfNeeded: found.row + 1) : 0
                if isFixed {
                    cells[cell] = self.line(of: found.target)
                    if part.records { rows[cell] = row }
                } else if stride > 0 {
                    cells[cell] = Mark.decision
                }
                if part.records { part.note(row: row, position, token) }
                return self.line(of: found.target)
            }
            if stride > 0 {
                cells[cell] =
                    !isFixed ? Mark.decision : outcome == .unknownEvent ? Mark.unknown : Mark.unhandled
            }
        } else if mark == Mark.unknown {
            outcome = .unknownEvent
        }
        if outcome == .unknownEvent {
            guard part.request.pointee.flags.contains(.skipsUnknown) else {
                part.end(.unknownEvent, index: position)
                return 0
            }
            part.skip(position)
            return line
        }
        let goesOn = part.violate(
            outcome, position, token, state: table.pointee.states.ids[state], event: part.event(block.events[index]))
        return goesOn && !part.isOver ? line : 0
    }

    private struct Found {
        var outcome: Outcome
        var target = CompactIndex<State>(0)
        var row = -1
        /// It is the same whatever cases are sent.
        var isFixed = true
    }

    /// What an event does in a state, with the cases at an index.
    @inline(never)
    private mutating func resolve(
        _ state: CompactIndex<State>, _ column: CompactIndex<Column>, _ index: Int
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
        if !isFixed { bindCases(index) }
        let selection = withUnsafeMutablePointer(to: &step) { table.select(state, from: cell, column, $0) }
        step.rule = nil
        guard selection.outcome == .transitioned else {
            let isUnknown = selection.outcome == .unhandled && !isKnown
            return Found(outcome: isUnknown ? .unknownEvent : selection.outcome, isFixed: isFixed)
        }
        var found = Found(outcome: .transitioned, target: selection.target, isFixed: isFixed)
        if !part.records { return found }
        if let rule = selection.rule {
            found.row = TypedIndex(rule.pointee.row).value
        } else {
            found.row = part.table._withUnsafeGuaranteedRef { $0.flatRow(state, column, step.cases) } ?? -1
        }
        return found
    }

    private func bindCases(_ index: Int) {
        let request = part.request
        for number in 0..<request.pointee.caseColumnCount {
            guard let column = request.pointee.cases?[number],
                let predicate = table.pointee.predicates.index(of: column.predicate)
            else { continue }
            cases[Int(predicate.value)] = block.cases(number)[index]
        }
    }
}
