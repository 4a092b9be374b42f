/// A sequence of transitions through states: `.first => .second => .third`.
public struct TransitionChain<S: StateType> {
    /// The states, in order.
    public private(set) var states: [State<S>]

    /// Creates a chain through states.
    public init(states: [State<S>]) {
        self.states = states
    }

    /// Creates a chain of one transition.
    public init(transition: Transition<S>) {
        self.init(states: [transition.fromState, transition.toState])
    }

    /// The transitions in order, one fewer than the states. O(states).
    public var transitions: [Transition<S>] {
        zip(states, states.dropFirst()).map { Transition(fromState: $0, toState: $1) }
    }
}
