extension Machine {
    /// One step: what the event does, then the hooks. The machine is marked as busy.
    func step(_ event: ID) -> Outcome {
        if storage.pointee.flags.contains(.stopped) { return .notRunning }
        begin(event, from: state, to: ReservedID.none)
        var outcome = perform(select(event, stepPointer))
        if outcome == .unhandled, let hook = storage.pointee.unhandledHook {
            let result = hook.callback.call(stepPointer)
            if result < 0 { outcome = failed(result) }
        }
        return end(outcome)
    }

    /// Fills the step that callbacks are shown.
    func begin(_ event: ID, from source: ID, to target: ID) {
        storage.pointee.step.event = event
        storage.pointee.step.source = source
        storage.pointee.step.target = target
    }

    /// Tells the hook for steps, and makes the step ready for the next one.
    func end(_ outcome: Outcome) -> Outcome {
        var outcome = outcome
        if let hook = storage.pointee.stepHook {
            storage.pointee.step.outcome = outcome
            let result = hook.callback.call(stepPointer)
            storage.pointee.step.outcome = .ok
            if result < 0 { outcome = failed(result) }
        }
        storage.pointee.step.source = state
        return outcome
    }

    var stepPointer: UnsafeMutablePointer<Step> {
        UnsafeMutableRawPointer(storage).assumingMemoryBound(to: Step.self)
    }

    func failed(_ result: Int32) -> Outcome {
        storage.pointee.failure = result
        return .callbackFailed
    }

    private func perform(_ selection: Selection) -> Outcome {
        switch selection.kind {
        case .nothing:
            if !selection.outcome.endsRun { storage.pointee.step.target = ReservedID.none }
            return selection.outcome
        case .flat:
            return perform(selection.program, target: selection.target)
        case .rule:
            let program = selection.rule.pointee.program
            if program != 0 {
                return perform(storage.pointee.programs + Int(program), target: selection.target)
            }
            return perform(selection.rule, target: selection.target)
        }
    }

    /// Runs a flat program: callbacks up to the commit, the commit, the rest.
    private func perform(_ program: UnsafePointer<Program>, target: UInt32) -> Outcome {
        storage.pointee.step.target = storage.pointee.stateIDs[Int(target)]
        let first = program.pointee.first
        let commit = program.pointee.commit
        var result = call(CallbackList(first: first, count: commit))
        guard result >= 0 else { return failed(result) }
        storage.pointee.state = target
        result = call(CallbackList(first: first &+ commit, count: program.pointee.count &- commit))
        return result >= 0 ? .transitioned : failed(result)
    }

    /// Runs a rule phase by phase, for what no flat program was made: a target that is known only now, a row for any
    /// state in a sparse table, or very many callbacks.
    private func perform(_ rule: UnsafePointer<Rule>, target: UInt32) -> Outcome {
        let table = storage.pointee.table
        let source = storage.pointee.state
        let phases = table.pointee.phases
        var target = target
        var isResolved = rule.pointee.target != .dynamic || table.pointee.resolvesFirst
        // A target that is not known yet is taken to be another state: exit and entry then both run.
        let changes = !isResolved || target != source || table.pointee.entryExit == .always
        let passes = rule.pointee.target != .internal && changes

        func perform(_ phase: Phase) -> Outcome {
            var result: Int32 = 0
            switch phase {
            case .resolve:
                if isResolved { break }
                let resolution = resolve(rule, stepPointer)
                guard resolution.outcome == .transitioned else { return resolution.outcome }
                target = resolution.state
                isResolved = true
            case .exit:
                if passes { result = call(table.pointee.stateCallbacks[Int(source)].exit) }
            case .actions:
                result = call(rule.pointee.actions)
            case .commit:
                storage.pointee.state = target
            case .entry:
                let callbacks = table.pointee.stateCallbacks + Int(target)
                if passes { result = call(callbacks.pointee.entry) }
                if result >= 0 && target == source && rule.pointee.target != .internal {
                    result = call(callbacks.pointee.cycle)
                }
            }
            return result >= 0 ? .transitioned : failed(result)
        }

        storage.pointee.step.target = isResolved ? storage.pointee.stateIDs[Int(target)] : ReservedID.none
        var outcome = perform(phases.0)
        if outcome == .transitioned { outcome = perform(phases.1) }
        if outcome == .transitioned { outcome = perform(phases.2) }
        if outcome == .transitioned { outcome = perform(phases.3) }
        if outcome == .transitioned { outcome = perform(phases.4) }
        if outcome == .refused { storage.pointee.step.target = ReservedID.none }
        return outcome
    }

    /// Calls the callbacks of a list in order, up to the first that fails; its result, or 0.
    func call(_ list: CallbackList) -> Int32 {
        let callbacks = storage.pointee.table.pointee.callbacks + Int(list.first)
        for index in 0..<Int(list.count) {
            let result = callbacks[index].call(stepPointer)
            if result < 0 { return result }
        }
        return 0
    }
}
