/// A sequence of routes.
public struct RouteChain<S: StateType, E: EventType> {
    /// The routes, in order.
    public private(set) var routes: [Route<S, E>]

    /// Creates a chain of routes.
    public init(routes: [Route<S, E>]) {
        self.routes = routes
    }

    /// Creates a chain of transitions with the same condition.
    public init(transitionChain: TransitionChain<S>, condition: Machine<S, E>.Condition? = nil) {
        self.init(routes: transitionChain.transitions.map { Route(transition: $0, condition: condition) })
    }
}
