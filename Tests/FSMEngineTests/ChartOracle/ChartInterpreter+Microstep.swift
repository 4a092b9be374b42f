/// What a microstep does: R10 to R15, R17 to R19.
extension ChartInterpreter {
    /// What is left and entered.
    private struct Changes {
        /// As the configuration changes, whatever callbacks run (R11).
        var left = StateSet()
        var entered = StateSet()
        /// Those whose callbacks run.
        var exits = StateSet()
        var entries = StateSet()
        /// Those whose cycle callbacks run.
        var returns = StateSet()
        var byDefault = StateSet()
        var histories = StateSet()
    }

    /// The chart's own transition: no exits, no actions.
    func enterInitial() throws {
        var found = Entries()
        enter([model.initial], below: nil, &found)
        let changes = changes([], StateSet(), found)
        commit(changes)
        try runEntries(changes, from: StateSet())
    }

    /// `microstep`
    func microstep(_ rows: [Taken]) throws {
        stepCount += 1
        totalCount += 1
        statistics.microsteps += 1
        if rows.count > 1 { note("several rows") }
        if stepCount > Self.stepLimit { throw Failure.stepLimit }
        if totalCount > Self.totalLimit { throw Failure.endless }
        let left = rows.reduce(StateSet()) { $0.union(exitSet($1)) }
        // `exitStates` records before `enterStates` looks: what is recorded now is what a history leads to.
        let former = recorded
        recorded = recordings(left)
        let changes = changes(rows, left, entries(rows))
        recorded = former
        // Reading of R18: only what is left in the sense of R11 is recorded for later.
        let later = recordings(changes.exits)
        let configuration = configuration
        for phase in model.phases {
            switch phase {
            case .exit: for state in changes.exits.states.reversed() { try call(callbacks.exit[state]) }
            case .actions: for taken in rows { try perform(taken.row) }
            case .commit:
                recorded = later
                commit(changes)
            case .entry: try runEntries(changes, from: configuration)
            }
        }
        if rows.contains(where: { model.rows[$0.row].target != .internal }) { hasMoved = true }
    }

    /// Reading of R16: a row's events are raised after its actions, before those of the next row.
    private func perform(_ row: Int) throws {
        try call(callbacks.actions[row])
        raised += model.rows[row].raised
    }

    /// R11: what callbacks run. Where the machine is does not depend on the policy.
    private func changes(_ rows: [Taken], _ left: StateSet, _ found: Entries) -> Changes {
        var changes = Changes()
        (changes.left, changes.entered) = (left, found.states)
        (changes.byDefault, changes.histories) = (found.byDefault, found.histories)
        let staying = model.isAlways ? StateSet() : left.intersection(found.states)
        changes.exits = left.subtracting(staying)
        changes.entries = found.states.subtracting(staying)
        // Reading of R10 and R12: a state that a row comes back to runs its cycle callbacks under "always" too, as in flat
        // definitions; but not if another row has left it for good.
        let same = rows.filter { model.rows[$0.row].target == .same }.map { source(ofSame: $0) }
        let present = configuration.subtracting(left).union(found.states)
        changes.returns = found.targets.union(StateSet(same)).intersection(configuration).intersection(present)
        return changes
    }

    /// R18: what histories know once this is left.
    private func recordings(_ left: StateSet) -> [StateSet?] {
        var recordings = recorded
        for (history, state) in model.states.enumerated() where state.kind.isHistory {
            guard let parent = state.parent, left.contains(parent) else { continue }
            let candidates =
                state.kind == .deepHistory
                ? tree.below[parent].intersection(tree.leaves) : StateSet(tree.children[parent])
            recordings[history] = configuration.intersection(candidates)
        }
        return recordings
    }

    private func commit(_ changes: Changes) {
        configuration = configuration.subtracting(changes.left).union(changes.entered)
    }

    // MARK: - Entry

    /// `enterStates`, in document order: a state's entry callbacks, its cycle callbacks, actions of defaults, and the
    /// events of what is done. A parallel state is done once the last of its regions is: judged by what is entered so
    /// far, as the recommendation does, whatever callbacks are shown.
    private func runEntries(_ changes: Changes, from former: StateSet) throws {
        var present = former.subtracting(changes.exits)
        for state in changes.entered.union(changes.returns).states {
            let isEntered = changes.entries.contains(state)
            if isEntered {
                present.insert(state)
                try call(callbacks.entry[state])
            }
            if changes.returns.contains(state) {
                note("cycle")
                try call(callbacks.cycle[state])
            }
            if changes.entered.contains(state) { try runDefaults(of: state, changes) }
            if isEntered && tree.isFinal(state) { raiseDone(state, present) }
        }
    }

    /// Reading of R17 and R11: in the place of the entry of the state itself, also if that stays; but not if what the
    /// default leads to stays. First its own actions, then those of its histories.
    private func runDefaults(of state: Int, _ changes: Changes) throws {
        let staying = changes.entered.subtracting(changes.entries)
        func isEntered(_ target: Int?) -> Bool { target.map { !staying.contains($0) } ?? true }
        if changes.byDefault.contains(state) && isEntered(model.states[state].defaultTarget) {
            try call(callbacks.defaults[state])
        }
        for history in changes.histories.states where tree.parent(history) == state {
            if isEntered(model.states[history].defaultTarget) { try call(callbacks.defaults[history]) }
        }
    }

    /// R19: the parent of a final state is done, and parallel states around it, as long as all of their regions are.
    private func raiseDone(_ final: Int, _ present: StateSet) {
        guard let parent = tree.parent(final) else {
            hasFinished = true
            return
        }
        raiseDoneEvent(of: parent)
        for outer in tree.ancestors[parent] {
            guard tree.isParallel(outer), isInFinalState(outer, present) else { return }
            note("parallel done")
            raiseDoneEvent(of: outer)
        }
    }

    private func raiseDoneEvent(of state: Int) {
        guard let event = model.states[state].doneEvent else { return }
        note("done event")
        raised.append(event)
    }

    /// `isInFinalState`
    private func isInFinalState(_ state: Int, _ present: StateSet) -> Bool {
        if tree.isParallel(state) { return tree.children[state].allSatisfy { isInFinalState($0, present) } }
        return tree.children[state].contains { tree.isFinal($0) && present.contains($0) }
    }
}
