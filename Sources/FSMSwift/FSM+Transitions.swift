import FSMEngine
import FSMInterning

extension FSM {
    /// Adds a transition from a state.
    ///
    /// Of several transitions for the same event and state the first one added is used, even if its target is `nil`. A
    /// transition from an undeclared state is never taken. O(1), or O(states + events) if they have no hash.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state in which the event is sent.
    ///   - target: The next state, evaluated for each event; `nil` to ignore the event.
    ///   - file: The file that the error message names if the target is not declared.
    ///   - line: The line that the error message names if the target is not declared.
    @inlinable
    public final func transition(
        on event: EventType, from state: StateType, to target: @escaping @autoclosure () -> StateType?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(StateTransition(event: event, state: state, file: file, line: line), resolver(target))
    }

    /// Adds a transition from each of several states.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - states: The states in which the event is sent.
    ///   - target: The next state, evaluated for each event; `nil` to ignore the event.
    ///   - file: The file that the error message names if the target is not declared.
    ///   - line: The line that the error message names if the target is not declared.
    @inlinable
    public final func transition(
        on event: EventType, from states: [StateType], to target: @escaping @autoclosure () -> StateType?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        for state in states {
            add(StateTransition(event: event, state: state, file: file, line: line), resolver(target))
        }
    }

    /// Adds a transition whose target is returned by a closure.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state in which the event is sent.
    ///   - target: Called for each event, before the state changes. Returns the next state, or `nil` to ignore the event.
    ///   - file: The file that the error message names if the target is not declared.
    ///   - line: The line that the error message names if the target is not declared.
    @inlinable
    public final func transition(
        on event: EventType, from state: StateType, with target: @escaping () -> StateType?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(StateTransition(event: event, state: state, file: file, line: line), resolver(target))
    }
    /// Wraps a target as a resolver. The step's context points to the place for the state: the engine knows its number
    /// only.
    @inlinable
    final func resolver(_ target: @escaping () -> StateType?) -> CallbackBox {
        CallbackBox { [states] step in
            guard let state = target(), let context = step.pointee.context else { return ReservedID.none }
            context.assumingMemoryBound(to: StateType?.self).pointee = state
            return states.number(of: HashedValue(state))
        }
    }
}
