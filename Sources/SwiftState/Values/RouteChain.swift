/// Routes to be taken one after the other.
public struct RouteChain<S: StateType, E: EventType> {
    /// The routes, in order.
    public private(set) var routes: [Route<S, E>]

    /// A chain of these routes.
    public init(routes: [Route<S, E>]) {
        self.routes = routes
    }

    /// A chain of these transitions, each under the same condition.
    public init(transitionChain: TransitionChain<S>, condition: Machine<S, E>.Condition? = nil) {
        self.init(routes: transitionChain.transitions.map { Route(transition: $0, condition: condition) })
    }
}
