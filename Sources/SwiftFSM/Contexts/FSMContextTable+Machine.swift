import FSMEngine

extension FSMContextTable {
    /// Makes a machine in the initial state of the table. O(1).
    @inlinable
    public func machine(_ context: Context) -> Machine { Machine(self, context, initialNumber) }

    /// Makes a machine in a state, one that was stored, say. Its `onEntry` does not run. O(1).
    ///
    /// - Throws: ``SwiftFSMError`` if no statement of the rules names the state.
    public func machine(_ context: Context, in state: State) throws -> Machine {
        let number = stateIndex.number(of: state)
        guard number >= 0 else { throw SwiftFSMError(faults: [.unknownState("\(state)")]) }
        let machine = Machine(self, context, number)
        if effects.cases[Int(number)] { machine.life.setValue(state) }
        return machine
    }

    /// A machine: a state and a context, under the rules of a table.
    ///
    /// It belongs to the isolation domain that made it, and retains its context and its table; nothing retains it but its
    /// owner. A context that owns its machine refers to it, and is never released: keep the machine elsewhere, or let it have
    /// an unowned context.
    public final class Machine {
        /// The rules.
        public let table: FSMContextTable
        /// What actions and conditions are passed.
        public let context: Context
        // Unchecked exclusivity: a machine belongs to one thread.
        /// The number of the current state.
        @usableFromInline @exclusivity(unchecked) var number: Int32
        /// Whether actions are awaited, or events wait.
        @usableFromInline @exclusivity(unchecked) var isBusy = false
        /// Whether conditions are being asked, or what tells the next state.
        @usableFromInline @exclusivity(unchecked) var isAsking = false
        /// What only a machine has that has awaited actions.
        @usableFromInline @exclusivity(unchecked) var turns: ContextTurns?

        /// Those who observe the transitions; `nil` for nobody.
        @usableFromInline @exclusivity(unchecked) var observers: TransitionObservers<State, Event>?

        @inlinable
        init(_ table: FSMContextTable, _ context: Context, _ number: Int32) {
            self.table = table
            self.context = context
            self.number = number
        }

        /// The current state.
        @inlinable public var state: State { table.hasCases ? stateWithValues : table.states[Int(number)] }

        /// Whether an event would do anything now. Asks conditions; nothing changes.
        public func canHandle(_ event: Event) -> Bool { asking { table.choose(number, event, context) } >= 0 }
    }
}

// MARK: - Handling events

extension FSMContextTable.Machine {
    /// Handles an event: finds its row in the current state, changes the state, and runs the actions. O(1).
    ///
    /// Waits while the actions of another task's event are in progress. An event without a row has no effect.
    /// Runs in the isolation of its caller.
    ///
    /// - Returns: The result of the event, which can be discarded.
    @inlinable
    @discardableResult
    nonisolated(nonsending) public func handleEvent(_ event: Event) async -> FSMOutcome<State> {
        // Conditions are asked once: here, or in turn.
        guard !isBusy, observers == nil, let step = onlyStep(for: event) else {
            return await handleInTurn(event, isolation: #isolation)
        }
        if step.conditionCount > 0, !conditionsHold(of: step, event) { return .notExecuted }
        if step.isDirect(for: #isolation) { return perform(step, event) }
        return await performAwaited(step, event, isolation: #isolation)
    }

    /// Handles an event in the isolation that is passed, like ``handleEvent(_:)``.
    @inlinable
    @discardableResult
    public func handleEvent(_ event: Event, isolation: isolated (any Actor)?) async -> FSMOutcome<State> {
        await handleEvent(event)
    }

    /// Handles an event synchronously.
    ///
    /// - Throws: ``FSMHandlingError``, before anything changes, if an action of the row is asynchronous or belongs to
    ///   another actor, or if the actions of another task's event are in progress.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public func handleEvent(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        try handleEventAtOnce(event, isolation: isolation)
    }

    /// Handles an event synchronously, also in an `async` function, where the compiler takes `handleEvent` for the method
    /// that is awaited.
    ///
    /// - Throws: ``FSMHandlingError``, as the synchronous `handleEvent`.
    @inlinable
    @discardableResult
    public func handleEventAtOnce(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        if let outcome = handleDirectly(event, isolation) { return outcome }
        return try handleInTurnAtOnce(event, isolation)
    }

    /// The fast path: nothing is awaited, nobody observes, and the step needs no `await`.
    @inlinable @inline(__always)
    func handleDirectly(_ event: Event, _ isolation: (any Actor)?) -> FSMOutcome<State>? {
        guard !isBusy, observers == nil, let step = onlyStep(for: event), step.isDirect(for: isolation) else {
            return nil
        }
        if step.conditionCount > 0, !conditionsHold(of: step, event) { return .notExecuted }
        return perform(step, event)
    }

    /// The step for an event, if there is only one, of which the machine keeps nothing.
    @inlinable @inline(__always)
    func onlyStep(for event: Event) -> ContextStep? {
        let first = table.firstStep(number, table.number(of: event))
        guard first >= 0 else { return nil }
        let step = table.steps[Int(first)]
        return step.next < 0 && !step.needsMachine ? step : nil
    }

    /// Whether all conditions of a step hold.
    @inlinable @inline(__always)
    func conditionsHold(of step: ContextStep, _ event: Event) -> Bool {
        asking { table.conditionsHold(of: step, event, context) }
    }

    /// Asks what a step depends on. Events that are sent meanwhile would come into the middle of the step.
    @inlinable @inline(__always)
    func asking<Result>(_ ask: () -> Result) -> Result {
        let (wasBusy, wasAsking) = (isBusy, isAsking)
        isBusy = true
        isAsking = true
        let result = ask()
        isBusy = wasBusy
        isAsking = wasAsking
        return result
    }

    /// Changes the state, then calls the actions directly.
    @inlinable @inline(__always)
    func perform(_ step: ContextStep, _ event: Event) -> FSMOutcome<State> {
        let outcome = FSMOutcome.transitioned(from: table.states[Int(number)], to: table.states[Int(step.target)])
        number = step.target
        #if DEBUG
            let turns = ownTurns()
            turns.enterNested("\(event)")
            defer { turns.depth -= 1 }
        #endif
        table.perform(step, context, event)
        return outcome
    }
}
