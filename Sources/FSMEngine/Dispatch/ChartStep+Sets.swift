// What is left and entered: SCXML's computeExitSet and computeEntrySet, with the domains of the design.
extension ChartStep {
    /// Finds the nodes that the rows leave and enter.
    @inline(never)
    func findSets() {
        for index in 0..<count where candidates[index].leavesAny {
            exits.insert(active, from: candidates[index].first, to: candidates[index].last)
        }
        for index in 0..<count where candidates[index].leavesAny { enterTargets(candidates[index]) }
        if table.pointee.entryExit == .onChange {
            // What is left only to be entered again stays.
            for word in 0..<kept.wordCount { kept.words[word] = exits.words[word] & entries.words[word] }
            for index in 0..<count where candidates[index].rule.pointee.target == .same {
                // Its source stays, unless another row leaves it.
                let source = comesBack(to: candidates[index])
                if exits.contains(source) { continue }
                entries.insert(source)
                kept.insert(source)
            }
        }
    }

    /// The state to which a row with `SFSM_SAME` comes back: of a row for any state the leaf.
    func comesBack(to candidate: Candidate) -> UInt32 { candidate.source == 0 ? candidate.leaf : candidate.source }

    private func enterTargets(_ candidate: Candidate) {
        if candidate.rule.pointee.target == .same {
            // What is active is entered again as it is.
            entries.insert(active, from: candidate.first, to: candidate.last)
            return
        }
        forEachTarget(candidate) { insert($0) }
        forEachTarget(candidate) { insertAncestors(of: $0, from: candidate.first) }
        complete(from: candidate.first, to: candidate.last)
    }

    /// Enters a node from outside of the chart, with what is around it and below.
    func enterFromOutside(_ number: UInt32) {
        insert(number)
        insertAncestors(of: number, from: 1)
        complete(from: 1, to: chart.pointee.nodeCount &- 1)
    }

    /// Enters what belongs to the nodes from `first` to `last` that are entered: of a compound state its default, of a
    /// parallel one its regions. What has been entered below them stays so. Nodes come before those nested in them, so what
    /// is inserted is still ahead: nothing recurses, however deep the chart is.
    @inline(never)
    private func complete(from first: UInt32, to last: UInt32) {
        var next = entries.first(from: first, upTo: last)
        while let number = next {
            if node(number).pointee.kind == .parallel {
                insertRegions(of: number)
            } else if node(number).pointee.kind == .compound, !entersChild(of: number) {
                insertDefault(of: number)
            }
            next = entries.first(from: number &+ 1, upTo: last)
        }
    }

    /// Whether something is entered below a node.
    private func entersChild(of number: UInt32) -> Bool {
        entries.first(from: number &+ 1, upTo: node(number).pointee.last) != nil
    }

    private func insertDefault(of number: UInt32) {
        let target = node(number).pointee.defaultTarget
        guard target != ChartNode.none else { return }
        defaults.insert(number)
        insertAncestors(of: target, from: number &+ 1)
        insert(target)
    }

    /// Also those in which something is entered already: they are entered all the same.
    private func insertRegions(of number: UInt32) { forEachChild(of: number) { entries.insert($0) } }

    /// Calls `body` with the children of a node that are no histories.
    @inline(__always)
    func forEachChild(of number: UInt32, _ body: (UInt32) -> Void) {
        var child = number &+ 1
        while child <= node(number).pointee.last {
            if !node(child).pointee.kind.isHistory { body(child) }
            child = node(child).pointee.last &+ 1
        }
    }

    /// Inserts the nodes around one, from `first` on.
    @inline(never)
    private func insertAncestors(of number: UInt32, from first: UInt32) {
        var parent = number > first ? node(number).pointee.parent : 0
        while parent >= first {
            entries.insert(parent)
            parent = parent > first ? node(parent).pointee.parent : 0
        }
    }

    /// Inserts a node; of a history what was active in its parent, or its default. The parent itself is entered with what
    /// is around the history, unless it stays.
    @inline(never)
    private func insert(_ target: UInt32) {
        var number = target
        while node(number).pointee.kind.isHistory {
            let parent = node(number).pointee.parent
            if insertRecorded(number) { return }
            if node(number).pointee.defaultTarget != ChartNode.none {
                historyDefaults.insert(number)
                number = node(number).pointee.defaultTarget
            } else if entersChild(of: parent) {
                return
            } else if node(parent).pointee.kind == .parallel {
                return insertRegions(of: parent)
            } else {
                // The parent's own default.
                guard node(parent).pointee.defaultTarget != ChartNode.none else { return }
                defaults.insert(parent)
                number = node(parent).pointee.defaultTarget
            }
            insertAncestors(of: number, from: parent &+ 1)
        }
        entries.insert(number)
    }

    /// Inserts what was active in the parent of a history, if anything was.
    private func insertRecorded(_ number: UInt32) -> Bool {
        let parent = node(number).pointee.parent
        // What is left in this very step is what was active last.
        let isLeftNow = exits.contains(parent)
        guard isLeftNow || machine.wasActive(parent, below: parent, chart) else { return false }
        func wasActive(_ child: UInt32) -> Bool {
            isLeftNow ? active.contains(child) : machine.wasActive(child, below: parent, chart)
        }
        if node(number).pointee.kind == .shallowHistory {
            forEachChild(of: parent) { if wasActive($0) { entries.insert($0) } }
        } else {
            for child in parent &+ 1...node(parent).pointee.last where wasActive(child) { entries.insert(child) }
        }
        return true
    }

    /// The set of active nodes after the step, in the place of that before it. Records histories.
    @inline(never)
    func commit() {
        var number: UInt32? = exits.first(from: 0)
        while let present = number {
            let item = node(present).pointee
            if item.history != ChartNode.none && !kept.contains(present) { machine.record(present, chart) }
            number = exits.first(from: present &+ 1)
        }
        active.subtract(exits)
        active.formUnion(entries)
    }

    /// The outermost state that is active without a single active child: the leaf of the only region, or the parallel
    /// state around all.
    func leaf(of set: NodeSet) -> UInt32 {
        var number: UInt32 = 0
        while node(number).pointee.kind == .compound, let child = set.first(from: number &+ 1),
            child <= node(number).pointee.last
        {
            number = child
        }
        return number
    }

    func leafState(of set: NodeSet) -> CompactIndex<State> { node(leaf(of: set)).pointee.state }
}
