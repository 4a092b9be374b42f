import CMemory

/// How much a document may have.
public struct DocumentLimits {
    /// Bytes of the text.
    public var bytes = 16_777_216
    /// Rows that a definition has after reading.
    public var rows = 1_000_000

    /// The limits of the C library.
    public init() {}

    static var lineBytes: Int { 4_096 }
    static var nameBytes: Int { 255 }
}

/// Reads a document, line by line, into a definition: format 1, as the C header describes it.
///
/// What is wrong with a line is noted, and the next line is read. Nothing recurses; time and memory are linear.
public final class DocumentReader {
    /// What has been read so far.
    public internal(set) var definition: Definition
    /// What is to be its ``Definition/document``.
    var parts: DocumentParts
    var faults: [DocumentFault] = []

    let text: UnsafeBufferPointer<UInt8>
    let file: Int32
    let limits: DocumentLimits
    var line: DocumentLine
    var lineNumber: Int32 = 0
    /// The line has a fault: nothing more is told of it.
    var isFaulty = false
    /// The numbers of the blocks whose lines may come next, by depth.
    private var openBlocks: [Int32] = []
    /// The depth of the last line.
    private var depth = -1
    private var section = Section.before
    /// Of the first statement behind the head of the document no other may come before `format`.
    var isFirstStatement = true

    /// Whether it reads for a host whose states and events are values: see ``names(of:)``.
    public var isForValues = false
    /// Where each name got its id, if it reads for values; one array for each vocabulary.
    var namePlaces: [[DocumentName.Position]] = []

    /// What is told only once all lines are read.
    var labels = IndexMap<Int32>()
    var labelled: [Label] = []
    var adoptions: [Adoption] = []
    var matches: [Match] = []
    var values: [MatchValue] = []
    /// By what documents want: `role << 32 | name`.
    var numberOfWanted = IndexMap<UInt64>()
    /// What a host has for names: by `role << 32 | name`, with 0 for each role.
    var bindings = IndexMap<UInt64>()
    /// The cases that have names: by `predicate << 32 | name`.
    var caseOfName = IndexMap<UInt64>()

    enum Section {
        case before, definition, skipped
    }

    /// Reads into a definition that may have parts already.
    public init(
        _ definition: Definition, _ text: UnsafeBufferPointer<UInt8>, file: Int32,
        limits: DocumentLimits = DocumentLimits()
    ) {
        parts = definition.document ?? DocumentParts()
        self.definition = definition
        self.definition.document = nil
        self.text = text
        self.file = file
        self.limits = limits
        line = DocumentLine(text.baseAddress ?? Self.nothing)
        parts.names.prepare()
        for (number, wanted) in parts.wanted.enumerated() {
            let key = UInt64(high: wanted.role.rawValue, low: nameNumber(wanted.name))
            _ = numberOfWanted.index(of: key, orInsert: UInt32(truncatingIfNeeded: number))
        }
        parts.names.add(definition.stateNames, .states)
        parts.names.add(definition.eventNames, .events)
        parts.names.add(definition.predicateNames, .predicates)
        definition.caseNames.forEach { name, value, predicate in
            noteCase(value, nameNumber(name), predicate)
        }
    }

    private func nameNumber(_ name: Text) -> Int32 {
        name.bytes.withUnsafeBytes { parts.names.number(of: $0) }
    }

    /// The first case of a name counts.
    func noteCase(_ value: Int32, _ name: Int32, _ predicate: ID) {
        _ = caseOfName.index(of: UInt64(high: predicate, low: name), orInsert: UInt32(bitPattern: value))
    }

    /// Bytes of an empty text.
    private static var nothing: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }

    // MARK: - Lines

    /// Whether something is wrong with the text: see ``diagnostics``.
    public var hasFaults: Bool { !faults.isEmpty }

    /// Reads all of it.
    public func read() {
        guard text.count <= min(limits.bytes, DocumentLimits().bytes) else {
            lineNumber = 1
            fault(
                .documentLimit, at: 0,
                fill("expected a text of at most % bytes, found %", Text(limits.bytes), Text(text.count)))
            return
        }
        // A byte order mark.
        var start = text.count >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf ? 3 : 0
        while start < text.count && faults.count < Self.maximumFaultCount {
            lineNumber &+= 1
            isFaulty = false
            let base = text.baseAddress.unsafelyUnwrapped
            let end =
                memchr(base + start, 0x0a, text.count &- start)
                .map { base.distance(to: UnsafePointer($0.assumingMemoryBound(to: UInt8.self))) } ?? text.count
            let isReturned = end > start && text[end &- 1] == 0x0d
            readLine(start, isReturned ? end &- 1 : end)
            start = end &+ 1
        }
        if section == .before && faults.isEmpty {
            lineNumber = max(lineNumber, 1)
            isFaulty = false
            fault(at: line.start, "expected 'definition', found the end of the text")
        }
        if faults.count < Self.maximumFaultCount { resolveReferences() }
        sortFaults()
        for link in parts.wantedOfLink.count..<definition.callbacks.linkCount {
            let number = definition.callbacks[Int32(truncatingIfNeeded: link)].wantedNumber
            parts.wantedOfLink.append(number.map { Int32(truncatingIfNeeded: $0) } ?? -1)
        }
        definition.document = parts
    }

    private func readLine(_ start: Int, _ end: Int) {
        if section == .skipped && (start == end || text[start] == 0x20 || text[start] == 0x23) { return }
        guard end &- start <= DocumentLimits.lineBytes else {
            line.tokensOfNothing(start, end)
            return fault(
                .documentLimit, at: start,
                fill("expected a line of at most % bytes, found %", Text(DocumentLimits.lineBytes), Text(end - start)))
        }
        if let (position, sentence) = DocumentCharacters.fault(text, start, end) {
            line.tokensOfNothing(start, end)
            return fault(at: position, Text(sentence))
        }
        do throws(DocumentLine.Fault) {
            try line.cut(start, end)
        } catch {
            fault(at: error.position, Text(error.text))
            return close()
        }
        if !line.tokens.isEmpty { readTokens() }
    }

    /// Lets the lines below this one, which has a fault, pass.
    private func close() {
        depth = line.depth
        if depth > 0 { open(Self.skippedBlock) }
    }

    private func readTokens() {
        guard line.depth <= depth + 1 else {
            fault(
                at: line.token.start, "expected an indentation of at most two spaces more than that of the line before")
            return close()
        }
        depth = line.depth
        if line.depth == 0 { return readHead() }
        guard section == .definition else {
            return fault(at: line.token.start, "expected 'definition' before this")
        }
        while openBlocks.count > line.depth { _ = openBlocks.popLast() }
        let block = openBlocks.count == line.depth ? openBlocks[line.depth - 1] : Self.noBlock
        if block == Self.skippedBlock { return open(Self.skippedBlock) }
        if line.depth == 1 { readStatement() } else { readInner(block) }
        isFirstStatement = false
        expectEnd()
    }

    /// Instead of a block: the line above is none; or it has a fault, so that nothing is told of what is below.
    static var noBlock: Int32 { -1 }
    static var skippedBlock: Int32 { -2 }

    /// Lets the lines below this one be those of a block.
    func open(_ block: Int32) {
        while openBlocks.count > line.depth { _ = openBlocks.popLast() }
        while openBlocks.count < line.depth { openBlocks.append(Self.skippedBlock) }
        openBlocks.append(block)
    }

    /// A line that is not indented.
    private func readHead() {
        openBlocks = [Self.noBlock]
        if line.sees("definition") {
            guard section == .before else {
                return fault(at: line.token.start, "expected one definition in a document, found another")
            }
            section = .definition
            line.next += 1
            if line.seesName && !line.sees("version") { parts.name = takeText() }
            if line.skip("version") {
                guard line.seesName else { return expected("the name of a version") }
                parts.version = takeText()
            }
            return expectEnd()
        }
        guard section != .before else { return expected("'definition'") }
        guard line.sees("run") || line.sees("diagnostics") || line.sees("transitions") else {
            return expected("'run', 'diagnostics' or 'transitions'")
        }
        section = .skipped
    }

    /// By lines and columns: some are noted when all lines are read.
    private func sortFaults() {
        for index in faults.indices.dropFirst() {
            var position = index
            while position > 0, comes(faults[position], before: faults[position - 1]) {
                faults.swapAt(position, position - 1)
                position -= 1
            }
        }
    }

    private func comes(_ first: DocumentFault, before second: DocumentFault) -> Bool {
        first.line == second.line ? first.column < second.column : first.line < second.line
    }

    /// The faults, as building tells them.
    public var diagnostics: [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for fault in faults {
            var diagnostic = Diagnostic(
                fault.kind, places: [Place(file: file, line: fault.line)], text: fault.text)
            diagnostic.column = fault.column
            diagnostics.append(diagnostic)
        }
        return diagnostics
    }

    var place: Place { Place(file: file, line: lineNumber) }
}
