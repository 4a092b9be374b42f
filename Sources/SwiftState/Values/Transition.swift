/// A source and a target state: `.locked => .unlocked`. Either can be `.any`.
public struct Transition<S: StateType>: Hashable, CustomStringConvertible {
    /// The source state.
    public let fromState: State<S>
    /// The target state.
    public let toState: State<S>

    /// Creates a transition between two states or `.any`.
    public init(fromState: State<S>, toState: State<S>) {
        self.fromState = fromState
        self.toState = toState
    }

    /// Creates a transition from a state to a state or `.any`.
    public init(fromState: S, toState: State<S>) {
        self.init(fromState: .some(fromState), toState: toState)
    }

    /// Creates a transition from a state or `.any` to a state.
    public init(fromState: State<S>, toState: S) {
        self.init(fromState: fromState, toState: .some(toState))
    }

    /// Creates a transition between two states.
    public init(fromState: S, toState: S) {
        self.init(fromState: .some(fromState), toState: .some(toState))
    }

    /// Both states and the hash value.
    public var description: String { "\(fromState) => \(toState) (\(hashValue))" }

    /// Whether it matches a step.
    func covers(_ from: S, _ to: S) -> Bool { fromState.covers(from) && toState.covers(to) }
}
