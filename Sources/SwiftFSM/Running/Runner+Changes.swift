import FSMEngine

// Steps of tables that have effects: see ``StateEffects``. The engine chooses the row, and the machine does the rest.

extension Runner {
    /// Performs the plan for an event whose turn it is.
    func perform(
        _ plan: StepPlan, _ life: StateLife<State, Event>, _ event: Event, _ predicates: [any Predicate],
        isolation: isolated (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) async -> FSMOutcome<State> {
        let change: StateChange<State>
        switch life.change(by: plan, event) {
        case .success(let known): change = known
        case .failure(let unknown):
            wakeNext()
            return report(.unknownTarget(unknown.state), event, predicates, logHandler)
        }
        let number = logHandler == nil ? nil : entries.open()
        let outcome: FSMOutcome<State>
        let failed = failureCount
        if isDirect(change, for: isolation) {
            outcome = take(change, life, event)
            performDirectly(change, event)
            await reactToFailuresOfDirectStep(after: failed, event, predicates, isolation: isolation, logHandler)
            wakeNext()
        } else {
            let step = beginAwaiting()
            outcome = take(change, life, event)
            await AwaitedStep.ofTask.withValue(step) {
                for list in lists(of: change) { await attempt(list, event, isolation: isolation) }
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
        let change: StateChange<State>
        switch life.change(by: plan, event) {
        case .success(let known): change = known
        case .failure(let unknown): return report(.unknownTarget(unknown.state), event, predicates, logHandler)
        }
        guard isDirect(change, for: isolation) else { throw error(for: lists(of: change)) }
        let number = logHandler == nil ? nil : entries.open()
        let outcome = take(change, life, event)
        performDirectly(change, event)
        if let number, let logHandler { _ = close(number, outcome, event, predicates, logHandler) }
        return outcome
    }

    /// Changes the state, and tells observers.
    func take(_ change: StateChange<State>, _ life: StateLife<State, Event>, _ event: Event) -> FSMOutcome<State> {
        let source = life.state
        life.take(change)
        let target = life.state
        if observers != nil { note(FSMTransition(event: event, from: source, to: target)) }
        return .transitioned(from: source, to: target)
    }

    // MARK: - Actions

    func lists(of change: StateChange<State>) -> [ActionList] {
        guard let lists = store?.pointee.lists else { return [] }
        return change.lists.map { lists[$0] }
    }

    private func isDirect(_ change: StateChange<State>, for isolation: (any Actor)?) -> Bool {
        let caller = isolation.map { ObjectIdentifier($0) }
        return allActions.isDirect(for: caller) || lists(of: change).allSatisfy { $0.isDirect(for: caller) }
    }

    func error(for lists: [ActionList]) -> FSMHandlingError {
        lists.allSatisfy(\.isSynchronous) ? .actionIsIsolated : .actionIsAsynchronous
    }

    private func performDirectly(_ change: StateChange<State>, _ event: Event) {
        #if DEBUG
            enterNested(event)
            defer { depth -= 1 }
        #endif
        for list in lists(of: change) { performDirectly(list, event) }
    }
}
