extension Machine {
    /// Whether an event has a route from one state to another: a route of the event or of `.any` event, or a mapping.
    /// `false` if either state is `.any`. O(routes).
    public final func hasRoute(event: E, transition: Transition<S>, userInfo: Any? = nil) -> Bool {
        guard let from = transition.fromState.rawValue, let to = transition.toState.rawValue else { return false }
        return hasRoute(event: event, fromState: from, toState: to, userInfo: userInfo)
    }

    /// Whether an event has a route from one state to another: a route of the event or of `.any` event, or a mapping.
    /// O(routes).
    public final func hasRoute(event: E, fromState: S, toState: S, userInfo: Any? = nil) -> Bool {
        runner.routes.contains(event, from: fromState, to: toState, userInfo)
    }

    /// Returns the state that an event would lead to now, or `nil`. Evaluates conditions and mappings, without changing
    /// anything. O(1).
    public final func canTryEvent(_ event: E, userInfo: Any? = nil) -> S? { runner.probe(event, userInfo) }

    /// Sends an event: changes the state and calls the handlers of the event, or calls the error handlers.
    ///
    /// O(1) plus the handlers; O(routes) after routes were added or removed.
    ///
    /// - Returns: Whether the event took a route.
    @inlinable
    @discardableResult
    public final func tryEvent(_ event: E, userInfo: Any? = nil) -> Bool { runner.tryEvent(event, userInfo) }
}

infix operator <-! : AdditionPrecedence

/// Sends an event. `machine <-! .coin <-! .pass` sends two events, the second one even if the first fails.
@inlinable
@discardableResult
public func <-! <S: StateType, E: EventType>(machine: Machine<S, E>, event: E) -> Machine<S, E> {
    machine.tryEvent(event)
    return machine
}

/// Sends an event with a value for conditions, mappings and handlers: `machine <-! (.coin, "euro")`.
@inlinable
@discardableResult
public func <-! <S: StateType, E: EventType>(
    machine: Machine<S, E>, eventAndUserInfo: (E, Any?)
) -> Machine<S, E> {
    machine.tryEvent(eventAndUserInfo.0, userInfo: eventAndUserInfo.1)
    return machine
}
