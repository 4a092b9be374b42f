// A step of a machine over a chart: a microstep for the event, then as many as it takes for rows without an event, raised
// events and deferred ones to come to rest (R13, R16, R20).
extension Machine {
    /// There is one while steps are performed that do not go the short way: ``makeWork()``.
    var chart: UnsafeMutablePointer<ChartMachine> { storage.pointee.chart! }

    /// Performs what the step under way comes to: its event or request is known, and its inputs are in their place.
    @inline(never)
    @_optimize(speed)
    func chartStep(_ column: CompactIndex<Column>) -> Outcome {
        let isEvent = column.value < storage.pointee.table.pointee.events.indexCount
        if isEvent, let outcome = regionStep(column) { return outcome }
        guard makeWork() else { return .outOfMemory }
        chart.pointee.recallBudget = chart.pointee.deferred.count
        let outcome = perform(column)
        chart.pointee.restartCounting(after: 1)
        return outcome
    }

    /// Performs one of the microsteps that follow, and tells the hooks.
    @inline(never)
    private func microstep(_ trigger: Trigger, _ number: CompactIndex<Column>?) -> Outcome {
        begin(trigger.event, from: state, to: trigger.requested)
        let outcome = perform(number ?? storage.pointee.table.anyEvent)
        if chart.pointee.plan != nil { return outcome }
        let isRefused = trigger.event == ReservedID.eventless && outcome != .transitioned && !outcome.endsRun
        if isRefused || outcome == .stepLimit {
            // Nothing has happened that a hook should be told of.
            begin(ReservedID.none, from: state, to: ReservedID.none)
            storage.pointee.step.rule = nil
            return outcome
        }
        return tell(outcome)
    }

    @inline(never)
    private func perform(_ column: CompactIndex<Column>) -> Outcome {
        let trigger = Trigger(event: storage.pointee.step.event, requested: storage.pointee.step.target)
        synchronize()
        return ChartStep.with(storage.pointee.table, configuration) { take(trigger, column, &$0) } ?? .outOfMemory
    }

    /// Makes the set of active nodes what it is after steps that went the way of flat tables: those know the leaf alone.
    @inline(never)
    func synchronize() {
        if storage.pointee.state == configuration.pointee.leaf || storage.pointee.state == .never { return }
        let table = storage.pointee.table.pointee.chart!
        active.removeAll()
        var number = table.pointee.nodeOfState[Int(storage.pointee.state.value)]
        while number != 0 {
            active.insert(number)
            number = table.pointee.nodes[Int(number)].parent
        }
        configuration.pointee.leaf = storage.pointee.state
    }

    @inline(never)
    private func take(_ trigger: Trigger, _ column: CompactIndex<Column>, _ chartStep: inout ChartStep) -> Outcome {
        var failed: Selection?
        let selected = chartStep.select(column, stepPointer, &failed)
        if let failed { return outcome(of: failed) }
        switch selected {
        case .transitioned: break
        case .unhandled: return trigger.event == ReservedID.eventless ? .unhandled : tellUnhandled(column)
        default: return selected
        }
        for index in 0..<chartStep.count where chartStep.candidates[index].rule.pointee.target == .deferred {
            return deferEvent(trigger, column)
        }
        guard chart.pointee.mayStep() else { return .stepLimit }
        chartStep.removeConflicts()
        chartStep.findSets()
        let room = makeRoom(for: chartStep)
        guard room == .queued else { return room }
        chart.pointee.stepCount += 1
        return chart.pointee.isPlanning ? keepPlan(chartStep, .transition) : perform(chartStep)
    }

    /// Calls what the phases of a microstep call, and changes the state.
    @inline(never)
    private func perform(_ chartStep: ChartStep) -> Outcome {
        let raisedBefore = chart.pointee.raised.end
        var isCommitted = false
        var result: Int32 = 0
        chartStep.show(chartStep.candidates[0], stepPointer)
        for phase in storage.pointee.table.pointee.phases where result >= 0 {
            if phase == .commit {
                commit(chartStep)
                isCommitted = true
                continue
            }
            _ = chartStep.forEachCall(of: phase, stepPointer) {
                raise($0, chartStep)
            } _: { callbacks in
                result = call(callbacks)
                return result >= 0
            }
        }
        // Hooks are shown the row that was found first.
        chartStep.show(chartStep.candidates[0], stepPointer)
        endRaising(chartStep, isCommitted: isCommitted, raisedBefore: raisedBefore)
        return result >= 0 ? .transitioned : failed(result, isCommitted: isCommitted)
    }

    /// Changes the active states, and records histories.
    @inline(never)
    func commit(_ chartStep: ChartStep) {
        chartStep.commit()
        commitTimeouts(of: chartStep)
        setLeaf()
        for index in 0..<chartStep.count {
            let candidate = chartStep.candidates[index]
            if chartStep.hasTarget(candidate) || candidate.rule.pointee.target == .same {
                chart.pointee.hasMoved = true
            }
        }
        configuration.pointee.isRestless = true
        storage.pointee.flags.insert(.unsettled)
    }

    /// Raises the events of a row, or of what is done by a final state. There is room.
    @inline(never)
    func raise(_ raising: ChartStep.Raising, _ chartStep: ChartStep) {
        switch raising {
        case .nothing: break
        case .row(let index):
            let row = chartStep.row(chartStep.candidates[Int(index)])
            for position in 0..<row.raisedCount {
                pushRaised(chartStep.chart.pointee.raised[Int(row.firstRaised &+ position)])
            }
            chart.pointee.nextRow = index &+ 1
        case .final(let final):
            chart.pointee.nextFinal = final &+ 1
            chartStep.forEachDone(by: final) { done in
                if done == 0 {
                    configuration.pointee.isDone = true
                } else if chartStep.node(done).pointee.doneEvent != ReservedID.none {
                    pushRaised(chartStep.node(done).pointee.doneEvent)
                }
            }
        }
    }

    /// Ends a step. If it took place, what a failure has left out is raised too; otherwise nothing is.
    @inline(never)
    func endRaising(_ chartStep: ChartStep, isCommitted: Bool, raisedBefore: UInt64) {
        if isCommitted {
            for index in chart.pointee.nextRow..<max(UInt32(chartStep.count), chart.pointee.nextRow) {
                raise(.row(index), chartStep)
            }
            chartStep.forEachFinal(from: chart.pointee.nextFinal) { raise(.final($0), chartStep) }
        } else {
            chart.pointee.raised.drop(from: raisedBefore)
            configuration.pointee.isDone = false
        }
        chart.pointee.reserved = 0
    }

    /// Shows the leaf of the only region as the state of the machine.
    @inline(never)
    func setLeaf() {
        let table = storage.pointee.table.pointee.chart!
        var number: UInt32 = 0
        while table.pointee.nodes[Int(number)].kind == .compound,
            let child = active.first(from: number &+ 1), child <= table.pointee.nodes[Int(number)].last
        {
            number = child
        }
        storage.pointee.state = table.pointee.nodes[Int(number)].state
        configuration.pointee.leaf = storage.pointee.state
    }

    /// Asks for the memory that the commit needs, before anything is called.
    @inline(never)
    func makeRoom(for chartStep: ChartStep) -> Outcome {
        var most = chartStep.doneCount
        for index in 0..<chartStep.count { most += Int(chartStep.row(chartStep.candidates[index]).raisedCount) }
        chart.pointee.reserved = most
        (chart.pointee.nextRow, chart.pointee.nextFinal) = (0, 0)
        let room = most == 0 ? .queued : chart.pointee.raised.makeRoom(for: most)
        return room == .queued ? makeTimeoutRoom(for: chartStep) : room
    }

    // MARK: - Coming to rest

    /// Performs the next microstep that follows an event by itself; the machine is settled if there is none.
    @inline(never)
    func settle() -> Outcome {
        if storage.pointee.flags.contains(.stopped) || configuration.pointee.isDone { return settleStopped() }
        if storage.pointee.table.pointee.chart!.pointee.hasEventless && configuration.pointee.isRestless {
            configuration.pointee.isRestless = false
            let outcome = microstep(Trigger.event(ReservedID.eventless), storage.pointee.table.eventless)
            if outcome.endsRun || outcome.lacksRoom { configuration.pointee.isRestless = true }
            if outcome == .transitioned || configuration.pointee.isRestless { return outcome }
            chart.pointee.hasAskedEventless = chart.pointee.isPlanning
        }
        if let (trigger, arguments) = chart.pointee.raised.pop(cases: stepCases) {
            return follow(trigger, arguments, isRecalled: false).outcome
        }
        if chart.pointee.hasMoved {
            chart.pointee.hasMoved = false
            // Those that have waited again meanwhile come first again.
            for _ in 0..<chart.pointee.recalledCount { chart.pointee.deferred.rotate() }
            chart.pointee.recalledCount = chart.pointee.deferred.count
        }
        guard chart.pointee.recalledCount > 0,
            let (trigger, arguments) = chart.pointee.deferred.pop(cases: stepCases)
        else {
            storage.pointee.flags.remove(.unsettled)
            chart.pointee.restartCounting(after: 1)
            return .ok
        }
        chart.pointee.recalledCount -= 1
        if chart.pointee.recallBudget > 0 { chart.pointee.restartCounting(after: 0) }
        let (outcome, isOver) = follow(trigger, arguments, isRecalled: true)
        if !isOver {
            // All may have been dropped meanwhile.
            chart.pointee.recalledCount = min(chart.pointee.recalledCount + 1, chart.pointee.deferred.count)
        } else if chart.pointee.recallBudget > 0 {
            chart.pointee.recallBudget -= 1
        }
        return outcome
    }

    /// Performs the microstep of a raised or recalled event. One that is not over waits again, as the first.
    @inline(never)
    private func follow(
        _ trigger: Trigger, _ arguments: ArgumentBlock?, isRecalled: Bool
    ) -> (outcome: Outcome, isOver: Bool) {
        bindArguments(arguments)
        let raisedBefore = chart.pointee.raised.count
        let outcome = microstep(trigger, column(of: trigger))
        let isPostponed = chart.pointee.isPlanning && storage.pointee.flags.contains(.postponed)
        if isPostponed && chart.pointee.hasAskedEventless { configuration.pointee.isRestless = true }
        let isOver = !isPostponed && !outcome.lacksRoom && outcome != .stepLimit
        if isRecalled {
            putBack(!isOver, &chart.pointee.deferred)
        } else {
            putBack(!isOver, &chart.pointee.raised)
        }
        if chart.pointee.plan == nil { clearInputs() }
        // Guards and hooks can raise events too, and those take rows or not.
        let isIdle = isOver && outcome != .transitioned && !outcome.endsRun && chart.pointee.raised.count > raisedBefore
        return (isIdle && !chart.pointee.countIdle() ? .stepLimit : outcome, isOver)
    }

    /// A machine whose chart is done leaves everything and stops. If that fails it is tried again, as what follows any
    /// failure.
    private func settleStopped() -> Outcome {
        if storage.pointee.flags.contains(.stopped) {
            storage.pointee.flags.remove(.unsettled)
            return .ok
        }
        return chart.pointee.isPlanning ? keepStop() : performStop()
    }
}
