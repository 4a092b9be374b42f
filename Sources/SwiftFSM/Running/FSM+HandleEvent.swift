import FSMEngine

// Each method has an overload without predicates, which avoids creating and checking an empty array for each event.

extension FSM {
    /// Handles an event: finds its row in the current state, changes the state, and runs the actions. O(1).
    ///
    /// Waits while the actions of another task's event are in progress. An event without a row has no effect.
    /// Runs in the isolation of its caller.
    ///
    /// - Returns: The result of the event, which can be discarded.
    @inlinable
    @discardableResult
    nonisolated(nonsending) public func handleEvent(_ event: Event) async -> FSMOutcome<State> {
        await handle(event, [])
    }

    /// Handles an event with predicates, like ``handleEvent(_:)``.
    @inlinable
    @discardableResult
    nonisolated(nonsending) public func handleEvent(
        _ event: Event, predicates: any Predicate...
    ) async -> FSMOutcome<State> {
        await handle(event, predicates)
    }

    /// Handles an event in the isolation that is passed, like ``handleEvent(_:)``.
    @inlinable
    @discardableResult
    public func handleEvent(
        _ event: Event, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
    ) async -> FSMOutcome<State> {
        await handleEvent(event)
    }

    /// Handles an event with predicates in the isolation that is passed, like ``handleEvent(_:)``.
    @inlinable
    @discardableResult
    public func handleEvent(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID, line: UInt = #line
    ) async -> FSMOutcome<State> {
        await handle(event, predicates)
    }

    /// Handles an event synchronously.
    ///
    /// - Throws: ``FSMHandlingError``, before anything changes, if an action of the row is asynchronous or belongs to
    ///   another actor, or if the actions of another task's event are in progress.
    @inlinable
    @discardableResult
    @_disfavoredOverload  // not ambiguous at the top level, where both overloads can be called
    public func handleEvent(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        if let outcome = try runner.handleAtOnce(event, [], isolation) { return outcome }
        return try handleAtOnce(event, [], isolation)
    }

    /// Handles an event with predicates synchronously.
    ///
    /// - Throws: ``FSMHandlingError``, like the method without predicates.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public func handleEvent(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        if let outcome = try runner.handleAtOnce(event, predicates, isolation) { return outcome }
        return try handleAtOnce(event, predicates, isolation)
    }

    /// `await handleEvent(…)` under its older name.
    @inlinable
    @discardableResult
    public func handleEventAsync(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation
    ) async -> FSMOutcome<State> {
        await handleInTurn(event, predicates, isolation: isolation)
    }

    /// Handles an event: on the fast path, or in turn.
    @inlinable @inline(__always)
    nonisolated(nonsending) func handle(_ event: Event, _ predicates: [any Predicate]) async -> FSMOutcome<State> {
        if let outcome = await runner.handle(event, predicates) { return outcome }
        return await handleInTurn(event, predicates, isolation: #isolation)
    }

    /// Handles an event after those that are in progress.
    @usableFromInline
    func handleInTurn(
        _ event: Event, _ predicates: [any Predicate], isolation: isolated (any Actor)?
    ) async -> FSMOutcome<State> {
        check(isolation, "handleEvent(_:predicates:isolation:file:line:)")
        if let chart = runner.chart {
            return await runner.handle(event, predicates, in: chart, isolation: isolation, logHandler)
        }
        return await runner.handleInTurn(event, predicates, isolation: isolation, logHandler)
    }

    /// Handles an event synchronously, like `try handleEvent(…)`. An `async` function can call it too, where the compiler
    /// takes `handleEvent` for the method that is awaited.
    ///
    /// - Throws: ``FSMHandlingError``, before anything changes, if an action of the row is asynchronous or belongs to
    ///   another actor, or if the actions of another task's event are in progress.
    @inlinable
    @discardableResult
    public func handleEventAtOnce(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        if let outcome = try runner.handleAtOnce(event, predicates, isolation) { return outcome }
        return try handleAtOnce(event, predicates, isolation)
    }

    /// Handles an event synchronously, off the fast path.
    @usableFromInline
    func handleAtOnce(
        _ event: Event, _ predicates: [any Predicate], _ isolation: (any Actor)?
    ) throws -> FSMOutcome<State> {
        check(isolation, "handleEvent(_:predicates:)")
        if let chart = runner.chart {
            return try runner.handleAtOnce(event, predicates, in: chart, isolation, logHandler)
        }
        return try runner.handleInTurnAtOnce(event, predicates, isolation, logHandler)
    }
}
