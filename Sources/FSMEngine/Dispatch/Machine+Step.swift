import CMemory

extension Machine {
    /// Perform one step: what the trigger in column `number` does (`nil` if the table does not know it), then the hooks.
    /// The machine is busy, and the cases and arguments are in their place.
    @_optimize(speed)
    func step(_ trigger: Trigger, _ number: CompactIndex<Column>?) -> Outcome {
        if storage.pointee.flags.contains(.stopped) { return .notRunning }
        let table = storage.pointee.table
        begin(trigger.event, from: state, to: trigger.requested)
        let column = number ?? table.anyEvent
        let cell = table.cell(storage.pointee.state, column)
        let outcome = cell.program == 0 ? unhandled(column) : perform(cell, column)
        return outcome == .unknownEvent ? outcome : end(outcome)
    }

    /// Perform what a cell comes to.
    @inline(__always)
    func perform(_ cell: Cell, _ column: CompactIndex<Column>) -> Outcome {
        let table = storage.pointee.table
        let selection = table.select(storage.pointee.state, from: cell, column, stepPointer)
        guard selection.outcome == .transitioned else {
            return selection.outcome == .unhandled ? unhandled(column) : outcome(of: selection)
        }
        guard let rule = selection.rule else { return perform(selection.program, target: selection.target) }
        let program = rule.pointee.program
        return program != 0
            ? perform(storage.pointee.programs + Int(program), target: selection.target)
            : perform(rule, target: selection.target)
    }

    /// What an event does for which the state has no cell: a chart has its own.
    @_optimize(speed)
    func unhandled(_ column: CompactIndex<Column>) -> Outcome {
        !storage.pointee.isChart ? tellUnhandled(column) : chartStep(column)
    }

    @_optimize(speed)
    func tellUnhandled(_ column: CompactIndex<Column>) -> Outcome {
        // Known to rows for any event only, of which none takes it here: nothing has happened.
        if column == storage.pointee.table.anyEvent { return .unknownEvent }
        guard storage.pointee.hasUnhandledHooks else { return .unhandled }
        let result = callHooks(storage.pointee.table.pointee.unhandledHooks, storage.pointee.unhandledHooks)
        return result >= 0 ? .unhandled : failed(result)
    }

    /// Fill the step that callbacks are shown.
    @_optimize(speed)
    func begin(_ event: ID, from source: ID, to target: ID) {
        storage.pointee.step.event = event
        storage.pointee.step.source = source
        storage.pointee.step.target = target
    }

    /// Tell the step hooks, and make the step ready for the next one.
    @_optimize(speed)
    func end(_ outcome: Outcome) -> Outcome {
        var outcome = outcome
        if storage.pointee.flags.contains(.observed) {
            storage.pointee.step.outcome = outcome
            let result = callHooks(storage.pointee.table.pointee.stepHooks, storage.pointee.stepHooks)
            if result < 0 { outcome = failed(result, isCommitted: true) }
            if storage.pointee.flags.contains(.journaled) { journalStep(outcome) }
            storage.pointee.step.outcome = .ok
        }
        storage.pointee.step.source = state
        storage.pointee.step.rule = nil
        return outcome
    }

    var stepPointer: UnsafeMutablePointer<Step> {
        UnsafeMutableRawPointer(storage).assumingMemoryBound(to: Step.self)
    }

    // MARK: - Failures

    /// Note what a callback returned that failed. If it failed because a provider did, the outcome is the provider's, as
    /// long as the state has not changed: `unknownCase` says that nothing has happened.
    @inline(never)
    @_optimize(speed)
    func failed(_ result: Int32, isCommitted: Bool = false) -> Outcome {
        guard storage.pointee.flags.contains(.unprovided) else {
            storage.pointee.failure = result
            return .callbackFailed
        }
        storage.pointee.flags.remove(.unprovided)
        let outcome = note(storage.pointee.provision)
        if outcome == .callbackFailed || !isCommitted { return outcome }
        storage.pointee.failure = storage.pointee.provision.value
        return .callbackFailed
    }

    /// Note how a provider failed.
    @_optimize(speed)
    func note(_ provision: Provision) -> Outcome {
        if provision.outcome == .unknownCase {
            storage.pointee.rejected = PredicateCase(provision.predicate, provision.value)
        } else if provision.outcome == .callbackFailed {
            storage.pointee.failure = provision.value
        }
        return provision.outcome
    }

    /// The outcome of a selection that takes no row; a failure is noted.
    @inline(never)
    @_optimize(speed)
    func outcome(of selection: Selection) -> Outcome {
        switch selection.outcome {
        case .callbackFailed: return failed(selection.failure)
        case .unknownState: storage.pointee.failure = selection.failure
        case .unknownCase: storage.pointee.rejected = PredicateCase(selection.predicate, selection.failure)
        default: break
        }
        return selection.outcome
    }

    /// The outcome of a resolver that names no state, or of a callback that failed; a failure is noted.
    @inline(never)
    @_optimize(speed)
    func outcome(of resolution: Resolution, isCommitted: Bool = false) -> Outcome {
        if resolution.outcome == .callbackFailed { return failed(resolution.failure, isCommitted: isCommitted) }
        if resolution.outcome == .unknownState { storage.pointee.failure = resolution.failure }
        return resolution.outcome
    }

    // MARK: - Performing

    /// Perform a flat program: callbacks up to the commit, the commit, the rest. The same as its plan, without making
    /// one.
    @_optimize(speed)
    func perform(_ program: UnsafePointer<Program>, target: CompactIndex<State>) -> Outcome {
        storage.pointee.step.target = storage.pointee.stateIDs[target]
        if program.pointee.hasOwners { return performNoting(program, target: target) }
        if target.value == 0 { swiftfsm_hint() }
        let commit = program.pointee.commit
        var result = call(CallbackList(first: program.pointee.first, count: commit))
        guard result >= 0 else { return failed(result) }
        storage.pointee.state = target
        result = call(CallbackList(first: program.pointee.first &+ commit, count: program.pointee.count &- commit))
        return result >= 0 ? .transitioned : failed(result, isCommitted: true)
    }

    /// Perform a rule that has no flat program: its target is known only now, it is for any state of a sparse table, or
    /// it has very many callbacks. The same as its plan, which would cost half as much again in memory traffic.
    @_optimize(speed)
    private func perform(_ rule: UnsafePointer<Rule>, target: CompactIndex<State>) -> Outcome {
        storage.pointee.step.target =
            storage.pointee.table.isUnresolved(rule) ? ReservedID.none : storage.pointee.stateIDs[target]
        return perform(rule, from: storage.pointee.state, to: target) { storage.pointee.state = $0 }
    }

    /// Perform a rule, and note a failure.
    @inline(__always)
    func perform(
        _ rule: UnsafePointer<Rule>, from source: CompactIndex<State>, to target: CompactIndex<State>,
        commit: (CompactIndex<State>) -> Void
    ) -> Outcome {
        let (result, isCommitted) = storage.pointee.table.perform(
            rule, from: source, to: target, stepPointer, commit: commit)
        return result.outcome == .transitioned ? .transitioned : outcome(of: result, isCommitted: isCommitted)
    }

    /// The same of a chart's program.
    @inline(never)
    @_optimize(speed)
    private func performNoting(_ program: UnsafePointer<Program>, target: CompactIndex<State>) -> Outcome {
        let commit = program.pointee.commit
        var result = callNoting(CallbackList(first: program.pointee.first, count: commit))
        guard result >= 0 else { return failed(result) }
        storage.pointee.state = target
        result = callNoting(
            CallbackList(first: program.pointee.first &+ commit, count: program.pointee.count &- commit))
        return result >= 0 ? .transitioned : failed(result, isCommitted: true)
    }

    /// Call the callbacks of a list in order, up to the first that fails. Returns its result, or 0.
    @inline(__always)
    func call(_ list: CallbackList) -> Int32 {
        storage.pointee.table.call(list, stepPointer)
    }

    /// The same. Each callback is noted while it runs, for ``Swift/UnsafePointer/stateOfCallback``.
    @inline(__always)
    func callNoting(_ list: CallbackList) -> Int32 {
        var callback = storage.pointee.table.pointee.callbacks + Int(list.first)
        var left = list.count
        while left > 0 {
            storage.pointee.running = callback
            let result = callback.pointee.call(stepPointer)
            if result < 0 {
                storage.pointee.running = nil
                return result
            }
            callback += 1
            left &-= 1
        }
        storage.pointee.running = nil
        return 0
    }
}
