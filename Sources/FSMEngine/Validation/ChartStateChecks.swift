extension ChartSubject {
    /// Reports histories that are nested in no state, and what no history can have. O(rows + blocks).
    func checkHistories() {
        for node in nodes where isHistory(node) {
            guard let parent = parent(node) else { continue }
            if parent == StateTree.chart {
                report(
                    .invalidHistory, node,
                    "history % is nested in no state: nest it in the one of which it says what was active")
            } else if !isFinal[parent] && !isHistory(parent) && !tree[parent].hasStates {
                report(
                    .invalidHistory, node,
                    "history % is nested in state %, which has no other children: nest some in it", .node(parent))
            }
            reportParts(
                .invalidHistory, node, "history % is never active, but has %: give that to a state, or remove it")
        }
    }

    /// Reports final states that have what they cannot have in a chart. O(rows + blocks).
    func checkFinalStates() {
        for node in nodes where isFinal[node] && kind(node) != .parallel && !isHistory(node) {
            if let parent = parent(node), kind(parent) == .parallel {
                report(
                    .invalidFinalState, node,
                    "state % is final, but a region of parallel state %: nest it in a state that is the region",
                    .node(parent))
            }
            reportParts(
                .invalidFinalState, node,
                "state % is final, but has %: remove that, or do not mark the state as final")
        }
    }

    /// Reports rows and children, and of a history callbacks, superstates and an event, of a final state a default.
    private func reportParts(_ kind: Diagnostic.Kind, _ node: TypedIndex<Node>, _ template: StaticString) {
        let rows = rows(node)
        let children = tree.children(of: node, withHistories: true)
        var has = 0
        if !rows.isEmpty { has |= Part.rows.bit }
        if !children.isEmpty { has |= Part.children.bit }
        for block in blocks(node) { has |= isHistory(node) ? historyParts(block) : finalParts(block) }
        if has == 0 { return }
        var parts: [Int] = []
        for part in 0...Part.defaultTarget.rawValue where has & 1 << part != 0 { parts.add(part) }
        var concerned = [place(node)]
        for row in rows { concerned.add(definition.rows[row.index].place) }
        for child in children { concerned.add(place(child)) }
        report(
            kind, node, concerned,
            fill(template, name(node), names.list(parts.count) { Text(Part.name(parts[$0])) }))
    }

    private func historyParts(_ block: TypedIndex<Block>) -> Int {
        let callbacks = definition.blocks[block]
        let part = part(block)
        var has = 0
        if !(callbacks.entry.isEmpty && callbacks.exit.isEmpty && callbacks.cycle.isEmpty && callbacks.update.isEmpty) {
            has |= Part.callbacks.bit
        }
        if !callbacks.adopted.isEmpty { has |= Part.superstates.bit }
        if part.doneEvent != ReservedID.none { has |= Part.doneEvent.bit }
        if part.hasTimeouts { has |= Part.timeouts.bit }
        return has
    }

    private func finalParts(_ block: TypedIndex<Block>) -> Int {
        let part = part(block)
        return part.defaultTarget == ReservedID.none && part.onDefault.isEmpty ? 0 : Part.defaultTarget.bit
    }
}

/// What a history or a final state cannot have, in the order in which that is told.
private enum Part: Int {
    case rows, callbacks, superstates, children, doneEvent, timeouts, defaultTarget

    var bit: Int { 1 << rawValue }

    @inline(never)
    static func name(_ part: Int) -> StaticString {
        switch Part(rawValue: part) {
        case .rows: "rows"
        case .callbacks: "callbacks"
        case .superstates: "superstates"
        case .children: "children"
        case .doneEvent: "an event for when it is done"
        case .timeouts: "timeouts"
        case .defaultTarget, nil: "a default"
        }
    }
}
