// Steps that only the machine performs: those of states with values, and those with actions that fail, or begin or end what
// lives as long as a state.

extension FSMContextTable.Machine {
    private typealias Failed = (failure: FSMFailure<State, Event>, error: any Error)

    /// Performs a step. Awaits what has to be awaited.
    @usableFromInline
    func perform(stepNumber: Int32, _ event: Event, isolation: isolated (any Actor)?) async -> FSMOutcome<State> {
        let change: ContextChange<State>
        switch self.change(of: stepNumber, event) {
        case .success(let known): change = known
        case .failure(let unknown): return .unknownTarget(unknown.state)
        }
        precondition(isolation != nil || !begins(change.lists), "\(FSMHandlingError.lifetimeWithoutActor)")
        let outcome = take(change, event)
        await perform(change.lists, event, isolation: isolation)
        return outcome
    }

    /// Performs a step without `await`. Throws before anything changes if something has to be awaited; after it, if that is
    /// so of the event that is sent since an action failed.
    func performAtOnce(
        stepNumber: Int32, _ event: Event, _ isolation: (any Actor)?
    ) throws -> FSMOutcome<State> {
        let change: ContextChange<State>
        switch self.change(of: stepNumber, event) {
        case .success(let known): change = known
        case .failure(let unknown): return .unknownTarget(unknown.state)
        }
        try checkDirect(change.lists, isolation)
        let outcome = take(change, event)
        try performAtOnce(change.lists, event, isolation)
        return outcome
    }

    // MARK: - Changes

    private struct UnknownTarget: Error {
        let state: State
    }

    private func change(of step: Int32, _ event: Event) -> Result<ContextChange<State>, UnknownTarget> {
        let effects = table.effects
        let lists = effects.listsOfSteps[Int(step)]
        if let target = effects.target(ofStep: Int(step)) { return change(to: target.state(context, event), lists) }
        let target = table.steps[Int(step)].target
        return .success(ContextChange(target: target, value: target == number ? state : nil, lists: lists))
    }

    private func change(to state: State, _ lists: [Int32]) -> Result<ContextChange<State>, UnknownTarget> {
        let target = table.stateIndex.number(of: state)
        guard target >= 0 else { return .failure(UnknownTarget(state: state)) }
        let isChange = target != number || state != self.state
        let others = table.effects.lists(leaving: number, entering: target, isChange: isChange)
        return .success(ContextChange(target: target, value: state, lists: lists + others))
    }

    /// Changes the state, and tells observers.
    private func take(_ change: ContextChange<State>, _ event: Event) -> FSMOutcome<State> {
        let source = state
        let isCase = table.effects.cases[Int(change.target)]
        let target = isCase ? change.value ?? table.states[Int(change.target)] : table.states[Int(change.target)]
        number = change.target
        if table.hasCases { life.value = isCase ? target : nil }
        note(FSMTransition(event: event, from: source, to: target))
        return .transitioned(from: source, to: target)
    }

    // MARK: - Actions

    private func begins(_ lists: [Int32]) -> Bool {
        lists.contains { list in
            table.effects.lists[Int(list)].contains { if case .begin = $0.effect { true } else { false } }
        }
    }

    private func checkDirect(_ lists: [Int32], _ isolation: (any Actor)?) throws {
        let boxes = lists.flatMap { table.effects.lists[Int($0)] }
        if boxes.contains(where: { $0.awaited != nil || $0.effect?.isSynchronous == false }) {
            throw FSMHandlingError.actionIsAsynchronous
        }
        if boxes.contains(where: { $0.isolation != nil && $0.isolation !== isolation }) {
            throw FSMHandlingError.actionIsIsolated
        }
        if isolation == nil && begins(lists) { throw FSMHandlingError.lifetimeWithoutActor }
    }

    private func isDirect(_ lists: [Int32], _ isolation: (any Actor)?) -> Bool {
        (try? checkDirect(lists, isolation)) != nil
    }

    /// Performs lists of actions, then what the machine does since some have failed.
    private func perform(_ lists: [Int32], _ event: Event, isolation: isolated (any Actor)?) async {
        let failures = isDirect(lists, isolation) ? performDirectly(lists, event, isolation) : nil
        if let failures, failures.isEmpty { return }
        // Events of other tasks wait for what is awaited, also where only the reaction to a failure is.
        isBusy = true
        let turns = ownTurns()
        let step = turns.begin(ObjectIdentifier(self))
        defer { turns.end() }
        await AwaitedStep.ofTask.withValue(step) {
            var failures = failures
            if failures == nil { failures = await performAwaited(lists, event, isolation: isolation) }
            for failed in failures ?? [] { await react(to: failed, event, isolation: isolation) }
        }
    }

    /// Performs lists of actions, each up to one that fails. Returns those that failed.
    private func performAwaited(
        _ lists: [Int32], _ event: Event, isolation: isolated (any Actor)?
    ) async -> [Failed] {
        var failures: [Failed] = []
        for list in lists {
            for box in table.effects.lists[Int(list)] {
                guard let failed = await perform(box, event, isolation: isolation) else { continue }
                failures.append(failed)
                break
            }
        }
        return failures
    }

    /// Performs an action. Returns how it failed.
    private func perform(
        _ box: ContextActionBox<Context, Event>, _ event: Event, isolation: isolated (any Actor)?
    ) async -> Failed? {
        guard case .attempt(let attempt) = box.effect, let failure = attempt.failure as? FSMFailure<State, Event> else {
            if box.effect != nil { return performDirectly(box, event, isolation) }
            await box.call(context, isSent: table.sendsContexts, event, isolation: isolation)
            return nil
        }
        do {
            try await attempt.call(context, isSent: table.sendsContexts, event, isolation: isolation)
            return nil
        } catch {
            return (failure, error)
        }
    }

    private func react(to failed: Failed, _ event: Event, isolation: isolated (any Actor)?) async {
        switch failed.failure.reaction {
        case .send(let makeEvent): _ = await handleInTurn(makeEvent(failed.error), isolation: isolation)
        case .enter(let state):
            guard case .success(let change) = change(to: state, []) else { return }
            precondition(isolation != nil || !begins(change.lists), "\(FSMHandlingError.lifetimeWithoutActor)")
            _ = take(change, event)
            await perform(change.lists, event, isolation: isolation)
        }
    }

    private func performAtOnce(_ lists: [Int32], _ event: Event, _ isolation: (any Actor)?) throws {
        #if DEBUG
            let turns = ownTurns()
            turns.enterNested("\(event)")
            defer { turns.depth -= 1 }
        #endif
        for failed in performDirectly(lists, event, isolation) {
            switch failed.failure.reaction {
            case .send(let makeEvent): _ = try handleInTurnAtOnce(makeEvent(failed.error), isolation)
            case .enter(let state):
                guard case .success(let change) = change(to: state, []) else { continue }
                try checkDirect(change.lists, isolation)
                _ = take(change, event)
                try performAtOnce(change.lists, event, isolation)
            }
        }
    }

    /// Calls the actions of lists, none of which has to be awaited. Returns those that failed.
    private func performDirectly(_ lists: [Int32], _ event: Event, _ isolation: (any Actor)?) -> [Failed] {
        var failures: [Failed] = []
        for list in lists {
            for box in table.effects.lists[Int(list)] {
                guard let failed = performDirectly(box, event, isolation) else { continue }
                failures.append(failed)
                break
            }
        }
        return failures
    }

    /// Calls an action that need not be awaited. Returns how it failed.
    private func performDirectly(
        _ box: ContextActionBox<Context, Event>, _ event: Event, _ isolation: (any Actor)?
    ) -> Failed? {
        switch box.effect {
        case nil: box.direct(context, event)
        case .attempt(let attempt):
            do { try attempt.direct(context, event) } catch {
                return (attempt.failure as? FSMFailure<State, Event>).map { ($0, error) }
            }
        case .begin(let lifetime):
            if let isolation, let lifetime = lifetime as? Lifetime { begin(lifetime, on: isolation) }
        case .end(let lifetime):
            if let lifetime = lifetime as? Lifetime { life.end(lifetime) }
        }
        return nil
    }
}
