/// Writes a definition as its canonical text: the same for whatever says the same in the same order. Reading the text and
/// writing it again gives the same bytes.
public final class DocumentWriter {
    public internal(set) var text = Text()
    /// The next word has no space before it.
    var isJoined = false
    /// Why no document can say it; the first reason counts.
    public private(set) var fault: Fault?

    public enum Fault {
        /// A callback has no name.
        case unnamedCallback
        /// A name that no document can have, or that two ids share; a reserved id without a word; or a line that is too
        /// long.
        case unwritable
    }

    let definition: Definition
    private let parts: DocumentParts
    private var stateWords: DocumentWords
    private var eventWords: DocumentWords
    private var predicateWords: DocumentWords
    let blockNames: DocumentBlockNames
    /// The labels of rows, by number; -1 for none.
    private var labelOfRow: [Int32] = []
    /// The blocks whose lines may come next, the innermost one last.
    private var open: [Int] = []
    private var openedCount = 0
    private var lineStart = 0

    public init(_ definition: Definition) {
        self.definition = definition
        var parts = definition.document ?? DocumentParts()
        parts.names.prepare()
        self.parts = parts
        stateWords = DocumentWords(.states, definition.stateNames, parts.names)
        eventWords = DocumentWords(.events, definition.eventNames, parts.names)
        predicateWords = DocumentWords(.predicates, definition.predicateNames, parts.names)
        blockNames = DocumentBlockNames(definition, parts)
    }

    public func write() {
        for _ in definition.rows { labelOfRow.append(-1) }
        for label in parts.rowLabels { labelOfRow[Int(label.row)] = label.name }
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

    private func fail(_ fault: Fault) { self.fault = self.fault ?? fault }

    private func endLine() {
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

    private func addSpace() {
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
            let wanted = Int(link) < parts.wantedOfLink.count ? parts.wantedOfLink[Int(link)] : -1
            if wanted >= 0 { addName(parts.wanted[Int(wanted)].name) } else { fail(.unnamedCallback) }
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
        for former in parts.formerNames where former.id == id && former.isEvent == isEvent {
            if isFirst { text.append(" was") }
            isFirst = false
            addName(parts.names[former.name])
        }
    }

    // MARK: - Names and declarations

    /// All names with their numbers, in ascending order of these.
    private func writeIDs() {
        definition.forEachMention(
            state: { stateWords.mention($0) }, event: { eventWords.mention($0) },
            predicate: { predicateWords.mention($0) })
        for vocabulary in DocumentVocabulary.all {
            let words = vocabulary == .states ? stateWords : vocabulary == .events ? eventWords : predicateWords
            guard words.isUnique else { return fail(.unwritable) }
            words.forEach { id, name in
                begin(1, "ids ")
                text.append(vocabulary.word)
                text.append(" ")
                text += name
                text.append(" = ")
                text += Text(id)
                endLine()
            }
        }
        // Events that are known without being mentioned.
        for id in definition.eventNames.namedIDs where !eventWords.isMentioned(id) {
            begin(1, "named events")
            add(event: id)
            endLine()
        }
    }

    private func writeDeclarations() {
        for number in definition.argumentLists.declarations.indices { writeEvent(number) }
        var isProvided = IndexMap<ID>()
        for predicate in definition.predicates {
            begin(1, "predicate")
            add(predicate: predicate.id)
            addCases(predicate)
            // A provider is said once.
            let next = UInt32(truncatingIfNeeded: isProvided.count)
            if let provider = definition.numberOfProvider[predicate.id],
                isProvided.index(of: predicate.id, orInsert: next) == next
            {
                add(word: "by")
                addCallbacks(definition.providers[Int(provider)].chain)
            }
            endLine()
        }
        for wanted in parts.wanted {
            guard let signature = wanted.signature else { continue }
            begin(1, "callable ")
            text.append(wanted.role.word)
            addName(wanted.name)
            add(signature)
            endLine()
        }
    }

    private func writeEvent(_ number: Int) {
        let declaration = definition.argumentLists.declarations[number]
        let types = definition.argumentLists.lists[declaration.argumentList]
        begin(1, "event")
        add(event: declaration.event)
        text.append(" (")
        for index in types.indices {
            if index > 0 { text.append(", ") }
            text.append(types[index].word)
            for argument in parts.argumentNames where argument.declaration == number && argument.index == index {
                addName(parts.names[argument.name])
            }
        }
        text.append(")")
        if definition.argumentLists.firstDeclaration(ofEvent: declaration.event) == number {
            addFormerNames(of: declaration.event, isEvent: true)
        }
        endLine()
    }

    private func addCases(_ predicate: PredicateType) {
        var isNamed = false
        for value in 0..<predicate.caseCount where definition.caseNames.name(of: value, in: predicate.id) != nil {
            isNamed = true
        }
        guard isNamed else {
            text.append(" of ")
            text += Text(predicate.caseCount)
            return
        }
        for value in 0..<predicate.caseCount { addCase(value, of: predicate.id) }
    }

    func addCase(_ value: Int32, of predicate: ID) {
        if value == ReservedID.none {
            add(word: "none")
        } else if let name = definition.caseNames.name(of: value, in: predicate) {
            addName(name)
        } else {
            addSpace()
            text += Text(value)
        }
    }

    private func add(_ signature: Text) {
        guard let read = try? Signature.parse(signature) else { return }
        text.append(" ")
        text.append(read.result.word)
        text.append("(")
        var isFirst = true
        func separate() {
            if !isFirst { text.append(", ") }
            isFirst = false
        }
        for parameter in read.parameters {
            separate()
            switch parameter {
            case .context: text.append("context")
            case .event: text.append("event")
            case .source: text.append("source")
            case .target: text.append("target")
            case .step: text.append("step")
            case .time: text.append("time")
            case .argument(let type): text.append(type.word)
            case .predicate(let id):
                text.append("predicate(")
                if let word = predicateWords.word(of: id) { text += word }
                text.append(")")
            }
        }
        if read.tail != .none {
            separate()
            text.append(read.tail == .cases ? "..." : "args...")
        }
        text.append(")")
    }

    private func writePolicies() {
        for initial in definition.initials {
            begin(1, "initial")
            add(state: initial.state)
            endLine()
        }
        if definition.guardPolicy == .firstMatch {
            begin(1, "guards first match")
            endLine()
        }
        if definition.entryExit == .always {
            begin(1, "entry exit always")
            endLine()
        }
        if !definition.order.isStandard {
            begin(1, "order")
            for phase in definition.order.phases { text.append(phase.documentWord) }
            endLine()
        }
        writeWarnings()
        line(1, "on unhandled", definition.unhandledHooks)
        line(1, "on step", definition.stepHooks)
    }

    private func writeWarnings() {
        var isFirst = true
        var number = Diagnostic.Kind.unreachableState.rawValue
        while let kind = Diagnostic.Kind(rawValue: number) {
            number += 1
            if definition.warnings.contains(Warnings(kind)) { continue }
            if isFirst { begin(1, "warnings off ") } else { text.append(", ") }
            isFirst = false
            text.append(kind.name)
        }
        if !isFirst { endLine() }
    }

    // MARK: - Blocks

    /// Opens the blocks before a number that are not open yet, in order: each in the one in which its state is nested, if
    /// that is open.
    private func openBlocks(upTo end: Int) {
        while openedCount < end {
            write(block: openedCount)
            openedCount += 1
        }
    }

    private func write(block number: Int) {
        let block = definition.blocks[number]
        let part = definition.part(of: block)
        while let last = open.last, definition.blocks[last].isSuperstate || definition.blocks[last].state != part.parent
        {
            _ = open.popLast()
        }
        if part.parent == ReservedID.none { open = [] }
        let isNested = !open.isEmpty
        open.append(number)
        let depth = open.count
        begin(depth, "")
        if let label = blockNames.label(of: number) {
            text += label
            text.append(":")
            isJoined = false
        }
        writeHeading(block, number)
        if !isNested && part.parent != ReservedID.none {
            text.append(" in")
            add(state: part.parent)
        }
        addAdoptions(block)
        if !block.isSuperstate && blockNames.isFirst(number, of: block.state) {
            addFormerNames(of: block.state, isEvent: false)
        }
        endLine()
        line(depth + 1, "entry", block.entry)
        line(depth + 1, "exit", block.exit)
        line(depth + 1, "cycle", block.cycle)
        line(depth + 1, "update", block.update)
        writeParts(part, number, depth + 1)
    }

    private func writeHeading(_ block: Block, _ number: Int) {
        guard !block.isSuperstate else {
            add(word: "superstate")
            guard let name = definition.superstateNames.name(of: ID(truncatingIfNeeded: number)) else { return }
            if !blockNames.isNamedByName(number) { add(word: "named") }
            return addName(name)
        }
        switch block.kind {
        case .plain: add(word: "state")
        case .parallel: add(word: "parallel")
        case .shallowHistory: add(word: "history")
        case .deepHistory: add(word: "deep history")
        }
        add(state: block.state)
        if block.isFinal { add(word: "final") }
    }

    private func addAdoptions(_ block: Block) {
        var isFirst = true
        definition.forEachAdoption(of: block) { superstate in
            if isFirst { text.append(" adopts") }
            isFirst = false
            text.append(" ")
            text += blockNames.reference(to: superstate)
        }
    }

    private func writeParts(_ part: ChartParts.StatePart, _ number: Int, _ depth: Int) {
        if part.defaultTarget != ReservedID.none || !part.onDefault.isEmpty {
            begin(depth, "default")
            add(state: part.defaultTarget)
            if !part.onDefault.isEmpty { text.append(" /") }
            addCallbacks(part.onDefault)
            endLine()
        }
        if part.doneEvent != ReservedID.none {
            begin(depth, "done")
            add(event: part.doneEvent)
            endLine()
        }
        guard part.hasTimeouts else { return }
        for timeout in definition.chart.timeouts where timeout.block.value == number {
            begin(depth, "timeout ")
            text += Text(Int(timeout.delay))
            add(event: timeout.event)
            endLine()
        }
    }

    // MARK: - Rows

    private func write(row number: Int) {
        let row = definition.rows[number]
        let depth = goTo(Int(row.block))
        begin(depth, "")
        if labelOfRow[number] >= 0 {
            addName(parts.names[labelOfRow[number]])
            text.append(":")
        }
        write(row, number)
        endLine()
    }

    /// Comes to where the rows of a block stand, and returns how deep that is.
    private func goTo(_ block: Int) -> Int {
        guard block >= 0 else {
            open = []
            return 1
        }
        if block >= openedCount { openBlocks(upTo: block + 1) }
        while let last = open.last, last != block { _ = open.popLast() }
        if open.isEmpty {
            begin(1, "in ")
            text += blockNames.reference(to: block)
            endLine()
            open = [block]
            // `in` begins at the first level, however deep the block itself is.
        }
        return open.count + 1
    }
}
