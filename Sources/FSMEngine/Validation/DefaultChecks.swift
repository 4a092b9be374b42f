extension ChartSubject {
    /// Reports defaults that are not where they belong, and states of which none of several children is the default.
    /// O(blocks + states).
    func checkDefaults(_ found: inout [Diagnostic]) {
        for node in tree.items.indices where node != StateTree.chart && !isFinal[node] {
            var hasDefault = false
            for number in blocks(node) {
                let block = definition.blocks[number]
                let part = definition.part(of: block)
                if part.defaultTarget != ReservedID.none {
                    hasDefault = true
                    if let fault = fault(of: part.defaultTarget, node, block) { found.report(fault) }
                } else if !part.onDefault.isEmpty && !tree[node].kind.isHistory {
                    if tree[node].kind == .compound { continue }
                    found.report(
                        .misplacedDefault, state: block.state, at: block.place,
                        "state % has actions for its default, but none that is ever entered: remove them", name(node))
                }
            }
            guard !hasDefault, tree[node].kind == .compound, tree[node].defaultTarget == nil else { continue }
            let children = states(in: node)
            // Where all children are histories, that is what is wrong.
            guard children.count > 1 else { continue }
            found.report(
                Diagnostic(
                    .missingDefault, state: id(node), places: [place(node)] + children.map { place($0) },
                    text: fill(
                        "state % has the children %, but none of them is its default: name one to be entered with it",
                        name(node), names.list(children.map { name($0) }))))
        }
    }

    /// What is wrong with a default that a block names, if anything.
    @inline(never)
    private func fault(of target: ID, _ node: TypedIndex<Node>, _ block: Block) -> Diagnostic? {
        let subject = tree[node].kind.isHistory ? fill("history %", name(node)) : fill("state %", name(node))
        func diagnostic(_ kind: Diagnostic.Kind, _ text: Text) -> Diagnostic {
            Diagnostic(kind, state: block.state, target: target, places: [block.place], text: text)
        }
        if ReservedID.contains(target) {
            return diagnostic(
                .reservedIDUsed,
                fill(
                    "% has the reserved id % as its default: use one of your own (from % up)", subject,
                    names.state(target), Text(ReservedID.first)))
        }
        guard let child = self.node(target) else {
            return diagnostic(
                .unknownTarget,
                fill(
                    "% has the default %, which has no rows and no block: correct it, or declare % with a block",
                    subject, names.state(target), names.state(target)))
        }
        var outer = node
        if tree[node].kind.isHistory {
            // One that is nested in no state is a fault of its own.
            guard let parent = tree[node].parent, parent != StateTree.chart else { return nil }
            outer = parent
        } else if tree[node].kind == .parallel {
            return diagnostic(
                .misplacedDefault,
                fill("% is parallel, so that all its children are entered with it: remove its default", subject))
        }
        if isBelow(child, outer) { return nil }
        return diagnostic(
            .misplacedDefault,
            fill(
                "% has the default %, which is not nested in %: name a state that is, or nest it there", subject,
                name(child), outer == node ? fill("it") : name(outer)))
    }

    /// Reports defaults that lead back to themselves. O(states).
    func checkCircularDefaults(_ found: inout [Diagnostic]) {
        /// The walk that came by a node first; 0 for none.
        var walk = IndexedArray<Node, Int>(repeating: 0, count: tree.items.count)
        for start in tree.items.indices where walk[start] == 0 {
            var node: TypedIndex<Node>? = start
            while let present = node, walk[present] == 0 {
                walk[present] = start.value + 1
                node = following(present)
            }
            guard let closing = node, walk[closing] == start.value + 1 else { continue }
            var circle = [closing]
            while let next = following(circle[circle.count - 1]), next != closing { circle.append(next) }
            found.report(circularDefault(circle))
        }
    }

    /// What is entered with a node by default, as far as that is one node: of a history without a default what is entered
    /// with its parent.
    private func following(_ node: TypedIndex<Node>) -> TypedIndex<Node>? {
        let item = tree[node]
        guard let parent = item.parent else { return nil }
        let outer = item.kind.isHistory ? parent : node
        if outer == StateTree.chart || !(item.kind == .compound || item.kind.isHistory) { return nil }
        if let target = item.defaultTarget { return isBelow(target, outer) ? target : nil }
        return item.kind.isHistory ? parent : nil
    }

    @inline(never)
    private func circularDefault(_ circle: [TypedIndex<Node>]) -> Diagnostic {
        var text = Text()
        for (position, node) in (circle + [circle[0]]).enumerated() {
            if position == DiagnosticText.maximumListedCount {
                text += " -> ..."
                break
            }
            text += position == 0 ? name(node) : fill(" -> %", name(node))
        }
        return Diagnostic(
            .circularDefault, state: id(circle[0]), places: circle.map { place($0) },
            text: fill(
                "the default of % leads back to itself (%): let one of these have a state as its default",
                name(circle[0]),
                text))
    }
}
