/// A name for which a document has an id, and where that is first named.
public struct DocumentName {
    /// The name, without quotation marks.
    public let text: Text
    /// As the document numbers it.
    public let id: ID
    /// Of a name from another document, 0.
    public let line: Int32
    /// Its column, in characters from 1.
    public let column: Int32

    struct Position {
        let line: Int32
        let column: Int32
    }
}

// Some hosts have states, events and predicate types of their own for the names of a document, and find them by their
// places in arrays. They read twice: for the numbers that the document says, then, with ``isForValues``, for a definition in
// which the ids are the positions in ``names(of:)``. In that events carry no arguments, which are part of the values.
extension DocumentReader {
    /// The names that have ids, in the order in which the document names them. O(names).
    public func names(of vocabulary: DocumentVocabulary) -> [DocumentName] {
        guard let names = definition.document?.names else { return [] }
        let ordered = names.ordered[vocabulary.rawValue]
        let places = namePlaces.isEmpty ? [] : namePlaces[vocabulary.rawValue]
        // The first ones may be those of other documents.
        let first = ordered.count - places.count
        var result: [DocumentName] = []
        for (number, name) in ordered.enumerated() {
            let position = number < first ? DocumentName.Position(line: 0, column: 0) : places[number - first]
            result.append(
                DocumentName(
                    text: names[name], id: names.id(of: name, vocabulary) ?? ReservedID.none, line: position.line,
                    column: position.column))
        }
        return result
    }

    /// Notes where a name got its id.
    @inline(__always)
    func notePlace(of token: DocumentToken, _ vocabulary: DocumentVocabulary) {
        if isForValues { appendPlace(of: token, vocabulary) }
    }

    @inline(never)
    private func appendPlace(of token: DocumentToken, _ vocabulary: DocumentVocabulary) {
        while namePlaces.count < DocumentVocabulary.all.count { namePlaces.append([]) }
        namePlaces[vocabulary.rawValue].append(
            DocumentName.Position(line: lineNumber, column: line.column(token.start)))
    }
}
