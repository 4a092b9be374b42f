import FSMEngine

extension Conformance.Case {
    // MARK: - Rows

    /// `a: overriding local locked coin [Mood glad] ? paid -> unlocked by resolver / thank unlock raises lit`, of which
    /// little is needed; `false` if the line is none.
    mutating func readRow(_ cursor: inout Cursor, inBlock block: Int?) throws(Fault) -> Bool {
        guard cursor.line.tokens.contains(where: { $0.is("->") }) else { return false }
        if cursor.seesSecond(":") { try words.takeLabel(&cursor, .row(rows.count)) }
        var row = Conformance.Row(line: cursor.line.number, block: block)
        row.isOverriding = cursor.skip("overriding")
        row.isLocal = cursor.skip("local")
        if let block, Self.idsAhead(cursor) == 1 {
            row.source = blocks[block].state
        } else {
            row.source = try words.takeID(&cursor, .state, mayBeNew: true)
        }
        row.event = try words.takeID(&cursor, .event, mayBeNew: true)
        if cursor.skip("[") {
            repeat { row.matches.append(try takeMatch(&cursor)) } while cursor.skip(",")
            try cursor.expect("]")
        }
        if cursor.skip("?") { try takeGuards(&cursor, of: &row) }
        try cursor.expect("->")
        row.target = try words.takeID(&cursor, .state, mayBeNew: true)
        while cursor.skip("and") { row.moreTargets.append(try words.takeID(&cursor, .state, mayBeNew: true)) }
        if cursor.skip("by") { row.resolver = try cursor.word("the name of a resolver") }
        if cursor.skip("/") { row.actions = try takeCallbacks(&cursor, .action) }
        if cursor.skip("raises") {
            repeat { row.raised.append(try words.takeID(&cursor, .event, mayBeNew: true)) } while cursor.seesWord
        }
        try cursor.expectEnd()
        rows.append(row)
        return true
    }

    /// `exact in heating not in cooling`: guards, and conditions on which states are active.
    private mutating func takeGuards(_ cursor: inout Cursor, of row: inout Conformance.Row) throws(Fault) {
        repeat {
            let isIn = !cursor.skip("not")
            if !isIn || cursor.sees("in") {
                try cursor.expect("in")
                row.inGuards.append((try words.takeID(&cursor, .state, mayBeNew: true), isIn))
            } else {
                row.guards.append(try cursor.word("the name of a guard"))
            }
        } while cursor.seesWord
    }

    /// How many ids come next: `reserved 12` is one.
    private static func idsAhead(_ cursor: Cursor) -> Int {
        var cursor = cursor
        var count = 0
        while cursor.seesWord {
            cursor.next += cursor.sees("reserved") ? 2 : 1
            count += 1
        }
        return count
    }

    /// `Mood glad|sad`, whose cases may have names that are declared further down.
    private mutating func takeMatch(_ cursor: inout Cursor) throws(Fault) -> Conformance.Match {
        var match = Conformance.Match(predicate: try words.takeID(&cursor, .predicate, mayBeNew: true))
        var expectsCase = cursor.seesWord
        while expectsCase {
            match.words.append(try cursor.word("a case"))
            expectsCase = cursor.skip("|")
        }
        return match
    }

    private func takeCallbacks(_ cursor: inout Cursor, _ role: Conformance.Role) throws(Fault) -> [String] {
        let names = cursor.words(before: "raises")
        guard !names.isEmpty else { throw cursor.fault("the name of a callback is expected here, not \(cursor.peek)") }
        return names
    }

    // MARK: - Blocks

    /// A block, opened or gone on with, and what stands below it; `false` if the line is none.
    mutating func readBlock(_ cursor: inout Cursor, _ below: Lines) throws(Fault) -> Bool {
        guard !cursor.line.tokens.contains(where: { $0.is("->") }) else { return false }
        if cursor.skip("in") {
            let (word, line) = (try cursor.word("the label of a block"), cursor.line.number)
            try cursor.expectEnd()
            guard case .block(let number) = try words.useLabel(word, line: line).labelled else {
                throw cursor.fault("\(word) is not the label of a block")
            }
            try readContents(of: number, below)
            return true
        }
        var heading = cursor
        if cursor.seesSecond(":") { heading.next += 2 }
        let beginnings = ["state", "parallel", "history", "deep", "superstate"]
        guard beginnings.contains(where: { heading.sees($0) }) else { return false }
        if cursor.seesSecond(":") { try words.takeLabel(&cursor, .block(blocks.count)) }
        var block = Conformance.Block(line: cursor.line.number, isSuperstate: false, state: ReservedID.none)
        block.isSuperstate = cursor.skip("superstate")
        if !block.isSuperstate { try takeState(&cursor, of: &block) }
        if block.isSuperstate && cursor.skip("named") { block.name = try cursor.word("the name of a superstate") }
        if cursor.skip("adopts") { block.adopted = cursor.words() }
        try cursor.expectEnd()
        blocks.append(block)
        try readContents(of: blocks.count - 1, below)
        return true
    }

    /// `deep history last in work`: what a state is, and in which it is nested.
    private mutating func takeState(_ cursor: inout Cursor, of block: inout Conformance.Block) throws(Fault) {
        if cursor.skip("parallel") {
            block.kind = .parallel
        } else if cursor.skip("deep") {
            try cursor.expect("history")
            block.kind = .deepHistory
        } else if cursor.skip("history") {
            block.kind = .shallowHistory
        } else {
            try cursor.expect("state")
        }
        block.state = try words.takeID(&cursor, .state, mayBeNew: true)
        block.isFinal = block.kind == .plain && cursor.skip("final")
        if cursor.skip("in") { block.parent = try words.takeID(&cursor, .state, mayBeNew: true) }
    }

    /// `default filling / rinse`, `done ready` or `timeout 30 ring`: what the state of a block is in a chart; `false` if
    /// the line is none of them.
    private mutating func readPart(_ cursor: inout Cursor, of block: Int) throws(Fault) -> Bool {
        if cursor.skip("default") {
            blocks[block].defaultTarget = try words.takeID(&cursor, .state, mayBeNew: true)
            if cursor.skip("/") { blocks[block].defaultActions += try takeCallbacks(&cursor, .action) }
        } else if cursor.skip("done") {
            blocks[block].doneEvent = try words.takeID(&cursor, .event, mayBeNew: true)
        } else if cursor.skip("timeout") {
            let delay: Int64 = try cursor.integer("a delay")
            blocks[block].timeouts.append((delay, try words.takeID(&cursor, .event, mayBeNew: true)))
        } else {
            return false
        }
        try cursor.expectEnd()
        return true
    }

    private mutating func readContents(of block: Int, _ lines: Lines) throws(Fault) {
        var lines = lines
        while var cursor = lines.takeCursor() {
            if cursor.line.depth > 2 { throw cursor.fault("nothing stands below a row or callback") }
            if try readRow(&cursor, inBlock: block) { continue }
            if try readPart(&cursor, of: block) { continue }
            guard let role = Conformance.Role.ofBlocks.first(where: { cursor.skip($0.rawValue) }) else {
                throw cursor.fault(
                    "a row, or entry, exit, cycle, update, default, done or timeout is expected here, not "
                        + cursor.peek)
            }
            blocks[block].callbacks[role, default: []] += try takeCallbacks(&cursor, role)
            try cursor.expectEnd()
        }
    }
}
