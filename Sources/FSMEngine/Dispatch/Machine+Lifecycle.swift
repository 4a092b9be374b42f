extension Machine {
    /// Enters a state of a stopped machine, or with ``ReservedID/lastState`` the one in which it was, and runs its entry
    /// callbacks, then what they sent.
    @inline(never)
    public func start(_ id: ID) -> Outcome {
        let (fault, state) = startState(id)
        guard fault == .ok else { return fault }
        storage.pointee.flags.remove(.stopped)
        storage.pointee.flags.insert(.busy)
        if storage.pointee.isChart { return startChart(state, isLast: id == ReservedID.lastState) }
        storage.pointee.state = state
        begin(ReservedID.none, from: ReservedID.none, to: storage.pointee.stateIDs[state])
        let result = call(storage.pointee.table.pointee.stateCallbacks[state].entry)
        let ended = end(result >= 0 ? .transitioned : failed(result, isCommitted: true))
        clearInputs()
        let outcome = finish(ended)
        return outcome == .transitioned ? .ok : outcome
    }

    /// The state in which a machine starts, or why it cannot.
    @inline(never)
    func startState(_ id: ID) -> (outcome: Outcome, state: CompactIndex<State>) {
        let flags = storage.pointee.flags
        let last = storage.pointee.state
        guard flags.isDisjoint(with: .inside) else { return (.busy, last) }
        guard flags.contains(.stopped) else { return (.alreadyRunning, last) }
        let isRemembered = id == ReservedID.lastState && last != .never
        let named = isRemembered ? last : state(named: id == ReservedID.lastState ? ReservedID.initial : id)
        guard let state = named else { return (.unknownState, last) }
        return (.ok, state)
    }

    /// Runs the exit callbacks of the present state and stops; from inside a callback, after the events that wait.
    public func stop() -> Outcome {
        let flags = storage.pointee.flags
        guard !flags.contains(.stopped) else { return .notRunning }
        if flags.contains(.probing) { return .busy }
        if !flags.isDisjoint(with: [.busy, .planned]) { return enqueueStop() }
        storage.pointee.flags.insert(.busy)
        let stopped = performStop()
        clearInputs()
        let outcome = finish(stopped)
        return outcome == .transitioned ? .ok : outcome
    }

    /// Stops a machine that is marked as busy. Events that wait are dropped, unless an exit callback fails.
    @inline(never)
    func performStop() -> Outcome {
        if storage.pointee.flags.contains(.stopped) { return .notRunning }
        begin(ReservedID.none, from: state, to: ReservedID.none)
        let result =
            storage.pointee.isChart
            ? callExits() : call(storage.pointee.table.pointee.stateCallbacks[storage.pointee.state].exit)
        guard result >= 0 else { return end(failed(result)) }
        storage.pointee.flags.insert(.stopped)
        let outcome = end(.transitioned)
        endTimers()
        dropWaiting()
        return outcome
    }

    /// Puts the machine into a state, or stops it with ``ReservedID/none``, without any callback.
    @inline(never)
    public func setState(_ id: ID) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        if id == ReservedID.none {
            storage.pointee.flags.insert(.stopped)
            storage.pointee.step.source = ReservedID.none
            endTimers()
            dropWaiting()
            journalChange()
            return .ok
        }
        guard let state = state(named: id) else { return .unknownState }
        if storage.pointee.isChart {
            let outcome = enterSilently(state, isRunning: !storage.pointee.flags.contains(.stopped))
            guard outcome == .ok else { return outcome }
        } else {
            storage.pointee.state = state
        }
        storage.pointee.flags.remove(.stopped)
        storage.pointee.step.source = storage.pointee.stateIDs[storage.pointee.state]
        journalChange()
        return .ok
    }

    // MARK: - Time

    /// Tells the present state that time has passed: its update callbacks run, up to the first that names an event.
    /// That is sent with these cases and arguments, after what they have sent themselves; or handed over if `sends` is
    /// false. The callbacks see the cases; without any, not even a strict machine misses one until an event is sent.
    @inline(never)
    public func update(
        time: Double, cases: Cases? = nil, arguments: Arguments = .nothing, sends: Bool = true
    ) -> (outcome: Outcome, event: ID) {
        let flags = storage.pointee.flags
        guard flags.isDisjoint(with: .inside) else { return (.busy, ReservedID.none) }
        guard !flags.contains(.stopped) else { return (.notRunning, ReservedID.none) }
        if let cases {
            let rejection = take(cases, into: stepCases)
            guard rejection == .ok else {
                clearInputs()
                return (rejection, ReservedID.none)
            }
        }
        storage.pointee.flags.insert(.busy)
        let event = callUpdate(time)
        switch event {
        case ReservedID.none: return (finish(.ok), event)
        case ReservedID.failed: return (finish(failed(event)), ReservedID.none)
        default: break
        }
        guard sends else { return (finish(.ok), event) }
        let trigger = Trigger.event(event)
        let column = column(of: trigger)
        let fault = fault(of: trigger, column, arguments)
        let awaitedPosition = storage.pointee.queue.first &+ UInt64(storage.pointee.queue.count)
        let queued = fault == .ok ? enqueue(trigger, column, cases ?? .none, arguments) : fault
        guard queued == .queued else {
            let outcome = finish(.ok)
            return (outcome == .ok ? queued : outcome, event)
        }
        return (finish(.queued, awaiting: awaitedPosition), event)
    }

    /// The event that the first update callback names, or `none`, or `failed`.
    @inline(never)
    private func callUpdate(_ time: Double) -> ID {
        begin(ReservedID.none, from: state, to: state)
        storage.pointee.step.time = time
        var event = ReservedID.none
        if storage.pointee.isChart {
            let table = storage.pointee.table.pointee.chart!
            forEachActive { state in
                storage.pointee.calling = table.pointee.nodeOfState[Int(state.value)]
                if event == ReservedID.none { event = callUpdate(of: state) }
            }
            storage.pointee.calling = ChartNode.none
        } else {
            event = callUpdate(of: storage.pointee.state)
        }
        storage.pointee.step.time = 0
        clearInputs()
        return event
    }

    @inline(never)
    private func callUpdate(of state: CompactIndex<State>) -> ID {
        let table = storage.pointee.table
        let list = table.pointee.stateCallbacks[state].update
        var event = ReservedID.none
        for index in Int(list.first)..<Int(list.first + list.count) where event == ReservedID.none {
            event = table.pointee.callbacks[index].call(stepPointer)
        }
        return event
    }
}
