/// What a name of a document stands for.
public enum DocumentVocabulary: Int, Sendable {
    /// Names of one kind, which differ from each other.
    case states, events, predicates

    static var all: [DocumentVocabulary] { [.states, .events, .predicates] }

    /// As `ids` names it.
    var word: StaticString {
        switch self {
        case .states: "states"
        case .events: "events"
        case .predicates: "predicates"
        }
    }

    /// `the name of a state`
    var description: StaticString {
        switch self {
        case .states: "the name of a state"
        case .events: "the name of an event"
        case .predicates: "the name of a predicate type"
        }
    }
}

/// The names of the documents that a builder has read, each once, with the ids for which they stand. Names that the builder
/// was given otherwise are among them.
struct DocumentNames {
    /// All names, in the order in which they came. The first ones are those of reserved ids.
    private(set) var texts: [Text] = []
    private var groups = EqualityGroups()
    /// The id of each name, or ``ReservedID/none``, which no name has; one array for each vocabulary.
    private var ids: [[ID]] = []
    /// The names of each vocabulary, in the order in which they got their ids.
    private(set) var ordered: [[Int32]] = []
    private var taken: [IndexMap<ID>] = []
    private var lowestFree: [ID] = []

    /// Before the first name: those of reserved ids.
    mutating func prepare() {
        guard texts.isEmpty else { return }
        for _ in DocumentVocabulary.all {
            ids.append([])
            ordered.append([])
            taken.append(IndexMap())
            lowestFree.append(0)
        }
        for number in 0..<Self.reservedCount { _ = append(Text(Self.reservedWord(number))) }
    }

    // MARK: - Reserved ids

    static var reservedCount: Int { 11 }

    /// The word for the reserved id with this number.
    static func reservedWord(_ number: Int) -> StaticString {
        switch number {
        case 0: "any"
        case 1: "same"
        case 2: "internal"
        case 3: "dynamic"
        case 4: "none"
        case 5: "initial"
        case 6: "failed"
        case 7: "last"
        case 8: "request"
        case 9: "eventless"
        default: "defer"
        }
    }

    /// The reserved id for which a name stands that is not in quotes.
    @inline(__always)
    static func reservedID(_ name: Int32) -> ID? {
        name < Int32(reservedCount) ? ReservedID.any &+ name : nil
    }

    // MARK: - Names

    /// The number of the name in these bytes, which gets one if it has none. O(bytes).
    @inline(never)
    @_optimize(speed)
    mutating func number(of bytes: UnsafeRawBufferPointer) -> Int32 {
        let hash = Self.hash(bytes)
        if let known = known(bytes, hash) { return known }
        var text = Text()
        text.append(bytes)
        return append(text, hash)
    }

    /// The number of the name in these bytes, if it has one. O(bytes).
    func known(_ bytes: UnsafeRawBufferPointer) -> Int32? { known(bytes, Self.hash(bytes)) }

    @inline(__always)
    private func known(_ bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Int32? {
        var group = groups.first(hash: hash)
        while group >= 0 {
            if texts[group].isSame(as: bytes) { return Int32(truncatingIfNeeded: group) }
            group = groups.next(group)
        }
        return nil
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = WordHasher()
        hasher.add(bytes)
        return hasher.value
    }

    @inline(never)
    private mutating func append(_ text: Text) -> Int32 {
        append(text, text.bytes.withUnsafeBytes { Self.hash($0) })
    }

    /// Groups are opened in the order of the texts, so that they have the same numbers.
    private mutating func append(_ text: Text, _ hash: UInt64) -> Int32 {
        let number = texts.count
        texts.append(text)
        _ = groups.open(with: number, hash: hash)
        for vocabulary in 0..<3 { ids[vocabulary].append(ReservedID.none) }
        return Int32(truncatingIfNeeded: number)
    }

    subscript(name: Int32) -> Text { texts[Int(name)] }

    // MARK: - Ids

    /// The id of a name, if it has one.
    @inline(__always)
    func id(of name: Int32, _ vocabulary: DocumentVocabulary) -> ID? {
        let id = ids[vocabulary.rawValue][Int(name)]
        return id == ReservedID.none ? nil : id
    }

    /// Gives a name an id that it has not; `false` if that id is another name's.
    @inline(never)
    mutating func set(_ id: ID, of name: Int32, _ vocabulary: DocumentVocabulary) -> Bool {
        let number = vocabulary.rawValue
        let next = UInt32(truncatingIfNeeded: name)
        guard taken[number].index(of: id, orInsert: next) == next else { return false }
        ids[number][Int(name)] = id
        ordered[number].append(name)
        return true
    }

    /// The same; also `false` if the name has an id already.
    mutating func setNew(_ id: ID, of name: Int32, _ vocabulary: DocumentVocabulary) -> Bool {
        self.id(of: name, vocabulary) == nil && set(id, of: name, vocabulary)
    }

    /// Gives a name the lowest id from 0 that is free.
    @inline(never)
    mutating func makeID(of name: Int32, _ vocabulary: DocumentVocabulary) -> ID {
        let number = vocabulary.rawValue
        while true {
            let id = lowestFree[number]
            lowestFree[number] += 1
            if set(id, of: name, vocabulary) { return id }
        }
    }

    /// Takes over names that the builder was given otherwise.
    mutating func add(_ names: Names, _ vocabulary: DocumentVocabulary) {
        for (index, id) in names.namedIDs.enumerated() {
            let name = names.texts[index].bytes.withUnsafeBytes { number(of: $0) }
            if Self.reservedID(name) == nil && self.id(of: name, vocabulary) == nil {
                _ = set(id, of: name, vocabulary)
            }
        }
    }
}
