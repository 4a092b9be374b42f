extension ChartSubject {
    /// Warns of events for when a state is done that can never be done. O(states + blocks).
    func checkDone() {
        let canBeDone = nodesThatCanBeDone()
        for node in nodes where tree[node].doneEvent != ReservedID.none {
            if canBeDone[node] || isHistory(node) { continue }
            let event = tree[node].doneEvent
            let reason: StaticString
            switch kind(node) {
            case .compound: reason = "none of its children is final"
            case .parallel: reason = "some child of it can never be done"
            default: reason = "it has no children"
            }
            var places: [Place] = []
            for block in blocks(node) where part(block).doneEvent != ReservedID.none {
                places.add(definition.blocks[block].place)
            }
            report(
                .neverDone, node, places,
                fill(
                    "state % can never be done, since %: add final children, or do not name event % for it",
                    name(node), Text(reason), names.event(event)))
            correctLast(event: event)
        }
    }

    /// A compound state is done with a final child, a parallel one if all its regions can be.
    private func nodesThatCanBeDone() -> IndexedArray<Node, Bool> {
        var canBeDone = IndexedArray<Node, Bool>(tree)
        for node in nodes where kind(node) == .parallel { canBeDone[node] = !tree.states(in: node).isEmpty }
        // Children come after their parents.
        var value = tree.items.count
        while value > 1 {
            value -= 1
            let node = TypedIndex<Node>(value)
            guard let parent = parent(node), !isHistory(node) else { continue }
            let isFinal = kind(node) == .final
            switch kind(parent) {
            case .compound: if isFinal { canBeDone.mark(parent) }
            case .parallel: if !isFinal && !canBeDone[node] { canBeDone[parent] = false }
            default: break
            }
        }
        return canBeDone
    }

    /// Warns of histories to which nothing leads. O(rows + states).
    func checkHistoryUse() {
        var isUsed = IndexedArray<Node, Bool>(tree)
        for row in definition.rows.typedIndices {
            // These may lead anywhere.
            if mayLeadAnywhere(row) { return }
            for target in targets(of: row) { isUsed.mark(target) }
        }
        for initial in definition.initials {
            if let node = node(initial.state) { isUsed.mark(node) }
        }
        for node in nodes {
            if let target = tree[node].defaultTarget { isUsed.mark(target) }
        }
        for node in nodes where isHistory(node) && !isUsed[node] {
            report(
                .unusedHistory, node, "no row leads to history %, and no default: add a row, or remove the history")
        }
    }

    /// Warns of events that are deferred, and that no row takes. O(rows).
    func checkDeferralUse() {
        var isTaken = IndexedArray<Event, Bool>(repeating: false, count: resolved.events.indexCount)
        var takesSome = false
        for row in definition.rows.typedIndices where definition.rows[row].target != .deferred {
            let event = definition.rows[row].event
            if event == ReservedID.any { return }
            if let event = resolved.events.index(of: event) {
                isTaken.mark(event)
                takesSome = true
            }
        }
        for row in resolved.soundRows where definition.rows[row].target == .deferred {
            let event = definition.rows[row].event
            if let event = resolved.events.index(of: event) {
                if isTaken[event] { continue }
            } else if event != ReservedID.any || takesSome {
                continue
            }
            report(
                .uselessDeferral, row,
                "% defers an event that no other row takes: add a row that takes it, or remove the deferral")
        }
    }
}
