extension FSM {
    /// Says which state an event leads to from a state.
    ///
    /// Of several transitions for the same event and state the one that was added first counts, even when its target is
    /// `nil`. One from a state that was not declared is never taken. O(1), or O(states + events) if they have no hash.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state in which the event is sent.
    ///   - target: The next state, evaluated at each event; `nil` if nothing is to happen.
    ///   - file: The place that is named if the target is no state of the machine.
    ///   - line: The place that is named if the target is no state of the machine.
    public final func transition(
        on event: EventType, from state: StateType, to target: @escaping @autoclosure () -> StateType?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(StateTransition(event: event, state: state, file: file, line: line), target)
    }

    /// Says which state an event leads to from each of several states: one transition for each of them.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - states: The states in which the event is sent.
    ///   - target: The next state, evaluated at each event; `nil` if nothing is to happen.
    ///   - file: The place that is named if the target is no state of the machine.
    ///   - line: The place that is named if the target is no state of the machine.
    public final func transition(
        on event: EventType, from states: [StateType], to target: @escaping @autoclosure () -> StateType?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        for state in states {
            add(StateTransition(event: event, state: state, file: file, line: line), target)
        }
    }

    /// Says which closure tells the state that an event leads to from a state.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state in which the event is sent.
    ///   - target: Called at each event, while the machine is still in `state`. It returns the next state, or `nil` if
    ///     nothing is to happen.
    ///   - file: The place that is named if the target is no state of the machine.
    ///   - line: The place that is named if the target is no state of the machine.
    public final func transition(
        on event: EventType, from state: StateType, with target: @escaping () -> StateType?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(StateTransition(event: event, state: state, file: file, line: line), target)
    }
}
