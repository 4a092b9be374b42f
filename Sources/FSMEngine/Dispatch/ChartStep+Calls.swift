// What a microstep calls, phase by phase (R13): exit callbacks from the last node to the first, actions in the order in
// which rows were found, entry callbacks from the first node to the last.
extension ChartStep {
    /// What raises events.
    enum Raising {
        case nothing
        /// The row with this number among those that are taken.
        case row(UInt32)
        /// A final state that is entered.
        case final(UInt32)
    }

    /// Calls `body` with each list of callbacks of a phase, in order, up to the first for which it returns false. The step
    /// is shown the row and the leaves between which it leads.
    /// `raise` is called with what may raise events, after its callbacks.
    func forEachCall(
        of phase: Phase, _ step: UnsafeMutablePointer<Step>, raise: (Raising) -> Void, _ body: (CallbackList) -> Bool
    ) -> Bool {
        // Who goes through the callbacks, rather than calls them, may keep what is noted.
        defer { note(ChartNode.none, step) }
        switch phase {
        case .resolve, .commit: return true
        case .exit: return forEachExit(step, body)
        case .actions:
            for index in 0..<count {
                let actions = candidates[index].rule.pointee.actions
                if !actions.isEmpty {
                    show(candidates[index], step)
                    if !body(actions) { return false }
                }
                if row(candidates[index]).raisedCount > 0 { raise(.row(UInt32(index))) }
            }
            return true
        case .entry: return forEachEntry(step, raise, body)
        }
    }

    private func forEachExit(_ step: UnsafeMutablePointer<Step>, _ body: (CallbackList) -> Bool) -> Bool {
        var shown = Shown(direction: -1)
        var number = exits.last(upTo: chart.pointee.nodeCount &- 1)
        while let present = number {
            let callbacks = table.pointee.stateCallbacks[node(present).pointee.state].exit
            if !callbacks.isEmpty && !kept.contains(present) {
                showCandidate(of: present, &shown, step)
                note(present, step)
                if !body(callbacks) { return false }
            }
            number = present == 0 ? nil : exits.last(upTo: present &- 1)
        }
        return true
    }

    private func forEachEntry(
        _ step: UnsafeMutablePointer<Step>, _ raise: (Raising) -> Void, _ body: (CallbackList) -> Bool
    ) -> Bool {
        var shown = Shown(direction: 1)
        var number = entries.first(from: 0)
        while let present = number {
            func call(_ callbacks: CallbackList) -> Bool {
                if callbacks.isEmpty { return true }
                showCandidate(of: present, &shown, step)
                note(present, step)
                return body(callbacks)
            }
            let callbacks = table.pointee.stateCallbacks[node(present).pointee.state]
            if !kept.contains(present) && !call(callbacks.entry) { return false }
            // A row comes back to a state, whether that is left meanwhile or stays.
            if !callbacks.cycle.isEmpty && (exits.contains(present) || kept.contains(present)) && isTarget(present)
                && !call(callbacks.cycle)
            {
                return false
            }
            // What a row only comes back to, without having left it, is not entered again.
            if !kept.contains(present) || exits.contains(present) {
                note(present, step)
                let isWhole = forEachDefault(of: present, step) {
                    showCandidate(of: present, &shown, step)
                    return body($0)
                }
                if !isWhole { return false }
            }
            if isFinalEntered(present) { raise(.final(present)) }
            number = entries.first(from: present &+ 1)
        }
        return true
    }

    /// The actions of a default that is entered with a node: its own, or that of a history in it.
    private func forEachDefault(
        of number: UInt32, _ step: UnsafeMutablePointer<Step>, _ body: (CallbackList) -> Bool
    ) -> Bool {
        let item = node(number)
        // A default that stays is not entered.
        let isEntered = defaults.contains(number) && !kept.contains(item.pointee.defaultTarget)
        if isEntered && !item.pointee.onDefault.isEmpty && !body(item.pointee.onDefault) { return false }
        guard item.pointee.history != ChartNode.none else { return true }
        var history = historyDefaults.first(from: number &+ 1, upTo: item.pointee.last)
        while let present = history {
            let isOwn = node(present).pointee.parent == number
            note(present, step)
            if isOwn && !node(present).pointee.onDefault.isEmpty && !body(node(present).pointee.onDefault) {
                return false
            }
            history = historyDefaults.first(from: present &+ 1, upTo: item.pointee.last)
        }
        return true
    }

    /// Whether a row names this node as its target.
    private func isTarget(_ number: UInt32) -> Bool {
        var isTarget = false
        for index in 0..<count {
            let candidate = candidates[index]
            if candidate.rule.pointee.target == .same && comesBack(to: candidate) == number { isTarget = true }
            forEachTarget(candidate) { if $0 == number { isTarget = true } }
        }
        return isTarget
    }

    // MARK: - What the step is shown

    /// The node whose callback runs: see ``Swift/UnsafePointer/stateOfCallback``.
    private func note(_ node: UInt32, _ step: UnsafeMutablePointer<Step>) {
        Machine(handle: step.pointee.machine).storage.pointee.calling = node
    }

    func show(_ candidate: Candidate, _ step: UnsafeMutablePointer<Step>) {
        show(candidate, leafAfter: leafAfter(candidate), step)
    }

    @inline(never)
    private func show(_ candidate: Candidate, leafAfter: UInt32, _ step: UnsafeMutablePointer<Step>) {
        step.pointee.rule = UnsafeRawPointer(candidate.rule)
        step.pointee.source = id(of: candidate.leaf)
        step.pointee.target = id(of: leafAfter)
    }

    /// The row that was shown last, and the leaf to which it leads: the next callback is mostly one of its own, or of the
    /// row beside it.
    private struct Shown {
        /// Towards the rows of the nodes that follow.
        let direction: Int
        var index = 0
        var leafAfter = ChartNode.none
    }

    /// The row that leaves or enters a node, or comes back to it without leaving anything. What two rows leave does not
    /// overlap.
    @inline(never)
    private func showCandidate(of number: UInt32, _ shown: inout Shown, _ step: UnsafeMutablePointer<Step>) {
        var index = shown.index
        for _ in 0..<count {
            let candidate = candidates[index]
            if candidate.first <= number && number <= candidate.last {
                if index != shown.index || shown.leafAfter == ChartNode.none { shown.leafAfter = leafAfter(candidate) }
                shown.index = index
                return show(candidate, leafAfter: shown.leafAfter, step)
            }
            index &+= shown.direction
            if index < 0 { index = count &- 1 }
            if index == count { index = 0 }
        }
        for index in 0..<count {
            let candidate = candidates[index]
            if candidate.rule.pointee.target == .same && comesBack(to: candidate) == number {
                return show(candidate, step)
            }
        }
    }

    /// The first leaf that is active below the row's domain after the step; where nothing is left, the present one.
    @inline(never)
    func leafAfter(_ candidate: Candidate) -> UInt32 {
        guard candidate.leavesAny else { return candidate.leaf }
        var number = entries.first(from: candidate.first, upTo: candidate.last)
        while let present = number {
            let kind = node(present).pointee.kind
            if kind == .atomic || kind == .final { return present }
            number = entries.first(from: present &+ 1, upTo: candidate.last)
        }
        return candidate.leaf
    }

    // MARK: - Done

    /// Calls `body` with each final state that is entered, from a node on.
    func forEachFinal(from start: UInt32, _ body: (UInt32) -> Void) {
        var number = entries.first(from: start)
        while let present = number {
            if isFinalEntered(present) { body(present) }
            number = entries.first(from: present &+ 1)
        }
    }

    /// Calls `body` with each node that is done by a final state which was entered: its parent, and the parallel states
    /// all of whose regions are final now (R19). With `inSetsOnly` it is not yet committed, and some may be too many.
    func forEachDone(by final: UInt32, inSetsOnly: Bool = false, _ body: (UInt32) -> Void) {
        var done = node(final).pointee.parent
        body(done)
        // Of the final states below a parallel one, the last that is entered tells.
        while done != 0, node(node(done).pointee.parent).pointee.kind == .parallel {
            done = node(done).pointee.parent
            if !inSetsOnly && (isFinalEntered(after: final, below: done) || !isFinal(done)) { break }
            body(done)
        }
    }

    /// How many done events there are at most.
    var doneCount: Int {
        var count = 0
        forEachFinal(from: 0) { forEachDone(by: $0, inSetsOnly: true) { _ in count += 1 } }
        return count
    }

    private func isFinalEntered(_ number: UInt32) -> Bool {
        node(number).pointee.kind == .final && !kept.contains(number)
    }

    @inline(never)
    private func isFinalEntered(after number: UInt32, below outer: UInt32) -> Bool {
        var next = number
        while let present = entries.first(from: next &+ 1, upTo: node(outer).pointee.last) {
            if isFinalEntered(present) { return true }
            next = present
        }
        return false
    }

    /// The step may have been committed or not.
    private func isActiveAfter(_ number: UInt32) -> Bool {
        entries.contains(number) || (active.contains(number) && !exits.contains(number))
    }

    /// Whether a state is done: a final child is active, or all regions are done, and theirs if they are parallel.
    @inline(never)
    private func isFinal(_ number: UInt32) -> Bool {
        var next = number
        while next <= node(number).pointee.last {
            let present = next
            let item = node(present).pointee
            // What is nested in a parallel state follows it.
            next = item.kind == .parallel ? present &+ 1 : item.last &+ 1
            if item.kind == .parallel || item.kind.isHistory { continue }
            var isDone = false
            forEachChild(of: present) { if node($0).pointee.kind == .final && isActiveAfter($0) { isDone = true } }
            if !isDone { return false }
        }
        return true
    }
}
