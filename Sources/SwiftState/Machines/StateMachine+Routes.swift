extension StateMachine {
    // MARK: - Routes

    /// Adds a route for a transition that may be asked for. O(1).
    @discardableResult
    public func addRoute(_ transition: Transition<S>, condition: Condition? = nil) -> any Disposable {
        addRoute(Route(transition: transition, condition: condition))
    }

    /// Adds a route, and a handler for its transition, called if the condition holds after the change too. O(1).
    @discardableResult
    public func addRoute(
        _ transition: Transition<S>, condition: Condition? = nil, handler: @escaping Handler
    ) -> any Disposable {
        addRoute(Route(transition: transition, condition: condition), handler: handler)
    }

    /// Adds a route, and a handler that takes the parts of the context. O(1).
    @discardableResult
    public func addRoute(
        _ transition: Transition<S>, condition: Condition? = nil, handler: @escaping PartsHandler
    ) -> any Disposable {
        addRoute(Route(transition: transition, condition: condition), handler: Self.whole(handler))
    }

    /// Adds a route that may be asked for. O(transitions).
    @discardableResult
    public func addRoute(_ route: Route<S, E>) -> any Disposable { add(nil, [route]) }

    /// Adds a route, and a handler for its transitions, called if the condition holds after the change too.
    /// O(transitions).
    @discardableResult
    public func addRoute(_ route: Route<S, E>, handler: @escaping Handler) -> any Disposable {
        let conditional: Handler =
            route.ownCondition.map { condition in { if condition($0) { handler($0) } } } ?? handler
        return route.transitions.reduce(addRoute(route)) {
            Self.both($0, addHandler($1, handler: conditional))
        }
    }

    /// Adds a route, and a handler that takes the parts of the context. O(transitions).
    @discardableResult
    public func addRoute(_ route: Route<S, E>, handler: @escaping PartsHandler) -> any Disposable {
        addRoute(route, handler: Self.whole(handler))
    }

    // MARK: - Mappings

    /// Adds a closure that names the states that may be asked for, for states that no route names. Mappings are asked
    /// after all routes, in the order in which they were added, and the first that answers decides for all of them.
    /// O(1).
    @discardableResult
    public func addStateRouteMapping(_ stateRouteMapping: @escaping StateRouteMapping) -> any Disposable {
        let number = runner.changeRoutes { $0.stateMappings.add(stateRouteMapping) }
        return disposable { runner in runner.changeRoutes { $0.stateMappings.remove(number) } }
    }

    /// Adds a mapping, and a handler for states that were asked for and that it names; it is asked again for that.
    /// O(1).
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

    /// Adds a mapping, and a handler that takes the parts of the context. O(1).
    @discardableResult
    public func addStateRouteMapping(
        _ stateRouteMapping: @escaping StateRouteMapping, handler: @escaping PartsHandler
    ) -> any Disposable {
        addStateRouteMapping(stateRouteMapping, handler: Self.whole(handler))
    }

    // MARK: - Handlers

    /// Adds a handler for a transition that was asked for: called after the change. O(1).
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

    /// Adds a handler for a transition, whether it was asked for or an event led there. Among the handlers of an event
    /// it is one of `.any` event. O(1).
    @discardableResult
    public func addAnyHandler(
        _ transition: Transition<S>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        Self.both(add(.any, transition, order, handler), add(transition, order, handler))
    }

    /// Adds a handler for a transition, however it came about, that takes the parts of the context. O(1).
    @discardableResult
    public func addAnyHandler(
        _ transition: Transition<S>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        addAnyHandler(transition, order: order, handler: Self.whole(handler))
    }
}
