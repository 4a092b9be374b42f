import FSMEngine

// A chart runs each event to completion: the engine plans one step after the other, for the event, for rows without an
// event, for raised and for deferred events, and the actions of each are performed here. Then come the events that actions
// have sent.

extension Runner {
    /// Handles an event after those that are in progress. From inside an action it waits until the chart is at rest.
    func handle(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartRun<State, Event>,
        isolation: isolated (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) async -> FSMOutcome<State> {
        if isInside(chart) {
            chart.send(event, predicates)
            return .queued
        }
        await waitForTurn(isolation: isolation)
        begin(event, predicates, in: chart, logHandler)
        if allActions.isDirect(for: isolation.map { ObjectIdentifier($0) }) {
            performDirectly(chart)
        } else {
            await awaitActions(chart, isolation: isolation)
        }
        wakeNext()
        return chart.firstOutcome ?? .notFound
    }

    /// The same without `await`. Throws before anything changes if some action of the table has to be awaited: which steps
    /// follow is not known before.
    func handleAtOnce(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartRun<State, Event>, _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> FSMOutcome<State> {
        if isInside(chart) {
            chart.send(event, predicates)
            return .queued
        }
        guard isTurn else { throw FSMHandlingError.otherEventUnderWay }
        guard allActions.isDirect(for: isolation.map { ObjectIdentifier($0) }) else {
            throw allActions.isSynchronous ? FSMHandlingError.actionIsIsolated : .actionIsAsynchronous
        }
        begin(event, predicates, in: chart, logHandler)
        performDirectly(chart)
        return chart.firstOutcome ?? .notFound
    }

    /// Raises an event from inside an action. Returns `false` outside of actions, and for events that no row names.
    func raise(_ event: Event) -> Bool {
        guard let chart, let machine, chart.plan != nil else { return false }
        let number = number(of: event)
        guard machine.raise(number) == .queued else { return false }
        chart.keepRaised(event, number)
        return true
    }

    /// Whether the current task is inside an action of the chart.
    private func isInside(_ chart: ChartRun<State, Event>) -> Bool {
        chart.isInside || turns.isUnderWay(AwaitedStep.innermost(of: ObjectIdentifier(self)))
    }

    private func begin(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartRun<State, Event>,
        _ logHandler: FSMLogHandler<State, Event>?
    ) {
        chart.firstOutcome = nil
        chart.logHandler = logHandler
        chart.send(event, predicates)
    }

    // MARK: - Performing

    /// Performs everything without `await`.
    private func performDirectly(_ chart: ChartRun<State, Event>) {
        guard let store else { return }
        chart.isInside = true
        while let (list, event) = nextActions(chart) {
            withUnsafePointer(to: event) { event in
                for number in list.first..<list.first + list.count where !raise(number) {
                    store.pointee.boxes[number]._withUnsafeGuaranteedRef { $0.callDirectly(event) }
                }
            }
        }
        chart.isInside = false
    }

    /// Performs everything, where some action may have to be awaited.
    private func awaitActions(_ chart: ChartRun<State, Event>, isolation: isolated (any Actor)?) async {
        guard let store else { return }
        let step = AwaitedStep(of: ObjectIdentifier(self))
        turns.begin(step)
        await AwaitedStep.$innermost.withValue(step) {
            while let (list, event) = nextActions(chart) {
                for number in list.first..<list.first + list.count where !raise(number) {
                    await store.pointee.box(number, of: Event.self).call(event, isolation: isolation)
                }
            }
        }
        turns.end()
    }

    /// Raises the event of the action with this number, if raising is what it does.
    private func raise(_ number: Int) -> Bool {
        guard let store, let event = store.pointee.box(number, of: Event.self).raisedEvent else { return false }
        return raise(event)
    }

    // MARK: - Steps

    /// Goes on to the next actions that have to be performed, over steps and events. Returns `nil` when the chart is at
    /// rest and no event waits.
    private func nextActions(_ chart: ChartRun<State, Event>) -> (list: ActionList, event: Event)? {
        guard let machine, let store else { return nil }
        while true {
            while let call = chart.plan?.next() {
                if case .callback(let callback) = call, let event = chart.event {
                    return (store.pointee.list(of: callback), event)
                }
                if case .commit = call, let plan = chart.plan { commit(plan, machine, chart) }
            }
            if let plan = chart.plan { _ = machine.complete(plan) }
            chart.plan = nil
            if chart.outcome != nil, let plan = chart.planNext(machine) {
                take(plan, machine, chart)
                continue
            }
            finishEvent(chart)
            guard chart.beginNext() else { return nil }
            planEvent(machine, chart)
        }
    }

    private func commit(_ plan: StepPlan, _ machine: Machine, _ chart: ChartRun<State, Event>) {
        // The step that leaves all states follows the one that made the chart done.
        if machine.isDone { chart.lastState = Int(plan.source) }
        machine.commit(plan)
    }

    /// Takes a step that follows by itself, or an error, after which what waits is dropped.
    private func take(_ plan: StepPlan, _ machine: Machine, _ chart: ChartRun<State, Event>) {
        if plan.outcome == .transitioned {
            chart.plan = plan
            return
        }
        machine.discard()
        chart.dropWaiting()
        chart.outcome = .stepLimitReached
    }

    /// Plans the step of the event in progress.
    private func planEvent(_ machine: Machine, _ chart: ChartRun<State, Event>) {
        guard let table, let sender, let event = chart.event else { return }
        var last: Int32 = -1
        let plan = Self.firstPlan(table.events, event, number(of: event)) { number in
            last = number
            return sender.chartPlan(machine, number, chart.predicates)
        }
        if plan.outcome == .transitioned {
            chart.plan = plan
            chart.outcome = outcome(of: plan)
            return
        }
        if plan.outcome == .deferred { chart.keepDeferred(last) }
        chart.outcome = rejection(plan.outcome, machine, chart.predicates)
    }

    /// Reports the event in progress, if there is one.
    private func finishEvent(_ chart: ChartRun<State, Event>) {
        guard let outcome = chart.outcome else { return }
        if chart.firstOutcome == nil { chart.firstOutcome = outcome }
        chart.outcome = nil
        guard let event = chart.sentEvent else { return }
        chart.logHandler?(FSMLogEntry(event: event, predicates: chart.predicates, outcome: outcome))
    }
}

// MARK: - States

extension Runner {
    /// The current state; `nil` while there is no table.
    var state: State? {
        machine.map { machine in states[chart?.lastState ?? Int(machine.state)] }
    }

    /// The active states without children; `nil` while there is no table.
    var activeStates: [State]? {
        machine.map { machine in
            var active: [State] = []
            machine.forEachActiveLeaf { active.append(states[Int($0)]) }
            return active
        }
    }

    /// Whether a state is active; `nil` while there is no table.
    func isIn(_ state: State) -> Bool? {
        guard let machine, let table else { return nil }
        let number = table.states.number(of: state)
        return number >= 0 && machine.isActive(number)
    }
}
