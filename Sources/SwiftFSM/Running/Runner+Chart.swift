import FSMEngine

// Events of charts: see ``ChartRun``.

extension Runner {
    /// Handles an event after those that are in progress. From inside an action it waits until the chart is at rest.
    func handle(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartEvents<State, Event>,
        isolation: isolated (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) async -> FSMOutcome<State> {
        if isInside {
            chart.send(event, predicates)
            return .queued
        }
        guard await waitForTurn(event, isolation: isolation) else {
            return report(.cancelled, event, predicates, logHandler)
        }
        if hasClock, let timetable { await sendDue(timetable, isolation: isolation, logHandler) }
        return await handleNow(event, predicates, in: chart, isolation: isolation, logHandler)
    }

    /// Handles an event whose turn it is, after what is due.
    private func handleNow(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartEvents<State, Event>,
        isolation: isolated (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) async -> FSMOutcome<State> {
        chart.begin(event, predicates, logHandler)
        if allActions.isDirect(for: isolation.map { ObjectIdentifier($0) }) {
            chart.performDirectly()
        } else {
            await awaitActions(chart, isolation: isolation)
        }
        if hasClock { timetable?.noteChange() }
        wakeNext()
        return chart.firstOutcome
    }

    /// The same without `await`. Throws before anything changes if some action of the table has to be awaited: which steps
    /// follow is not known before.
    func handleAtOnce(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartEvents<State, Event>, _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> FSMOutcome<State> {
        if isInside {
            chart.send(event, predicates)
            return .queued
        }
        try checkDirectTurn(isolation)
        if hasClock, let timetable { sendDueAtOnce(timetable, isolation, logHandler) }
        return handleNowDirectly(event, predicates, in: chart, logHandler)
    }

    private func handleNowDirectly(
        _ event: Event, _ predicates: [any Predicate], in chart: ChartEvents<State, Event>,
        _ logHandler: FSMLogHandler<State, Event>?
    ) -> FSMOutcome<State> {
        chart.begin(event, predicates, logHandler)
        chart.performDirectly()
        if hasClock { timetable?.noteChange() }
        return chart.firstOutcome
    }

    /// Asks the update callbacks of the active states which event follows from a time, after what is in progress and what is due
    /// by the clock, and handles the event of the first that names one.
    func update(
        _ time: Double, isolation: isolated (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) async throws -> FSMOutcome<State>? {
        guard mayTellTime else { throw FSMTimeError.insideAction }
        guard await waitForTurn(nil, orOf: "update", isolation: isolation) else { throw CancellationError() }
        if hasClock, let timetable { await sendDue(timetable, isolation: isolation, logHandler) }
        guard let chart, let event = eventOfUpdate(time) else {
            wakeNext()
            return nil
        }
        return await handleNow(event, [], in: chart, isolation: isolation, logHandler)
    }

    /// The same without `await`. Throws before anything is asked if some action of the table has to be awaited.
    func updateAtOnce(
        _ time: Double, _ isolation: (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> FSMOutcome<State>? {
        guard mayTellTime else { throw FSMTimeError.insideAction }
        try checkDirectTurn(isolation)
        if hasClock, let timetable { sendDueAtOnce(timetable, isolation, logHandler) }
        guard let chart, let event = eventOfUpdate(time) else { return nil }
        return handleNowDirectly(event, [], in: chart, logHandler)
    }

    private func eventOfUpdate(_ time: Double) -> Event? {
        guard let machine, let questions = store?.pointee.questions else { return nil }
        return questions.eventOfUpdate(of: machine, at: time) as? Event
    }

    /// Throws if anything has to be awaited before or while an event is handled.
    func checkDirectTurn(_ isolation: (any Actor)?) throws {
        guard isTurn else { throw FSMHandlingError.otherEventUnderWay }
        guard allActions.isDirect(for: isolation.map { ObjectIdentifier($0) }) else {
            throw allActions.isSynchronous ? FSMHandlingError.actionIsIsolated : .actionIsAsynchronous
        }
    }

    /// Performs everything, where some action may have to be awaited.
    func awaitActions(_ chart: ChartEvents<State, Event>, isolation: isolated (any Actor)?) async {
        let store = chart.store
        let step = turns.begin(of: ObjectIdentifier(self))
        await AwaitedStep.ofTask.withValue(step) {
            while let list = chart.nextActions() {
                for number in list.first..<list.first + list.count {
                    let box = store.pointee.box(number, of: Event.self)
                    if box.raises {
                        chart.raise(ofAction: number)
                    } else if list.hasEffects {
                        let event = chart.event.assumingMemoryBound(to: Event.self).pointee
                        if await box.attempt(event, store.pointee.failures, StateVisits(), isolation: isolation) {
                            chart.raiseFailures()
                            break
                        }
                    } else {
                        let event = chart.event.assumingMemoryBound(to: Event.self).pointee
                        await box.call(event, isolation: isolation)
                    }
                }
            }
        }
        turns.end()
    }
}

// MARK: - States

extension Runner {
    /// The current state; `nil` while there is no table.
    var state: State? {
        life?.state ?? machine.map { machine in states[chart?.lastState ?? Int(machine.state)] }
    }

    /// The active states without children; `nil` while there is no table.
    var activeStates: [State]? {
        if let life { return [life.state] }
        return machine.map { machine in
            var active: [State] = []
            machine.forEachActiveLeaf { active.append(states[Int($0)]) }
            return active
        }
    }

    /// Whether a state is active; `nil` while there is no table.
    func isIn(_ state: State) -> Bool? {
        guard let machine, let table else { return nil }
        let number = table.states.number(of: state)
        return number >= 0 && machine.isActive(number) && life?.value.map { $0 == state } != false
    }
}
