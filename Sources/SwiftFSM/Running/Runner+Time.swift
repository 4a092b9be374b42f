import FSMEngine

// Events that are due: see ``Timetable``.

extension Runner {
    /// Sends the events that are due by a time, or by the clock's, after the events that are in progress.
    func advance(
        to time: Int64?, _ timetable: Timetable<State, Event>, isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async throws {
        guard mayTellTime else { throw FSMTimeError.insideAction }
        guard await waitForTurn(nil, isolation: isolation) else { throw CancellationError() }
        defer { wakeNext() }
        let time = time ?? timetable.time
        try timetable.check(time)
        let isAllSent = await sendDue(by: time, timetable, isolation: isolation, logHandler)
        if journal != nil { timetable.machine.journalTime() }
        if !isAllSent { throw FSMTimeError.stepLimitReached }
    }

    /// The same without `await`. Throws before anything changes if some action of the table has to be awaited.
    func advanceAtOnce(
        to time: Int64, _ timetable: Timetable<State, Event>, _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws {
        guard mayTellTime else { throw FSMTimeError.insideAction }
        try checkDirectTurn(isolation)
        try timetable.check(time)
        let isAllSent = sendDueAtOnce(by: time, timetable, isolation, logHandler)
        if journal != nil { timetable.machine.journalTime() }
        if !isAllSent { throw FSMTimeError.stepLimitReached }
    }

    /// Whether this task is part of no action that is in progress, and of no update callback.
    var mayTellTime: Bool { !isInside && store?.pointee.questions?.isUpdating != true }

    /// Sends what is due by the clock, before an event whose turn it is. An error is one of the task that runs the clock.
    func sendDue(
        _ timetable: Timetable<State, Event>, isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async {
        let isAllSent = await sendDue(by: timetable.time, timetable, isolation: isolation, logHandler)
        if !isAllSent { timetable.clock?.fail(.stepLimitReached) }
    }

    /// The same without `await`. Requires that all actions can be called directly if anything is due.
    func sendDueAtOnce(
        _ timetable: Timetable<State, Event>, _ isolation: (any Actor)?, _ logHandler: FSMLogHandler<State, Event>?
    ) {
        if !sendDueAtOnce(by: timetable.time, timetable, isolation, logHandler) {
            timetable.clock?.fail(.stepLimitReached)
        }
    }

    /// Sends what is due by a time, in the turn of this task. Returns `false` if that does not come to an end.
    private func sendDue(
        by time: Int64, _ timetable: Timetable<State, Event>, isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async -> Bool {
        guard !allActions.isDirect(for: isolation.map { ObjectIdentifier($0) }) else {
            return sendDueAtOnce(by: time, timetable, isolation, logHandler)
        }
        defer { timetable.noteChange() }
        if let chart {
            chart.beginDue(by: time)
            chart.observe(logHandler)
            await awaitActions(chart, isolation: isolation)
            return !chart.hasReachedLimit
        }
        // One step around all events, so that those of other tasks wait.
        let step = turns.begin(of: ObjectIdentifier(self))
        defer { turns.end() }
        return await AwaitedStep.ofTask.withValue(step) {
            while true {
                let (outcome, event) = timetable.takeDue(by: time)
                guard let event else { return outcome != .stepLimit }
                _ = await handleInTurn(event, [], isolation: isolation, logHandler)
            }
        }
    }

    /// The same, where all actions can be called directly.
    private func sendDueAtOnce(
        by time: Int64, _ timetable: Timetable<State, Event>, _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) -> Bool {
        defer { timetable.noteChange() }
        if let chart {
            chart.beginDue(by: time)
            chart.observe(logHandler)
            chart.performDirectly()
            return !chart.hasReachedLimit
        }
        while true {
            let (outcome, event) = timetable.takeDue(by: time)
            guard let event else { return outcome != .stepLimit }
            // All actions can be called directly, so that nothing is thrown.
            _ = try? handleNowAtOnce(event, [], isolation, logHandler)
        }
    }

    /// Sends an event later, counted from the event in progress, or from the present.
    func sendLater(_ event: Event, _ delay: Int64, _ timetable: Timetable<State, Event>) -> UInt64? {
        if let journal, let table, case let number = table.events.number(of: event), number >= 0,
            !timetable.machine.isDone,
            !table.names(event, number)
        {
            journal.fail(FSMSnapshotError.waitsWithValues(["\(event)"]))
        }
        let elapsed = isInside ? 0 : timetable.time.saturatingSum(-timetable.machine.now)
        return timetable.sendLater(event, after: delay.saturatingSum(elapsed))
    }
}
