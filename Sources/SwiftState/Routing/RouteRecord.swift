/// A route for one transition, of one event, or of none if it is for requests only.
struct RouteRecord<S: StateType, E: EventType> {
    var event: Event<E>?
    var transition: Transition<S>
    var condition: Machine<S, E>.Condition?
}

/// The routes and mappings of a machine.
struct Routes<S: StateType, E: EventType> {
    var routes = Registry<RouteRecord<S, E>>()
    var mappings = Registry<Machine<S, E>.RouteMapping>()
    var stateMappings = Registry<(S, Any?) -> [S]?>()

    /// Whether a route or a mapping leads from one state to another for an event. O(routes).
    func contains(_ event: E, from: S, to: S, _ userInfo: Any?) -> Bool {
        let context = Machine<S, E>.Context(event: event, fromState: from, toState: to, userInfo: userInfo)
        let isRoute = routes.ordered.contains { _, route in
            guard let own = route.event, own.covers(event) else { return false }
            return route.transition.covers(from, to) && route.condition?(context) ?? true
        }
        return isRoute || mappings.ordered.contains { $0.element(event, from, userInfo) == to }
    }
}
