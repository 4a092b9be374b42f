// Observing a machine. Any number of observers share it; none of them delays an event.

extension FSM {
    /// Returns the transitions of the machine from now on, in the order in which they happen: that of an event comes before
    /// those of the events that its actions send, so that each begins in the state in which the one before it ended. Not in
    /// a parallel state: there it begins in a state of the region whose row is taken.
    ///
    /// Each call makes a sequence of its own, which ends with the machine. Events without a transition are not in it:
    /// ``logHandler`` is told of them.
    ///
    /// ```swift
    /// for await transition in machine.transitions() { print(transition.from, transition.to) }
    /// ```
    ///
    /// - Parameter bufferingPolicy: What is kept that the task of the observer has not taken yet; all of it unless you say
    ///   otherwise.
    /// - Returns: The sequence.
    public func transitions(
        bufferingPolicy: AsyncStream<FSMTransition<State, Event>>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<FSMTransition<State, Event>> { runner.observe().stream(bufferingPolicy) }

    /// Returns the transitions of the machine from now on as a list that grows, for tests. It is kept by whoever has it.
    public func trace() -> FSMTrace<State, Event> { runner.observe().trace() }

    /// The state for `Observation`: a view that reads `machine.observedState.state` is updated when the state changes.
    /// All calls return the same object.
    public var observedState: FSMObservedState<State> { runner.observe().observedState(state) }

    /// Called with each transition, in the order of ``transitions(bufferingPolicy:)``: before the actions of its event run; in
    /// a chart, after those of its step, and before the next step. It has returned before anything else happens, so that it can
    /// keep a journal of one's own.
    ///
    /// ```swift
    /// machine.transitionHandler = { [log] transition in log.append(transition) }
    /// ```
    ///
    /// Take the states from the transition: the machine may not be in the new one yet. Events that it sends throw
    /// ``FSMHandlingError/otherEventUnderWay``; in a chart they wait. It is kept as long as the machine: a reference to the
    /// machine has to be weak or unowned.
    public var transitionHandler: FSMTransitionHandler<State, Event>? {
        get { runner.observers?.handler }
        set { if newValue != nil || runner.observers != nil { runner.observe().handler = newValue } }
    }
}

extension FSM.OnMainActor {
    /// See ``FSM/transitions(bufferingPolicy:)``.
    public func transitions(
        bufferingPolicy: AsyncStream<FSMTransition<State, Event>>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<FSMTransition<State, Event>> { machine.transitions(bufferingPolicy: bufferingPolicy) }

    /// See ``FSM/trace()``.
    public func trace() -> FSMTrace<State, Event> { machine.trace() }

    /// See ``FSM/observedState``.
    public var observedState: FSMObservedState<State> { machine.observedState }

    /// See ``FSM/transitionHandler``.
    public var transitionHandler: FSMTransitionHandler<State, Event>? {
        get { machine.transitionHandler }
        set { machine.transitionHandler = newValue }
    }
}

extension FSMContextTable.Machine {
    /// Returns the transitions of the machine from now on, in the order in which they happen. Each call makes a sequence of
    /// its own, which ends with the machine. See ``FSM/transitions(bufferingPolicy:)``.
    public func transitions(
        bufferingPolicy: AsyncStream<FSMTransition<State, Event>>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<FSMTransition<State, Event>> { observe().stream(bufferingPolicy) }

    /// Returns the transitions of the machine from now on as a list that grows, for tests. It is kept by whoever has it.
    public func trace() -> FSMTrace<State, Event> { observe().trace() }

    /// The state for `Observation`: a view that reads `machine.observedState.state` is updated when the state changes.
    /// All calls return the same object.
    public var observedState: FSMObservedState<State> { observe().observedState(state) }

    /// Called with each transition, before the actions of its event run. See ``FSM/transitionHandler``.
    public var transitionHandler: FSMTransitionHandler<State, Event>? {
        get { observers?.handler }
        set { if newValue != nil || observers != nil { observe().handler = newValue } }
    }

    private func observe() -> TransitionObservers<State, Event> {
        let all = observers ?? TransitionObservers()
        observers = all
        return all
    }

    /// Tells observers of a step that begins.
    @usableFromInline
    func note(_ step: ContextStep, _ event: Event) {
        guard observers != nil else { return }
        note(FSMTransition(event: event, from: state, to: table.states[Int(step.target)]))
    }

    /// Tells observers of a transition that begins.
    func note(_ transition: FSMTransition<State, Event>) {
        guard let observers else { return }
        let (turns, wasBusy) = (ownTurns(), isBusy)
        isBusy = true
        let wasHeld = turns.turns.hold()
        observers.notify(transition, current: transition.to)
        turns.turns.goOn(wasHeld)
        isBusy = wasBusy || !turns.areOver
        if observers.isEmpty { self.observers = nil }
    }
}

extension Runner {
    fileprivate func observe() -> TransitionObservers<State, Event> {
        let all = observers ?? TransitionObservers()
        observers = all
        followChart()
        return all
    }

    /// Lets the chart tell observers of its steps.
    func followChart() {
        guard observers != nil else { return }
        chart?.transitionHandler = { [unowned self] in note($0) }
    }

    /// Tells observers of a transition that begins; of a chart, of one that has happened.
    func note(_ transition: FSMTransition<State, Event>) {
        guard let observers else { return }
        let wasHeld = turns.hold()
        observers.notify(transition, current: chart == nil ? transition.to : state ?? transition.to)
        turns.goOn(wasHeld)
        if observers.isEmpty {
            self.observers = nil
            chart?.transitionHandler = nil
        }
    }
}
