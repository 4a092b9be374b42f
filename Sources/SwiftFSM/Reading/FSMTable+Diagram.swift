import FSMEngine

/// What a diagram is written in.
public enum FSMDiagramFormat: Sendable {
    /// For graphviz: `dot -Tsvg`.
    case dot
    /// A language for diagrams of states, by its name.
    case mermaid, plantUML
    /// States by events, for a terminal.
    case matrix
    /// The same as a table in Markdown.
    case markdown
    /// The same as a table in HTML.
    case html
}

extension FSMTable {
    /// Draws the document of the table; `nil` if the table was not read from a document.
    ///
    /// - Parameters:
    ///   - format: What the diagram is written in.
    ///   - current: The states that are marked: of a machine, ``FSM/states``.
    ///   - hidden: The states that are left out.
    ///   - focus: The only states that are shown, with their neighbours; all if empty.
    ///   - isFlat: Whether superstates and states with children are drawn without frames.
    /// - Returns: The text of the diagram.
    public func diagram(
        _ format: FSMDiagramFormat = .mermaid, current: [State] = [], hidden: [State] = [], focus: [State] = [],
        isFlat: Bool = false
    ) -> String? {
        guard let document else { return nil }
        func ids(_ states: [State]) -> [ID] {
            states.map { Int(compiled.states.number(of: $0)) }.filter { document.stateIDs.indices.contains($0) }
                .map { document.stateIDs[$0] }
        }
        return ids(current).withUnsafeBufferPointer { current in
            ids(hidden).withUnsafeBufferPointer { hidden in
                ids(focus).withUnsafeBufferPointer { focus in
                    var options = PictureOptions()
                    options.isFlat = isFlat
                    options.current = current
                    options.hidden = hidden
                    options.focus = focus
                    return DocumentReading.definition(document.text).picture(format.engineFormat, options).string
                }
            }
        }
    }
}

extension FSMDiagramFormat {
    fileprivate var engineFormat: PictureFormat {
        switch self {
        case .dot: .dot
        case .mermaid: .mermaid
        case .plantUML: .plantUML
        case .matrix: .matrix
        case .markdown: .markdown
        case .html: .html
        }
    }
}
