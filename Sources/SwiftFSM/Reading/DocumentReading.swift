import FSMEngine

/// A document that was read: what it defines, with ids that are positions in arrays of values.
struct DocumentReading {
    /// What a document names: a state, an event or a predicate type.
    struct Name {
        let text: String
        /// As the document numbers it.
        let id: Int32
        let line: Int
        let column: Int
    }

    let file: String
    /// With the document's own numbers.
    let written: Definition
    /// The ids are the positions in ``states``, ``events`` and ``predicates``; events carry no arguments.
    let numbered: Definition
    let states: [Name]
    let events: [Name]
    let predicates: [Name]
    /// The line with which the definition begins.
    let headLine: Int

    /// Reads a text.
    ///
    /// - Throws: ``SwiftFSMError`` with the faults of the text.
    init(_ text: String, file: String) throws {
        var text = text
        self.file = file
        let (asWritten, forValues) = text.withUTF8 { bytes in
            (Self.read(bytes, file, isForValues: false), Self.read(bytes, file, isForValues: true))
        }
        guard !asWritten.hasFaults else {
            throw SwiftFSMError(faults: asWritten.diagnostics.map { .document(FSMDocumentFault($0, file: file)) })
        }
        written = asWritten.definition
        numbered = forValues.definition
        states = Self.names(.states, asWritten, forValues)
        events = Self.names(.events, asWritten, forValues)
        predicates = Self.names(.predicates, asWritten, forValues)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        headLine = (lines.firstIndex { $0.hasPrefix("definition") } ?? 0) + 1
    }

    /// The definition of a document without faults, with its own numbers.
    static func definition(_ text: String) -> Definition {
        var text = text
        return text.withUTF8 { read($0, "", isForValues: false).definition }
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ file: String, isForValues: Bool
    ) -> DocumentReader {
        var definition = Definition()
        let reader = DocumentReader(definition, bytes, file: definition.file(file))
        reader.isForValues = isForValues
        reader.read()
        return reader
    }

    /// Both readings find the same names in the same order.
    private static func names(
        _ vocabulary: DocumentVocabulary, _ asWritten: DocumentReader, _ forValues: DocumentReader
    ) -> [Name] {
        zip(asWritten.names(of: vocabulary), forValues.names(of: vocabulary)).map { written, placed in
            Name(
                text: written.text.string, id: written.id, line: Int(placed.line), column: Int(placed.column))
        }
    }
}

// MARK: - What is wrong with it

extension DocumentReading {
    /// An error at a name.
    func fault(at name: Name, _ text: String) -> TableFault {
        .document(FSMDocumentFault(file, line: name.line, column: name.column, text))
    }

    /// An error of the document as a whole.
    func fault(_ text: String) -> TableFault { .document(FSMDocumentFault(file, line: headLine, column: 1, text)) }

    /// The errors and warnings of the definition.
    func validate() -> [FSMDocumentFault] {
        written.validate().diagnostics.map { FSMDocumentFault($0, file: file) }
    }
}

// MARK: - Rows

extension DocumentReading {
    /// The rows of the table that was compiled of it, by their numbers.
    func rows(of table: Table) -> [Int: FSMRow] {
        let texts = written.documentTexts.map(\.string)
        var rows: [Int: FSMRow] = [:]
        for transition in (0..<table.transitionCount).compactMap(table.transition) where rows[transition.row] == nil {
            let label = written.numberOfLabel(ofRow: transition.row).map { texts[$0] }
            rows[transition.row] = FSMRow(label: label, file: file, line: Int(transition.place.line))
        }
        return rows
    }
}

// MARK: - Callbacks

extension DocumentReading {
    /// What the program has to supply for a callback.
    struct Wanted: Sendable {
        let callback: FSMWantedCallback
        /// The types of which a provider gives a case.
        let predicates: [any PredicateKind.Type]
    }

    /// What the program has to supply, by the numbers of the callbacks; `nil` for those that no step calls. `kinds` are the
    /// types for the predicate types, if there is no fault.
    func wanted(_ kinds: PredicateKinds) -> [Wanted?] {
        numbered.wantedCallbacks.enumerated().map { number, wanted in
            guard wanted.isMissing else { return nil }
            let callback = FSMWantedCallback(
                role: FSMCallbackRole(wanted.role), name: wanted.name.string, signature: wanted.signature?.string,
                file: file, line: Int(wanted.place.line), column: Int(wanted.column))
            let provided = numbered.predicates(providedBy: number).map { Int($0) }
            return Wanted(
                callback: callback, predicates: provided.filter(kinds.kinds.indices.contains).map { kinds.kinds[$0] })
        }
    }
}
