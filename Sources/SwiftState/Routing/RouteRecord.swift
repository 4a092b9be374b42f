/// A route as it was added: for one transition, and one event, or none for a plain route between states.
struct RouteRecord<S: StateType, E: EventType> {
    var event: Event<E>?
    var transition: Transition<S>
    var condition: Machine<S, E>.Condition?
}

/// All that was added to lead a machine from state to state.
struct Routes<S: StateType, E: EventType> {
    var routes = Registry<RouteRecord<S, E>>()
    var mappings = Registry<Machine<S, E>.RouteMapping>()
    var stateMappings = Registry<(S, Any?) -> [S]?>()

    /// Whether some route of an event, or some mapping, leads there. O(routes).
    func contains(_ attempt: Attempt<S, E>, to: S) -> Bool {
        guard let event = attempt.event else { return false }
        let context = Machine<S, E>.Context(
            event: event, fromState: attempt.from, toState: to, userInfo: attempt.userInfo)
        let isRoute = routes.ordered.contains { _, route in
            guard let own = route.event, own.covers(event) else { return false }
            return route.transition.covers(attempt.from, to) && route.condition?(context) ?? true
        }
        return isRoute || mappings.ordered.contains { $0.element(event, attempt.from, attempt.userInfo) == to }
    }
}
