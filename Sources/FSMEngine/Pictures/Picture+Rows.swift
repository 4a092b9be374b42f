// Rows: those that lead to another node are arrows, the others stand in the box of their state.
extension Picture {
    func addRows() {
        // Which states have each row, after overriding.
        var chains = [Chain](repeating: Chain(), count: definition.rows.count)
        var states = ListPool<Int32>()
        forEachRow { states.append(Int32(truncatingIfNeeded: $1.value), to: &chains[$0.value]) }
        for number in definition.rows.indices {
            let superstate = definition.rows[number].source == ReservedID.none ? definition.rows[number].block : -1
            let cluster = nodeOfSuperstate[superstate].map { Int32(bitPattern: $0) } ?? -1
            var isDrawn = false
            states.forEach(in: chains[number]) { state in
                let isWithin = cluster >= 0 && isAround(cluster, state)
                if isWithin && isDrawn { return }
                if isWithin { isDrawn = true }
                addRow(number, from: isWithin ? cluster : state)
            }
        }
    }

    /// Calls `body` with each row and each state that has it, after overriding.
    func forEachRow(_ body: (TypedIndex<Row>, TypedIndex<State>) -> Void) {
        for cell in resolved.cells.cells {
            for index in cell.first..<cell.first + cell.count { body(resolved.cells.rows[index].index, cell.state) }
        }
    }

    private func addRow(_ number: Int, from source: Int32) {
        let row = definition.rows[number]
        if source == anyNode { nodes[Int(source)].isShown = true }
        let part = row.hasChartParts ? definition.chart.part(ofRow: TypedIndex(number)) : nil
        let label = label(row, number, part)
        switch row.target {
        case .same: addLine(label, to: source, " ↺")
        case .internal: addLine(label, to: source, "")
        case .deferred: addLine(label, to: source, " → defer")
        case .anyRequested: addLine(label, to: source, " → any")
        case .dynamic: addArrow(source, resolver(of: row), label, number)
        case .state(let state):
            addTarget(label, from: source, to: node(of: state), number)
            for target in part?.targets ?? [] { addTarget(label, from: source, to: node(of: target), number) }
        }
    }

    private func addTarget(_ label: Text, from source: Int32, to target: Int32, _ row: Int) {
        guard target >= 0 else { return }
        if source == target { return addLine(label, to: source, " ↺") }
        guard isAround(source, target) || isAround(target, source) else {
            return addArrow(source, target, label, row)
        }
        // No arrow leads from a box to one that it is in.
        var line = label
        line.append(" → ")
        line.begin(.plain)
        line += nodes[Int(target)].name
        addLine(line, to: source, "")
    }

    private func addLine(_ label: Text, to node: Int32, _ end: StaticString) {
        nodes[Int(node)].lines.beginLine()
        nodes[Int(node)].lines += label
        nodes[Int(node)].lines.begin(.quiet)
        nodes[Int(node)].lines.append(end)
    }

    private func addArrow(_ source: Int32, _ target: Int32, _ label: Text, _ row: Int) {
        let next = UInt32(truncatingIfNeeded: arrows.count)
        let number = Int(numberOfArrow.index(of: UInt64(high: source, low: target), orInsert: next))
        if number == next { arrows.append(PictureArrow(from: source, to: target)) }
        arrows[number].label.beginLine()
        arrows[number].label += label
        if definition.rows[row].event != ReservedID.request { arrows[number].isOfRequests = false }
        if !options.taken.isEmpty { arrows[number].taken &+= options.taken[row] }
    }

    /// The node of what a resolver names.
    private func resolver(of row: Row) -> Int32 {
        let number = definition.callbackName(row.resolver.first).map { Int32(truncatingIfNeeded: $0) } ?? -1
        if let known = nodeOfResolver[number] { return Int32(bitPattern: known) }
        var name = Text()
        addNames(row.resolver, "", to: &name)
        let node = add(.dynamic, name)
        attach(node, to: -1)
        _ = nodeOfResolver.index(of: number, orInsert: UInt32(bitPattern: node))
        return node
    }

    // MARK: - Labels

    /// `event(arguments) [guards, Type case] / actions`
    private func label(_ row: Row, _ number: Int, _ part: ChartParts.RowPart?) -> Text {
        var text = Text()
        if row.isLocal {
            text.begin(.quiet)
            text.append("local ")
        }
        text.begin(.strong)
        text += self.event(row.event)
        text.begin(.quiet)
        if let number = definition.argumentLists.firstDeclaration(ofEvent: row.event) { text += arguments[number] }
        addConditions(row, part, " [", to: &text)
        addActions(row, number, part, to: &text)
        return text
    }

    /// ` / begin raises lit ×12`
    func addActions(_ row: Row, _ number: Int, _ part: ChartParts.RowPart?, to text: inout Text) {
        addNames(row.actions, " / ", to: &text)
        var mark: StaticString = " raises "
        for event in part?.raised ?? [] {
            text.append(mark)
            text += self.event(event)
            mark = " "
        }
        if !options.taken.isEmpty {
            text.append(" ×")
            text += Text(number: Int64(clamping: options.taken[number]))
        }
    }

    /// Of each declaration of an event the names of its arguments, or else their types: `(cents, str)`.
    func argumentLabels() -> [Text] {
        var labels: [Text] = []
        let named = definition.document?.argumentNames ?? []
        var next = 0
        for (number, declaration) in definition.argumentLists.declarations.enumerated() {
            let types = definition.argumentLists.lists[declaration.argumentList]
            var label = Text()
            for index in types.indices {
                label.append(index == 0 ? "(" : ", ")
                if next < named.count && named[next].declaration == number && named[next].index == index {
                    label += definition.documentText(Int(named[next].name)).shownName
                    next += 1
                } else {
                    label.append(types[index].word)
                }
            }
            if !types.isEmpty { label.append(")") }
            labels.append(label)
        }
        return labels
    }

    /// `[guards, Type case]`, if there are some.
    func addConditions(_ row: Row, _ part: ChartParts.RowPart?, _ mark: StaticString, to text: inout Text) {
        var isFirst = true
        func separate() {
            if isFirst { text.begin(.condition) }
            text.append(isFirst ? mark : ", ")
            isFirst = false
        }
        for condition in part?.inGuards ?? [] {
            separate()
            text.append(condition.isIn ? "in " : "not in ")
            text += state(condition.state)
        }
        forEachName(row.guards) {
            separate()
            text += $0
        }
        definition.matches.forEach(in: row.matches) { match in
            if match.opens {
                separate()
                text += name(of: match.predicate, definition.predicateNames)
            }
            guard let value = match.value else { return }
            text.append(match.opens ? " " : "|")
            let name = definition.caseNames.name(of: value, in: match.predicate)
            text += value == ReservedID.none ? "none" : name?.shownName ?? Text(value)
        }
        if !isFirst {
            text.append("]")
            text.begin(.quiet)
        }
    }

    /// ` / begin finish`
    func addNames(_ chain: Chain, _ mark: StaticString, to text: inout Text) {
        var mark = mark
        forEachName(chain) {
            text.append(mark)
            mark = " "
            text += $0
        }
    }

    /// Calls `body` with the name of each callback: three dots for what has none.
    private func forEachName(_ chain: Chain, _ body: (Text) -> Void) {
        var link = chain.first
        while link >= 0 {
            body(definition.callbackName(link).map { definition.documentText($0).shownName } ?? "…")
            link = definition.callbacks.next(link)
        }
    }
}
