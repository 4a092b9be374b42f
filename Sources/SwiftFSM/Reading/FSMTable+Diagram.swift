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
    /// Draws the table. Rows stand with their predicates and conditions; actions have names only in documents.
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
    ) -> String { listing.diagram(format, current: current, hidden: hidden, focus: focus, isFlat: isFlat) }
}
