import FSMEngine
import FSMInterning

extension FSM {
    /// Sends an event: sets the target of its transition in the current state, like ``setState(_:)``. Without a
    /// transition, or if its target is `nil`, the state does not change.
    ///
    /// Sets ``lastEvent`` in each case. Traps if the target is not declared. O(1), or O(states + events) if they have
    /// no hash; the first event or state after adding transitions takes O(states + transitions).
    @inlinable
    public final func event(_ event: EventType) {
        lastEvent = event
        if debugMode { tell(.event(event)) }
        let table = table ?? makeTable()
        // Callbacks may add transitions, and so replace the table.
        defer { withExtendedLifetime(table) {} }
        let number = events.number(of: HashedValue(event))
        let source = stateNumber
        var target: StateType?
        withUnsafeMutablePointer(to: &target) { target in
            var step = Step(host: target)
            let plan = table.plan(.event(number), in: source, &step)
            guard plan.outcome == .transitioned, let state = target.pointee else {
                return ignore(event, plan.outcome, target.pointee, from: source)
            }
            if debugMode { tell(.setState(state)) }
            if stateNumber == source {
                perform(plan, &step, state)
            } else {
                // The target has changed the state by events of its own: go on from there.
                perform(table.plan(.request(plan.targetID), in: stateNumber, &step), &step, state)
            }
        }
    }

    /// Sets the state without a transition.
    ///
    /// For another state than the current one, calls `onLeave`, changes the state and ``previousState``, and calls
    /// `onEnter`. A state that equals the current one replaces it, and only `onCycle` is called. ``lastEvent`` does not
    /// change. Traps if the state is not declared. O(1), or O(states) if they have no hash.
    @inlinable
    public final func setState(_ state: StateType) {
        let number = states.number(of: HashedValue(state))
        guard number >= 0 else { failForUndeclaredState(state) }
        if debugMode { tell(.setState(state)) }
        let table = table ?? makeTable()
        defer { withExtendedLifetime(table) {} }
        var target = state
        withUnsafeMutablePointer(to: &target) { target in
            var step = Step(host: target)
            perform(table.plan(.request(number), in: stateNumber, &step), &step, state)
        }
    }

    @inlinable @inline(__always)
    final func perform(_ plan: StepPlan, _ step: UnsafeMutablePointer<Step>, _ state: StateType) {
        _ = plan.perform(step) { number in
            previousState = currentState
            currentState = state
            stateNumber = number
        }
    }

    /// Handles an event that does not change the state.
    @usableFromInline
    final func ignore(_ event: EventType, _ outcome: Outcome, _ target: StateType?, from source: Int32) {
        if let target {
            let transition = transitions.first {
                $0.event == event && states.number(of: HashedValue($0.state)) == source
            }
            if let transition { failForUndeclaredTarget(target, of: transition) }
        }
        guard debugMode else { return }
        tell(outcome == .refused ? .noTarget(state) : .noTransition(event, in: state, among: transitions))
    }
}

// MARK: - Programmer errors

extension FSM {
    @usableFromInline
    final func failForUndeclaredState(_ state: StateType) -> Never {
        fatalError("FSMSwift: \(title) cannot be put into \(state), \(undeclared)")
    }

    private final func failForUndeclaredTarget(_ state: StateType, of transition: StateTransition) -> Never {
        fatalError(
            "FSMSwift: the transition \(transition) of \(title) leads to \(state), \(undeclared)",
            file: transition.file, line: transition.line)
    }

    private final var undeclared: String {
        let names = states.values.map { "\($0.value)" }.joined(separator: ", ")
        return "which is not among the states that it was made with: \(names)"
    }

    /// The machine, for error messages.
    final var title: String { name.map { "the machine \"\($0)\"" } ?? "a machine without a name" }
}
