import FSMEngine

// Each method is there without predicates too: an empty list of them would be made, and looked at, for each event.

extension FSM {
    /// Handles an event: finds the row for it in the present state, changes the state, and performs the actions. Waits
    /// for its turn while actions of an event of another task are awaited. O(1).
    ///
    /// An event without a row comes to nothing. What came of it may be ignored.
    @inlinable
    @discardableResult
    public func handleEvent(
        _ event: Event, isolation: isolated (any Actor)? = #isolation, file: StaticString = #file, line: UInt = #line
    ) async -> FSMOutcome<State> {
        if let machine = runner.fastPathMachine {
            let advance = machine.advance(runner.number(of: event))
            if advance.outcome == .transitioned { return await finish(advance, event, isolation: isolation) }
            if advance.outcome == .refused { return .notExecuted }
        }
        return await handleInTurn(event, [], isolation: isolation)
    }

    /// Handles an event as ``handleEvent(_:isolation:file:line:)`` does, by the row for these predicates.
    @inlinable
    @discardableResult
    public func handleEvent(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #file, line: UInt = #line
    ) async -> FSMOutcome<State> {
        if let machine = runner.fastPathMachine {
            let advance = runner.advance(machine, event, predicates)
            if advance.outcome == .transitioned { return await finish(advance, event, isolation: isolation) }
            if advance.outcome == .refused { return .notExecuted }
        }
        return await handleInTurn(event, predicates, isolation: isolation)
    }

    /// Handles an event without awaiting anything.
    ///
    /// Throws `FSMHandlingError`, before anything has changed, if some action of the row is asynchronous or belongs to
    /// another actor, or if the actions of another task's event are being awaited.
    @inlinable
    @discardableResult
    @_disfavoredOverload  // not in code at the top level either, where both could be called
    public func handleEvent(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        if let machine = runner.fastPathMachine {
            let advance = machine.advance(runner.number(of: event))
            if advance.outcome == .transitioned { return try finishAtOnce(advance, event, isolation) }
            if advance.outcome == .refused { return .notExecuted }
        }
        return try handleAtOnce(event, [], isolation)
    }

    /// Handles an event without awaiting anything, by the row for these predicates.
    ///
    /// Throws as the method without predicates does.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public func handleEvent(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        if let machine = runner.fastPathMachine {
            let advance = runner.advance(machine, event, predicates)
            if advance.outcome == .transitioned { return try finishAtOnce(advance, event, isolation) }
            if advance.outcome == .refused { return .notExecuted }
        }
        return try handleAtOnce(event, predicates, isolation)
    }

    /// The same as `await handleEvent`, under the name that earlier versions of the interface gave it.
    @inlinable
    @discardableResult
    public func handleEventAsync(
        _ event: Event, predicates: any Predicate..., isolation: isolated (any Actor)? = #isolation
    ) async -> FSMOutcome<State> {
        await handleInTurn(event, predicates, isolation: isolation)
    }
}
