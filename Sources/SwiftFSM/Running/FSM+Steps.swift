import FSMEngine

extension FSM {
    /// Runs the actions of a step that has changed the state.
    @inlinable @inline(__always)
    func finish(
        _ advance: Advance, _ event: Event, isolation: isolated (any Actor)?
    ) async -> FSMOutcome<State> {
        let outcome = FSMOutcome.transitioned(
            from: runner.states[Int(advance.source)], to: runner.states[Int(advance.target)])
        let actionList = runner.actionLists[Int(bitPattern: advance.action) - 1]
        if actionList.isDirect(for: isolation.map { ObjectIdentifier($0) }) {
            runner.performDirectly(actionList, event)
        } else {
            await runner.perform(actionList, event, isolation: isolation)
        }
        return outcome
    }

    /// Runs the actions of a step without `await`.
    @inlinable @inline(__always)
    func finishAtOnce(
        _ advance: Advance, _ event: Event, _ isolation: (any Actor)?
    ) throws -> FSMOutcome<State> {
        let actionList = runner.actionLists[Int(bitPattern: advance.action) - 1]
        guard actionList.isDirect(for: isolation.map { ObjectIdentifier($0) }) else {
            // The actions must be awaited: restore the state, which no other code has seen yet.
            runner.undo(advance)
            throw actionList.isSynchronous ? FSMHandlingError.actionIsIsolated : .actionIsAsynchronous
        }
        let outcome = FSMOutcome.transitioned(
            from: runner.states[Int(advance.source)], to: runner.states[Int(advance.target)])
        runner.performDirectly(actionList, event)
        return outcome
    }

    /// Handles an event after those that are in progress.
    @usableFromInline
    func handleInTurn(
        _ event: Event, _ predicates: [any Predicate], isolation: isolated (any Actor)?
    ) async -> FSMOutcome<State> {
        check(isolation, "handleEvent(_:predicates:isolation:file:line:)")
        await runner.waitForTurn(isolation: isolation)
        let advance = advance(event, predicates)
        guard advance.outcome == .transitioned else {
            runner.wakeNext()
            return report(outcome(of: advance.outcome, predicates), event, predicates)
        }
        let outcome = FSMOutcome.transitioned(
            from: runner.states[Int(advance.source)], to: runner.states[Int(advance.target)])
        let actionList = runner.actionLists[Int(bitPattern: advance.action) - 1]
        if actionList.isDirect(for: isolation.map { ObjectIdentifier($0) }) {
            runner.performDirectly(actionList, event)
            runner.wakeNext()
        } else {
            await runner.perform(actionList, event, isolation: isolation)
        }
        return report(outcome, event, predicates)
    }

    /// Handles an event synchronously, off the fast path.
    @usableFromInline
    func handleAtOnce(
        _ event: Event, _ predicates: [any Predicate], _ isolation: (any Actor)?
    ) throws -> FSMOutcome<State> {
        check(isolation, "handleEvent(_:predicates:)")
        guard runner.isTurn else { throw FSMHandlingError.otherEventUnderWay }
        let advance = advance(event, predicates)
        guard advance.outcome == .transitioned else {
            return report(outcome(of: advance.outcome, predicates), event, predicates)
        }
        return report(try finishAtOnce(advance, event, isolation), event, predicates)
    }

    /// Changes the state for an event. An event that matches several patterns of the table is tried with each.
    private func advance(_ event: Event, _ predicates: [any Predicate]) -> Advance {
        guard let table = runner.table, let machine = runner.machine, let sender = runner.sender else {
            return .nothing
        }
        var last = sender.advance(machine, runner.number(of: event), predicates)
        guard last.outcome == .unhandled, !table.events.scanOrder.isEmpty else { return last }
        _ = table.events.firstNumber(of: event) { number in
            last = sender.advance(machine, number, predicates)
            return last.outcome != .unhandled
        }
        return last
    }

    private func outcome(of outcome: Outcome, _ predicates: [any Predicate]) -> FSMOutcome<State> {
        guard let table = runner.table, let machine = runner.machine, let sender = runner.sender else {
            return .notFound
        }
        let rejected = machine.rejected
        switch outcome {
        case .refused: return .notExecuted
        case .missingPredicate:
            return .missingPredicate(table.predicates.kinds[Int(rejected.predicate)].predicateType)
        case .unknownPredicate, .unknownCase:
            let unknown = predicates.first { sender.sent($0).predicate == rejected.predicate }
            return unknown.map { .unknownPredicate(Swift.type(of: $0)) } ?? .notFound
        case .repeatedPredicate:
            return .repeatedPredicate(table.predicates.kinds[Int(rejected.predicate)].predicateType)
        default: return .notFound
        }
    }

    private func report(
        _ outcome: FSMOutcome<State>, _ event: Event, _ predicates: [any Predicate]
    ) -> FSMOutcome<State> {
        logHandler?(FSMLogEntry(event: event, predicates: predicates, outcome: outcome))
        return outcome
    }

    /// Returns the events for which the current state has a row whose conditions hold, with these predicates.
    /// O(events).
    ///
    /// With `.eager` the result is empty unless there is a predicate of each type of the table.
    public func permittedEvents(_ predicates: any Predicate...) -> [Event] { permittedEvents(predicates) }

    func permittedEvents(_ predicates: [any Predicate]) -> [Event] {
        guard let table = runner.table, let machine = runner.machine, let sender = runner.sender else { return [] }
        let cases = predicates.map { sender.sent($0) }
        let values = table.events.values
        var events: [Event] = []
        _ = cases.withUnsafeBufferPointer {
            // Larger numbers only stand for overlaps of patterns.
            machine.forEachPermitted([], $0) { if $0 < values.count { events.append(values[Int($0)]) } }
        }
        return events
    }
}
