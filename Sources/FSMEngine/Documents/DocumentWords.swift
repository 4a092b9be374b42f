/// The words of a vocabulary as a document writes them.
final class DocumentWords {
    private let vocabulary: DocumentVocabulary
    private var mentions: [ID] = []
    private var mentioned = IndexMap<ID>()
    private let names: Names
    private let document: DocumentNames

    init(_ vocabulary: DocumentVocabulary, _ names: Names, _ document: DocumentNames) {
        self.vocabulary = vocabulary
        self.names = names
        self.document = document
        for name in document.ordered[vocabulary.rawValue] {
            if let id = document.id(of: name, vocabulary) {
                mentions.append(id)
                _ = nameOfID.index(of: id, orInsert: UInt32(bitPattern: name))
            }
        }
        for id in names.namedIDs { mentions.append(id) }
    }

    /// The names that documents give.
    private var nameOfID = IndexMap<ID>()

    /// Notes that something is said of an id.
    func mention(_ id: ID) {
        if ReservedID.contains(id) { return }
        _ = mentioned.index(of: id, orInsert: UInt32(truncatingIfNeeded: mentioned.count))
        mentions.append(id)
    }

    func isMentioned(_ id: ID) -> Bool { mentioned[id] != nil }

    /// The word for an id: its name, or else its number; `nil` for one that no document can have.
    func word(of id: ID) -> Text? {
        if ReservedID.contains(id) {
            let number = Int(id &- ReservedID.any)
            return number < DocumentNames.reservedCount ? Text(DocumentNames.reservedWord(number)) : nil
        }
        return name(of: id).asDocumentName
    }

    /// Its name, or else its number.
    func name(of id: ID) -> Text {
        if ReservedID.contains(id) {
            let number = Int(id &- ReservedID.any)
            return number < DocumentNames.reservedCount ? Text(DocumentNames.reservedWord(number)) : Text(id)
        }
        if let name = names.name(of: id) { return name }
        return nameOfID[id].map { document[Int32(bitPattern: $0)] } ?? Text(id)
    }

    /// Calls `body` with each id and its word, in ascending order.
    func forEach(_ body: (ID, Text) -> Void) {
        forEachID { id in
            if let word = word(of: id) { body(id, word) }
        }
    }

    /// Whether no two ids have the same name, and each has one that documents can have.
    var isUnique: Bool {
        var seen = DocumentNames()
        seen.prepare()
        var isUnique = true
        forEachID { id in
            let name = name(of: id)
            let number = name.bytes.withUnsafeBytes { seen.number(of: $0) }
            if name.asDocumentName == nil || !seen.setNew(id, of: number, vocabulary) { isUnique = false }
        }
        return isUnique
    }

    private func forEachID(_ body: (ID) -> Void) {
        let index = IDIndex<State>(mentions)
        for number in index.indices where !ReservedID.contains(index.ids[number]) { body(index.ids[number]) }
    }
}

extension Text {
    /// As a document writes a name: in quotes unless it is a word that means nothing else; `nil` if it has characters that
    /// no document has, or is too long or empty.
    @inline(never)
    var asDocumentName: Text? {
        guard !isEmpty && bytes.count <= DocumentLimits.nameBytes else { return nil }
        let isPlain = bytes.withUnsafeBufferPointer { isWord($0) && DocumentCharacters.fault($0, 0, $0.count) == nil }
        if isPlain && !isKeyword { return self }
        guard bytes.withUnsafeBufferPointer({ DocumentCharacters.fault($0, 0, $0.count) == nil }) else { return nil }
        for byte in bytes where byte == 0x09 { return nil }
        var quoted: Text = "\""
        quoted.appendEscaped(self)
        quoted.append("\"")
        return quoted.bytes.count <= DocumentLimits.nameBytes + 2 ? quoted : nil
    }

    /// Whether documents can have it as a name.
    public var isDocumentName: Bool { asDocumentName != nil }

    /// Whether a row would take it for the number of a case.
    var isDocumentNumber: Bool {
        for (index, byte) in bytes.enumerated() where byte < 0x30 || byte > 0x39 {
            if index > 0 || byte != 0x2d || bytes.count == 1 { return false }
        }
        return true
    }

    private func isWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in bytes.indices {
            if DocumentByte.isInWord(bytes[index]) { continue }
            let next = index + 1
            guard bytes[index] == 0x2d && next < bytes.count && DocumentByte.isLetter(bytes[next]) else { return false }
        }
        return true
    }

    /// Whether the word may mean something where a name may stand.
    private var isKeyword: Bool {
        if isReservedWord { return true }
        for number in 0..<Self.keywordCount where isSame(as: Self.keyword(number)) { return true }
        return false
    }

    func isSame(as literal: StaticString) -> Bool {
        bytes.count == literal.utf8CodeUnitCount && bytes[0] == literal.utf8Start[0]
            && isSame(as: UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    private static var keywordCount: Int { 13 }

    private static func keyword(_ number: Int) -> StaticString {
        switch number {
        case 0: "version"
        case 1: "named"
        case 2: "adopts"
        case 3: "in"
        case 4: "was"
        case 5: "final"
        case 6: "by"
        case 7: "of"
        case 8: "overriding"
        case 9: "local"
        case 10: "not"
        case 11: "and"
        default: "raises"
        }
    }
}

/// The names by which rows may name cases.
struct DocumentCaseNames {
    private let names: Names
    private var words = DocumentNames()
    /// By `predicate << 32 | name`: the first case that has it, and names that another one has too.
    private var firstOfName = IndexMap<UInt64>()
    private var shared = IndexMap<UInt64>()

    init(_ names: Names) {
        self.names = names
        words.prepare()
        names.forEach { name, value, predicate in
            let key = UInt64(high: predicate, low: name.bytes.withUnsafeBytes { words.number(of: $0) })
            let own = UInt32(bitPattern: value)
            if firstOfName.index(of: key, orInsert: own) != own { _ = shared.index(of: key, orInsert: 0) }
        }
    }

    func name(of value: Int32, in predicate: ID) -> Text? {
        guard let name = names.name(of: value, in: predicate), !name.isDocumentNumber,
            let number = name.bytes.withUnsafeBytes({ words.known($0) }),
            shared[UInt64(high: predicate, low: number)] == nil
        else { return nil }
        return name
    }
}

/// How blocks are referred to: superstates by name, others by label.
final class DocumentBlockNames {
    private let definition: Definition
    /// The label of each block; empty if it has none.
    private var labels: [Text] = []
    private var isNamed: [Bool] = []
    private var firstBlock = IndexMap<ID>()

    init(_ definition: Definition, _ parts: DocumentParts) {
        self.definition = definition
        var taken = DocumentNames()
        taken.prepare()
        func take(_ name: Text) -> Bool {
            let number = name.bytes.withUnsafeBytes { taken.number(of: $0) }
            return taken.setNew(number, of: number, .states)
        }
        for _ in definition.blocks {
            labels.append(Text())
            isNamed.append(false)
        }
        for label in parts.rowLabels { _ = take(parts.names[label.name]) }
        for label in parts.blockLabels {
            _ = take(parts.names[label.name])
            labels[Int(label.block)] = parts.names[label.name]
        }
        for number in definition.blocks.indices {
            let block = definition.blocks[number]
            if !block.isSuperstate {
                _ = firstBlock.index(of: block.state, orInsert: UInt32(truncatingIfNeeded: number))
            } else if let name = definition.superstateNames.name(of: ID(truncatingIfNeeded: number)), take(name) {
                isNamed[number] = true
            }
        }
        markReferences { number in
            if isNamed[number] || !labels[number].isEmpty { return }
            var label = fill("block-%", Text(number + 1))
            while !take(label) { label.append("-x") }
            labels[number] = label
        }
    }

    /// Calls `body` with the blocks that are referred to: superstates that are adopted, and blocks whose rows do not stand
    /// together.
    private func markReferences(_ body: (Int) -> Void) {
        for block in definition.blocks { definition.forEachAdoption(of: block, body) }
        var path = DocumentPath()
        for row in definition.rows {
            let block = Int(row.block)
            while path.openedCount <= block { _ = path.openNext(of: definition) }
            if path.goTo(block) { body(block) }
        }
    }

    /// What stands before a block.
    func label(of number: Int) -> Text? { labels[number].isEmpty ? nil : labels[number].asDocumentName }

    /// What stands where it is referred to.
    func reference(to number: Int) -> Text {
        let name = definition.superstateNames.name(of: ID(truncatingIfNeeded: number))
        return (isNamed[number] ? name ?? labels[number] : labels[number]).asDocumentName ?? Text()
    }

    /// A superstate whose name is no other block's label.
    func isNamedByName(_ number: Int) -> Bool { isNamed[number] }

    func isFirst(_ number: Int, of state: ID) -> Bool { firstBlock[state] == UInt32(truncatingIfNeeded: number) }
}

/// Numbers by what they belong to, in order.
struct DocumentGroups {
    private var chains: [Chain] = []
    private var numbers = ListPool<Int32>()
    private var groups = IndexMap<UInt64>()

    mutating func add(_ number: Int, to key: UInt64) {
        let next = chains.count
        let group = Int(groups.index(of: key, orInsert: UInt32(truncatingIfNeeded: next)))
        if group == next { chains.append(Chain()) }
        numbers.append(Int32(truncatingIfNeeded: number), to: &chains[group])
    }

    func forEach(of key: UInt64, _ body: (Int) -> Void) {
        guard let group = groups[key] else { return }
        numbers.forEach(in: chains[Int(group)]) { body(Int($0)) }
    }
}
