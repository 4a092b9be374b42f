/// The turns of a machine with a context that has awaited actions, and what else few machines have.
@usableFromInline
final class ContextTurns {
    // Unchecked exclusivity: it belongs to one thread.
    @exclusivity(unchecked) var turns = Turns()
    var stallWatch = StallWatch()
    /// A ``ContextLife`` of the machine's types; `nil` until it has one.
    var life: AnyObject?
    var visits = VisitCount()
    /// How many events are nested in one another. Counted in debug builds.
    @usableFromInline @exclusivity(unchecked) var depth = 0

    /// Whether nothing is in progress, and nobody waits.
    @usableFromInline var areOver: Bool { turns.areOver }

    @usableFromInline
    init() {}

    @usableFromInline
    func wakeNext() { turns.wakeNext() }

    /// Counts events that are nested in one another. Traps long before the stack is exhausted, which would tell nothing.
    @usableFromInline
    func enterNested(_ event: @autoclosure () -> String) {
        depth += 1
        Nesting.check(depth, event())
    }

    /// Begins a step of a machine, whose actions are awaited. Returns it, for the tasks of the actions.
    @usableFromInline
    func begin(_ machine: ObjectIdentifier) -> AwaitedStep { turns.begin(of: machine) }

    /// Ends it.
    func end() { turns.end() }

    /// Ends it, and lets the next task have its turn. Returns whether something is in progress, or somebody waits.
    @usableFromInline
    func endAndWakeNext() -> Bool {
        turns.endAndWakeNext()
        return !turns.areOver
    }
}

extension FSMContextTable.Machine {
    private var enclosingStep: AwaitedStep? { AwaitedStep.current?.innermost(of: ObjectIdentifier(self)) }

    /// Handles an event after those that are in progress.
    @inlinable
    func handleInTurn(_ event: Event, isolation: isolated (any Actor)?) async -> FSMOutcome<State> {
        if isBusy, let turns, await !waitForTurn(event, turns, isolation: isolation) { return .cancelled }
        return await handleNow(event, isolation: isolation)
    }

    /// Handles an event whose turn it is.
    @inlinable
    func handleNow(_ event: Event, isolation: isolated (any Actor)?) async -> FSMOutcome<State> {
        let chosen = asking { table.choose(number, event, context) }
        guard chosen >= 0 else {
            goOn()
            return chosen == -1 ? .notFound : .notExecuted
        }
        let step = table.steps[Int(chosen)]
        if step.needsMachine {
            let outcome = await perform(stepNumber: chosen, event, isolation: isolation)
            goOn()
            return outcome
        }
        if observers != nil { note(step, event) }
        if step.isDirect(for: isolation) {
            let outcome = perform(step, event)
            goOn()
            return outcome
        }
        return await performAwaited(step, event, isolation: isolation)
    }

    /// Changes the state, then awaits the actions. Part of the functions that handle events, since one that is `async`
    /// costs as much as the rest of the event.
    @inlinable @inline(__always)
    func performAwaited(
        _ step: ContextStep, _ event: Event, isolation: isolated (any Actor)?
    ) async -> FSMOutcome<State> {
        let outcome = FSMOutcome.transitioned(from: table.states[Int(number)], to: table.states[Int(step.target)])
        number = step.target
        let turns = ownTurns()
        isBusy = true
        let begun = turns.begin(ObjectIdentifier(self))
        await AwaitedStep.ofTask.withValue(begun) {
            _ = isolation  // which the closure has only if it refers to it
            for number in Int(step.action)..<Int(step.action + step.actionCount) {
                let box = table.actions[number]
                if let awaited = box._withUnsafeGuaranteedRef({ $0.awaited }) {
                    await awaited(context, event)
                } else {
                    await box.takeUnretainedValue().call(
                        context, isSent: table.sendsContexts, event, isolation: isolation)
                }
            }
        }
        isBusy = turns.endAndWakeNext()
        return outcome
    }

    /// The turns, which are made when they are needed first.
    @usableFromInline
    func ownTurns() -> ContextTurns {
        if let turns { return turns }
        let turns = ContextTurns()
        self.turns = turns
        return turns
    }

    /// Lets the next task have its turn. Without one, events can be handled directly again.
    @inlinable
    func goOn() {
        guard isBusy, let turns else { return }
        turns.wakeNext()
        isBusy = !turns.areOver
    }

    /// Handles an event synchronously if it is its turn.
    @usableFromInline
    func handleInTurnAtOnce(_ event: Event, _ isolation: (any Actor)?) throws -> FSMOutcome<State> {
        let isTurn = !isAsking && turns?.turns.isTurn(ofThoseInside: enclosingStep) != false
        guard isTurn else { throw FSMHandlingError.otherEventUnderWay }
        defer { goOn() }  // observers may have sent an event, which waits
        let chosen = asking { table.choose(number, event, context) }
        guard chosen >= 0 else { return chosen == -1 ? .notFound : .notExecuted }
        let step = table.steps[Int(chosen)]
        if step.needsMachine { return try performAtOnce(stepNumber: chosen, event, isolation) }
        guard step.isDirect(for: isolation) else {
            throw step.isSynchronous ? FSMHandlingError.actionIsIsolated : .actionIsAsynchronous
        }
        note(step, event)
        return perform(step, event)
    }

    /// Waits until an event sent by the current task can be handled. Returns `false` if the task was cancelled before.
    @usableFromInline
    func waitForTurn(
        _ event: Event, _ turns: ContextTurns, isolation: isolated (any Actor)?
    ) async -> Bool {
        let inside = enclosingStep
        guard !turns.turns.isTurn(ofThoseInside: inside) else { return true }
        let waiter = Waiter(inside: inside)
        turns.turns.append(waiter)
        turns.stallWatch.watch(turns.turns.innermost, "\(event)")
        let isTurn = await waiter.wait(isolation: isolation)
        if isTurn { turns.turns.beginPromised() } else { turns.turns.remove(waiter) }
        return isTurn
    }
}
