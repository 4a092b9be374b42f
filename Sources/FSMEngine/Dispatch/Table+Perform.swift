extension UnsafePointer<TableStorage> {
    /// Perform a rule phase by phase, in the table's order; `commit` is called with the index of the new state. Machines
    /// and hosts without one perform rules here; what a phase calls is the decision of ``callbacks(of:_:_:_:hasLeft:)``.
    ///
    /// Returns `transitioned`; how its resolver ended the step; or `callbackFailed` with the result of the callback that
    /// failed, after which nothing more is called. `isCommitted`: the state has changed.
    @inline(__always)
    func perform(
        _ rule: UnsafePointer<Rule>, from source: CompactIndex<State>, to selected: CompactIndex<State>,
        _ step: UnsafeMutablePointer<Step>,
        commit: (CompactIndex<State>) -> Void
    ) -> (result: Resolution, isCommitted: Bool) {
        if pointee.phases.isStandard {
            return performInStandardOrder(rule, from: source, to: selected, step, commit: commit)
        }
        var resolution = Resolution(outcome: .transitioned, target: selected)
        var isUnresolved = isUnresolved(rule)
        var (hasLeft, isCommitted) = (false, false)
        for phase in pointee.phases {
            var list = CallbackList.empty
            switch phase {
            case .resolve:
                if isUnresolved {
                    resolution = resolve(rule, step)
                    isUnresolved = false
                    if resolution.outcome != .transitioned { return (resolution, isCommitted) }
                }
            case .commit:
                commit(resolution.target)
                isCommitted = true
            case .exit:
                hasLeft = isUnresolved
                if passes(rule, source, resolution.target, hasLeft: hasLeft) {
                    list = pointee.stateCallbacks[source].exit
                }
            case .actions: list = rule.pointee.actions
            case .entry:
                if passes(rule, source, resolution.target, hasLeft: hasLeft) {
                    list = pointee.stateCallbacks[resolution.target].entry
                }
            }
            var result = callAll(list, step)
            if phase == .entry && result >= 0 && resolution.target == source {
                result = callAll(callbacks(of: .entry, rule, source, source, hasLeft: hasLeft).then, step)
            }
            if result < 0 { return (Resolution(outcome: .callbackFailed, failure: result), isCommitted) }
        }
        return (resolution, isCommitted)
    }

    /// The same for the order that most tables have: with the target known, exit, actions, commit, entry.
    @inline(__always)
    private func performInStandardOrder(
        _ rule: UnsafePointer<Rule>, from source: CompactIndex<State>, to target: CompactIndex<State>,
        _ step: UnsafeMutablePointer<Step>, commit: (CompactIndex<State>) -> Void
    ) -> (result: Resolution, isCommitted: Bool) {
        let leaves = passes(rule, source, target, hasLeft: false)
        var result: Int32 = 0
        if leaves { result = callAll(pointee.stateCallbacks[source].exit, step) }
        if result >= 0 { result = callAll(rule.pointee.actions, step) }
        if result < 0 { return (Resolution(outcome: .callbackFailed, failure: result), false) }
        commit(target)
        if leaves { result = callAll(pointee.stateCallbacks[target].entry, step) }
        if result >= 0 && target == source && rule.pointee.target != .internal {
            result = callAll(pointee.stateCallbacks[target].cycle, step)
        }
        if result < 0 { return (Resolution(outcome: .callbackFailed, failure: result), true) }
        return (Resolution(outcome: .transitioned, target: target), true)
    }

    @inline(__always)
    private func callAll(_ list: CallbackList, _ step: UnsafePointer<Step>) -> Int32 {
        list.count == 0 ? 0 : callEach(list, step)
    }

    /// The same as ``call(_:_:)``, out of line.
    @inline(never)
    @_optimize(speed)
    private func callEach(_ list: CallbackList, _ step: UnsafePointer<Step>) -> Int32 { call(list, step) }

    /// Whether a rule has a dynamic target that selection has left open.
    @inline(__always)
    func isUnresolved(_ rule: UnsafePointer<Rule>) -> Bool {
        rule.pointee.target == .dynamic && !pointee.resolvesFirst
    }

    /// The callbacks of a rule's phase: those to call first, then, of the entry phase, cycle callbacks. `hasLeft`: exit
    /// ran before the target was known.
    @inline(__always)
    func callbacks(
        of phase: Phase, _ rule: UnsafePointer<Rule>, _ source: CompactIndex<State>, _ target: CompactIndex<State>,
        hasLeft: Bool
    ) -> (first: CallbackList, then: CallbackList) {
        switch phase {
        case .resolve, .commit: return (.empty, .empty)
        case .actions: return (rule.pointee.actions, .empty)
        case .exit:
            let passes = passes(rule, source, target, hasLeft: hasLeft)
            return (passes ? pointee.stateCallbacks[source].exit : .empty, .empty)
        case .entry:
            let callbacks = pointee.stateCallbacks + target
            let passes = passes(rule, source, target, hasLeft: hasLeft)
            let returns = target == source && rule.pointee.target != .internal
            return (passes ? callbacks.pointee.entry : .empty, returns ? callbacks.pointee.cycle : .empty)
        }
    }

    /// Call the callbacks of a list in order, up to the first that fails. Returns its result, or 0.
    @inline(__always)
    func call(_ list: CallbackList, _ step: UnsafePointer<Step>) -> Int32 {
        var callback = pointee.callbacks + Int(list.first)
        var left = list.count
        while left > 0 {
            let result = callback.pointee.call(step)
            if result < 0 { return result }
            callback += 1
            left &-= 1
        }
        return 0
    }

    /// Whether a rule's state is left and entered. `hasLeft`: exit ran before the target was known; then entry runs
    /// too, whatever the target is.
    @inline(__always)
    private func passes(
        _ rule: UnsafePointer<Rule>, _ source: CompactIndex<State>, _ target: CompactIndex<State>, hasLeft: Bool
    ) -> Bool {
        rule.pointee.target != .internal && (target != source || hasLeft || pointee.entryExit == .always)
    }
}
