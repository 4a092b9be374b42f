/// What was written of a definition, or why it cannot be.
public struct WrittenText {
    /// What was written; up to the fault, if there is one.
    public var text: Text
    /// Why it cannot be written; otherwise `nil`.
    public var fault: DocumentWriter.Fault?

    /// A text, with the reason why it is not whole.
    public init(text: Text, fault: DocumentWriter.Fault?) {
        self.text = text
        self.fault = fault
    }
}

extension Definition {
    /// The canonical text, or its JSON twin.
    @inline(never)
    public func document(asJSON isJSON: Bool = false) -> WrittenText {
        let writer = DocumentWriter(self)
        writer.write()
        var text = writer.text
        if isJSON && writer.fault == nil { text = text.bytes.withUnsafeBufferPointer { DocumentJSON($0).text } }
        return WrittenText(text: text, fault: writer.fault)
    }
}

/// Writes a definition as its canonical text: the same for whatever says the same in the same order. Reading the text and
/// writing it again gives the same bytes.
public final class DocumentWriter {
    /// What has been written so far.
    public internal(set) var text = Text()
    /// The next word has no space before it.
    var isJoined = false
    /// Why no document can say it; the first reason counts.
    public private(set) var fault: Fault?

    /// Why a definition cannot be written.
    public enum Fault {
        /// A callback has no name.
        case unnamedCallback
        /// A name that no document can have, or that two ids share; a reserved id without a word; or a line that is too
        /// long.
        case unwritable
    }

    let definition: Definition
    let parts: DocumentParts
    let stateWords: DocumentWords
    let eventWords: DocumentWords
    let predicateWords: DocumentWords
    let blockNames: DocumentBlockNames
    let caseNames: DocumentCaseNames
    /// Former names of states and events, timeouts of blocks, and the next of the names of arguments.
    private var formerNames = DocumentGroups()
    var timeouts = DocumentGroups()
    var nextArgument = 0
    var path = DocumentPath()
    private var lineStart = 0

    /// A writer of this definition, which has not written anything yet.
    public init(_ definition: Definition) {
        self.definition = definition
        var parts = definition.document ?? DocumentParts()
        parts.names.prepare()
        self.parts = parts
        stateWords = DocumentWords(.states, definition.stateNames, parts.names)
        eventWords = DocumentWords(.events, definition.eventNames, parts.names)
        predicateWords = DocumentWords(.predicates, definition.predicateNames, parts.names)
        blockNames = DocumentBlockNames(definition, parts)
        caseNames = DocumentCaseNames(definition.caseNames)
        for (number, former) in parts.formerNames.enumerated() {
            formerNames.add(number, to: Self.key(former.id, isEvent: former.isEvent))
        }
        for (number, timeout) in definition.chart.timeouts.enumerated() {
            timeouts.add(number, to: UInt64(timeout.block.value))
        }
    }

    /// Writes all of it, up to a fault.
    public func write() {
        text.append("definition")
        if let name = parts.name { addName(name) }
        if let version = parts.version {
            text.append(" version")
            addName(version)
        }
        endLine()
        writeIDs()
        writeDeclarations()
        writePolicies()
        for number in definition.rows.indices { write(row: number) }
        openBlocks(upTo: definition.blocks.count)
    }

    // MARK: - Words

    func fail(_ fault: Fault) { self.fault = self.fault ?? fault }

    func endLine() {
        if text.bytes.count - lineStart > DocumentLimits.lineBytes { fail(.unwritable) }
        text.append("\n")
        lineStart = text.bytes.count
    }

    func begin(_ depth: Int, _ word: StaticString) {
        for _ in 0..<depth { text.append("  ") }
        text.append(word)
        isJoined = word.utf8CodeUnitCount == 0
    }

    /// Adds a word, with a space before it unless it begins a line or follows a mark.
    func add(word: StaticString) {
        addSpace()
        text.append(word)
    }

    func addSpace() {
        if !isJoined { text.append(" ") }
        isJoined = false
    }

    func addName(_ name: Text) {
        addSpace()
        guard let written = name.asDocumentName else { return fail(.unwritable) }
        text += written
    }

    private func add(_ id: ID, _ words: DocumentWords) {
        addSpace()
        guard let word = words.word(of: id) else { return fail(.unwritable) }
        text += word
    }

    func add(state: ID) { add(state, stateWords) }
    func add(event: ID) { add(event, eventWords) }
    func add(predicate: ID) { add(predicate, predicateWords) }

    /// The callbacks of a chain, by name.
    func addCallbacks(_ chain: Chain) {
        var link = chain.first
        while link >= 0 {
            if let number = definition.callbackName(link) {
                addName(definition.documentText(number))
            } else {
                fail(.unnamedCallback)
            }
            link = definition.callbacks.next(link)
        }
    }

    func line(_ depth: Int, _ word: StaticString, _ chain: Chain) {
        if chain.isEmpty { return }
        begin(depth, word)
        addCallbacks(chain)
        endLine()
    }

    func addFormerNames(of id: ID, isEvent: Bool) {
        var isFirst = true
        formerNames.forEach(of: Self.key(id, isEvent: isEvent)) {
            if isFirst { add(word: "was") }
            isFirst = false
            addName(parts.names[parts.formerNames[$0].name])
        }
    }

    private static func key(_ id: ID, isEvent: Bool) -> UInt64 { UInt64(high: isEvent ? 1 : 0, low: id) }

    // MARK: - Rows

    private func write(row number: Int) {
        let row = definition.rows[number]
        let depth = goTo(Int(row.block))
        begin(depth, "")
        if let label = parts.label(ofRow: number) {
            addName(parts.names.texts[label])
            text.append(":")
        }
        write(row, number)
        endLine()
    }

    /// Comes to where the rows of a block stand, and returns how deep that is.
    private func goTo(_ block: Int) -> Int {
        openBlocks(upTo: block + 1)
        if path.goTo(block) {
            begin(1, "in ")
            text += blockNames.reference(to: block)
            endLine()
        }
        return path.depth + 1
    }
}
