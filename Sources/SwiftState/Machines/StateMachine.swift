/// A state machine that is led from state to state by asking for the next state, as well as by events.
///
/// ```swift
/// let light = StateMachine<Light, NoEvent>(state: .red) { machine in
///     machine.addRoute(.red => .green)
///     machine.addRoute(.any => .yellow) { context in print("from \(context.fromState)") }
/// }
/// light <- .green <- .yellow
/// ```
///
/// A state that is asked for is reached by any route that leads there: those between states, those of all events, and
/// mappings. Not to be used from several threads at once.
public final class StateMachine<S: StateType, E: EventType>: Machine<S, E> {
    /// The states that may be asked for in a state; `nil`: another mapping is to be asked.
    public typealias StateRouteMapping = (_ fromState: S, _ userInfo: Any?) -> [S]?

    /// A machine in a state, in which no handler runs, configured by a closure.
    @inlinable
    public override init(state: S, initClosure: ((StateMachine<S, E>) -> Void)? = nil) {
        super.init(state: state)
        initClosure?(self)
    }

    /// Calls a closure with the machine, to say in one place what is added to it.
    public override func configure(_ closure: (StateMachine<S, E>) -> Void) {
        closure(self)
    }

    /// Whether a state may be asked for in another one. `false` if either is `.any`. O(1).
    public func hasRoute(_ transition: Transition<S>, userInfo: Any? = nil) -> Bool {
        guard let from = transition.fromState.rawValue, let to = transition.toState.rawValue else { return false }
        return hasRoute(fromState: from, toState: to, userInfo: userInfo)
    }

    /// Whether a state may be asked for in another one. O(1).
    public func hasRoute(fromState: S, toState: S, userInfo: Any? = nil) -> Bool {
        runner.probe(from: fromState, to: toState, userInfo)
    }

    /// Whether a state may be asked for now. Conditions and mappings are asked, and nothing changes. O(1).
    public func canTryState(_ state: S, userInfo: Any? = nil) -> Bool {
        runner.probe(from: runner.state, to: state, userInfo)
    }

    /// Asks for a state: goes there and calls the handlers of the transition, or else those of failures. Whether there
    /// was a way; the present state needs one too. O(1), but for the handlers; after routes were added or removed
    /// O(routes).
    @inlinable
    @discardableResult
    public func tryState(_ state: S, userInfo: Any? = nil) -> Bool { runner.tryState(state, userInfo) }
}

infix operator <- : AdditionPrecedence

/// Asks for a state; `machine <- .green <- .yellow` asks for two, the second also if the first has failed.
@inlinable
@discardableResult
public func <- <S: StateType, E: EventType>(machine: StateMachine<S, E>, state: S) -> StateMachine<S, E> {
    machine.tryState(state)
    return machine
}

/// Asks for a state, with something for conditions, mappings and handlers to know: `machine <- (.green, "go")`.
@inlinable
@discardableResult
public func <- <S: StateType, E: EventType>(
    machine: StateMachine<S, E>, stateAndUserInfo: (S, Any?)
) -> StateMachine<S, E> {
    machine.tryState(stateAndUserInfo.0, userInfo: stateAndUserInfo.1)
    return machine
}
