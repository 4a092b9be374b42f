extension DocumentWriter {
    /// Writes a row, behind its label.
    func write(_ row: Row, _ number: Int) {
        if row.isOverriding { add(word: "overriding") }
        if row.isLocal { add(word: "local") }
        let ownSource = row.block < 0 ? nil : definition.blocks[Int(row.block)].state
        if ownSource != row.source { add(state: row.source) }
        add(event: row.event)
        addMatches(row)
        let part = row.hasChartParts ? definition.chart.part(ofRow: TypedIndex(number)) : nil
        if !row.guards.isEmpty || part?.inGuards.isEmpty == false { add(word: "?") }
        for condition in part?.inGuards ?? [] {
            add(word: condition.isIn ? "in" : "not in")
            add(state: condition.state)
        }
        addCallbacks(row.guards)
        add(word: "->")
        add(state: row.target.id)
        for target in part?.targets ?? [] {
            add(word: "and")
            add(state: target)
        }
        if !row.resolver.isEmpty { add(word: "by") }
        addCallbacks(row.resolver)
        if !row.actions.isEmpty { add(word: "/") }
        addCallbacks(row.actions)
        if part?.raised.isEmpty == false { add(word: "raises") }
        for event in part?.raised ?? [] { add(event: event) }
    }

    /// ` [Mood glad|sad, Policy weak]`
    private func addMatches(_ row: Row) {
        if row.matches.isEmpty { return }
        add(word: "[")
        isJoined = true
        definition.matches.forEach(in: row.matches) { part in
            if part.opens {
                if !isJoined { text.append(",") }
                add(predicate: part.predicate)
            } else {
                text.append("|")
                isJoined = true
            }
            if let value = part.value { addCase(value, of: part.predicate) }
        }
        text.append("]")
    }
}

extension Phase {
    /// With a space before it.
    var documentWord: StaticString {
        switch self {
        case .resolve: " resolve"
        case .exit: " exit"
        case .actions: " actions"
        case .commit: " commit"
        case .entry: " entry"
        }
    }
}

extension StepOrder {
    var isStandard: Bool { PhaseSequence(self).isStandard }
}

extension Definition {
    /// Calls `body` with the number of each superstate that a block adopts.
    func forEachAdoption(of block: Block, _ body: (Int) -> Void) {
        adoptions.forEach(in: block.adopted) { body(Int($0)) }
    }

    /// Calls each of these with the ids that something is said of, reserved ones among them.
    func forEachMention(state: (ID) -> Void, event: (ID) -> Void, predicate: (ID) -> Void) {
        for row in rows {
            state(row.source)
            event(row.event)
            state(row.target.id)
        }
        for block in blocks where !block.isSuperstate { state(block.state) }
        for initial in initials { state(initial.state) }
        for declaration in argumentLists.declarations { event(declaration.event) }
        for type in predicates { predicate(type.id) }
        for row in rows { matches.forEach(in: row.matches) { predicate($0.predicate) } }
        for part in chart.states {
            state(part.parent)
            state(part.defaultTarget)
            event(part.doneEvent)
        }
        for timeout in chart.timeouts { event(timeout.event) }
        for chains in chart.rows {
            chart.numbers.forEach(in: chains.targets, state)
            chart.numbers.forEach(in: chains.raised, event)
            chart.forEachInGuard(chains) { state($0.state) }
        }
    }
}
