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
            for name in block.defaultActions { noteRegistration(.action, name) }
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
