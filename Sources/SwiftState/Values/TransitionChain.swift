/// Transitions of which each begins where the one before it ends: `.first => .second => .third`.
public struct TransitionChain<S: StateType> {
    /// The states, in order.
    public private(set) var states: [State<S>]

    /// A chain through these states.
    public init(states: [State<S>]) {
        self.states = states
    }

    /// A chain of one transition.
    public init(transition: Transition<S>) {
        self.init(states: [transition.fromState, transition.toState])
    }

    /// The transitions, in order: one less than there are states. O(states).
    public var transitions: [Transition<S>] {
        zip(states, states.dropFirst()).map { Transition(fromState: $0, toState: $1) }
    }
}
