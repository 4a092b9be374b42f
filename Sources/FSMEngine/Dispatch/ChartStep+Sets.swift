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
        forEachTarget(candidate) { enter($0) }
        forEachTarget(candidate) { target in
            enterAncestors(of: target, from: candidate.first)
        }
    }

    /// Enters a node with what belongs to it: of a compound state its default, of a parallel one its regions, of a
    /// history what was active. What has been entered below it stays so.
    @inline(never)
    func enter(_ number: UInt32) {
        if node(number).pointee.kind.isHistory { return enterHistory(number) }
        entries.insert(number)
        enterBelow(number)
    }

    @inline(never)
    private func enterBelow(_ number: UInt32) {
        switch node(number).pointee.kind {
        case .compound: if !entersChild(of: number) { enterDefault(of: number) }
        case .parallel: enterRegions(of: number)
        case .atomic, .final, .shallowHistory, .deepHistory: break
        }
    }

    /// Whether something is entered below a node.
    private func entersChild(of number: UInt32) -> Bool {
        guard let next = entries.first(from: number &+ 1) else { return false }
        return next <= node(number).pointee.last
    }

    private func enterDefault(of number: UInt32) {
        let target = node(number).pointee.defaultTarget
        guard target != ChartNode.none else { return }
        defaults.insert(number)
        enter(target)
        enterAncestors(of: target, from: number &+ 1)
    }

    /// By default, but for those in which something is entered.
    @inline(never)
    private func enterRegions(of number: UInt32) {
        forEachChild(of: number) { child in
            if let next = entries.first(from: child), next <= node(child).pointee.last { return }
            enter(child)
        }
    }

    /// Calls `body` with the children of a node that are no histories.
    @inline(__always)
    func forEachChild(of number: UInt32, _ body: (UInt32) -> Void) {
        var child = number &+ 1
        while child <= node(number).pointee.last {
            if !node(child).pointee.kind.isHistory { body(child) }
            child = node(child).pointee.last &+ 1
        }
    }

    /// Enters the nodes around one, from `first` on; around what was entered in one region the others by default.
    @inline(never)
    func enterAncestors(of number: UInt32, from first: UInt32) {
        var child = number
        while child > first {
            let parent = node(child).pointee.parent
            if parent < first { return }
            entries.insert(parent)
            if node(parent).pointee.kind == .parallel { enterRegions(of: parent) }
            child = parent
        }
    }

    /// Enters what was active in the parent of a history, or its default. The parent itself is entered with what is around
    /// the history, unless it stays.
    @inline(never)
    private func enterHistory(_ number: UInt32) {
        let history = node(number).pointee
        let parent = history.parent
        let item = node(parent).pointee
        // What is left in this very step is what was active last.
        let isLeftNow = exits.contains(parent)
        guard isLeftNow || machine.wasActive(parent, below: parent, chart) else {
            guard history.defaultTarget != ChartNode.none else {
                // The parent's own default.
                if !entersChild(of: parent) { enterBelow(parent) }
                return
            }
            historyDefaults.insert(number)
            enter(history.defaultTarget)
            enterAncestors(of: history.defaultTarget, from: parent &+ 1)
            return
        }
        func wasActive(_ child: UInt32) -> Bool {
            isLeftNow ? active.contains(child) : machine.wasActive(child, below: parent, chart)
        }
        if history.kind == .shallowHistory {
            forEachChild(of: parent) { if wasActive($0) { enter($0) } }
        } else {
            for child in parent &+ 1...item.last where wasActive(child) { entries.insert(child) }
        }
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
