/// Which states are left and entered.
extension ChartInterpreter {
    /// What a row may leave.
    enum Domain: Equatable {
        /// What lies below a state that stays itself; `nil`: the chart.
        case below(Int?)
        /// A region, with its root.
        case region(Int)
    }

    /// The states or histories to which a row leads; none if it has no target or comes back.
    func targets(_ taken: Taken) -> [Int] {
        switch model.rows[taken.row].target {
        case .states(let targets): return targets
        case .requested: return taken.requested.map { [$0] } ?? []
        case .same, .internal, .deferred: return []
        }
    }

    /// `getTransitionDomain`: R7 to R9. A history counts as what it is, a child of its parent.
    func domain(_ taken: Taken) -> Domain {
        let targets = targets(taken)
        // R4: any state is the outermost level, so such a row is one of the chart.
        guard let source = model.rows[taken.row].source else { return .below(nil) }
        let isLocal = model.rows[taken.row].isLocal
        // R8 (a)
        if isLocal && tree.isCompound(source) && targets.allSatisfy({ tree.isBelow($0, source) }) {
            return .below(source)
        }
        // R7, `findLCCA`
        let compound = tree.ancestors[source].first { ancestor in
            tree.isCompound(ancestor) && targets.allSatisfy { tree.isBelow($0, ancestor) }
        }
        // R8 (b). Reading: the innermost region that holds source and targets, its root among what it holds; only where
        // that leaves less than R7 does.
        if isLocal {
            let region = ([source] + tree.ancestors[source]).first { state in
                tree.parent(state).map(tree.isParallel) == true && targets.allSatisfy { tree.isWithin($0, state) }
            }
            if let region, compound.map({ tree.isWithin($0, region) }) != true { return .region(region) }
        }
        return .below(compound)
    }

    /// `computeExitSet` of one row. INTERNAL has no target at all. Reading of R12: SAME leaves its source and what is
    /// active in it under "always", to come back to just that, and nothing on change.
    func exitSet(_ taken: Taken) -> StateSet {
        switch model.rows[taken.row].target {
        case .internal, .deferred: return StateSet()
        case .same: return model.isAlways ? configuration.intersection(within(source(ofSame: taken))) : StateSet()
        case .states, .requested: break
        }
        switch domain(taken) {
        case .below(let state): return configuration.intersection(tree.below(state))
        case .region(let root): return configuration.intersection(within(root))
        }
    }

    /// Reading of R12: a row for any state comes back to the leaf that found it.
    func source(ofSame taken: Taken) -> Int { model.rows[taken.row].source ?? taken.leaf }

    private func within(_ state: Int) -> StateSet { tree.below(state).union(StateSet([state])) }

    /// What `computeEntrySet` finds.
    struct Entries {
        var states = StateSet()
        /// Compound states that are entered by their default (`statesForDefaultEntry`).
        var byDefault = StateSet()
        /// Histories that had recorded nothing (`defaultHistoryContent`).
        var histories = StateSet()
        /// The states that rows name as their targets. Reading: what a history leads to is not named.
        var targets = StateSet()
    }

    /// `computeEntrySet`.
    func entries(_ rows: [Taken]) -> Entries {
        var entries = Entries()
        for taken in rows where model.rows[taken.row].target != .internal {
            if model.rows[taken.row].target == .same {
                entries.states.formUnion(exitSet(taken))
                continue
            }
            var outer: Int?
            switch domain(taken) {
            case .below(let state): outer = state
            case .region(let root): outer = tree.parent(root)
            }
            enter(targets(taken), below: outer, &entries)
        }
        return entries
    }

    func enter(_ targets: [Int], below outer: Int?, _ entries: inout Entries) {
        for target in targets { addDescendants(target, &entries) }
        for target in targets {
            for state in effectiveTargets(target) { addAncestors(state, upTo: outer, &entries) }
            if !tree.isHistory(target) { entries.targets.insert(target) }
        }
    }

    /// `getEffectiveTargetStates`: what a history leads to, R18. Without a default of its own that is its parent's.
    func effectiveTargets(_ target: Int) -> [Int] {
        guard tree.isHistory(target) else { return [target] }
        if let recorded = recorded[target] { return recorded.states }
        return historyDefault(target).flatMap(effectiveTargets)
    }

    private func historyDefault(_ history: Int) -> [Int] {
        if let own = model.states[history].defaultTarget { return [own] }
        return defaults(of: tree.parent(history)!)
    }

    /// What is entered with a compound or parallel state, R17.
    private func defaults(of state: Int) -> [Int] {
        if tree.isParallel(state) { return tree.children[state] }
        return [model.states[state].defaultTarget ?? tree.children[state][0]]
    }

    /// `addDescendantStatesToEnter`
    private func addDescendants(_ state: Int, _ entries: inout Entries) {
        if tree.isHistory(state) {
            addHistory(state, &entries)
            return
        }
        entries.states.insert(state)
        if tree.isCompound(state) {
            entries.byDefault.insert(state)
            addAll(defaults(of: state), below: state, &entries)
        } else if tree.isParallel(state) {
            addRegions(of: state, &entries)
        }
    }

    private func addHistory(_ history: Int, _ entries: inout Entries) {
        let parent = tree.parent(history)!
        if let recorded = recorded[history] {
            note("history")
            addAll(recorded.states, below: parent, &entries)
            return
        }
        note("history default")
        if model.states[history].defaultTarget != nil {
            entries.histories.insert(history)
        } else if tree.isCompound(parent) {
            // Reading: the parent's default is entered then, with its actions, if the parent is entered.
            entries.byDefault.insert(parent)
        }
        addAll(historyDefault(history), below: parent, &entries)
    }

    private func addAll(_ states: [Int], below outer: Int, _ entries: inout Entries) {
        for state in states { addDescendants(state, &entries) }
        for state in states.flatMap(effectiveTargets) { addAncestors(state, upTo: outer, &entries) }
    }

    /// `addAncestorStatesToEnter`
    private func addAncestors(_ state: Int, upTo outer: Int?, _ entries: inout Entries) {
        for ancestor in tree.ancestors(of: state, upTo: outer) {
            entries.states.insert(ancestor)
            if tree.isParallel(ancestor) { addRegions(of: ancestor, &entries) }
        }
    }

    /// The regions of a parallel state in which nothing is entered yet.
    private func addRegions(of state: Int, _ entries: inout Entries) {
        for region in tree.children[state] where entries.states.intersection(tree.below[region]).isEmpty {
            addDescendants(region, &entries)
        }
    }
}
