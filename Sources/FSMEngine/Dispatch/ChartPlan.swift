import CMemory

/// A microstep of a chart that a host performs (``StepPlan``): what is called, in order, and the sets for the commit. It
/// has memory of its own, from ``Machine/keepPlan(_:_:)`` until the plan is over.
struct ChartPlan {
    /// Callbacks that are called one after the other, and what the step shows them.
    struct Call {
        var callbacks: CallbackList
        /// What raises events instead.
        var raising: ChartStep.Raising
        var rule: UnsafeRawPointer?
        var source: ID
        var target: ID
        /// The node whose they are, or ``ChartNode/none``.
        var owner: UInt32
    }

    /// A copy of the step; its sets lie behind the calls.
    var chartStep: ChartStep
    let kind: StepPlan.Kind
    let calls: UnsafeMutablePointer<Call>
    /// What callbacks are shown.
    let step: UnsafeMutablePointer<Step>
    var count: UInt32 = 0
    /// How many of the calls come before the state changes.
    var commit: UInt32 = 0
    /// The number of the first event that the step raises: if it does not take place they are dropped.
    var raisedBefore: UInt64
    /// The leaves between which the first row leads.
    var source: CompactIndex<State>
    var target = CompactIndex<State>.never

    @inline(never)
    func show(_ call: Call) {
        step.pointee.rule = call.rule
        step.pointee.source = call.source
        step.pointee.target = call.target
        Machine(handle: step.pointee.machine).storage.pointee.calling = call.owner
    }

    /// How many callbacks are called in all, and before the state changes.
    var callbackCounts: (all: Int, beforeCommit: Int) {
        var (all, beforeCommit) = (0, 0)
        for index in 0..<count {
            all += Int(calls[Int(index)].callbacks.count)
            if index < commit { beforeCommit = all }
        }
        return (all, beforeCommit)
    }
}

extension Machine {
    /// Keeps what a step calls as the machine's plan. With `.stop` the chart is left by it, with `.start` entered.
    /// `transitioned`, or `outOfMemory`.
    @inline(never)
    func keepPlan(_ chartStep: ChartStep, _ kind: StepPlan.Kind) -> Outcome {
        let count = forEachCall(chartStep, kind) { _, _, _ in }
        let callSize = MemoryLayout<ChartPlan.Call>.stride &* Int(count)
        let size = MemoryLayout<ChartPlan>.stride &+ callSize &+ chartStep.size
        guard let memory = malloc(size) else { return .outOfMemory }
        let calls = (memory + MemoryLayout<ChartPlan>.stride).bindMemory(to: ChartPlan.Call.self, capacity: Int(count))
        let copy = chartStep.copy(to: memory + MemoryLayout<ChartPlan>.stride + callSize)
        let plan = memory.bindMemory(to: ChartPlan.self, capacity: 1)
        plan.initialize(
            to: ChartPlan(
                chartStep: copy, kind: kind, calls: calls, step: stepPointer, raisedBefore: chart.pointee.raised.end,
                source: storage.pointee.state))
        plan.pointee.count = forEachCall(copy, kind) { index, callbacks, raising in
            let step = stepPointer
            calls[Int(index)] = ChartPlan.Call(
                callbacks: callbacks, raising: raising, rule: step.pointee.rule, source: step.pointee.source,
                target: step.pointee.target, owner: storage.pointee.calling)
        } atCommit: {
            plan.pointee.commit = $0
        }
        if kind == .transition {
            let row = copy.candidates[0]
            plan.pointee.source = copy.node(row.leaf).pointee.state
            plan.pointee.target = copy.node(copy.leafAfter(row)).pointee.state
        } else {
            plan.pointee.target = copy.leafState(of: copy.entries)
        }
        chart.pointee.isCommitted = false
        chart.pointee.plan = plan
        return .transitioned
    }

    /// Calls `body` with each list of callbacks in order, and `atCommit` where the state changes. Returns how many there
    /// are. The step is shown each row.
    private func forEachCall(
        _ chartStep: ChartStep, _ kind: StepPlan.Kind, _ body: (UInt32, CallbackList, ChartStep.Raising) -> Void,
        atCommit: (UInt32) -> Void = { _ in }
    ) -> UInt32 {
        var count: UInt32 = 0
        func add(_ phase: Phase) {
            if phase == .commit { return atCommit(count) }
            _ = chartStep.forEachCall(of: phase, stepPointer) {
                body(count, .empty, $0)
                count &+= 1
            } _: {
                body(count, $0, .nothing)
                count &+= 1
                return true
            }
        }
        switch kind {
        case .start:
            add(.commit)
            add(.entry)
        case .stop:
            add(.exit)
            add(.commit)
        case .transition:
            chartStep.show(chartStep.candidates[0], stepPointer)
            for phase in storage.pointee.table.pointee.phases { add(phase) }
            // A plan tells of the row that was found first.
            chartStep.show(chartStep.candidates[0], stepPointer)
        }
        return count
    }

    // MARK: - For ``Machine/plan(_:_:_:)``

    /// Opens the plan that a step has kept.
    func openKeptPlan(_ kind: StepPlan.Kind = .transition) -> StepPlan {
        opened(StepPlan(chart.pointee.plan!, storage.pointee.table, kind))
    }

    /// Plans the next microstep that follows an event by itself. `nil` if the machine has settled. Not more than one event is
    /// taken: another one may be postponed, and then nothing must have happened.
    func planSettling() -> StepPlan? {
        let (table, state) = (storage.pointee.table, storage.pointee.state)
        chart.pointee.isPlanning = true
        storage.pointee.flags.remove(.postponed)
        storage.pointee.flags.formUnion([.busy, .planning])
        let failure = storage.pointee.failure
        let outcome = settle()
        chart.pointee.isPlanning = false
        if chart.pointee.plan != nil { return openKeptPlan(configuration.pointee.isDone ? .stop : .transition) }
        if storage.pointee.flags.contains(.postponed) { storage.pointee.failure = failure }
        if outcome != .ok { return StepPlan(close(outcome), table, state) }
        storage.pointee.flags.subtract([.busy, .planning])
        return nil
    }

    /// Plans to enter a state of a stopped machine with what is around it and below.
    func planChartStart(_ state: CompactIndex<State>, isLast: Bool) -> StepPlan {
        let outcome = prepareStart(state, isLast: isLast) { chartStep in
            let leaf = chartStep.leafState(of: chartStep.entries)
            begin(ReservedID.none, from: ReservedID.none, to: storage.pointee.stateIDs[leaf])
            return keepPlan(chartStep, .start)
        }
        guard outcome == .transitioned else { return StepPlan(outcome, storage.pointee.table, storage.pointee.state) }
        return openKeptPlan(.start)
    }

    /// Plans to leave all active states and stop.
    func planChartStop() -> StepPlan {
        let outcome = keepStop()
        guard outcome == .transitioned else { return StepPlan(outcome, storage.pointee.table, storage.pointee.state) }
        return openKeptPlan(.stop)
    }

    /// Keeps a plan to leave all active states.
    @inline(never)
    func keepStop() -> Outcome {
        guard makeWork() else { return .outOfMemory }
        synchronize()
        return ChartStep.with(storage.pointee.table, configuration) { chartStep in
            chartStep.exits.copy(active)
            begin(ReservedID.none, from: state, to: ReservedID.none)
            return keepPlan(chartStep, .stop)
        } ?? .outOfMemory
    }

    /// Changes the active states, as the plan of a chart says.
    func commitPlan(_ plan: UnsafeMutablePointer<ChartPlan>, _ kind: StepPlan.Kind) {
        chart.pointee.isCommitted = true
        switch kind {
        case .stop: storage.pointee.flags.insert(.stopped)
        case .start:
            storage.pointee.flags.remove(.stopped)
            active.removeAll()
            commit(plan.pointee.chartStep)
        case .transition: commit(plan.pointee.chartStep)
        }
    }

    /// Shows hooks the row that was found first.
    func showPlannedRow(_ plan: UnsafeMutablePointer<ChartPlan>) {
        plan.pointee.chartStep.show(plan.pointee.chartStep.candidates[0], stepPointer)
    }

    /// Ends the plan of a chart, if one is open.
    @inline(never)
    func dropChartPlan() {
        guard let chart = storage.pointee.chart, let plan = chart.pointee.plan else { return }
        if plan.pointee.kind != .stop {
            endRaising(
                plan.pointee.chartStep, isCommitted: chart.pointee.isCommitted,
                raisedBefore: plan.pointee.raisedBefore)
        }
        chart.pointee.plan = nil
        storage.pointee.calling = ChartNode.none
        free(plan)
    }
}
