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
        var resolution = Resolution(outcome: .transitioned, target: selected)
        var isUnresolved = isUnresolved(rule)
        var (hasLeft, isCommitted) = (false, false)

        // The phases are constants where the callbacks are chosen, which the compiler decides beforehand.
        func perform(_ phase: Phase) -> Bool {
            var result: Int32 = 0
            switch phase {
            case .resolve:
                if !isUnresolved { break }
                resolution = resolve(rule, step)
                isUnresolved = false
                return resolution.outcome == .transitioned
            case .exit:
                hasLeft = isUnresolved
                result = call(callbacks(of: .exit, rule, source, resolution.target, hasLeft: hasLeft).first, step)
            case .actions: result = call(rule.pointee.actions, step)
            case .commit:
                commit(resolution.target)
                isCommitted = true
            case .entry:
                let entry = callbacks(of: .entry, rule, source, resolution.target, hasLeft: hasLeft)
                result = call(entry.first, step)
                if result >= 0 { result = call(entry.then, step) }
            }
            if result < 0 { resolution = Resolution(outcome: .callbackFailed, failure: result) }
            return result >= 0
        }

        let phases = pointee.phases
        _ =
            perform(phases.0) && perform(phases.1) && perform(phases.2) && perform(phases.3)
            && perform(phases.4)
        return (resolution, isCommitted)
    }

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
