// Steps that only the machine performs: those of states with values, and those with actions that fail, or begin or end what
// lives as long as a state.

extension FSMContextTable.Machine {
    /// Performs a step. Awaits what has to be awaited.
    @usableFromInline
    func perform(stepNumber: Int32, _ event: Event, isolation: isolated (any Actor)?) async -> FSMOutcome<State> {
        guard let target = target(ofStep: stepNumber) else {
            let lists = table.effects.listsOfSteps[Int(stepNumber)]
            require(isolation != nil || !begins(lists), "\(FSMHandlingError.lifetimeWithoutActor)")
            let outcome = takeKnown(table.steps[Int(stepNumber)].target, event)
            await perform(lists, event, isolation: isolation)
            return outcome
        }
        let state = asking { target.state(context, event) }
        let number = table.stateIndex.number(of: state)
        guard number >= 0 else { return .unknownTarget(state) }
        let lists = lists(of: stepNumber, entering: state, number)
        require(isolation != nil || !begins(lists), "\(FSMHandlingError.lifetimeWithoutActor)")
        let outcome = take(state, number, event)
        await perform(lists, event, isolation: isolation)
        return outcome
    }

    /// Performs a step without `await`. Throws before anything changes if something has to be awaited; after it, if that is
    /// so of the event that is sent since an action failed.
    func performAtOnce(
        stepNumber: Int32, _ event: Event, _ isolation: (any Actor)?
    ) throws -> FSMOutcome<State> {
        guard let target = target(ofStep: stepNumber) else {
            let lists = table.effects.listsOfSteps[Int(stepNumber)]
            try checkDirect(lists, isolation)
            let outcome = takeKnown(table.steps[Int(stepNumber)].target, event)
            try performAtOnce(lists, event, isolation)
            return outcome
        }
        let state = asking { target.state(context, event) }
        let number = table.stateIndex.number(of: state)
        guard number >= 0 else { return .unknownTarget(state) }
        let lists = lists(of: stepNumber, entering: state, number)
        try checkDirect(lists, isolation)
        let outcome = take(state, number, event)
        try performAtOnce(lists, event, isolation)
        return outcome
    }

    // MARK: - Changes

    /// What tells the next state of a step; `nil` where that is known.
    private func target(ofStep step: Int32) -> ContextTarget<State, Event, Context>? {
        guard let target = table.effects.target(ofStep: Int(step)) else { return nil }
        return unsafeDowncast(target, to: ContextTarget<State, Event, Context>.self)
    }

    /// The lists of a step whose target is told when its event is handled, or of no step.
    private func lists(of step: Int32?, entering state: State, _ target: Int32) -> ContextLists {
        var lists = step.map { table.effects.listsOfSteps[Int($0)] } ?? ContextLists()
        let isChange = target != number || state != self.state
        table.effects.add(leaving: number, entering: target, isChange: isChange, to: &lists)
        return lists
    }

    /// Changes the state to one without values, or leaves it as it is, and tells observers.
    private func takeKnown(_ target: Int32, _ event: Event) -> FSMOutcome<State> {
        guard table.hasCases else {
            let (source, state) = (table.states[Int(number)], table.states[Int(target)])
            number = target
            if observers != nil { note(event, from: source) }
            return .transitioned(from: source, to: state)
        }
        return take(target == number ? state : table.states[Int(target)], target, event)
    }

    /// Changes the state, and tells observers.
    private func take(_ state: State, _ target: Int32, _ event: Event) -> FSMOutcome<State> {
        let source = self.state
        number = target
        if table.hasCases {
            if table.effects.cases[Int(target)] { life.setValue(state) } else { life.removeValue() }
        }
        if observers != nil { note(event, from: source) }
        return .transitioned(from: source, to: self.state)
    }

    /// Not part of its callers: to look up the type of a transition costs as much as the rest of a change.
    @inline(never)
    private func note(_ event: Event, from source: State) { note(FSMTransition(event: event, from: source, to: state)) }

    // MARK: - Actions

    private func begins(_ lists: ContextLists) -> Bool {
        for index in 0..<lists.count where table.effects.lists[lists[index]].begins { return true }
        return false
    }

    /// Why the caller cannot call all actions of lists directly; `nil` if it can.
    private func obstacle(_ lists: ContextLists, _ isolation: (any Actor)?) -> FSMHandlingError? {
        let caller = isolation.map { ObjectIdentifier($0) }
        var isOfCaller = true
        for index in 0..<lists.count {
            let list = table.effects.lists[lists[index]]
            if !list.isSynchronous { return .actionIsAsynchronous }
            if !list.isOf(caller) { isOfCaller = false }
        }
        if !isOfCaller { return .actionIsIsolated }
        return caller == nil && begins(lists) ? .lifetimeWithoutActor : nil
    }

    private func checkDirect(_ lists: ContextLists, _ isolation: (any Actor)?) throws {
        if let obstacle = obstacle(lists, isolation) { throw obstacle }
    }

    /// Performs lists of actions, then what the machine does since some have failed.
    private func perform(_ lists: ContextLists, _ event: Event, isolation: isolated (any Actor)?) async {
        let visits = countVisit(lists)
        let failures = obstacle(lists, isolation) == nil ? performDirectly(lists, visits, event, isolation) : nil
        if let failures, failures.isEmpty { return }
        // Events of other tasks wait for what is awaited, also where only the reaction to a failure is.
        isBusy = true
        let turns = ownTurns()
        let step = turns.begin(ObjectIdentifier(self))
        defer { turns.end() }
        await AwaitedStep.ofTask.withValue(step) {
            var failures = failures
            if failures == nil { failures = await performAwaited(lists, visits, event, isolation: isolation) }
            for failed in failures ?? [] { await react(to: failed, event, isolation: isolation) }
        }
    }

    /// Takes note of a step, once the state has changed.
    private func countVisit(_ lists: ContextLists) -> StateVisits {
        table.effects.haveLifetimes ? ownTurns().visits.step(isLeft: lists.leave) : StateVisits()
    }

    /// Performs lists of actions, each up to one that fails; but timers begin. Returns those that failed.
    private func performAwaited(
        _ lists: ContextLists, _ visits: StateVisits, _ event: Event, isolation: isolated (any Actor)?
    ) async -> [FailedContextAction] {
        var failures: [FailedContextAction] = []
        for list in 0..<lists.count {
            var hasFailed = false
            for index in 0..<table.effects.lists[lists[list]].boxes.count {
                let box = unsafeDowncast(table.effects.lists[lists[list]].boxes[index], to: Box.self)
                if hasFailed && box.effect?.beginsTimer != true { continue }
                guard let failed = await perform(box, visits, event, isolation: isolation) else { continue }
                failures.append(failed)
                hasFailed = true
            }
        }
        return failures
    }

    /// Performs an action. Returns how it failed.
    private func perform(
        _ box: Box, _ visits: StateVisits, _ event: Event, isolation: isolated (any Actor)?
    ) async -> FailedContextAction? {
        guard case .attempt(let attempt) = box.effect else {
            if box.effect != nil { return performDirectly(box, visits, event, isolation) }
            await box.call(context, isSent: table.sendsContexts, event, isolation: isolation)
            return nil
        }
        do {
            try await attempt.call(context, isSent: table.sendsContexts, event, isolation: isolation)
            return nil
        } catch {
            return FailedContextAction(attempt.failure, error)
        }
    }

    private func react(
        to failed: FailedContextAction, _ event: Event, isolation: isolated (any Actor)?
    ) async {
        #if DEBUG
            let turns = ownTurns()
            turns.enterNested("\(event)")
            defer { turns.depth -= 1 }
        #endif
        switch (failed.failure as? FSMFailure<State, Event>)?.reaction {
        case .send(let makeEvent): _ = await handleInTurn(makeEvent(failed.error), isolation: isolation)
        case .enter(let state):
            let target = table.stateIndex.number(of: state)
            if target < 0 { return }
            let lists = lists(of: nil, entering: state, target)
            require(isolation != nil || !begins(lists), "\(FSMHandlingError.lifetimeWithoutActor)")
            _ = take(state, target, event)
            await perform(lists, event, isolation: isolation)
        case nil: break
        }
    }

    private func performAtOnce(_ lists: ContextLists, _ event: Event, _ isolation: (any Actor)?) throws {
        #if DEBUG
            let turns = ownTurns()
            turns.enterNested("\(event)")
            defer { turns.depth -= 1 }
        #endif
        for failed in performDirectly(lists, countVisit(lists), event, isolation) {
            switch (failed.failure as? FSMFailure<State, Event>)?.reaction {
            case .send(let makeEvent): _ = try handleInTurnAtOnce(makeEvent(failed.error), isolation)
            case .enter(let state):
                let target = table.stateIndex.number(of: state)
                if target < 0 { continue }
                let lists = self.lists(of: nil, entering: state, target)
                try checkDirect(lists, isolation)
                _ = take(state, target, event)
                try performAtOnce(lists, event, isolation)
            case nil: break
            }
        }
    }

    /// The same where none has to be awaited.
    private func performDirectly(
        _ lists: ContextLists, _ visits: StateVisits, _ event: Event, _ isolation: (any Actor)?
    ) -> [FailedContextAction] {
        var failures: [FailedContextAction] = []
        for list in 0..<lists.count {
            var hasFailed = false
            for index in 0..<table.effects.lists[lists[list]].boxes.count {
                let box = unsafeDowncast(table.effects.lists[lists[list]].boxes[index], to: Box.self)
                if hasFailed && box.effect?.beginsTimer != true { continue }
                guard let failed = performDirectly(box, visits, event, isolation) else { continue }
                failures.append(failed)
                hasFailed = true
            }
        }
        return failures
    }

    /// Calls an action that need not be awaited. Returns how it failed.
    private func performDirectly(
        _ box: Box, _ visits: StateVisits, _ event: Event, _ isolation: (any Actor)?
    ) -> FailedContextAction? {
        switch box.effect {
        case nil: box.direct(context, event)
        case .attempt(let attempt):
            do { try attempt.direct(context, event) } catch {
                return FailedContextAction(attempt.failure, error)
            }
        case .begin(let lifetime):
            guard let isolation, turns?.visits.current == visits.entered else { return nil }
            if let lifetime = lifetime as? Lifetime { begin(lifetime, in: visits.entered, on: isolation) }
        case .end(let lifetime):
            if let lifetime = lifetime as? Lifetime { life.end(lifetime, leaving: visits.left) }
        }
        return nil
    }
}

/// An action that has failed.
private final class FailedContextAction {
    /// What the machine does then, an `FSMFailure` of its states.
    let failure: any Sendable
    let error: any Error

    init(_ failure: any Sendable, _ error: any Error) {
        self.failure = failure
        self.error = error
    }
}
