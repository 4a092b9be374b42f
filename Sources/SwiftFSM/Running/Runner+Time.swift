// Events of charts that are due: see ``ChartRun``.

extension Runner {
    /// Sends the events that are due by a time, or by the clock's, after the events that are in progress.
    func advance(
        to time: Int64?, in chart: ChartEvents<State, Event>, isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async throws {
        guard !isInside(chart) else { throw FSMTimeError.insideAction }
        await waitForTurn(isolation: isolation)
        defer { wakeNext() }
        try chart.beginDue(by: time ?? chart.time)
        chart.observe(logHandler)
        await perform(chart, isolation: isolation)
        if chart.hasReachedLimit { throw FSMTimeError.stepLimitReached }
    }

    /// The same without `await`. Throws before anything changes if some action of the table has to be awaited.
    func advanceAtOnce(
        to time: Int64, in chart: ChartEvents<State, Event>, _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws {
        guard !isInside(chart) else { throw FSMTimeError.insideAction }
        try checkDirectTurn(isolation)
        try chart.beginDue(by: time)
        chart.observe(logHandler)
        chart.performDirectly()
        if chart.hasReachedLimit { throw FSMTimeError.stepLimitReached }
    }

    /// Sends what is due by the clock, before an event whose turn it is. An error is one of the task that runs the clock.
    func sendDue(
        in chart: ChartEvents<State, Event>, isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async {
        guard beginDueByClock(in: chart, logHandler) else { return }
        await perform(chart, isolation: isolation)
        if chart.hasReachedLimit { chart.clock?.fail(.stepLimitReached) }
    }

    /// The same without `await`.
    func sendDueAtOnce(in chart: ChartEvents<State, Event>, _ logHandler: FSMLogHandler<State, Event>?) {
        guard beginDueByClock(in: chart, logHandler) else { return }
        chart.performDirectly()
        if chart.hasReachedLimit { chart.clock?.fail(.stepLimitReached) }
    }

    private func beginDueByClock(
        in chart: ChartEvents<State, Event>, _ logHandler: FSMLogHandler<State, Event>?
    ) -> Bool {
        // The time of a clock is never earlier than the machine's.
        guard (try? chart.beginDue(by: chart.time)) != nil else { return false }
        chart.observe(logHandler)
        return true
    }

    /// Sends an event later, counted from the event in progress, or from the present.
    func sendLater(_ event: Event, _ delay: Int64, in chart: ChartEvents<State, Event>) -> UInt64? {
        let elapsed = isInside(chart) ? 0 : chart.time.saturatingSum(-chart.machine.now)
        return chart.sendLater(event, after: delay.saturatingSum(elapsed))
    }
}
