extension Machine {
    /// One step: what an event or request of this number does (`nil` if the table does not know it), then the hooks.
    /// The machine is marked as busy, and the cases are in their place.
    func step(_ trigger: Trigger, _ number: UInt32?) -> Outcome {
        if storage.pointee.flags.contains(.stopped) { return .notRunning }
        let table = storage.pointee.table
        begin(trigger.event, from: state, to: trigger.requested)
        let column = number ?? table.pointee.events.indexCount
        let cell = table.cell(storage.pointee.state, column)
        let outcome =
            cell.program == 0 ? unhandled(column) : perform(select(from: cell, column, stepPointer), column)
        return outcome == .unknownEvent ? outcome : end(outcome)
    }

    private func unhandled(_ column: UInt32) -> Outcome {
        // Known to rows for any event only, of which none takes it here: nothing has happened.
        if column == storage.pointee.table.pointee.events.indexCount { return .unknownEvent }
        guard let hook = storage.pointee.unhandledHook else { return .unhandled }
        let result = hook.callback.call(stepPointer)
        return result >= 0 ? .unhandled : failed(result)
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
        if storage.pointee.flags.contains(.unprovided) {
            storage.pointee.flags.remove(.unprovided)
            return storage.pointee.provision
        }
        storage.pointee.failure = result
        return .callbackFailed
    }

    @inline(__always)
    func perform(_ selection: Selection, _ column: UInt32) -> Outcome {
        switch selection.kind {
        case .nothing:
            return selection.outcome == .unhandled ? unhandled(column) : selection.outcome
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
    func perform(_ program: UnsafePointer<Program>, target: UInt32) -> Outcome {
        storage.pointee.step.target = storage.pointee.stateIDs[Int(target)]
        let commit = program.pointee.commit
        var result = call(CallbackList(first: program.pointee.first, count: commit))
        guard result >= 0 else { return failed(result) }
        storage.pointee.state = target
        result = call(CallbackList(first: program.pointee.first &+ commit, count: program.pointee.count &- commit))
        return result >= 0 ? .transitioned : failed(result)
    }

    /// Runs a rule phase by phase, for what no flat program was made: a target that is known only now, a row for any
    /// state in a sparse table, or very many callbacks.
    private func perform(_ rule: UnsafePointer<Rule>, target: UInt32) -> Outcome {
        let table = storage.pointee.table
        let source = storage.pointee.state
        let phases = table.pointee.phases
        let isInternal = rule.pointee.target == .internal
        var target = target
        var isResolved = rule.pointee.target != .dynamic || table.pointee.resolvesFirst
        /// Whether exit has run before the target was known: then entry runs too, whatever that turns out to be.
        var hasLeft = false
        /// Whether the state is left and entered.
        var passes: Bool { !isInternal && (target != source || hasLeft || table.pointee.entryExit == .always) }

        func perform(_ phase: Phase) -> Outcome {
            var result: Int32 = 0
            switch phase {
            case .resolve:
                if isResolved { break }
                let resolution = resolve(rule.pointee.resolver, stepPointer)
                guard resolution.outcome == .transitioned else { return resolution.outcome }
                target = resolution.state
                isResolved = true
            case .exit:
                hasLeft = !isResolved
                if passes { result = call(table.pointee.stateCallbacks[Int(source)].exit) }
            case .actions:
                result = call(rule.pointee.actions)
            case .commit:
                storage.pointee.state = target
            case .entry:
                let callbacks = table.pointee.stateCallbacks + Int(target)
                if passes { result = call(callbacks.pointee.entry) }
                if result >= 0 && target == source && !isInternal {
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
        return outcome
    }

    /// Calls the callbacks of a list in order, up to the first that fails; its result, or 0.
    @inline(__always)
    func call(_ list: CallbackList) -> Int32 {
        var callback = storage.pointee.table.pointee.callbacks + Int(list.first)
        var left = list.count
        while left > 0 {
            let result = callback.pointee.call(stepPointer)
            if result < 0 { return result }
            callback += 1
            left &-= 1
        }
        return 0
    }
}
