extension StateMachine {
    // MARK: - Routes

    /// Adds a route that can be requested. O(1).
    @discardableResult
    public func addRoute(_ transition: Transition<S>, condition: Condition? = nil) -> any Disposable {
        addRoute(Route(transition: transition, condition: condition))
    }

    /// Adds a route and a handler for its transition, which runs if the condition still holds after the change. O(1).
    @discardableResult
    public func addRoute(
        _ transition: Transition<S>, condition: Condition? = nil, handler: @escaping Handler
    ) -> any Disposable {
        addRoute(Route(transition: transition, condition: condition), handler: handler)
    }

    /// Adds a route and a handler that takes the parts of the context. O(1).
    @discardableResult
    public func addRoute(
        _ transition: Transition<S>, condition: Condition? = nil, handler: @escaping PartsHandler
    ) -> any Disposable {
        addRoute(Route(transition: transition, condition: condition), handler: Self.whole(handler))
    }

    /// Adds a route that can be requested. O(transitions).
    @discardableResult
    public func addRoute(_ route: Route<S, E>) -> any Disposable { add(nil, [route]) }

    /// Adds a route and a handler for its transitions, which runs if the condition still holds after the change.
    /// O(transitions).
    @discardableResult
    public func addRoute(_ route: Route<S, E>, handler: @escaping Handler) -> any Disposable {
        let conditional: Handler =
            route.ownCondition.map { condition in { if condition($0) { handler($0) } } } ?? handler
        return route.transitions.reduce(addRoute(route)) {
            Self.both($0, addHandler($1, handler: conditional))
        }
    }

    /// Adds a route and a handler that takes the parts of the context. O(transitions).
    @discardableResult
    public func addRoute(_ route: Route<S, E>, handler: @escaping PartsHandler) -> any Disposable {
        addRoute(route, handler: Self.whole(handler))
    }

    // MARK: - Mappings

    /// Adds a closure that returns the states that can be requested. Mappings are called if no route matches, in the
    /// order in which they were added; the first that does not return `nil` decides. O(1).
    @discardableResult
    public func addStateRouteMapping(_ stateRouteMapping: @escaping StateRouteMapping) -> any Disposable {
        let number = runner.changeRoutes { $0.stateMappings.add(stateRouteMapping) }
        return disposable { runner in runner.changeRoutes { $0.stateMappings.remove(number) } }
    }

    /// Adds a mapping and a handler. The handler runs if the mapping, called again after a request, returns the new
    /// state. O(1).
    @discardableResult
    public func addStateRouteMapping(
        _ stateRouteMapping: @escaping StateRouteMapping, handler: @escaping Handler
    ) -> any Disposable {
        let mapping = addStateRouteMapping(stateRouteMapping)
        let own = addHandler(.any => .any) { (context: Context) in
            let states = stateRouteMapping(context.fromState, context.userInfo)
            if states?.contains(context.toState) == true { handler(context) }
        }
        return Self.both(mapping, own)
    }

    /// Adds a mapping and a handler that takes the parts of the context. O(1).
    @discardableResult
    public func addStateRouteMapping(
        _ stateRouteMapping: @escaping StateRouteMapping, handler: @escaping PartsHandler
    ) -> any Disposable {
        addStateRouteMapping(stateRouteMapping, handler: Self.whole(handler))
    }

    // MARK: - Handlers

    /// Adds a handler for a requested transition. It runs after the change. O(1).
    @discardableResult
    public func addHandler(
        _ transition: Transition<S>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        add(transition, order, handler)
    }

    /// Adds a handler for a transition that takes the parts of the context. O(1).
    @discardableResult
    public func addHandler(
        _ transition: Transition<S>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        add(transition, order, Self.whole(handler))
    }

    /// Adds a handler for a transition by request or by event. Among the handlers of an event it counts as one of
    /// `.any` event. O(1).
    @discardableResult
    public func addAnyHandler(
        _ transition: Transition<S>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        Self.both(add(.any, transition, order, handler), add(transition, order, handler))
    }

    /// Adds a handler for a transition by request or by event that takes the parts of the context. O(1).
    @discardableResult
    public func addAnyHandler(
        _ transition: Transition<S>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        addAnyHandler(transition, order: order, handler: Self.whole(handler))
    }
}
