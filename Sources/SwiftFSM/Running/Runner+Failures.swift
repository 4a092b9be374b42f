import FSMEngine

// What a machine does when actions fail, and the tasks that live as long as states.

extension Runner {
    private typealias Failure = FSMFailure<State, Event>

    /// How many actions have failed, when a step begins, of the steps around it.
    var failureCount: Int { store?.pointee.failures?.count ?? 0 }

    /// Remembers the actor that uses the machine, for the tasks of states.
    func note(_ isolation: (any Actor)?) {
        guard let isolation, let failures = store?.pointee.failures, failures.actor !== isolation else { return }
        failures.actor = isolation
    }

    /// Reacts to the failures of a step none of whose actions was awaited. Events of other tasks wait meanwhile.
    func reactToFailuresOfDirectStep(
        after first: Int, _ event: Event, _ predicates: [any Predicate], isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async {
        guard failureCount > first else { return }
        let step = beginAwaiting()
        await AwaitedStep.ofTask.withValue(step) {
            await reactToFailures(after: first, event, predicates, isolation: isolation, logHandler)
        }
        endAwaiting()
    }

    /// Sends the events of actions that have failed in this step, or enters their states, as part of the step. Charts raise
    /// the events by themselves.
    func reactToFailures(
        after first: Int, _ event: Event, _ predicates: [any Predicate], isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async {
        guard let failures = store?.pointee.failures else { return }
        for failed in failures.take(after: first) {
            #if DEBUG
                enterNested(event)
                defer { depth -= 1 }
            #endif
            switch (failed.failure as? Failure)?.reaction {
            case .send(let makeEvent):
                let sent = makeEvent(failed.error)
                _ = await handleInTurn(sent, predicates, isolation: isolation, logHandler)
            case .enter(let state):
                let lists = lists(entering: state)
                enter(state, event)
                let visits = countVisit(isLeft: !lists.isEmpty)
                for list in lists { await attempt(list, visits, event, isolation: isolation) }
                await reactToFailures(after: first, event, predicates, isolation: isolation, logHandler)
            case nil: break
            }
        }
    }

    /// The same without `await`. Throws if something of it has to be awaited; the step that failed has happened.
    func reactToFailuresAtOnce(
        after first: Int, _ event: Event, _ predicates: [any Predicate], _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws {
        guard let failures = store?.pointee.failures else { return }
        for failed in failures.take(after: first) {
            #if DEBUG
                enterNested(event)
                defer { depth -= 1 }
            #endif
            switch (failed.failure as? Failure)?.reaction {
            case .send(let makeEvent):
                _ = try handleNowAtOnce(makeEvent(failed.error), predicates, isolation, logHandler)
            case .enter(let state):
                let lists = lists(entering: state)
                guard lists.allSatisfy({ $0.isDirect(for: isolation.map { ObjectIdentifier($0) }) }) else {
                    throw error(for: lists)
                }
                enter(state, event)
                let visits = countVisit(isLeft: !lists.isEmpty)
                for list in lists { performDirectly(list, visits, event) }
                try reactToFailuresAtOnce(after: first, event, predicates, isolation, logHandler)
            case nil: break
            }
        }
    }

    /// Performs a list of actions of a step, up to one that fails. Awaits those that have to be.
    func attempt(
        _ list: ActionList, _ step: StateVisits, _ event: Event, isolation: isolated (any Actor)?
    ) async {
        for number in list.first..<list.first + list.count {
            guard let store else { return }
            let box = store.pointee.box(number, of: Event.self)
            if await box.attempt(event, store.pointee.failures, step, isolation: isolation) { return }
        }
    }

    /// The same, where none has to be awaited.
    func performDirectly(_ list: ActionList, _ step: StateVisits, _ event: Event) {
        guard let store else { return }
        withUnsafePointer(to: event) { event in
            let outerEvent = store.pointee.event
            store.pointee.event = UnsafeRawPointer(event)
            for number in list.first..<list.first + list.count
            where store.pointee.boxes[number].takeUnretainedValue()
                .attemptDirectly(UnsafeRawPointer(event), store.pointee.failures, step)
            {
                break
            }
            store.pointee.event = outerEvent
        }
    }

    /// The actions of the change to a state: exit, then entry.
    private func lists(entering state: State) -> [ActionList] {
        if let life { return life.change(to: state).map { lists(of: $0) } ?? [] }
        guard let table, let store, let source = self.state else { return [] }
        let (old, new) = (table.states.number(of: source), table.states.number(of: state))
        guard old >= 0, new >= 0, old != new || table.entersAlways else { return [] }
        let numbers = ActionNumbers(rowCount: rowCount)
        return [numbers.onExit(old), numbers.onEntry(new)].map { store.pointee.lists[$0] }
    }

    /// Changes the state since an action failed.
    private func enter(_ state: State, _ event: Event) {
        if let life {
            if let change = life.change(to: state) { _ = take(change, state, life, event) }
            return
        }
        guard let machine, let table, let source = self.state else { return }
        guard machine.setState(table.states.number(of: state)) == .ok, observers != nil else { return }
        note(FSMTransition(event: event, from: source, to: state))
    }

    /// How many rows the table has: their lists come before those of the states.
    private var rowCount: Int {
        guard let table, let store else { return 0 }
        if let effects = table.effects { return effects.changes.numbers.rowCount }
        return store.pointee.lists.count - (table.isChart ? 3 : 2) * table.states.values.count
    }

    // MARK: - Tasks of states

    /// Takes note of a step, once the state has changed.
    func countVisit(isLeft: Bool) -> StateVisits {
        store?.pointee.failures?.visits.step(isLeft: isLeft) ?? StateVisits()
    }

    /// Takes note of a step that the engine performs.
    func countVisit(of plan: StepPlan) -> StateVisits {
        countVisit(isLeft: plan.source != plan.target || table?.entersAlways == true)
    }

    /// Lets the engine perform a plan, among whose actions may be some that begin and end tasks.
    func performCounting(_ plan: StepPlan, _ machine: Machine, _ event: Event) {
        guard let failures = store?.pointee.failures else { return perform(plan, machine, event) }
        let outer = failures.step
        failures.step = countVisit(of: plan)
        perform(plan, machine, event)
        failures.step = outer
    }

    /// Lets the tasks of states send events.
    func connectActivities(_ send: @escaping (Event, isolated any Actor) async -> Void) {
        forEachActivity { $0.send = send }
    }

    /// Begins the tasks of the states that are active.
    func beginActivities() {
        guard let machine, let table, !table.isDocument, let store, let failures = store.pointee.failures else {
            return
        }
        let numbers = ActionNumbers(rowCount: rowCount)
        for state in table.states.values.indices.map({ Int32($0) }) where machine.isActive(state) {
            let list = store.pointee.lists[numbers.onEntry(state)]
            for number in list.first..<list.first + list.count {
                let activity = store.pointee.box(number, of: Event.self).activity
                activity?.begin(on: failures.actor, in: failures.visits.current)
            }
        }
    }

    /// Cancels the tasks of all states.
    func endActivities() { forEachActivity { $0.end() } }

    private func forEachActivity(_ body: (StateActivity<Event>) -> Void) {
        guard let store, store.pointee.failures != nil else { return }
        for number in store.pointee.boxes.indices {
            if let activity = store.pointee.box(number, of: Event.self).activity { body(activity) }
        }
    }
}
