// Declarations, and what stands in rows and blocks.
extension DocumentJSON {
    func addDeclaration() {
        if line.skip("ids") { return addID() }
        if line.skip("named") { return addNamedEvent() }
        if line.skip("callable") { return addCallable() }
        if line.skip("event") { return addEvent() }
        if line.skip("predicate") { return addPredicate() }
        if line.skip("initial") { return addInitial() }
        closeList()
        if line.skip("guards") { addWord("\"first match\"", for: "guards") }
        if line.skip("entry") { addWord("\"always\"", for: "entryExit") }
        if line.skip("order") { addNames(for: "order") }
        if line.skip("warnings") { addWarnings() }
        if line.skip("on") {
            let isUnhandled = line.sees("unhandled")
            line.next += 1
            addNames(for: isUnhandled ? "onUnhandled" : "onStep")
        }
    }

    private func addNamedEvent() {
        line.next += 1
        beginDeclaration("named")
        addName(for: "event")
        close("}")
    }

    private func addInitial() {
        beginDeclaration("initial")
        addName(for: "state")
        close("}")
    }

    /// `ids states locked = 0`
    private func addID() {
        beginDeclaration("ids")
        if line.skip("states") {
            addName(for: "state")
        } else if line.skip("events") {
            addName(for: "event")
        } else {
            line.next += 1
            addName(for: "predicate")
        }
        line.next += 1
        key("number")
        addNumber()
        close("}")
    }

    private func addNumber() {
        text.append(line.bytes(line.token))
        line.next += 1
    }

    private func addCallable() {
        beginDeclaration("callables")
        addName(for: "role")
        addName(for: "name")
        key("signature")
        text.append("\"")
        // Signatures have no characters that would have to be escaped.
        let first = line.token.start
        let last = line.tokens[line.tokens.count &- 1]
        text.append(UnsafeRawBufferPointer(start: line.text + first, count: last.start &+ last.length &- first))
        text.append("\"")
        close("}")
    }

    private func addEvent() {
        beginDeclaration("events")
        addName(for: "event")
        line.next += 1
        key("arguments")
        open("[")
        while !line.skip(")") {
            separate()
            open("{")
            addName(for: "type")
            if line.seesName { addName(for: "name") }
            close("}")
            _ = line.skip(",")
        }
        close("]")
        if line.skip("was") { addNames(for: "was") }
        close("}")
    }

    private func addPredicate() {
        beginDeclaration("predicates")
        addName(for: "predicate")
        if line.skip("of") {
            key("count")
            addNumber()
        } else {
            addNames(for: "cases", until: "by")
        }
        if line.skip("by") { addName(for: "by") }
        close("}")
    }

    /// Kinds of several words.
    private func addWarnings() {
        line.next += 1
        key("warningsOff")
        open("[")
        repeat {
            separate()
            open("\"")
            var isJoined = true
            while line.seesWord {
                if !isJoined { text.append(" ") }
                isJoined = false
                addNumber()
            }
            close("\"")
        } while line.skip(",")
        close("]")
    }

    /// A line below a block that is neither a row nor a block.
    func addPart() {
        if line.skip("default") {
            key("default")
            open("{")
            addName(for: "state")
            if line.skip("/") { addNames(for: "actions") }
            close("}")
        } else if line.skip("done") {
            addName(for: "done")
        } else if line.skip("timeout") {
            beginDeclaration("timeouts")
            key("delay")
            addNumber()
            addName(for: "event")
            close("}")
        } else {
            for word in Self.lists where line.skip(word) { return addNames(for: word) }
        }
    }

    private static var lists: [StaticString] { ["entry", "exit", "cycle", "update"] }
}
