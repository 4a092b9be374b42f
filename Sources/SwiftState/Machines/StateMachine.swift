/// A state machine that changes its state by requests for a state as well as by events.
///
/// ```swift
/// let light = StateMachine<Light, NoEvent>(state: .red) { machine in
///     machine.addRoute(.red => .green)
///     machine.addRoute(.any => .yellow) { context in print("from \(context.fromState)") }
/// }
/// light <- .green <- .yellow
/// ```
///
/// A request can use any route to the state: routes between states, routes of all events, and mappings. Do not use a
/// machine from several threads at once.
public final class StateMachine<S: StateType, E: EventType>: Machine<S, E> {
    /// Returns the states that can be requested in a state, or `nil` to leave the decision to the next mapping.
    public typealias StateRouteMapping = (_ fromState: S, _ userInfo: Any?) -> [S]?

    /// Creates a machine and configures it with a closure. No handler runs for the initial state.
    @inlinable
    public override init(state: S, initClosure: ((StateMachine<S, E>) -> Void)? = nil) {
        super.init(state: state)
        initClosure?(self)
    }

    /// Calls a closure with the machine, to configure it in one place.
    public override func configure(_ closure: (StateMachine<S, E>) -> Void) {
        closure(self)
    }

    /// Whether a state can be requested in another state. `false` if either is `.any`. O(1).
    public func hasRoute(_ transition: Transition<S>, userInfo: Any? = nil) -> Bool {
        guard let from = transition.fromState.rawValue, let to = transition.toState.rawValue else { return false }
        return hasRoute(fromState: from, toState: to, userInfo: userInfo)
    }

    /// Whether a state can be requested in another state. O(1).
    public func hasRoute(fromState: S, toState: S, userInfo: Any? = nil) -> Bool {
        runner.probe(from: fromState, to: toState, userInfo)
    }

    /// Whether a state can be requested now. Evaluates conditions and mappings, without changing anything. O(1).
    public func canTryState(_ state: S, userInfo: Any? = nil) -> Bool {
        runner.probe(from: runner.state, to: state, userInfo)
    }

    /// Requests a state: changes the state and calls the handlers of the transition, or calls the error handlers. A
    /// request for the current state needs a route too.
    ///
    /// O(1) plus the handlers; O(routes) after routes were added or removed.
    ///
    /// - Returns: Whether there was a route.
    @inlinable
    @discardableResult
    public func tryState(_ state: S, userInfo: Any? = nil) -> Bool { runner.tryState(state, userInfo) }
}

infix operator <- : AdditionPrecedence

/// Requests a state. `machine <- .green <- .yellow` requests two states, the second one even if the first fails.
@inlinable
@discardableResult
public func <- <S: StateType, E: EventType>(machine: StateMachine<S, E>, state: S) -> StateMachine<S, E> {
    machine.tryState(state)
    return machine
}

/// Requests a state with a value for conditions, mappings and handlers: `machine <- (.green, "go")`.
@inlinable
@discardableResult
public func <- <S: StateType, E: EventType>(
    machine: StateMachine<S, E>, stateAndUserInfo: (S, Any?)
) -> StateMachine<S, E> {
    machine.tryState(stateAndUserInfo.0, userInfo: stateAndUserInfo.1)
    return machine
}
