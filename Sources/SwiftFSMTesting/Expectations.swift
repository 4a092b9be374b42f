#if canImport(Testing)
    import SwiftFSM
    import Testing

    /// Expects that a machine made these transitions, no more and no others. If not, the issue tells the first that
    /// differs.
    ///
    /// ```swift
    /// let trace = machine.trace()
    /// await machine.handleEvent(.coin)
    /// expectTransitions(trace, [.init(event: .coin, from: .locked, to: .unlocked)])
    /// ```
    ///
    /// - Parameters:
    ///   - trace: What happened: `machine.trace()`.
    ///   - expected: What should have happened. Events with `.any` values match all values.
    ///   - sourceLocation: Where the issue is shown.
    /// - Returns: Whether they are the same.
    @discardableResult
    public func expectTransitions<State, Event>(
        _ trace: FSMTrace<State, Event>, _ expected: [FSMTransition<State, Event>],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        // Equal ones are shown alike, though an event may be a pattern.
        let found = trace.transitions.enumerated().map { number, transition in
            expected.indices.contains(number) && expected[number] == transition ? expected[number] : transition
        }
        let isSame = trace.transitions == expected
        return report(
            isSame ? nil : TraceDifference(expected: lines(expected), found: lines(found)), "the trace", sourceLocation)
    }

    /// Expects that a machine went through these states, from the one before its first transition on. In parallel states use
    /// ``expectTransitions(_:_:sourceLocation:)``: the states of all regions are mixed there.
    ///
    /// ```swift
    /// expectStates(trace, [.locked, .unlocked, .locked])
    /// ```
    ///
    /// - Returns: Whether it did.
    @discardableResult
    public func expectStates<State, Event>(
        _ trace: FSMTrace<State, Event>, _ expected: [State], sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        let difference = TraceDifference(
            expected: expected.map { "\($0)" }, found: trace.states.map { "\($0)" })
        return report(difference, "the way through the states", sourceLocation)
    }

    /// Expects that the engine finds nothing in a table that is probably a mistake: an issue for each warning.
    ///
    /// - Parameters:
    ///   - warnings: `table.engineWarnings`.
    ///   - allowed: What is meant so.
    ///   - sourceLocation: Where the issues are shown.
    /// - Returns: Whether there is none.
    @discardableResult
    public func expectNoWarnings(
        _ warnings: [FSMWarning], except allowed: Set<FSMWarning.Kind> = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        let found = warnings.filter { !allowed.contains($0.kind) }
        for warning in found { Issue.record("\(warning)", sourceLocation: sourceLocation) }
        return found.isEmpty
    }

    /// Expects that paths reach all rows of their table: an issue that lists those that are left.
    ///
    /// - Parameters:
    ///   - paths: `table.paths()`.
    ///   - sourceLocation: Where the issue is shown.
    /// - Returns: Whether they do.
    @discardableResult
    public func expectAllCovered<State, Event>(
        _ paths: FSMPaths<State, Event>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        guard !paths.uncovered.isEmpty || !paths.isComplete else { return true }
        let rules = paths.uncovered.map { "\n    \($0)  \($0.place)" }.joined()
        let end = paths.isComplete ? "" : "\n    the table has too many situations to look at all of them"
        Issue.record("no path takes these rows:\(rules)\(end)", sourceLocation: sourceLocation)
        return false
    }

    private func lines<State, Event>(_ transitions: [FSMTransition<State, Event>]) -> [String] {
        transitions.map { "\($0)" }
    }

    func report(_ difference: TraceDifference?, _ subject: String, _ sourceLocation: SourceLocation) -> Bool {
        guard let difference else { return true }
        Issue.record("\(difference.text(subject))", sourceLocation: sourceLocation)
        return false
    }
#endif
