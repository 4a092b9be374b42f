import FSMEngine

extension Conformance {
    /// What the words of a case stand for.
    struct Words {
        /// What a word is a name of.
        enum Vocabulary: String, CaseIterable {
            case state = "a state"
            case event = "an event"
            case predicate = "a predicate type"
        }

        /// What a label stands before.
        enum Labelled {
            case row(Int)
            case block(Int)
            case other
        }

        struct Label {
            var line: Int
            var labelled: Labelled
            var isUsed = false
        }

        private var ids: [Vocabulary: [String: ID]] = [:]
        private var caseNames: [ID: [[String]]] = [:]
        private(set) var labels: [String: Label] = [:]
        private var pointers: [String] = []

        private static var reserved: [String: ID] {
            [
                "any": ReservedID.any, "same": ReservedID.same, "internal": ReservedID.internal,
                "dynamic": ReservedID.dynamic, "none": ReservedID.none, "initial": ReservedID.initial,
                "failed": ReservedID.failed, "last": ReservedID.lastState, "request": ReservedID.request,
                "eventless": ReservedID.eventless, "defer": ReservedID.deferred,
            ]
        }

        // MARK: - Ids

        /// Takes a state, event or predicate type of the definition, or a reserved one.
        func takeID(_ cursor: inout Cursor, _ vocabulary: Vocabulary) throws(Fault) -> ID {
            if cursor.skip("reserved") { return ReservedID.any + (try cursor.integer("the number of a reserved id")) }
            return try id(try cursor.word(vocabulary.rawValue), cursor, vocabulary)
        }

        /// The same of a word that was taken already.
        func id(_ word: String, _ cursor: Cursor, _ vocabulary: Vocabulary) throws(Fault) -> ID {
            if let id = Self.reserved[word] ?? ids[vocabulary]?[word] { return id }
            throw cursor.fault("the definition has no word \"\(word)\" for \(vocabulary.rawValue)")
        }

        /// Notes a word of the definition.
        mutating func set(_ id: ID, for word: String, _ vocabulary: Vocabulary) {
            ids[vocabulary, default: [:]][word] = id
        }

        /// The word for an id, for people.
        func text(_ id: ID, _ vocabulary: Vocabulary) -> String {
            Self.reserved.first { $0.value == id }?.key ?? ids[vocabulary]?.first { $0.value == id }?.key ?? "\(id)"
        }

        /// All words for ids, but those for reserved ones.
        func all(_ vocabulary: Vocabulary) -> [String: ID] { ids[vocabulary] ?? [:] }

        // MARK: - Cases of predicate types

        mutating func declareCases(_ names: [String], of predicate: ID) {
            caseNames[predicate, default: []].append(names)
        }

        /// The number of a case: by its name, as a number, or `none`.
        func caseNumber(_ word: String, of predicate: ID, line: Int) throws(Fault) -> Int32 {
            if let value = Int32(word) { return value }
            if word == "none" { return ReservedID.none }
            for names in caseNames[predicate] ?? [] {
                if let value = names.firstIndex(of: word) { return Int32(value) }
            }
            throw Fault(line: line, text: "\(word) is no case of \(text(predicate, .predicate))")
        }

        /// `Mood glad`
        func text(_ part: PredicateCase) -> String {
            let names = caseNames[part.predicate]?.first { $0.indices.contains(Int(part.value)) }
            let value = part.value == ReservedID.none ? "none" : names?[Int(part.value)] ?? "\(part.value)"
            return "\(text(part.predicate, .predicate)) \(value)"
        }

        /// Takes `Mood glad`.
        func takeCase(_ cursor: inout Cursor) throws(Fault) -> PredicateCase {
            let predicate = try takeID(&cursor, .predicate)
            let word = try cursor.word("a case")
            return PredicateCase(predicate, try caseNumber(word, of: predicate, line: cursor.line.number))
        }

        /// Takes `[Mood glad, Policy weak]`.
        func takeCases(_ cursor: inout Cursor) throws(Fault) -> [PredicateCase] {
            var cases: [PredicateCase] = []
            try cursor.expect("[")
            while !cursor.sees("]") {
                if !cases.isEmpty { try cursor.expect(",") }
                cases.append(try takeCase(&cursor))
            }
            try cursor.expect("]")
            return cases
        }

        // MARK: - Pointers

        /// What a word for a pointer stands for: always the same, and not none.
        mutating func pointer(_ word: String) -> UInt64 {
            if !pointers.contains(word) { pointers.append(word) }
            return 16 * UInt64((pointers.firstIndex(of: word) ?? 0) + 1)
        }

        // MARK: - Labels

        /// Notes a label of the definition.
        mutating func setLabel(_ word: String, _ line: Int, _ labelled: Labelled) {
            labels[word] = Label(line: line, labelled: labelled)
        }

        /// Notes that a label is used, if there is such a label.
        mutating func noteUse(of word: String) { labels[word]?.isUsed = true }

        /// What a label stands for, which has been used by that.
        mutating func useLabel(_ word: String, line: Int) throws(Fault) -> Label {
            guard let label = labels[word] else { throw Fault(line: line, text: "there is no label \(word)") }
            labels[word]?.isUsed = true
            return label
        }

        /// The number of the row with this label.
        mutating func useRow(_ word: String, line: Int) throws(Fault) -> Int {
            guard case .row(let row) = try useLabel(word, line: line).labelled else {
                throw Fault(line: line, text: "\(word) is not the label of a row")
            }
            return row
        }

        /// The label that stands on a line, or the line's number.
        func text(ofLine line: Int) -> String {
            labels.first { $0.value.line == line }?.key ?? "line-\(line)"
        }
    }
}
