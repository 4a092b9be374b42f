// What a document says besides, by number among its texts.
extension Definition {
    /// Names of documents, the names of callbacks that the host gave, and the name and version of the document.
    public var documentTexts: [Text] {
        var texts: [Text] = document?.names.texts ?? []
        texts.append(contentsOf: callbackNames.texts)
        if let name = document?.name { texts.append(name) }
        if let version = document?.version { texts.append(version) }
        return texts
    }

    /// A name of a document or of a callback.
    func documentText(_ number: Int) -> Text {
        let count = document?.names.texts.count ?? 0
        return number < count ? document?.names.texts[number] ?? Text() : callbackNames.texts[number - count]
    }

    private var namedCount: Int { (document?.names.texts.count ?? 0) + callbackNames.texts.count }

    /// The number of the document's name among the texts; `nil` if it has none.
    public var numberOfDocumentName: Int? { document?.name.map { _ in namedCount } }

    /// The number of the document's version among the texts; `nil` if it has none.
    public var numberOfDocumentVersion: Int? {
        document?.version.map { _ in namedCount + (document?.name == nil ? 0 : 1) }
    }

    /// `nil` also for a row that does not exist. O(log rows).
    public func numberOfLabel(ofRow row: Int) -> Int? {
        guard let document, rows.indices.contains(row) else { return nil }
        return document.label(ofRow: row)
    }

    /// A guard, action or the resolver of a row. O(index).
    public func numberOfCallbackName(ofRow row: Int, _ role: CallbackRole, at index: Int) -> Int? {
        guard rows.indices.contains(row), index >= 0 else { return nil }
        let chain =
            switch role {
            case .guard: rows[row].guards
            case .action: rows[row].actions
            case .resolver: rows[row].resolver
            default: Chain()
            }
        var link = chain.first
        var left = index
        while link >= 0 && left > 0 {
            link = callbacks.next(link)
            left -= 1
        }
        return link < 0 ? nil : callbackName(link)
    }

    /// The number of the name of the callback that a link of a chain stands for: as a document names it, or else as the host
    /// does. O(1).
    @inline(never)
    func callbackName(_ link: Int32) -> Int? {
        if let document, Int(link) < document.wantedOfLink.count, document.wantedOfLink[Int(link)] >= 0 {
            return Int(document.wanted[Int(document.wantedOfLink[Int(link)])].nameNumber)
        }
        return callbackNames.number(of: callbacks[link]).map { $0 + (document?.names.texts.count ?? 0) }
    }

    /// O(arguments of all events that name some).
    public func numberOfArgumentName(ofEvent event: ID, at index: Int) -> Int? {
        guard let document, let declaration = argumentLists.firstDeclaration(ofEvent: event) else { return nil }
        for argument in document.argumentNames
        where argument.declaration == declaration && argument.index == index { return Int(argument.name) }
        return nil
    }
}
