// What a machine over a chart tells beyond its state. See ``ChartSyntaxBuilder``.

extension FSM {
    /// The active states that have no children, in the order of the table. There are several in a parallel state; none
    /// if the chart is done; and of a table without nesting it is the current state.
    public var states: [State] { runner.activeStates ?? [initialState] }

    /// Returns whether a state is active: it is the current state, or a state is active that is nested in it. O(1).
    public func isIn(_ state: State) -> Bool { runner.isIn(state) ?? (state == initialState) }

    /// Whether a final state of the chart itself was entered. Then all states have been left, and no event is found.
    public var isDone: Bool { runner.machine?.isDone ?? false }

    /// What is probably a mistake in the table. Debug builds print it to standard error when the table is built, unless
    /// ``logHandler`` is `nil`; but not that a row leads to a state without `define`, which may be where the machine ends.
    public var warnings: [ChartFault] { runner.table?.warnings ?? [] }

    /// Raises an event. Call it from inside an action of a chart: the event is handled after the actions of the step, before
    /// all events that were sent, with the predicates of the event in progress.
    ///
    /// - Returns: Whether the event was raised: `false` outside of actions, for an event that no row names, and if the
    ///   table is no chart.
    @discardableResult
    public func raise(_ event: Event) -> Bool { runner.chart?.raise(event) ?? false }

    func logWarnings() {
        #if DEBUG
            guard logHandler != nil else { return }
            for warning in warnings where warning.kind != .undefinedTarget { writeLog("Warning: \(warning)") }
        #endif
    }
}
