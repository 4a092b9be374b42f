import FSMEngine

// Steps of tables that have effects: see ``StateEffects``. The engine chooses the row, and the machine does the rest.

extension Runner {
    /// Performs the plan for an event whose turn it is.
    func perform(
        _ plan: StepPlan, _ life: StateLife<State, Event>, _ event: Event, _ predicates: [any Predicate],
        isolation: isolated (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) async -> FSMOutcome<State> {
        let row = life.changes.row(of: plan)
        guard let target = life.target(ofRow: row) else {
            let change = life.change(toKnown: Int32(plan.target), byRow: row)
            return await perform(change, event, predicates, isolation: isolation, logHandler) {
                takeKnown(change, life, event)
            }
        }
        let state = state(of: target, event)
        guard let change = life.change(to: state, byRow: row) else {
            wakeNext()
            return report(.unknownTarget(state), event, predicates, logHandler)
        }
        return await perform(change, event, predicates, isolation: isolation, logHandler) {
            take(change, state, life, event)
        }
    }

    private func perform(
        _ change: StateChange, _ event: Event, _ predicates: [any Predicate], isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?, _ take: () -> FSMOutcome<State>
    ) async -> FSMOutcome<State> {
        let number = logHandler == nil ? nil : entries.open()
        let outcome: FSMOutcome<State>
        let failed = failureCount
        if isDirect(change, for: isolation) {
            outcome = take()
            performDirectly(change, countVisit(isLeft: change.isLeft), event)
            await reactToFailuresOfDirectStep(after: failed, event, predicates, isolation: isolation, logHandler)
            wakeNext()
        } else {
            let step = beginAwaiting()
            outcome = take()
            let visits = countVisit(isLeft: change.isLeft)
            await AwaitedStep.ofTask.withValue(step) {
                for list in lists(of: change) { await attempt(list, visits, event, isolation: isolation) }
                await reactToFailures(after: failed, event, predicates, isolation: isolation, logHandler)
            }
            endAwaiting()
        }
        guard let number, let logHandler else { return outcome }
        return close(number, outcome, event, predicates, logHandler)
    }

    /// The same without `await`. Throws before anything changes if an action has to be awaited.
    func performAtOnce(
        _ plan: StepPlan, _ life: StateLife<State, Event>, _ event: Event, _ predicates: [any Predicate],
        _ isolation: (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> FSMOutcome<State> {
        let row = life.changes.row(of: plan)
        let (change, number, outcome): (StateChange, Int?, FSMOutcome<State>)
        if let target = life.target(ofRow: row) {
            let state = state(of: target, event)
            guard let known = life.change(to: state, byRow: row) else {
                return report(.unknownTarget(state), event, predicates, logHandler)
            }
            change = known
            number = try beginAtOnce(change, isolation, logHandler)
            outcome = take(change, state, life, event)
        } else {
            change = life.change(toKnown: Int32(plan.target), byRow: row)
            number = try beginAtOnce(change, isolation, logHandler)
            outcome = takeKnown(change, life, event)
        }
        performDirectly(change, countVisit(isLeft: change.isLeft), event)
        if let number, let logHandler { _ = close(number, outcome, event, predicates, logHandler) }
        return outcome
    }

    /// The number of the entry that is told of the step, if somebody is told.
    private func beginAtOnce(
        _ change: StateChange, _ isolation: (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> Int? {
        guard isDirect(change, for: isolation) else { throw error(for: lists(of: change)) }
        return logHandler == nil ? nil : entries.open()
    }

    /// Asks for the next state. Events that are sent meanwhile would come into the middle of the step.
    private func state(of target: StateTarget<State, Event>, _ event: Event) -> State {
        let wasHeld = turns.hold()
        defer { turns.goOn(wasHeld) }
        return target.state(event)
    }

    /// Changes the state, and tells observers.
    func take(
        _ change: StateChange, _ state: State, _ life: StateLife<State, Event>, _ event: Event
    ) -> FSMOutcome<State> {
        let source = life.state
        life.take(change, state)
        return taken(from: source, life, event)
    }

    private func takeKnown(
        _ change: StateChange, _ life: StateLife<State, Event>, _ event: Event
    ) -> FSMOutcome<State> {
        let source = life.state
        life.takeKnown(change)
        return taken(from: source, life, event)
    }

    private func taken(from source: State, _ life: StateLife<State, Event>, _ event: Event) -> FSMOutcome<State> {
        if observers != nil { note(event, from: source, life) }
        return .transitioned(from: source, to: life.state)
    }

    /// Not part of its caller, which would look up the type of a transition.
    @inline(never)
    private func note(_ event: Event, from source: State, _ life: StateLife<State, Event>) {
        note(FSMTransition(event: event, from: source, to: life.state))
    }

    // MARK: - Actions

    func lists(of change: StateChange) -> [ActionList] {
        var lists: [ActionList] = []
        forEachList(of: change) { lists.append($0) }
        return lists
    }

    @inline(__always)
    private func forEachList(of change: StateChange, _ body: (ActionList) -> Void) {
        guard let lists = store?.pointee.lists else { return }
        change.forEachList { body(lists[$0]) }
    }

    private func isDirect(_ change: StateChange, for isolation: (any Actor)?) -> Bool {
        let caller = isolation.map { ObjectIdentifier($0) }
        if allActions.isDirect(for: caller) { return true }
        var isDirect = true
        forEachList(of: change) { if !$0.isDirect(for: caller) { isDirect = false } }
        return isDirect
    }

    func error(for lists: [ActionList]) -> FSMHandlingError {
        lists.allSatisfy(\.isSynchronous) ? .actionIsIsolated : .actionIsAsynchronous
    }

    private func performDirectly(_ change: StateChange, _ visits: StateVisits, _ event: Event) {
        #if DEBUG
            enterNested(event)
            defer { depth -= 1 }
        #endif
        forEachList(of: change) { performDirectly($0, visits, event) }
    }
}
