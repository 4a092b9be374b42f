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

    /// What Swift has no values for.
    private var faults: [DocumentMessage] {
        var faults: [DocumentMessage] = []
        for event in events where arguments(of: event).contains(where: { $0.type == nil }) {
            faults.append(
                DocumentMessage(
                    file, event.line, event.column,
                    "expected arguments that are values of Swift, found a 'ptr' of the event '\(event.text)': "
                        + "write the types of this document by hand"))
        }
        for name in states + events + predicates where !Self.canBeRaw(name.text) {
            faults.append(
                DocumentMessage(
                    file, name.line, name.column,
                    "expected a name that Swift can have in backticks, found '\(name.text)'"))
        }
        for predicate in predicates where Self.ownTypes.contains(SwiftNames.type(predicate.text)) {
            faults.append(
                DocumentMessage(
                    file, predicate.line, predicate.column,
                    "expected another name than '\(predicate.text)' for a predicate type: it is that of a type which is made "
                        + "of each document"))
        }
        return faults + callbackFaults
    }

    private static let ownTypes: Set<String> = ["State", "Event", "Callback"]

    /// Callbacks that SwiftFSM has no roles for.
    private var callbackFaults: [DocumentMessage] {
        definition.wantedCallbacks.compactMap { wanted in
            let (name, role) = (wanted.name.string, "\(wanted.role.word)")
            let (line, column) = (Int(wanted.place.line), Int(wanted.column))
            if !Self.canBeRaw(name) {
                return DocumentMessage(
                    file, line, column, "expected a name that Swift can have in backticks, found '\(name)'")
            }
            guard wanted.isMissing, !Self.roles.contains(role) else { return nil }
            return DocumentMessage(
                file, line, column,
                "expected callbacks for guards, providers, actions, entries, exits and cycles, which SwiftFSM has, found "
                    + "'\(name)' for '\(role)'")
        }
    }

    /// What SwiftFSM has callbacks for.
    static let roles: Set<String> = ["guard", "action", "entry", "exit", "cycle", "provider"]

    private static func canBeRaw(_ name: String) -> Bool {
        !name.isEmpty && !name.unicodeScalars.contains { $0 == "`" || $0 == "\\" || $0.value < 0x20 }
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
