/// Turns a canonical document into its JSON twin: one object or list for each line, in the same order. O(bytes), and without
/// recursion.
///
/// A string is a name. In quotes within the string, as in the document, it is a name that would mean something else without
/// them: a reserved id, a number, or one that begins with a quotation mark.
public final class DocumentJSON {
    /// The JSON.
    public internal(set) var text = Text()
    var line: DocumentLine
    /// Nothing stands before what comes next in its object or list.
    private var isFirst = true
    /// Of each open block, the document itself first: whether its rows have begun.
    private var bodies = [false]
    /// The list of declarations that is open.
    private var list: StaticString?

    /// Makes JSON of a document in UTF-8. O(bytes).
    public init(_ document: UnsafeBufferPointer<UInt8>) {
        line = DocumentLine(document.baseAddress.unsafelyUnwrapped)
        var start = 0
        while start < document.count {
            var end = start
            while document[end] != 0x0a { end &+= 1 }
            // What was written can be cut.
            try? line.cut(start, end)
            add()
            start = end &+ 1
        }
        while !bodies.isEmpty { closeBlock() }
        text.append("\n")
    }

    private func add() {
        if line.depth == 0 { return addHead() }
        while bodies.count > line.depth { closeBlock() }
        if line.isRow || beginsBlock { return addItem() }
        if line.depth == 1 { addDeclaration() } else { addPart() }
    }

    private func addHead() {
        open("{")
        key("format")
        text.append("1")
        line.next = 1
        if line.seesName && !line.sees("version") { addName(for: "definition") }
        if line.skip("version") { addName(for: "version") }
    }

    // MARK: - Punctuation

    /// Goes to the next part of a list or object.
    func separate() {
        if !isFirst { text.append(", ") }
        isFirst = false
    }

    /// The same, on a line of its own.
    private func separateByLine(_ depth: Int) {
        text.append(isFirst ? "\n" : ",\n")
        for _ in 0..<depth { text.append(" ") }
        isFirst = true
    }

    func open(_ mark: StaticString) {
        text.append(mark)
        isFirst = true
    }

    func close(_ mark: StaticString) {
        text.append(mark)
        isFirst = false
    }

    /// The document's own keys have a line each.
    func key(_ key: StaticString) {
        if bodies.count == 1 && list == nil && !bodies[0] { separateByLine(1) }
        separate()
        text.append("\"")
        text.append(key)
        text.append("\": ")
    }

    private func beginItem() {
        separateByLine(bodies.count &+ 1)
        open("{")
    }

    private func closeBlock() {
        closeList()
        if bodies[bodies.count &- 1] { close("]") }
        _ = bodies.popLast()
        close("}")
    }

    // MARK: - Lists

    /// Opens a list of declarations, or of the timeouts of a block, if it is not open; and a part of it.
    func beginDeclaration(_ list: StaticString) {
        if self.list?.utf8Start != list.utf8Start {
            closeList()
            key(list)
            open("[")
            self.list = list
        }
        beginItem()
    }

    func closeList() {
        if list == nil { return }
        list = nil
        close("]")
    }

    /// A row or a block, behind its label.
    private func addItem() {
        closeList()
        let depth = bodies.count &- 1
        if !bodies[depth] {
            key("body")
            open("[")
            bodies[depth] = true
        }
        beginItem()
        if line.isSame(1, ":") {
            addName(for: "label")
            line.next += 1
        }
        if line.isRow {
            addRow()
            close("}")
        } else {
            addHeading()
            bodies.append(false)
        }
    }
}
