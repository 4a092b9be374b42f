// For a host that performs steps itself, because its callbacks have to be awaited, say:
//
//     var plan = machine.plan(.event(coin), .none)
//     while let call = plan.next() {
//         switch call {
//         case .callback(let callback): result = await perform(callback); if result < 0 { break loop }
//         case .resolver(let callback): machine.resolve(&plan, to: await ask(callback))
//         case .commit: machine.commit(plan)
//         }
//     }
//     outcome = machine.complete(plan, result)
//     while let next = machine.planNext() { … }
//
// The machine is busy from `plan` to `complete` or `abandon`: events that are sent to it meanwhile wait.
extension Machine {
    /// Choose what a trigger does and hand it out as a plan. Guards are asked, nothing is performed.
    ///
    /// With any outcome but `transitioned` there is nothing to perform and the machine is at rest: `refused` or
    /// `unhandled` (hooks have been told), `queued` if events wait that have to be planned first, or an error, `busy`
    /// from inside a callback and while another plan is open. O(1).
    @inline(never)
    public func plan(_ trigger: Trigger, _ cases: Cases, _ arguments: Arguments = .nothing) -> StepPlan {
        let table = storage.pointee.table
        let column = column(of: trigger)
        var outcome = fault(of: trigger, column)
        let flags = storage.pointee.flags
        if outcome == .ok && !flags.isDisjoint(with: .inside) { outcome = .busy }
        let isWaiting = flags.contains(.waiting) && !flags.contains(.resuming)
        if outcome == .ok { outcome = take(arguments, column, into: isWaiting ? nil : storage.pointee.arguments) }
        guard outcome == .ok else { return StepPlan(outcome, table, storage.pointee.state) }
        if isWaiting {
            let queued = enqueue(trigger, column, cases, arguments)
            // No step will tell of it.
            if queued == .queued { journalChange() }
            return StepPlan(queued, table, storage.pointee.state)
        }
        outcome = take(cases, into: stepCases)
        guard outcome == .ok else {
            clearInputs()
            return StepPlan(outcome, table, storage.pointee.state)
        }
        bindArguments(arguments.count)
        return open(trigger, column)
    }

    /// Whether this plan is open.
    public func isOpen(_ plan: StepPlan) -> Bool {
        storage.pointee.flags.contains(.planned) && storage.pointee.planCount == plan.number
    }

    /// Opens a plan: from now on it is the machine's.
    func opened(_ plan: StepPlan) -> StepPlan {
        storage.pointee.flags.subtract([.busy, .planning, .postponed])
        storage.pointee.flags.insert(.planned)
        storage.pointee.planCount &+= 1
        var plan = plan
        plan.number = storage.pointee.planCount
        return plan
    }

    /// Plan what waits longest. Returns `nil` if nothing waits, or the machine is inside a callback or another plan. A raised or
    /// deferred event that comes to nothing is a plan of its own, with nothing to perform.
    @inline(never)
    public func planNext() -> StepPlan? {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return nil }
        if let plan = planWaiting() { return plan }
        _ = close(.ok)
        return nil
    }

    /// Steps may follow by themselves: ``planNext()`` has not returned `nil` since the last one.
    public var isUnsettled: Bool { storage.pointee.flags.contains(.unsettled) }

    /// Plan what waits longest, if something does.
    func planWaiting() -> StepPlan? {
        storage.pointee.chart?.pointee.hasAskedEventless = false
        if storage.pointee.flags.contains(.unsettled), let plan = planSettling() { return plan }
        guard let (trigger, arguments) = storage.pointee.queue.pop(cases: stepCases) else { return nil }
        if storage.pointee.queue.count == 0 { storage.pointee.flags.remove(.waiting) }
        bindArguments(arguments)
        if trigger.event != ReservedID.none { return open(trigger, column(of: trigger), from: .queue) }
        storage.pointee.queue.endKeeping()
        clearInputs()
        return planStop()
    }

    /// Plan to enter a state of a stopped machine: see ``start(_:)``.
    public func planStart(_ id: ID) -> StepPlan {
        let (outcome, state) = startState(id)
        guard outcome == .ok else { return StepPlan(outcome, storage.pointee.table, storage.pointee.state) }
        if storage.pointee.isChart { return planChartStart(state, isLast: id == ReservedID.lastState) }
        begin(ReservedID.none, from: ReservedID.none, to: storage.pointee.stateIDs[state])
        return opened(StepPlan(.start, storage.pointee.table, in: state))
    }

    /// Plan to leave the present state and stop.
    @inline(never)
    public func planStop() -> StepPlan {
        let flags = storage.pointee.flags
        let outcome: Outcome = flags.contains(.stopped) ? .notRunning : flags.isDisjoint(with: .inside) ? .ok : .busy
        guard outcome == .ok else { return StepPlan(outcome, storage.pointee.table, storage.pointee.state) }
        if storage.pointee.isChart { return planChartStop() }
        begin(ReservedID.none, from: state, to: ReservedID.none)
        return opened(StepPlan(.stop, storage.pointee.table, in: storage.pointee.state))
    }

    /// Select with inputs in their place, and open the plan or end the step.
    @inline(never)
    func open(_ trigger: Trigger, _ number: CompactIndex<Column>?, from origin: PlanOrigin = .host) -> StepPlan {
        let table = storage.pointee.table
        let source = storage.pointee.state
        let column = number ?? table.anyEvent
        let failure = storage.pointee.failure
        storage.pointee.flags.remove(.resuming)
        storage.pointee.flags.formUnion([.busy, .planning])
        begin(trigger.event, from: state, to: trigger.requested)
        // A chart's plan shows whose callback each is, which a flat one does not.
        let selection =
            storage.pointee.isChart
            ? Selection(program: table.pointee.programs, rule: nil, outcome: .unhandled, target: source)
            : table.select(source, from: table.cell(source, column), column, stepPointer)
        if selection.kind != .nothing {
            let plan = opened(StepPlan(selection, table, from: source))
            storage.pointee.step.target = plan.targetID
            endPlanning(.transitioned, from: origin)
            return plan
        }
        let hasMemory = makeWork()
        storage.pointee.chart?.pointee.isPlanning = true
        var outcome = selection.outcome == .unhandled && hasMemory ? unhandled(column) : outcome(of: selection)
        if !hasMemory { outcome = .outOfMemory }
        storage.pointee.chart?.pointee.isPlanning = false
        if storage.pointee.chart?.pointee.plan != nil {
            let plan = openKeptPlan()
            endPlanning(.transitioned, from: origin)
            return plan
        }
        outcome = tell(outcome)
        if storage.pointee.flags.contains(.postponed) { storage.pointee.failure = failure }
        endPlanning(outcome, from: origin)
        return StepPlan(close(outcome), table, source)
    }

    /// Give a resolver's result to a plan. `transitioned`: go on with ``StepPlan/next()``. `refused`, `unknownState` or
    /// `callbackFailed`: the plan is over, and so is the step.
    @inline(never)
    public func resolve(_ plan: inout StepPlan, to id: ID) -> Outcome {
        guard storage.pointee.flags.contains(.planned), plan.isUnresolved else { return .badValue }
        let resolution = plan.table.resolution(of: id)
        guard resolution.outcome == .transitioned else {
            plan.outcome = close(endPlanned(outcome(of: resolution)))
            return plan.outcome
        }
        storage.pointee.step.target = id
        plan.resolve(to: resolution.target)
        return .transitioned
    }

    /// Change the state, as ``PlannedCall/commit`` asks for. `badValue`, and nothing happens, if the plan has changed it
    /// already, or its target is not resolved.
    @inline(never)
    @discardableResult
    public func commit(_ plan: StepPlan) -> Outcome {
        guard isOpen(plan), !storage.pointee.flags.contains(.committed), !plan.isUnresolved else { return .badValue }
        storage.pointee.flags.insert(.committed)
        if let chart = plan.chart {
            commitPlan(chart, plan.kind)
            return .ok
        }
        switch plan.kind {
        case .stop: storage.pointee.flags.insert(.stopped)
        case .start:
            storage.pointee.flags.remove(.stopped)
            storage.pointee.state = plan.targetState
        case .transition: storage.pointee.state = plan.targetState
        }
        return .ok
    }

    /// End a plan's step with the result of its last callback: `transitioned`, or `callbackFailed` if that is below 0.
    /// Hooks are told. What waits is planned with ``planNext()``. `badValue`, and the plan stays open, if nothing has
    /// failed and the state was not changed.
    @inline(never)
    public func complete(_ plan: StepPlan, _ result: Int32 = 0) -> Outcome {
        guard storage.pointee.flags.contains(.planned) else { return plan.outcome }
        let isCommitted = storage.pointee.flags.contains(.committed)
        guard isOpen(plan), isCommitted || result < 0 else { return .badValue }
        if let chart = plan.chart, chart.pointee.chartStep.count > 0 { showPlannedRow(chart) }
        dropChartPlan()
        let outcome = endPlanned(result >= 0 ? .transitioned : failed(result, isCommitted: isCommitted))
        endPlannedStop()
        return close(outcome)
    }

    /// Tells the hooks, which cannot end the plan themselves.
    private func endPlanned(_ outcome: Outcome) -> Outcome {
        storage.pointee.flags.remove(.planned)
        storage.pointee.flags.insert(.busy)
        return end(outcome)
    }

    /// Of a machine that the plan has stopped nothing waits.
    private func endPlannedStop() {
        guard storage.pointee.flags.isSuperset(of: [.committed, .stopped]) else { return }
        endTimers()
        dropWaiting()
    }

    /// Give a plan up: the state stays where it is, and no hook is told.
    public func abandon() {
        guard storage.pointee.flags.contains(.planned) else { return }
        dropChartPlan()
        endPlannedStop()
        endDuePlans()
        storage.pointee.step.rule = nil
        storage.pointee.step.source = state
        _ = close(.ok)
    }

    @inline(never)
    func close(_ outcome: Outcome) -> Outcome {
        clearInputs()
        if outcome.endsRun && !storage.pointee.flags.contains(.postponed) { endDuePlans() }
        storage.pointee.flags.subtract([.planned, .committed, .busy, .planning, .postponed])
        if storage.pointee.flags.contains(.unsettled) {
            // What follows by itself comes before the next event.
            storage.pointee.flags.insert(.waiting)
        } else if storage.pointee.queue.count == 0 {
            storage.pointee.flags.remove(.waiting)
        }
        if storage.pointee.flags.contains(.journaled) { journalState() }
        if storage.pointee.flags.contains(.released) { destroy() }
        return outcome
    }
}
