import CMemory

/// Goes from state to state along the cells of a flat table, without calling anything.
struct ReplayWalk: ReplayWorker {
    private(set) var part: ReplayPart
    private var block: ReplayBlock
    private var cells: ReplayCells
    /// The list of which events are walked.
    private var token: Int
    /// The line of the state in which a token begins that is in none yet; 0 if the table lacks it. As long as all of its
    /// events are unknown, the token has a line of its own.
    private let initialLine: UInt32
    private let newLine: UInt32

    /// `nil` if there is no memory.
    init?(_ part: ReplayPart, _ table: UnsafePointer<TableStorage>) {
        self.part = part
        token = part.firstToken
        guard let block = ReplayBlock(part.request, table) else { return nil }
        guard let cells = ReplayCells(part, table) else {
            block.release()
            return nil
        }
        self.block = block
        self.cells = cells
        let initial = part.table._withUnsafeGuaranteedRef { $0.state(named: part.request.pointee.initial) }
        initialLine = initial.map { cells.line(of: $0) } ?? 0
        newLine = initialLine == 0 ? 0 : cells.newLine
    }

    func release() {
        block.release()
        cells.release()
    }

    mutating func begin(_ part: ReplayPart) {
        self.part = part
        token = part.firstToken
    }

    /// Walks all events of the part.
    mutating func run() {
        var position = part.firstEvent
        while position < part.endEvent && !part.isOver {
            block.read(from: position, limit: part.endEvent - position)
            cells.findColumns(block)
            let count = walk()
            position += count
            if !part.isOver, let fault = block.fault { part.end(fault, index: position) }
            part.report(count)
        }
    }

    private mutating func walk() -> Int {
        let isPlain = !part.records && !part.stopsTokens && cells.stride > 0
        if part.request.pointee.isOfLists { return isPlain ? walkPlainLists() : walkLists() }
        return isPlain && cells.table.pointee.states.isCompact ? walkPlainTokens() : walkTokens()
    }

    /// The line of a token's state; 0, and the end, if the table lacks it.
    @inline(never)
    @_optimize(speed)
    private mutating func foundLine(_ token: Int, _ index: Int) -> UInt32 {
        let id = part.request.pointee.states.unsafelyUnwrapped[token]
        var line = newLine
        if id != ReservedID.none { line = cells.table.pointee.states.index(of: id).map { cells.line(of: $0) } ?? 0 }
        if line == 0 { part.end(.unknownState, index: index) }
        return line
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
        let lines = UnsafePointer(cells.lines)
        let first = block.first
        let count = block.count
        let (base, stateCount) = (cells.table.pointee.states.base, cells.plainStateCount)
        let stride = cells.stride
        var token = token
        var index = 0
        while index < count {
            let end = min(Int(offsets[token &+ 1]) &- first, count)
            if end <= index {
                token &+= 1
                continue
            }
            block.prefetchNext(index)
            let id = states[token]
            let number = UInt32(bitPattern: id &- base)
            var line = number &* stride &+ 1
            if number >= stateCount || lines[Int(line &- 1)] != UInt32(bitPattern: id) {
                line = foundLine(token, first &+ index)
                if line == 0 { break }
            }
            while index < end {
                var next = lines[Int(line &+ columns[index])]
                if Int32(bitPattern: next) <= 0 {
                    next = enter(line, columns[index], index, token)
                    if next == 0 {
                        self.token = token
                        return lookedAt(index)
                    }
                }
                line = next
                index &+= 1
            }
            states[token] = ID(bitPattern: lines[Int(line &- 1)])
        }
        self.token = token
        return index
    }

    /// At which event it is over, that one included if it only ends the replay.
    private func lookedAt(_ index: Int) -> Int { part.outcome == .ok && index < block.count ? index &+ 1 : index }

    /// Walks events of tokens in turn.
    @inline(never)
    @_optimize(speed)
    private mutating func walkPlainTokens() -> Int {
        let states = part.request.pointee.states.unsafelyUnwrapped
        let columns = UnsafePointer(block.columns)
        let tokens = block.tokens
        // The cell of a state's number and a column, and the id of a line.
        let cellsOfStates = UnsafePointer(cells.lines + 1)
        let idsOfLines = UnsafePointer(cells.lines - 1)
        let count = block.count
        let (base, stateCount) = (cells.table.pointee.states.base, cells.plainStateCount)
        let stride = cells.stride
        var index = 0
        while index < count {
            block.prefetchNext(index)
            let end = min(index &+ ReplayBlock.lineCount, count)
            // States are asked for three lines of events before they are read, within the block.
            let ahead = index &+ 4 &* ReplayBlock.lineCount <= count ? 3 &* ReplayBlock.lineCount : 0
            while index < end {
                swiftfsm_prefetch(states + Int(tokens[index &+ ahead]))
                let token = Int(tokens[index])
                let number = UInt32(bitPattern: states[token] &- base)
                if number >= stateCount { break }
                let next = cellsOfStates[Int(number &* stride &+ columns[index])]
                if Int32(bitPattern: next) <= 0 { break }
                states[token] = ID(bitPattern: idsOfLines[Int(next)])
                index &+= 1
            }
            if index == end { continue }
            let token = Int(tokens[index])
            let number = UInt32(bitPattern: states[token] &- base)
            var line = number &* stride &+ 1
            if number >= stateCount || ID(bitPattern: idsOfLines[Int(line)]) != states[token] {
                line = foundLine(token, block.first &+ index)
                if line == 0 { break }
            }
            let next = enter(line, columns[index], index, token)
            if next == 0 { return lookedAt(index) }
            states[token] = ID(bitPattern: idsOfLines[Int(next)])
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
        let hasCells = cells.stride > 0
        if part.stopsTokens && part.isStopped(token) {
            while index < end {
                part.skip(first &+ index)
                index &+= 1
            }
            return true
        }
        let id = states[token]
        let number = UInt32(bitPattern: id &- cells.table.pointee.states.base)
        var line = number &* cells.stride &+ 1
        if !hasCells || number >= cells.plainStateCount || cells.lines[Int(line &- 1)] != UInt32(bitPattern: id) {
            line = foundLine(token, first &+ index)
            if line == 0 { return false }
        }
        while index < end {
            let cell = Int(line &+ columns[index])
            var next = hasCells ? cells.lines[cell] : 0
            if Int32(bitPattern: next) > 0 {
                part.note(row: cells.rows[cell], first &+ index, token)
            } else {
                next = enter(line, columns[index], index, token)
                if next == 0 {
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
        states[token] = cells.id(of: line, hasCells: hasCells)
        return true
    }

    // MARK: - Cells

    /// What an event comes to whose cell is not made, or has to be looked at: the line of the next state, or 0 if no more of
    /// the token is looked at, or of all. Then its state is written.
    @inline(never)
    @_optimize(speed)
    private mutating func enter(_ line: UInt32, _ column: UInt32, _ index: Int, _ token: Int) -> UInt32 {
        let cell = Int(line &+ column)
        let position = block.first &+ index
        let mark = cells.mark(cell)
        if Int32(bitPattern: mark) > 0 {
            // Another token has come by here, before this one began.
            if part.records { part.note(row: cells.rows[cell], position, token) }
            return mark
        }
        // Of a new token that of the state in which it begins.
        let begun = line == newLine ? initialLine : line
        let state = cells.state(of: begun)
        var outcome = mark == ReplayCells.Mark.unknown ? Outcome.unknownEvent : .unhandled
        if mark == 0 || mark == ReplayCells.Mark.decision {
            let found = cells.find(state, CompactIndex(column), index, block)
            cells.keep(found, in: cell)
            if found.outcome == .transitioned {
                if part.records { part.note(row: found.row, position, token) }
                return cells.line(of: found.target)
            }
            outcome = found.outcome
        }
        if outcome == .unknownEvent {
            if part.request.pointee.flags.contains(.skipsUnknown) {
                part.skip(position)
                return line
            }
            part.end(.unknownEvent, index: position)
            return leave(token, at: line)
        }
        let goesOn = part.violate(
            outcome, position, token, state: cells.table.pointee.states.ids[state],
            event: part.event(block.events[index]))
        return goesOn && !part.isOver ? begun : leave(token, at: part.outcome == .ok ? begun : line)
    }

    /// Writes the state of a token of which no more is looked at. Returns 0.
    @inline(never)
    private func leave(_ token: Int, at line: UInt32) -> UInt32 {
        part.request.pointee.states.unsafelyUnwrapped[token] = cells.id(of: line, hasCells: cells.stride > 0)
        return 0
    }
}
