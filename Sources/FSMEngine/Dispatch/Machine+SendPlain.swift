import CMemory

// The way of what most tables consist of besides single actions: exit and entry callbacks, and rows with guards.
extension Machine {
    /// Sends an event that has a cell with a program and carries nothing to a machine at rest without a hook for steps.
    /// Only chooses the way, so that what goes on the common one loses little by having been here.
    @inline(never)
    @_optimize(speed)
    func sendPlain(
        _ event: ID, _ number: UInt32, _ target: CompactIndex<State>, _ column: CompactIndex<Column>
    ) -> Outcome {
        let program = storage.pointee.programs + Int(number)
        guard storage.pointee.step.cases == nil, !program.pointee.hasOwners else {
            return sendFound(event, number, target, column)
        }
        if program.pointee.kind == .flat {
            let callbacks = storage.pointee.table.pointee.callbacks + Int(program.pointee.first)
            return sendFlat(event, program, callbacks, target)
        }
        if program.pointee.isPlainRule { return sendRule(event, number) }
        return sendFound(event, number, target, column)
    }

    /// Sends an event whose cell has a flat program without owners, whose callbacks begin here; otherwise like
    /// ``sendPlain(_:_:_:_:)``.
    @inline(never)
    @_optimize(speed)
    func sendFlat(
        _ event: ID, _ program: UnsafePointer<Program>, _ callbacks: UnsafePointer<Callback>,
        _ target: CompactIndex<State>
    ) -> Outcome {
        storage.pointee.step.event = event
        storage.pointee.flags = .busy
        return performFlat(program, callbacks, target)
    }

    /// The same of a cell with one rule, which has a flat program.
    @inline(never)
    @_optimize(speed)
    private func sendRule(_ event: ID, _ number: UInt32) -> Outcome {
        let table = storage.pointee.table
        let rule = table.pointee.rules + Int(storage.pointee.programs[Int(number)].first)
        let target = rule.pointee.target == .state ? rule.pointee.state : storage.pointee.state
        storage.pointee.step.event = event
        storage.pointee.step.target = storage.pointee.stateIDs[target]
        storage.pointee.step.rule = UnsafeRawPointer(rule)
        storage.pointee.flags = .busy
        if target.value == 0 { swiftfsm_hint() }
        var callback = table.pointee.callbacks + Int(rule.pointee.guards.first)
        let end = callback + Int(rule.pointee.guards.count)
        while callback < end {
            let answer = callback.pointee.call(stepPointer)
            guard answer > 0 else { return finishPlain(answer < 0 ? failed(answer) : refused()) }
            callback += 1
        }
        let program = storage.pointee.programs + Int(rule.pointee.program)
        guard let function = program.pointee.function else {
            return finishPlain(perform(program, target: target))
        }
        let result = function(UnsafeRawPointer(storage), program.pointee.context ?? storage.pointee.step.context)
        if result < 0 { return finishPlain(failed(result)) }
        storage.pointee.state = target
        return endPlain()
    }

    /// Performs a flat program without owners, whose callbacks begin here, and ends the step. The step is told of the event
    /// and of what it carries, and the machine is busy.
    @inline(__always)
    func performFlat(
        _ program: UnsafePointer<Program>, _ callbacks: UnsafePointer<Callback>, _ target: CompactIndex<State>,
        isCarrying: Bool = false
    ) -> Outcome {
        storage.pointee.step.target = storage.pointee.stateIDs[target]
        var callback = callbacks
        var left = program.pointee.commit
        while left > 0 {
            let result = callback.pointee.call(stepPointer)
            if result < 0 { return finishPlain(failed(result)) }
            callback += 1
            left &-= 1
        }
        storage.pointee.state = target
        left = program.pointee.count &- program.pointee.commit
        while left > 0 {
            let result = callback.pointee.call(stepPointer)
            if result < 0 { return finishPlain(failed(result, isCommitted: true)) }
            callback += 1
            left &-= 1
        }
        if isCarrying {
            // Nothing that waits has been performed in this step.
            storage.pointee.step.arguments = nil
            storage.pointee.step.argumentCount = 0
        }
        return endPlain()
    }

    @inline(__always)
    private func endPlain() -> Outcome {
        storage.pointee.step.source = storage.pointee.step.target
        storage.pointee.step.rule = nil
        guard storage.pointee.flags.rawValue == MachineFlags.busy.rawValue else { return finish(.transitioned) }
        storage.pointee.flags = []
        return .transitioned
    }

    /// The only rule has refused: nothing changes.
    @inline(__always)
    private func refused() -> Outcome {
        storage.pointee.step.target = ReservedID.none
        return .refused
    }

    /// Ends a step that was not performed to its end.
    @inline(never)
    @_optimize(speed)
    private func finishPlain(_ outcome: Outcome) -> Outcome {
        storage.pointee.step.source = storage.pointee.stateIDs[storage.pointee.state]
        storage.pointee.step.rule = nil
        if storage.pointee.step.arguments != nil { clearArguments() }
        return finish(outcome)
    }
}
