extension ChartSubject {
    /// Reports histories that are nested in no state, and what no history can have. O(rows + blocks).
    func checkHistories(_ found: inout [Diagnostic]) {
        for node in tree.items.indices where tree[node].kind.isHistory {
            guard let parent = tree[node].parent else { continue }
            if parent == StateTree.chart {
                found.report(
                    .invalidHistory, state: id(node), at: place(node),
                    "history % is nested in no state: nest it in the one of which it says what was active", name(node))
            } else if states(in: parent).isEmpty && !isFinal[parent] && !tree[parent].kind.isHistory {
                found.report(
                    .invalidHistory, state: id(node), at: place(node),
                    "history % is nested in state %, which has no other children: nest some in it",
                    name(node), name(parent))
            }
            report(
                .invalidHistory, node, "history % is never active, but has %: give that to a state, or remove it",
                &found)
        }
    }

    /// Reports final states that have what they cannot have in a chart. O(rows + blocks).
    func checkFinalStates(_ found: inout [Diagnostic]) {
        for node in tree.items.indices where isFinal[node] && tree[node].kind != .parallel {
            if tree[node].kind.isHistory { continue }
            if let parent = tree[node].parent, tree[parent].kind == .parallel {
                found.report(
                    .invalidFinalState, state: id(node), at: place(node),
                    "state % is final, but a region of parallel state %: nest it in a state that is the region",
                    name(node), name(parent))
            }
            report(
                .invalidFinalState, node,
                "state % is final, but has %: remove that, or do not mark the state as final", &found)
        }
    }

    /// Reports rows and children, and of a history callbacks, superstates and an event, of a final state a default.
    private func report(
        _ kind: Diagnostic.Kind, _ node: TypedIndex<Node>, _ template: StaticString, _ found: inout [Diagnostic]
    ) {
        var parts: [Text] = []
        var concerned = [place(node)]
        var hasRows = false
        forEachRow(of: node) {
            hasRows = true
            concerned.append(definition.rows[$0.index].place)
            return true
        }
        parts.add("rows", if: hasRows)
        let isHistory = tree[node].kind.isHistory
        var claims = (callbacks: false, superstates: false, done: false, isDefault: false, timeouts: false)
        for number in blocks(node) {
            let block = definition.blocks[number]
            let part = definition.part(of: block)
            claims.callbacks =
                claims.callbacks
                || !(block.entry.isEmpty && block.exit.isEmpty && block.cycle.isEmpty && block.update.isEmpty)
            claims.superstates = claims.superstates || !block.adopted.isEmpty
            claims.done = claims.done || part.doneEvent != ReservedID.none
            claims.timeouts = claims.timeouts || part.hasTimeouts
            claims.isDefault =
                claims.isDefault || part.defaultTarget != ReservedID.none || !part.onDefault.isEmpty
        }
        parts.add("callbacks", if: isHistory && claims.callbacks)
        parts.add("superstates", if: isHistory && claims.superstates)
        let children = tree.children(of: node)
        parts.add("children", if: !children.isEmpty)
        parts.add("an event for when it is done", if: isHistory && claims.done)
        parts.add("timeouts", if: isHistory && claims.timeouts)
        parts.add("a default", if: !isHistory && claims.isDefault)
        if parts.isEmpty { return }
        concerned += children.map { place($0) }
        found.report(
            Diagnostic(
                kind, state: id(node), places: concerned, text: fill(template, name(node), names.list(parts))))
    }
}

extension [Text] {
    @inline(never)
    fileprivate mutating func add(_ part: StaticString, if isThere: Bool) {
        if isThere { append(fill(part)) }
    }
}
