// Which rows a step of a chart takes (R2 to R6): each active leaf in document order is asked, then the states around it,
// then the rows for any state. A row that several leaves find is asked, and taken, once.
extension ChartStep {
    /// Finds the rows that are taken. `transitioned` if there are some; `refused` or `unhandled` if there are none; or
    /// how a callback failed, which `failure` tells.
    @inline(never)
    mutating func select(
        _ column: CompactIndex<Column>, _ step: UnsafeMutablePointer<Step>, _ failure: inout Selection?,
        trace: UnsafeMutablePointer<SelectionTrace>? = nil
    ) -> Outcome {
        let reach = reach(column)
        let idleTarget = step.pointee.target
        var hasMatched = false
        var leaf = nextLeaf(from: 0, reach)
        while let present = leaf {
            step.pointee.source = id(of: present)
            step.pointee.target = idleTarget
            if let failed = select(for: present, column, step, &hasMatched, trace) {
                failure = failed
                return failed.outcome
            }
            leaf = nextLeaf(from: present &+ 1, reach)
        }
        step.pointee.target = idleTarget
        step.pointee.rule = nil
        kept.removeAll()
        if count > 0 { return .transitioned }
        return hasMatched ? .refused : .unhandled
    }

    func id(of number: UInt32) -> ID { table.pointee.states.ids[node(number).pointee.state] }

    /// The leaves for which rows of this column may be taken; all leaves, for requests.
    @inline(never)
    private func reach(_ column: CompactIndex<Column>) -> UnsafePointer<UInt64> {
        let any = table.anyEvent.value
        let line = column == table.eventless ? any &+ 1 : column.value <= any ? column.value : any &+ 2
        return chart.pointee.reach + Int(line) &* chart.pointee.wordCount
    }

    /// The next active leaf from a node on that the column reaches.
    @inline(__always)
    private func nextLeaf(from start: UInt32, _ reach: UnsafePointer<UInt64>) -> UInt32? {
        let active = active
        var word = Int(start >> 6)
        guard word < active.wordCount else { return nil }
        var bits = active.words[word] & reach[word] & UInt64.max << UInt64(start & 63)
        while bits == 0 {
            word &+= 1
            guard word < active.wordCount else { return nil }
            bits = active.words[word] & reach[word]
        }
        return UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
    }

    /// Asks a leaf and what is around it, and notes the row that is taken. Returns a selection that failed.
    @inline(never)
    private mutating func select(
        for leaf: UInt32, _ column: CompactIndex<Column>, _ step: UnsafeMutablePointer<Step>, _ hasMatched: inout Bool,
        _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Selection? {
        var matches = false
        var source = leaf
        let columns = column == table.eventless ? ChartTable.bit(of: column) : table.bits(of: column)
        while true {
            // At the end of the way out are the rows for any state.
            let state = source == 0 ? table.pointee.states.end : node(source).pointee.state
            if source == 0 && matches && !table.pointee.isFirstMatch { return nil }
            if chart.pointee.rowColumns[Int(source)] & columns == 0 {
                // It has no rows for this.
            } else if let known = outcomeOfAsked(source, &matches) {
                if known { return nil }
            } else {
                trace?.pointee.noteLevel(source)
                let selection = table.selectLevel(state, node(leaf).pointee.state, column, step, trace: trace)
                asked.insert(source)
                switch selection.outcome {
                case .unhandled: break
                case .refused:
                    kept.insert(source)
                    matches = true
                case .transitioned:
                    guard let rule = selection.rule else { return nil }
                    add(rule, selection.target, source: source, leaf: leaf)
                    trace?.pointee.note(rule, .taken)
                    return nil
                default: return selection
                }
                hasMatched = hasMatched || matches
            }
            if source == 0 { return nil }
            source = node(source).pointee.parent
        }
    }

    /// Calls `body` with each state whose rows may be asked, and with the number that follows the last one's for the rows
    /// for any state; in the order in which the selection asked that left this trace, of which each one's part is given.
    /// A state that it did not ask comes where its first leaf would have come to it, any state last.
    func forEachAsked(
        _ column: CompactIndex<Column>, _ trace: SelectionTrace?, _ body: (CompactIndex<State>, Range<Int>) -> Void
    ) {
        let tracedCount = trace?.count ?? 0
        func level(_ position: Int) -> UInt32? { position < tracedCount ? trace?.rows[position].level : nil }
        for position in 0..<tracedCount {
            if let level = level(position) { asked.insert(level) }
        }
        let reach = reach(column)
        var position = 0
        // What follows in the trace, if it is of this node.
        func tried(_ number: UInt32) -> Range<Int>? {
            guard level(position) == number else { return nil }
            let first = position &+ 1
            repeat { position &+= 1 } while position < tracedCount && level(position) == nil
            return first..<position
        }
        var leaf = nextLeaf(from: 0, reach)
        while let present = leaf {
            var number = present
            while number != 0 {
                if let rows = tried(number) {
                    body(node(number).pointee.state, rows)
                } else if !asked.contains(number) {
                    asked.insert(number)
                    body(node(number).pointee.state, 0..<0)
                }
                number = node(number).pointee.parent
            }
            if let rows = tried(0) { body(table.pointee.states.end, rows) }
            leaf = nextLeaf(from: present &+ 1, reach)
        }
        if !asked.contains(0) { body(table.pointee.states.end, 0..<0) }
    }

    /// Whether a state that another leaf has asked has given a row; `nil` if it was not asked.
    private func outcomeOfAsked(_ source: UInt32, _ matches: inout Bool) -> Bool? {
        guard asked.contains(source) else { return nil }
        // Until the sets are found, `kept` holds the states of which rows matched.
        if kept.contains(source) { matches = true }
        for index in 0..<count where candidates[index].source == source { return true }
        return false
    }

    @inline(never)
    private mutating func add(
        _ rule: UnsafePointer<Rule>, _ target: CompactIndex<State>, source: UInt32, leaf: UInt32
    ) {
        let kind = rule.pointee.target
        let isOpen = kind == .dynamic || kind == .requested
        var candidate = Candidate(
            rule: rule, source: source, leaf: leaf,
            target: isOpen ? node(of: target) : ChartNode.none, first: 1, last: 0)
        bound(&candidate)
        candidates[count] = candidate
        count += 1
    }
}

extension UnsafePointer<TableStorage> {
    /// The bits of a column and of the wildcard for it.
    func bits(of column: CompactIndex<Column>) -> UInt64 {
        ChartTable.bit(of: column) | ChartTable.bit(of: anyColumn(for: column))
    }

    /// Chooses among the rows of one state of a chart, or those for any state: explicit events before any event. The
    /// outcome is `refused` if rows matched of which none is taken.
    func selectLevel(
        _ state: CompactIndex<State>, _ leaf: CompactIndex<State>, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, trace: UnsafeMutablePointer<SelectionTrace>? = nil
    ) -> Selection {
        var last = Selection(program: pointee.programs, rule: nil, outcome: .unhandled, target: leaf)
        for isWildcard in [false, true] {
            let place = isWildcard ? anyColumn(for: column) : column
            // An unknown event is looked up as any event.
            if isWildcard && (column == eventless || column == place) { break }
            guard let cell = pointee.chart!.pointee.cells[state, place] else { continue }
            let selection = select(leaf, from: cell, column, step, climbs: false, trace: trace)
            if selection.outcome != .unhandled { last = selection }
            let goesOn = selection.outcome == .unhandled || (selection.outcome == .refused && pointee.isFirstMatch)
            if !goesOn { break }
        }
        return last
    }
}
