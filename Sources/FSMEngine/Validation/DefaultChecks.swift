extension ChartSubject {
    /// Reports defaults that are not where they belong, and states of which none of several children is the default.
    /// O(blocks + states).
    func checkDefaults() {
        for node in nodes where node != StateTree.chart && !isFinal[node] {
            var hasDefault = tree[node].defaultTarget != nil
            for block in blocks(node) {
                let part = part(block)
                if part.defaultTarget != ReservedID.none {
                    hasDefault = true
                    checkDefault(part.defaultTarget, node, block)
                } else if !part.onDefault.isEmpty && !isHistory(node) && kind(node) != .compound {
                    report(
                        .misplacedDefault, block,
                        "state % has actions for its default, but none that is ever entered: remove them",
                        .node(node))
                }
            }
            guard !hasDefault, kind(node) == .compound else { continue }
            let children = tree.states(in: node)
            // Where all children are histories, that is what is wrong.
            guard children.count > 1 else { continue }
            report(
                .missingDefault, node, places(node, children),
                fill(
                    "state % has the children %, but none of them is its default: name one to be entered with it",
                    name(node), names.list(children.count) { name(children[$0]) }))
        }
    }

    /// Reports what is wrong with a default that a block names, if anything.
    @inline(never)
    private func checkDefault(_ target: ID, _ node: TypedIndex<Node>, _ block: TypedIndex<Block>) {
        var kind = Diagnostic.Kind.misplacedDefault
        let fault: StaticString
        var last = Named.state(target)
        if ReservedID.contains(target) {
            kind = .reservedIDUsed
            fault = "% has the reserved id % as its default: use one of your own (from % up)"
            last = .firstID
        } else if let child = self.node(target) {
            let parent = parent(node) ?? StateTree.chart
            // One that is nested in no state is a fault of its own.
            if isHistory(node) && parent == StateTree.chart { return }
            if self.kind(node) == .parallel {
                fault = "% is parallel, so that all its children are entered with it: remove its default"
            } else if isHistory(node) {
                if isBelow(child, parent) { return }
                fault = "% has the default %, which is not nested in %: name a state that is, or nest it there"
                last = .node(parent)
            } else {
                if isBelow(child, node) { return }
                fault = "% has the default %, which is not nested in it: name a state that is, or nest it there"
            }
        } else {
            kind = .unknownTarget
            fault = "% has the default %, which has no rows and no block: correct it, or declare % with a block"
        }
        report(kind, block, fault, .titled(node), .state(target), last)
        correctLast(target: target)
    }

    /// Reports defaults that lead back to themselves. O(states).
    func checkCircularDefaults() {
        for circle in circles(among: tree.items.count, { following(TypedIndex($0))?.value ?? tree.items.count }) {
            var texts = name(TypedIndex(circle[0]))
            var concerned: [Place] = []
            for position in circle.indices {
                concerned.add(place(TypedIndex(circle[position])))
                let next = circle[position + 1 == circle.count ? 0 : position + 1]
                if position + 1 < DiagnosticText.maximumListedCount {
                    texts += fill(" -> %", name(TypedIndex(next)))
                } else if position + 1 == DiagnosticText.maximumListedCount {
                    texts.append(" -> ...")
                }
            }
            let first = TypedIndex<Node>(circle[0])
            report(
                .circularDefault, first, concerned,
                fill(
                    "the default of % leads back to itself (%): let one of these have a state as its default",
                    name(first), texts))
        }
    }

    /// What is entered with a node by default, as far as that is one node: of a history without a default what is entered
    /// with its parent.
    @inline(never)
    private func following(_ node: TypedIndex<Node>) -> TypedIndex<Node>? {
        guard let parent = parent(node), isHistory(node) || kind(node) == .compound else { return nil }
        let outer = isHistory(node) ? parent : node
        if outer == StateTree.chart { return nil }
        guard let target = tree[node].defaultTarget else { return isHistory(node) ? parent : nil }
        return isBelow(target, outer) ? target : nil
    }
}
