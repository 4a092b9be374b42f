import FSMEngine

extension TableListing {
    /// Draws the table: see ``FSMTable/diagram(_:current:hidden:focus:isFlat:)``.
    func diagram(
        _ format: FSMDiagramFormat, current: [State], hidden: [State], focus: [State], isFlat: Bool
    ) -> String {
        ids(current).withUnsafeBufferPointer { current in
            ids(hidden).withUnsafeBufferPointer { hidden in
                ids(focus).withUnsafeBufferPointer { focus in
                    var options = PictureOptions()
                    options.isFlat = isFlat
                    options.current = current
                    options.hidden = hidden
                    options.focus = focus
                    return namedDefinition.picture(format.engineFormat, options).string
                }
            }
        }
    }

    /// The numbers of states in the definition that is drawn.
    private func ids(_ states: [State]) -> [ID] {
        let numbers = states.map { self.states.number(of: $0) }.filter { $0 >= 0 }
        guard let document else { return numbers }
        return numbers.filter { document.stateIDs.indices.contains(Int($0)) }.map { document.stateIDs[Int($0)] }
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

extension FSMContextTable {
    /// Draws the table: see ``FSMTable/diagram(_:current:hidden:focus:isFlat:)``.
    public func diagram(
        _ format: FSMDiagramFormat = .mermaid, current: [State] = [], hidden: [State] = [], focus: [State] = []
    ) -> String { listing.diagram(format, current: current, hidden: hidden, focus: focus, isFlat: false) }
}

extension FSM {
    /// Draws the table with the active states marked: see ``FSMTable/diagram(_:current:hidden:focus:isFlat:)``. `nil` before
    /// ``buildTable(conditions:file:line:isolation:_:)``, and of a machine over a document's table, which draws itself.
    public func diagram(_ format: FSMDiagramFormat = .mermaid) -> String? {
        guard let table = runner.table, !table.isDocument else { return nil }
        return table.listing(initialState).diagram(
            format, current: Array(states), hidden: [], focus: [], isFlat: false)
    }
}
