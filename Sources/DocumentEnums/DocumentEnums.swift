import FSMEngine

/// A document that was read, for which Swift is written.
package struct DocumentEnums {
    /// What it names: a state, an event or a predicate type.
    struct Name {
        let text: String
        let id: ID
        let line: Int
        let column: Int
    }

    let file: String
    let text: String
    let name: String
    let states: [Name]
    let events: [Name]
    let predicates: [Name]
    let definition: Definition
    let table: Table

    /// The file without its folders.
    var fileName: String { file.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? file }

    /// Reads a document, and writes the source if there are no errors.
    package static func make(of bytes: [UInt8], file: String) -> (source: String?, messages: [DocumentMessage]) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return (nil, [DocumentMessage(file, 1, 1, "the document is not in UTF-8")])
        }
        let reader = read(bytes, file, isForValues: false)
        if reader.hasFaults { return (nil, reader.diagnostics.map { DocumentMessage($0, file) }) }
        let definition = reader.definition
        let (valid, diagnostics) = definition.validate()
        let messages = diagnostics.map { DocumentMessage($0, file) }
        guard let valid, let table = valid.compile(owner: nil) else { return (nil, messages) }
        // Only this one tells where names are.
        let placed = read(bytes, file, isForValues: true)
        func names(of vocabulary: DocumentVocabulary) -> [Name] {
            zip(reader.names(of: vocabulary), placed.names(of: vocabulary)).map { name, place in
                Name(text: name.text.string, id: name.id, line: Int(place.line), column: Int(place.column))
            }
        }
        let texts = definition.documentTexts
        let document = DocumentEnums(
            file: file, text: String(text.unicodeScalars.filter { $0 != "\r" }),
            name: definition.numberOfDocumentName.map { texts[$0].string } ?? "document",
            states: names(of: .states), events: names(of: .events), predicates: names(of: .predicates),
            definition: definition, table: table)
        let faults = document.faults
        return faults.isEmpty ? (document.source, messages) : (nil, messages + faults)
    }

    private static func read(_ bytes: [UInt8], _ file: String, isForValues: Bool) -> DocumentReader {
        bytes.withUnsafeBufferPointer { bytes in
            var definition = Definition()
            let reader = DocumentReader(definition, bytes, file: definition.file(file))
            reader.isForValues = isForValues
            reader.read()
            return reader
        }
    }

    // MARK: - What it names

    /// The name of the definition, in its line, behind its quotation mark if there is one.
    var head: Name {
        let word = "definition"
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let characters = line.drop { $0 == "\u{feff}" }
            guard characters.hasPrefix(word) else { continue }
            let spaces = characters.dropFirst(word.count).prefix { $0 == " " }.count
            let isQuoted = characters.dropFirst(word.count + spaces).first == "\""
            let column = word.count + spaces + (isQuoted ? 2 : 1)
            return Name(text: name, id: 0, line: number + 1, column: column)
        }
        return Name(text: name, id: 0, line: 1, column: 1)
    }

    /// The cases of a predicate type. Those without names have their numbers.
    func cases(of predicate: Name) -> [String] {
        (0..<(table.caseCount(ofPredicate: predicate.id) ?? 0)).map { number in
            definition.caseNames[number, in: predicate.id] ?? "\(number)"
        }
    }

    /// What SwiftFSM has callbacks for.
    static let roles: Set<String> = ["guard", "action", "entry", "exit", "cycle", "provider"]

    /// The names of callbacks by what they are for, in the order of the document.
    var callbacks: [(role: String, names: [Name])] {
        var found: [(role: String, names: [Name])] = []
        for wanted in definition.wantedCallbacks where Self.roles.contains("\(wanted.role.word)") {
            let (role, text) = ("\(wanted.role.word)", wanted.name.string)
            let name = Name(text: text, id: 0, line: Int(wanted.place.line), column: Int(wanted.column))
            if let known = found.firstIndex(where: { $0.role == role }) {
                // Not by `==`, to which letters with accents are alike however they are written.
                let isKnown = found[known].names.contains { $0.text.utf8.elementsEqual(text.utf8) }
                if !isKnown { found[known].names.append(name) }
            } else {
                found.append((role, [name]))
            }
        }
        return found
    }

    /// What an event carries: the names of the arguments, if they have some, and their types; `nil` for a pointer.
    func arguments(of event: Name) -> [(name: String?, type: String?)] {
        let texts = definition.documentTexts
        return table.arguments(ofEvent: event.id).enumerated().map { index, type in
            let name = definition.numberOfArgumentName(ofEvent: event.id, at: index).map { texts[$0].string }
            return (name, Self.swiftType(type))
        }
    }

    private static func swiftType(_ type: ValueType) -> String? {
        switch type {
        case .bool: "Bool"
        case .i8: "Int8"
        case .i16: "Int16"
        case .i32: "Int32"
        case .i64: "Int64"
        case .u8: "UInt8"
        case .u16: "UInt16"
        case .u32: "UInt32"
        case .u64: "UInt64"
        case .f32: "Float"
        case .f64: "Double"
        case .str: "String"
        case .ptr: nil
        }
    }
}
