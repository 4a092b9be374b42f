import FSMEngine

/// One event or request, or a probe of one: the context of conditions and mappings.
@usableFromInline
struct Attempt<S: StateType, E: EventType> {
    @usableFromInline var event: E?
    @usableFromInline var from: S
    /// The requested state; `nil` for an event.
    @usableFromInline var to: S?
    @usableFromInline var userInfo: Any?
    /// The state that a mapping has returned.
    @usableFromInline var mapped: S?

    @inlinable
    init(event: E? = nil, from: S, to: S? = nil, userInfo: Any?) {
        self.event = event
        self.from = from
        self.to = to
        self.userInfo = userInfo
        mapped = nil
    }
}

/// Holds the attempt in progress, where the engine's callbacks read it; `nil` at rest.
@usableFromInline
final class CurrentAttempt<S: StateType, E: EventType> {
    @usableFromInline @exclusivity(unchecked) var attempt: Attempt<S, E>?

    @usableFromInline init() {}

    /// Wraps a condition as a guard. Inlinable, so that it is compiled for the machine's types.
    @inlinable
    func guardFunction(_ condition: @escaping Machine<S, E>.Condition, _ states: [S]) -> CallbackFunction {
        { step in
            guard let attempt = self.attempt else { return 0 }
            let target = step.pointee.target
            let to = attempt.to ?? (target > 0 ? states[Int(target) - 1] : attempt.from)
            let context = Machine<S, E>.Context(
                event: attempt.event, fromState: attempt.from, toState: to, userInfo: attempt.userInfo)
            return condition(context) ? 1 : 0
        }
    }

    /// Wraps a mapping as a resolver, which returns the id of the next state.
    @inlinable
    func resolverFunction(
        _ mapping: @escaping Machine<S, E>.RouteMapping, _ number: @escaping (S) -> ID
    ) -> CallbackFunction {
        { _ in
            guard let attempt = self.attempt,
                let state = mapping(attempt.event, attempt.from, attempt.userInfo)
            else { return ReservedID.none }
            self.attempt?.mapped = state
            return number(state)
        }
    }
}
