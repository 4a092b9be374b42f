extension ChartSubject {
    /// Warns of events for when a state is done that can never be done. O(states + blocks).
    func checkDone(_ found: inout [Diagnostic]) {
        let canBeDone = nodesThatCanBeDone()
        for node in tree.items.indices where tree[node].doneEvent != ReservedID.none {
            if canBeDone[node] || tree[node].kind.isHistory { continue }
            let reason: Text
            switch tree[node].kind {
            case .compound: reason = fill("none of its children is final")
            case .parallel: reason = fill("some child of it can never be done")
            default: reason = fill("it has no children")
            }
            let blocks = blocks(node).filter { definition.part(of: definition.blocks[$0]).doneEvent != ReservedID.none }
            found.report(
                Diagnostic(
                    .neverDone, state: id(node), event: tree[node].doneEvent,
                    places: blocks.map { definition.blocks[$0].place },
                    text: fill(
                        "state % can never be done, since %: add final children, or do not name event % for it",
                        name(node),
                        reason, names.event(tree[node].doneEvent))))
        }
    }

    /// A compound state is done with a final child, a parallel one if all its regions can be.
    private func nodesThatCanBeDone() -> IndexedArray<Node, Bool> {
        var canBeDone = IndexedArray<Node, Bool>(repeating: false, count: tree.items.count)
        // Children come after their parents.
        for value in stride(from: tree.items.count - 1, to: 0, by: -1) {
            let node = TypedIndex<Node>(value)
            switch tree[node].kind {
            case .compound: canBeDone[node] = states(in: node).contains { tree[$0].kind == .final }
            case .parallel:
                let regions = states(in: node)
                canBeDone[node] = !regions.isEmpty && regions.allSatisfy { canBeDone[$0] || tree[$0].kind == .final }
            default: break
            }
        }
        return canBeDone
    }

    /// Warns of histories to which nothing leads. O(rows + states).
    func checkHistoryUse(_ found: inout [Diagnostic]) {
        var isUsed = IndexedArray<Node, Bool>(repeating: false, count: tree.items.count)
        for index in definition.rows.typedIndices {
            switch definition.rows[index].target {
            // These may lead anywhere.
            case .dynamic, .anyRequested: return
            default: for target in targets(of: index) { isUsed[target] = true }
            }
        }
        for (state, _) in definition.initials {
            if let node = node(state) { isUsed[node] = true }
        }
        for node in tree.items.indices {
            if let target = tree[node].defaultTarget { isUsed[target] = true }
        }
        for node in tree.items.indices where tree[node].kind.isHistory && !isUsed[node] {
            found.report(
                .unusedHistory, state: id(node), at: place(node),
                "no row leads to history %, and no default: add a row, or remove the history", name(node))
        }
    }
}

extension ResolvedDefinition {
    /// Warns of events that are deferred, and that no row takes. O(rows).
    func checkDeferralUse(_ found: inout [Diagnostic]) {
        var isTaken = IndexedArray<Event, Bool>(repeating: false, count: events.indexCount)
        for row in definition.rows where row.target != .deferred && row.event != ReservedID.request {
            if row.event == ReservedID.any { return }
            if let event = events.index(of: row.event) { isTaken[event] = true }
        }
        let takesAny = isTaken.elements.contains(true)
        for index in soundRows where definition.rows[index].target == .deferred {
            let row = definition.rows[index]
            if let event = events.index(of: row.event) {
                if isTaken[event] { continue }
            } else if row.event != ReservedID.any || takesAny {
                continue
            }
            found.report(
                .uselessDeferral, row,
                "% defers an event that no other row takes: add a row that takes it, or remove the deferral",
                names.row(row))
        }
    }
}
