// Delays. See ``FSM/advance(to:isolation:)`` and ``FSM/run(on:tolerance:isolation:)`` for who
// tells the time.

extension SyntaxBuilder {
    /// Begins rows for an event that is sent when the state of the block has been active for this long:
    /// `after(.seconds(30), .timeout) | then(.idle)`. If the state is left before, the event is not sent; if it is entered
    /// again, the delay begins again.
    ///
    /// The rows are rows of the event, whoever sends it. Several rows with the same delay and event share one timer.
    /// Delays are rounded up to nanoseconds; longer than 292 years counts as that. In the state in which a machine begins
    /// they count from its time 0.
    ///
    /// Among the statements of a ``ChartSyntaxBuilder`` it makes the table a chart, as all words of charts do.
    ///
    /// - Parameters:
    ///   - delay: How long; not negative.
    ///   - event: The event, for which these are rows. It is sent without predicates.
    ///   - file: The file of the statement.
    ///   - line: The line of the statement.
    /// - Returns: The beginning of a row.
    public func after(
        _ delay: Duration, _ event: Event, file: String = #fileID, line: Int = #line
    ) -> Syntax.When<State, Event> { Syntax.When(delay, event, isOfChart: isOfCharts, file, line) }

    /// Applies an event that is sent when the state of the block has been active for this long to each statement of a
    /// block.
    public func after(
        _ delay: Duration, _ event: Event, file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.When<State, Event>(delay, event, isOfChart: isOfCharts, file, line).timed(block(), file, line)
    }

    /// Sends an event when the state of the block has been active for this long, without a row of its own: rows of `when`
    /// take it.
    public func after(
        _ delay: Duration, send event: Event, file: String = #fileID, line: Int = #line
    ) -> Syntax.MWTA_Group { Syntax.MWTA_Group(sending: event, after: delay, isOfChart: isOfCharts, file, line) }

    /// Asked when it runs: words of their own for charts would be overloads, each of which the compiler tries for each row.
    private var isOfCharts: Bool { self is any ChartSyntaxBuilder }
}

extension Syntax.When {
    /// The beginning of rows for an event that is sent after a while.
    init(_ delay: Duration, _ event: Event, isOfChart: Bool, _ file: String, _ line: Int) {
        let place = SourcePlace(file: file, line: line)
        let timeout = TimeoutStatement(isOfChart: isOfChart, delay: delay, event: event, place: place)
        clause = Clause(
            events: [EventStatement(event: event, place: place)], chart: ChartClause(timeout: timeout))
    }

    /// Combines the statement with each statement of the block of an `after`.
    func timed(_ statements: [Syntax.MatchingThenActions], _ file: String, _ line: Int) -> Syntax.MWTA_Group {
        Syntax.MWTA_Group(content: Content(clause, statements, of: .after, SourcePlace(file: file, line: line)))
    }
}

extension Syntax.MWTA_Group {
    /// An event that is sent after a while, without a row.
    convenience init<Event: FSMHashable>(
        sending event: Event, after delay: Duration, isOfChart: Bool, _ file: String, _ line: Int
    ) {
        let place = SourcePlace(file: file, line: line)
        let timeout = TimeoutStatement(isOfChart: isOfChart, delay: delay, event: event, place: place)
        self.init(content: Content([Clause(chart: ChartClause(role: .timeout, timeout: timeout))]))
    }
}
