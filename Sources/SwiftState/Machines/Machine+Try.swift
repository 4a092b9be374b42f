extension Machine {
    /// Whether an event leads from one state to another: by a route of the event, or of `.any` event, or by a mapping.
    /// `false` if either state is `.any`. O(routes).
    public final func hasRoute(event: E, transition: Transition<S>, userInfo: Any? = nil) -> Bool {
        guard let from = transition.fromState.rawValue, let to = transition.toState.rawValue else { return false }
        return hasRoute(event: event, fromState: from, toState: to, userInfo: userInfo)
    }

    /// Whether an event leads from one state to another: by a route of the event, or of `.any` event, or by a mapping.
    /// O(routes).
    public final func hasRoute(event: E, fromState: S, toState: S, userInfo: Any? = nil) -> Bool {
        runner.routes.contains(Attempt(event: event, from: fromState, userInfo: userInfo), to: toState)
    }

    /// Where an event would lead now; `nil`: nowhere. Conditions and mappings are asked, and nothing changes. O(1).
    public final func canTryEvent(_ event: E, userInfo: Any? = nil) -> S? { runner.probe(event, userInfo) }

    /// Tries an event: changes the state and calls the handlers of the event, or else those of failures. Whether the
    /// event led anywhere. O(1), but for the handlers; after routes were added or removed O(routes).
    @inlinable
    @discardableResult
    public final func tryEvent(_ event: E, userInfo: Any? = nil) -> Bool { runner.tryEvent(event, userInfo) }
}

infix operator <-! : AdditionPrecedence

/// Tries an event; `machine <-! .coin <-! .pass` tries two, the second also if the first has failed.
@inlinable
@discardableResult
public func <-! <S: StateType, E: EventType>(machine: Machine<S, E>, event: E) -> Machine<S, E> {
    machine.tryEvent(event)
    return machine
}

/// Tries an event, with something for conditions, mappings and handlers to know: `machine <-! (.coin, "euro")`.
@inlinable
@discardableResult
public func <-! <S: StateType, E: EventType>(
    machine: Machine<S, E>, eventAndUserInfo: (E, Any?)
) -> Machine<S, E> {
    machine.tryEvent(eventAndUserInfo.0, userInfo: eventAndUserInfo.1)
    return machine
}
