// Delays. See ``FSM/advance(to:isolation:)`` and ``FSM/run(on:tolerance:isolation:)`` for who tells the time.

extension ChartSyntaxBuilder {
    /// Begins rows for an event that is sent when the state of the block has been active for this long:
    /// `after(.seconds(30), .timeout) | then(.idle)`. If the state is left before, the event is not sent; if it is entered
    /// again, the delay begins again.
    ///
    /// The rows are rows of the event, whoever sends it. Several rows with the same delay and event share one timer.
    /// Delays are rounded up to nanoseconds; longer than 292 years counts as that.
    public func after(
        _ delay: Duration, _ event: Event, file: String = #file, line: Int = #line
    ) -> Syntax.When<State, Event> { Syntax.When(delay, event, file, line) }

    /// Applies an event that is sent when the state of the block has been active for this long to each statement of a
    /// block.
    public func after(
        _ delay: Duration, _ event: Event, file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group {
        let clause = Syntax.When<State, Event>(delay, event, file, line).clause
        return Syntax.MWTA_Group(content: Content(clause, block(), of: .after, SourcePlace(file: file, line: line)))
    }

    /// Sends an event when the state of the block has been active for this long, without a row of its own: rows of `when`
    /// take it.
    public func after(
        _ delay: Duration, send event: Event, file: String = #file, line: Int = #line
    ) -> Syntax.MWTA_Group {
        let timeout = TimeoutStatement(delay: delay, event: event, place: SourcePlace(file: file, line: line))
        return Syntax.MWTA_Group(content: Content([Clause(chart: ChartClause(role: .timeout, timeout: timeout))]))
    }
}

extension Syntax.When {
    fileprivate init(_ delay: Duration, _ event: Event, _ file: String, _ line: Int) {
        let place = SourcePlace(file: file, line: line)
        let timeout = TimeoutStatement(delay: delay, event: event, place: place)
        clause = Clause(
            events: [EventStatement(event: event, place: place)], chart: ChartClause(timeout: timeout))
    }
}
