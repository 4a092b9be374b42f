// Rows, the headings of blocks, and names.
extension DocumentJSON {
    /// A block, or a line that goes on with one; behind its label.
    var beginsBlock: Bool {
        let first = line.isSame(1, ":") ? 2 : 0
        for word in Self.headings where line.isSame(first, word) { return true }
        return line.depth == 1 && line.isSame(first, "in")
    }

    private static var headings: [StaticString] { ["state", "superstate", "parallel", "history", "deep"] }

    func addHeading() {
        if line.skip("in") { return addName(for: "continue") }
        if line.skip("deep") {
            line.next += 1
            addName(for: "deepHistory")
        }
        for word in Self.headings where line.skip(word) { addHeadingName(word) }
        if line.skip("final") { addWord("true", for: "final") }
        if line.skip("in") { addName(for: "in") }
        if line.skip("adopts") { addNames(for: "adopts", until: "was") }
        if line.skip("was") { addNames(for: "was") }
    }

    /// Superstates need no name.
    private func addHeadingName(_ word: StaticString) {
        let isNamed = line.skip("named")
        if line.seesName && !line.sees("adopts") { addName(for: word) } else { addWord("null", for: word) }
        if isNamed { addWord("true", for: "named") }
    }

    func addRow() {
        if line.skip("overriding") { addWord("true", for: "overriding") }
        if line.skip("local") { addWord("true", for: "local") }
        if line.tokens[line.next &+ 1].isName { addName(for: "source") }
        addName(for: "event")
        if line.skip("[") { addMatches() }
        if line.skip("?") { addGuards() }
        line.next += 1
        addName(for: "target")
        if line.sees("and") {
            key("and")
            open("[")
            while line.skip("and") { addName() }
            close("]")
        }
        if line.skip("by") { addName(for: "by") }
        if line.skip("/") { addNames(for: "actions", until: "raises") }
        if line.skip("raises") { addNames(for: "raises") }
    }

    private func addMatches() {
        key("match")
        open("[")
        repeat {
            separate()
            open("{")
            addName(for: "predicate")
            key("cases")
            open("[")
            while line.seesName {
                addName()
                _ = line.skip("|")
            }
            close("]")
            close("}")
        } while line.skip(",")
        close("]")
        line.next += 1
    }

    /// Names of callbacks, and conditions on active states.
    private func addGuards() {
        key("guards")
        open("[")
        while line.seesName {
            let isOut = line.skip("not")
            guard line.skip("in") else {
                addName()
                continue
            }
            separate()
            open("{")
            addName(for: isOut ? "notIn" : "in")
            close("}")
        }
        close("]")
    }

    // MARK: - Names

    func addWord(_ word: StaticString, for key: StaticString) {
        self.key(key)
        text.append(word)
    }

    /// The names that come next.
    func addNames(for key: StaticString, until word: StaticString = "") {
        self.key(key)
        open("[")
        while line.seesName && !line.sees(word) { addName() }
        close("]")
    }

    func addName(for key: StaticString) {
        self.key(key)
        addString()
    }

    private func addName() {
        separate()
        addString()
    }

    private func addString() {
        var token = line.token
        line.next += 1
        var name = line.name(token)
        // A quoted name means something else than the word.
        if token.kind != .word && (name.isReservedWord || name.isDocumentNumber || name.bytes[0] == 0x22) {
            token.start -= 1
            token.length += 2
            token.kind = .word
            name = line.name(token)
        }
        text.append("\"")
        text.appendEscaped(name)
        text.append("\"")
    }
}

extension Text {
    /// Appends a text with a backslash before each quotation mark and backslash.
    mutating func appendEscaped(_ other: Text) {
        for byte in other.bytes {
            if byte == 0x22 || byte == 0x5c { append(0x5c) }
            append(byte)
        }
    }

    /// Whether it is the word for a reserved id.
    var isReservedWord: Bool {
        for number in 0..<DocumentNames.reservedCount where isSame(as: DocumentNames.reservedWord(number)) {
            return true
        }
        return false
    }
}
