import FSMEngine

extension Conformance.Case {
    /// What is handed to the definition, in the order in which it stands there.
    mutating func readDefinition(_ lines: Lines) throws(Fault) {
        var lines = lines
        while var cursor = lines.takeCursor() {
            let below = lines.takeBelow(1)
            if try readBlock(&cursor, below) { continue }
            if let first = below.first { throw Fault(line: first.number, text: "only blocks have lines below them") }
            if try readRow(&cursor, inBlock: nil) { continue }
            if cursor.seesSecond(":") { try words.takeLabel(&cursor, .other) }
            try readStatement(&cursor)
            try cursor.expectEnd()
        }
        try resolveLaterWords()
        noteRegistrations()
    }

    /// Marks the callables that are registered somewhere; hooks are by the runs that set them.
    private mutating func noteRegistrations() {
        for row in rows {
            for name in row.guards { noteRegistration(.guard, name) }
            for name in row.actions { noteRegistration(.action, name) }
            if let name = row.resolver { noteRegistration(.resolver, name) }
        }
        for block in blocks {
            for (role, names) in block.callbacks {
                for name in names { noteRegistration(role, name) }
            }
        }
        for hook in hooks { noteRegistration(hook.role, hook.name) }
        for type in predicates {
            if let name = type.provider { noteRegistration(.provider, name) }
        }
    }

    /// Labels of superstates may stand below their use, names of cases below that of a row: looked up at the end.
    private mutating func resolveLaterWords() throws(Fault) {
        for block in blocks {
            for word in block.adopted {
                guard case .block(let number) = try words.useLabel(word, line: block.line).labelled,
                    blocks[number].isSuperstate
                else { throw Fault(line: block.line, text: "\(word) is not the label of a superstate") }
            }
        }
        for row in rows.indices {
            for match in rows[row].matches.indices {
                let (predicate, line) = (rows[row].matches[match].predicate, rows[row].line)
                for word in rows[row].matches[match].words {
                    rows[row].matches[match].values.append(try words.caseNumber(word, of: predicate, line: line))
                }
            }
        }
    }

    // MARK: - Rows

    /// `a: overriding locked coin [Mood glad] ? paid -> unlocked by resolver / thank unlock`, of which little is
    /// needed; `false` if the line is none.
    private mutating func readRow(_ cursor: inout Cursor, inBlock block: Int?) throws(Fault) -> Bool {
        guard cursor.line.tokens.contains(where: { $0.is("->") }) else { return false }
        if cursor.seesSecond(":") { try words.takeLabel(&cursor, .row(rows.count)) }
        var row = Conformance.Row(line: cursor.line.number, block: block)
        row.isOverriding = cursor.skip("overriding")
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
        if cursor.skip("?") { row.guards = try takeCallbacks(&cursor, .guard) }
        try cursor.expect("->")
        row.target = try words.takeID(&cursor, .state, mayBeNew: true)
        if cursor.skip("by") { row.resolver = try cursor.word("the name of a resolver") }
        if cursor.skip("/") { row.actions = try takeCallbacks(&cursor, .action) }
        try cursor.expectEnd()
        rows.append(row)
        return true
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
        let names = cursor.words()
        guard !names.isEmpty else { throw cursor.fault("the name of a callback is expected here, not \(cursor.peek)") }
        return names
    }

    // MARK: - Blocks

    /// A block, opened or gone on with, and what stands below it; `false` if the line is none.
    private mutating func readBlock(_ cursor: inout Cursor, _ below: Lines) throws(Fault) -> Bool {
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
        let isState = heading.sees("state")
        guard isState || heading.sees("superstate") else { return false }
        if cursor.seesSecond(":") { try words.takeLabel(&cursor, .block(blocks.count)) }
        cursor.next += 1
        var block = Conformance.Block(line: cursor.line.number, isSuperstate: !isState, state: ReservedID.none)
        if isState {
            block.state = try words.takeID(&cursor, .state, mayBeNew: true)
            block.isFinal = cursor.skip("final")
        }
        if !isState && cursor.skip("named") { block.name = try cursor.word("the name of a superstate") }
        if cursor.skip("adopts") { block.adopted = cursor.words() }
        try cursor.expectEnd()
        blocks.append(block)
        try readContents(of: blocks.count - 1, below)
        return true
    }

    private mutating func readContents(of block: Int, _ lines: Lines) throws(Fault) {
        var lines = lines
        while var cursor = lines.takeCursor() {
            if cursor.line.depth > 2 { throw cursor.fault("nothing stands below a row or callback") }
            if try readRow(&cursor, inBlock: block) { continue }
            guard let role = Conformance.Role.ofBlocks.first(where: { cursor.skip($0.rawValue) }) else {
                throw cursor.fault("a row, or entry, exit, cycle or update is expected here, not \(cursor.peek)")
            }
            blocks[block].callbacks[role, default: []] += try takeCallbacks(&cursor, role)
            try cursor.expectEnd()
        }
    }

    // MARK: - The rest

    private mutating func readStatement(_ cursor: inout Cursor) throws(Fault) {
        switch try cursor.word("a line of a definition") {
        case "ids": try readIDs(&cursor)
        case "named":
            try cursor.expect("events")
            repeat { namedEvents.append(try words.takeID(&cursor, .event, mayBeNew: true)) } while cursor.seesWord
        case "predicate": try readPredicate(&cursor)
        case "event": try readEvent(&cursor)
        case "callable": try readCallable(&cursor)
        case "initial":
            initials.append((cursor.line.number, try words.takeID(&cursor, .state, mayBeNew: true)))
        case "guards":
            guards = cursor.skip("exclusive") ? .exclusive : .firstMatch
            if guards == .firstMatch { try expect(["first", "match"], &cursor) }
        case "entry":
            try cursor.expect("exit")
            entryExit = cursor.skip("always") ? .always : .onChange
            if entryExit == .onChange { try expect(["on", "change"], &cursor) }
        case "order":
            for word in cursor.words() {
                let names: [String: Phase] = [
                    "resolve": .resolve, "exit": .exit, "actions": .actions, "commit": .commit, "entry": .entry,
                ]
                guard let phase = names[word] else { throw cursor.fault("\(word) is no phase of a step") }
                order.append(phase)
            }
        case "on": try readHooks(&cursor)
        case "warnings": try readWarnings(&cursor)
        case let word: throw cursor.fault("a definition has no line that begins with \(word)")
        }
    }

    private func expect(_ words: [String], _ cursor: inout Cursor) throws(Fault) {
        for word in words { try cursor.expect(word) }
    }

    /// `ids states locked = 7 unlocked`: words that the definition is not told of by this, and their numbers.
    private mutating func readIDs(_ cursor: inout Cursor) throws(Fault) {
        let names: [(String, Conformance.Words.Vocabulary)] = [
            ("states", .state), ("events", .event), ("predicates", .predicate),
        ]
        guard let (_, vocabulary) = names.first(where: { cursor.skip($0.0) }) else {
            throw cursor.fault("states, events or predicates is expected here, not \(cursor.peek)")
        }
        repeat {
            if cursor.seesSecond("=") {
                let word = try cursor.word("a word")
                try cursor.expect("=")
                try words.set(try cursor.integer("a number"), for: word, cursor, vocabulary)
            } else {
                _ = try words.takeID(&cursor, vocabulary, mayBeNew: true)
            }
        } while cursor.seesWord
    }

    /// `predicate Policy weak strong`, or `predicate Level of 100`
    private mutating func readPredicate(_ cursor: inout Cursor) throws(Fault) {
        let id = try words.takeID(&cursor, .predicate, mayBeNew: true)
        var predicate = Conformance.Predicate(line: cursor.line.number, id: id, caseCount: 0, words: [])
        if cursor.skip("of") {
            predicate.caseCount = try cursor.integer("the number of cases")
        } else {
            predicate.words = cursor.words(before: "by")
            if predicate.words.isEmpty {
                throw cursor.fault("the name of a case is expected here, not \(cursor.peek)")
            }
            predicate.caseCount = Int32(predicate.words.count)
            words.declareCases(predicate.words, of: id)
        }
        if cursor.skip("by") { predicate.provider = try cursor.word("the name of a provider") }
        predicates.append(predicate)
    }

    /// `event coin (i32, str)`
    private mutating func readEvent(_ cursor: inout Cursor) throws(Fault) {
        let id = try words.takeID(&cursor, .event, mayBeNew: true)
        var types: [ValueType] = []
        try cursor.expect("(")
        while !cursor.sees(")") {
            if !types.isEmpty { try cursor.expect(",") }
            types.append(try Conformance.takeType(&cursor))
        }
        try cursor.expect(")")
        eventTypes.append(Conformance.EventDeclaration(line: cursor.line.number, id: id, types: types))
    }
}
