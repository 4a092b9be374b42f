import FSMEngine
import FSMInterning

// The engine chooses what an event does and makes a plan of it: the change of the state and the action lists of the row,
// the exit and the entry, in order. If no action has to be awaited, the engine performs the plan too; otherwise
// see `AwaitedPlan`.

// MARK: - The fast path

extension Runner {
    /// Handles an event, if nothing waits and nobody observes the machine; otherwise, and if no row is found, returns
    /// `nil`.
    @inlinable @inline(__always)
    nonisolated(nonsending) func handle(
        _ event: Event, _ predicates: [any Predicate]
    ) async -> FSMOutcome<State>? {
        guard let machine = fastPathMachine else { return nil }
        let plan = plan(machine, event, predicates)
        guard plan.outcome == .transitioned else { return plan.outcome == .refused ? .notExecuted : nil }
        let outcome = outcome(of: plan)
        if isDirect(plan, for: #isolation) {
            perform(plan, machine, event)
        } else {
            await performAwaited(plan, machine, event, isolation: #isolation)
        }
        return outcome
    }

    /// Performs a plan of which some actions must be awaited. Part of the functions that handle events, since one that is
    /// `async` costs as much as the rest of the event. It takes its isolation, which the closure then has too.
    @inlinable @inline(__always)
    func performAwaited(
        _ plan: StepPlan, _ machine: Machine, _ event: Event, isolation: isolated (any Actor)?
    ) async {
        let step = beginAwaiting()
        await AwaitedStep.ofTask.withValue(step) {
            _ = isolation  // which the closure has only if it refers to it
            var rest = AwaitedPlan(plan)
            while let action = nextAwaited(&rest, machine, event, isolation) {
                switch action {
                case .async(let action): await action()
                case .asyncWithEvent(let action): await action(event)
                case .sync(let action): await action()
                case .syncWithEvent(let action): await action(event)
                case .raise, .attempt, .begin, .end: break  // have effects
                }
            }
        }
        endAwaiting()
    }

    /// The same without `await`. Throws before anything changes if an action has to be awaited.
    @inlinable @inline(__always)
    func handleAtOnce(
        _ event: Event, _ predicates: [any Predicate], _ isolation: (any Actor)?
    ) throws -> FSMOutcome<State>? {
        guard let machine = fastPathMachine else { return nil }
        let plan = plan(machine, event, predicates)
        guard plan.outcome == .transitioned else { return plan.outcome == .refused ? .notExecuted : nil }
        guard isDirect(plan, for: isolation) else { throw error(for: plan) }
        let outcome = outcome(of: plan)
        perform(plan, machine, event)
        return outcome
    }

    /// Chooses what an event does. Nothing changes.
    @inlinable @inline(__always)
    func plan(_ machine: Machine, _ event: Event, _ predicates: [any Predicate]) -> StepPlan {
        let number = number(of: event)
        guard !predicates.isEmpty, let sender else { return machine.detachedPlan(number) }
        return sender.plan(machine, number, predicates)
    }

    @inlinable @inline(__always)
    func number(of event: Event) -> Int32 {
        let number = BitNumbers<Event>.number(of: event, in: eventsByBits)
        return number >= 0 ? number : search(event)
    }

    @inlinable
    func search(_ event: Event) -> Int32 { table?.events.search(event) ?? -1 }

    /// The result of performing a plan.
    @inlinable @inline(__always)
    func outcome(of plan: StepPlan) -> FSMOutcome<State> {
        .transitioned(from: states[Int(plan.source)], to: states[Int(plan.target)])
    }

    /// Lets the engine perform a plan.
    @inlinable @inline(__always)
    func perform(_ plan: StepPlan, _ machine: Machine, _ event: Event) {
        guard let store else { return }
        withUnsafePointer(to: event) {
            // An action may send another event.
            let outerEvent = store.pointee.event
            store.pointee.event = UnsafeRawPointer($0)
            #if DEBUG
                enterNested(event)
            #endif
            machine.perform(plan)
            #if DEBUG
                depth -= 1
            #endif
            store.pointee.event = outerEvent
        }
    }

    /// Counts events that are nested in one another. Traps long before the stack is exhausted, which would tell nothing.
    @usableFromInline
    func enterNested(_ event: Event) {
        depth += 1
        Nesting.check(depth, "\(event)")
    }

    /// Whether a caller with this isolation can call all actions of a plan without `await`.
    @inlinable @inline(__always)
    func isDirect(_ plan: StepPlan, for isolation: (any Actor)?) -> Bool {
        let caller = isolation.map { ObjectIdentifier($0) }
        return allActions.isDirect(for: caller) || allLists(of: plan) { $0.isDirect(for: caller) }
    }

    /// Whether all action lists of a plan satisfy a condition.
    @usableFromInline
    func allLists(of plan: StepPlan, satisfy condition: (ActionList) -> Bool) -> Bool {
        guard let store else { return true }
        var plan = plan
        while let call = plan.next() {
            if case .callback(let callback) = call, !condition(store.pointee.list(of: callback)) { return false }
        }
        return true
    }

    @usableFromInline
    func error(for plan: StepPlan) -> FSMHandlingError {
        allLists(of: plan, satisfy: \.isSynchronous) ? .actionIsIsolated : .actionIsAsynchronous
    }
}

// MARK: - In turn

extension Runner {
    /// Handles an event after those that are in progress, and after what is due by the clock.
    func handleInTurn(
        _ event: Event, _ predicates: [any Predicate], isolation: isolated (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) async -> FSMOutcome<State> {
        guard await waitForTurn(event, isolation: isolation) else {
            return report(.cancelled, event, predicates, logHandler)
        }
        if hasClock, let timetable, !isInside {
            await sendDue(timetable, isolation: isolation, logHandler)
        }
        guard let machine, let plan = plan(event, predicates) else {
            wakeNext()
            return report(.notFound, event, predicates, logHandler)
        }
        guard plan.outcome == .transitioned else {
            wakeNext()
            return reject(plan, machine, event, predicates, logHandler)
        }
        if let life { return await perform(plan, life, event, predicates, isolation: isolation, logHandler) }
        let outcome = outcome(of: plan)
        let number = logHandler == nil ? nil : entries.open()
        note(plan, event)
        let failed = failureCount
        if isDirect(plan, for: isolation) {
            performCounting(plan, machine, event)
            await reactToFailuresOfDirectStep(after: failed, event, predicates, isolation: isolation, logHandler)
            wakeNext()
        } else {
            await awaitActions(plan, machine, event, isolation: isolation) {
                await reactToFailures(after: failed, event, predicates, isolation: isolation, logHandler)
            }
        }
        guard let number, let logHandler else { return outcome }
        return close(number, outcome, event, predicates, logHandler)
    }

    /// Handles an event synchronously if it is its turn.
    func handleInTurnAtOnce(
        _ event: Event, _ predicates: [any Predicate], _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> FSMOutcome<State> {
        guard isTurn else { throw FSMHandlingError.otherEventUnderWay }
        defer { if observers != nil { wakeNext() } }  // they may have sent an event, which waits
        if hasClock, let timetable, !isInside {
            if (timetable.machine.due ?? .max) <= timetable.time { try checkDirectTurn(isolation) }
            sendDueAtOnce(timetable, isolation, logHandler)
        }
        return try handleNowAtOnce(event, predicates, isolation, logHandler)
    }

    /// Handles an event whose turn it is synchronously.
    func handleNowAtOnce(
        _ event: Event, _ predicates: [any Predicate], _ isolation: (any Actor)?,
        _ logHandler: FSMLogHandler<State, Event>?
    ) throws -> FSMOutcome<State> {
        guard let machine, let plan = plan(event, predicates) else {
            return report(.notFound, event, predicates, logHandler)
        }
        // From inside a condition.
        if plan.outcome == .busy && !isWriting { throw FSMHandlingError.otherEventUnderWay }
        guard plan.outcome == .transitioned else {
            return reject(plan, machine, event, predicates, logHandler)
        }
        let outcome: FSMOutcome<State>
        let failed = failureCount
        if let life {
            outcome = try performAtOnce(plan, life, event, predicates, isolation, logHandler)
        } else {
            guard isDirect(plan, for: isolation) else { throw error(for: plan) }
            outcome = performDirectly(plan, machine, event, predicates, logHandler)
        }
        if failureCount > failed {
            try reactToFailuresAtOnce(after: failed, event, predicates, isolation, logHandler)
        }
        return outcome
    }

    /// Performs a plan whose actions can all be called directly, and reports it.
    private func performDirectly(
        _ plan: StepPlan, _ machine: Machine, _ event: Event, _ predicates: [any Predicate],
        _ logHandler: FSMLogHandler<State, Event>?
    ) -> FSMOutcome<State> {
        let outcome = outcome(of: plan)
        note(plan, event)
        guard let logHandler else {
            performCounting(plan, machine, event)
            return outcome
        }
        let number = entries.open()
        performCounting(plan, machine, event)
        return close(number, outcome, event, predicates, logHandler)
    }

    /// Tells observers and the journal of a plan that is going to be performed.
    private func note(_ plan: StepPlan, _ event: Event) {
        if journal != nil { machine?.journal(detached: plan) }
        guard observers != nil else { return }
        note(FSMTransition(event: event, from: states[Int(plan.source)], to: states[Int(plan.target)]))
    }

    private func plan(_ event: Event, _ predicates: [any Predicate]) -> StepPlan? {
        guard let machine, let sender else { return nil }
        return sender.plan(machine, number(of: event), predicates)
    }

    /// Reports an event that is not handled, of which the plan says why.
    private func reject(
        _ plan: StepPlan, _ machine: Machine, _ event: Event, _ predicates: [any Predicate],
        _ logHandler: FSMLogHandler<State, Event>?
    ) -> FSMOutcome<State> {
        guard let table, let sender else { return .notFound }
        let outcome = table.rejection(plan.outcome, machine, sender, predicates)
        if journal != nil { machine.journal(detached: plan) }
        return report(outcome, event, predicates, logHandler)
    }

    /// Whether the current task is inside an action of the machine.
    var isInside: Bool {
        if chart?.isInside == true || store?.pointee.event != nil { return true }
        return !turns.areFree && turns.isUnderWay(enclosingStep)
    }

    /// The innermost step of this machine that the current task is part of.
    private var enclosingStep: AwaitedStep? { AwaitedStep.current?.innermost(of: ObjectIdentifier(self)) }

    /// Waits until an event sent by the current task can be handled, or a call that sends none yet. Returns `false` if the task
    /// was cancelled before.
    func waitForTurn(
        _ event: Event?, orOf call: StaticString = "advance", isolation: isolated (any Actor)?
    ) async -> Bool {
        let inside = enclosingStep
        guard !turns.isTurn(ofThoseInside: inside) else { return true }
        let waiter = Waiter(inside: inside)
        turns.append(waiter)
        stallWatch.watch(turns.innermost, event.map { "\($0)" } ?? "'\(call)'")
        let isTurn = await waiter.wait(isolation: isolation)
        if isTurn { turns.beginPromised() } else { turns.remove(waiter) }
        return isTurn
    }

    /// Whether an event sent by the current task can be handled without waiting.
    var isTurn: Bool { turns.isTurn(ofThoseInside: enclosingStep) }

    /// Resumes the next waiting task. Call it after each step.
    func wakeNext() { turns.wakeNext() }
}
