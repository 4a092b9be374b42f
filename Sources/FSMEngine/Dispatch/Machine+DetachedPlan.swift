// For a host whose events nest: an event that a callback sends is handled inside the step, in the new state, instead of
// after it.
//
//     let plan = machine.detachedPlan(coin)
//     if plan.outcome == .transitioned { machine.perform(plan) }
//
// A detached plan is a value. Making it leaves the machine at rest: perform it before anything else is sent, or drop it.
// Callbacks that have to be awaited are called by the host:
//
//     while let call = plan.next() {
//         switch call {
//         case .callback(let callback): await perform(callback)
//         case .resolver(let callback): plan.resolve(await ask(callback))
//         case .commit: machine.commit(detached: plan)
//         }
//     }
//
// For flat tables without hooks and event arguments. Only guards are shown the cases. The step that callbacks are shown is
// that of the latest event.
extension Machine {
    /// Choose what an event does. Guards are asked, nothing changes.
    ///
    /// `transitioned`: perform the plan. Otherwise there is nothing to perform: `refused`, `unhandled`, or an error,
    /// `busy` from inside a guard. O(1).
    public func detachedPlan(_ event: ID) -> StepPlan {
        let source = storage.pointee.state
        let offset = UInt32(bitPattern: event &- storage.pointee.eventBase)
        let indexCount = storage.pointee.eventIndexCount
        guard storage.pointee.flags.rawValue == 0, offset < indexCount else { return detachedPlan(event, .none) }
        let index = UInt(source.value) &* (UInt(indexCount) &+ 1) &+ UInt(offset)
        let cell = Cell(storage.pointee.cells[Int(bitPattern: index)])
        let program = storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat else { return detachedPlan(event, .none) }
        storage.pointee.step.event = event
        storage.pointee.step.target = storage.pointee.stateIDs[cell.target]
        return StepPlan(program, to: cell.target, storage.pointee.table, from: source)
    }

    /// Choose what an event with cases does.
    public func detachedPlan(_ event: ID, _ cases: Cases) -> StepPlan {
        let table = storage.pointee.table
        let source = storage.pointee.state
        let number = column(of: .event(event))
        let fault = fault(of: .event(event), number)
        guard fault == .ok else { return StepPlan(fault, table, source) }
        let flags = storage.pointee.flags
        guard flags.subtracting([.observed, .journaled]).isEmpty else { return StepPlan(.busy, table, source) }
        guard !storage.pointee.isChart else { return StepPlan(.unsupported, table, source) }
        if flags.contains(.journaled) { forget(stepCases) }  // those of an event that came to nothing
        let rejection = take(cases, into: stepCases)
        guard rejection == .ok else {
            forget(stepCases)
            return StepPlan(rejection, table, source)
        }
        let column = number ?? table.anyEvent
        storage.pointee.flags = .busy
        begin(event, from: state, to: ReservedID.none)
        let selection = table.select(source, from: table.cell(source, column), column, stepPointer)
        storage.pointee.step.rule = nil
        storage.pointee.flags = flags
        if !flags.contains(.journaled) { forget(stepCases) }
        if selection.kind == .nothing { return StepPlan(self.outcome(of: selection), table, source) }
        let plan = StepPlan(selection, table, from: source)
        storage.pointee.step.target = plan.targetID
        return plan
    }

    /// Change the state, as ``PlannedCall/commit`` asks for.
    public func commit(detached plan: StepPlan) {
        storage.pointee.state = plan.targetState
        storage.pointee.step.source = plan.targetID
    }

    /// Write the plan that was made last to the journal, if there is one. Call it before the plan is performed, so that what
    /// its callbacks send comes after it: the record has the state that the commit leads to. Of an event without a row, too.
    @inline(never)
    public func journal(detached plan: StepPlan) {
        guard storage.pointee.flags.contains(.journaled) else { return }
        let (source, outcome) = (storage.pointee.state, plan.outcome)
        guard [.transitioned, .refused, .unhandled].contains(outcome) else { return }
        if outcome == .transitioned {
            storage.pointee.state = plan.targetState
            storage.pointee.step.target = plan.targetID
            storage.pointee.step.rule = UnsafeRawPointer(plan.rule)
        }
        storage.pointee.step.outcome = outcome
        journalStep(outcome)
        storage.pointee.step.outcome = .ok
        storage.pointee.step.rule = nil
        forget(stepCases)
        journalState()
        storage.pointee.state = source
    }

    /// Perform a detached plan from its beginning. Returns `transitioned`, or how a callback or resolver failed.
    @discardableResult
    public func perform(_ plan: StepPlan) -> Outcome {
        if let rule = plan.rule {
            return perform(rule, from: plan.sourceState, to: plan.targetState) { target in
                storage.pointee.state = target
                storage.pointee.step.source = storage.pointee.stateIDs[target]
            }
        }
        var result = call(plan.before)
        guard result >= 0 else { return failed(result) }
        storage.pointee.state = plan.targetState
        result = call(plan.after)
        storage.pointee.step.source = state
        return result >= 0 ? .transitioned : failed(result, isCommitted: true)
    }
}
