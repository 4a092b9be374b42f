import FSMEngine
import FSMInterning

extension FSM {
    /// Sends an event: sets the target of its transition in the current state, like ``setState(_:)``. Without a
    /// transition, or if its target is `nil`, the state does not change.
    ///
    /// Sets ``lastEvent`` in each case. Traps if the target is not declared. O(1), or O(states + events) if they have
    /// no hash; the first event after adding transitions takes O(transitions).
    @inlinable
    public final func event(_ event: EventType) {
        lastEvent = event
        if debugMode { tell(.event(event)) }
        let number = events.number(of: HashedValue(event))
        let found = number < 0 ? -1 : (table ?? makeTable()).transition(on: number, from: stateNumber)
        guard found >= 0 else {
            if debugMode { tell(.noTransition(event, in: state, among: transitions)) }
            return
        }
        guard let target = targets[found]() else {
            if debugMode { tell(.noTarget(state)) }
            return
        }
        let targetNumber = states.number(of: HashedValue(target))
        guard targetNumber >= 0 else { failForUndeclaredTarget(target, of: transitions[found]) }
        change(to: target, targetNumber)
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
        change(to: state, number)
    }

    @inlinable @inline(__always)
    final func change(to state: StateType, _ number: Int32) {
        if debugMode { tell(.setState(state)) }
        if number == stateNumber {
            previousState = currentState
            currentState = state
            definitions[Int(number)].onCycle?()
        } else {
            definitions[Int(stateNumber)].onLeave?()
            previousState = currentState
            currentState = state
            stateNumber = number
            definitions[Int(number)].onEnter?()
        }
    }
}

// MARK: - Programmer errors

extension FSM {
    @usableFromInline
    final func failForUndeclaredState(_ state: StateType) -> Never {
        fatalError("FSMSwift: \(title) cannot be put into \(state), \(undeclared)")
    }

    @usableFromInline
    final func failForUndeclaredTarget(_ state: StateType, of transition: StateTransition) -> Never {
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
