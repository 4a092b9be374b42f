/// From where to where: `.locked => .unlocked`. Either may be `.any`.
public struct Transition<S: StateType>: Hashable, CustomStringConvertible {
    /// Where it begins.
    public let fromState: State<S>
    /// Where it leads.
    public let toState: State<S>

    /// A transition between two states, or any.
    public init(fromState: State<S>, toState: State<S>) {
        self.fromState = fromState
        self.toState = toState
    }

    /// A transition from a state to a state, or any.
    public init(fromState: S, toState: State<S>) {
        self.init(fromState: .some(fromState), toState: toState)
    }

    /// A transition from a state, or any, to a state.
    public init(fromState: State<S>, toState: S) {
        self.init(fromState: fromState, toState: .some(toState))
    }

    /// A transition from a state to a state.
    public init(fromState: S, toState: S) {
        self.init(fromState: .some(fromState), toState: .some(toState))
    }

    /// Both states, and the hash value.
    public var description: String { "\(fromState) => \(toState) (\(hashValue))" }

    /// Whether it stands for this step.
    func covers(_ from: S, _ to: S) -> Bool { fromState.covers(from) && toState.covers(to) }
}
