extension Machine {
    // MARK: - Transitions

    /// Adds routes for an event, all with the same condition. The target `.any` means the current state.
    /// O(transitions).
    @discardableResult
    public final func addRoutes(
        event: E, transitions: [Transition<S>], condition: Condition? = nil
    ) -> any Disposable {
        add(.some(event), transitions.map { Route(transition: $0, condition: condition) })
    }

    /// Adds routes for an event and a handler for the event, which runs for any of its routes. O(transitions).
    @discardableResult
    public final func addRoutes(
        event: E, transitions: [Transition<S>], condition: Condition? = nil, handler: @escaping Handler
    ) -> any Disposable {
        add(.some(event), transitions.map { Route(transition: $0, condition: condition) }, handler)
    }

    /// Adds routes for an event and a handler that takes the parts of the context. O(transitions).
    @discardableResult
    public final func addRoutes(
        event: E, transitions: [Transition<S>], condition: Condition? = nil, handler: @escaping PartsHandler
    ) -> any Disposable {
        add(.some(event), transitions.map { Route(transition: $0, condition: condition) }, Self.whole(handler))
    }

    /// Adds routes for an event or `.any`, all with the same condition. The target `.any` means the current state.
    /// O(transitions).
    @discardableResult
    public final func addRoutes(
        event: Event<E>, transitions: [Transition<S>], condition: Condition? = nil
    ) -> any Disposable {
        add(event, transitions.map { Route(transition: $0, condition: condition) })
    }

    /// Adds routes for an event or `.any`, and a handler for the event, which runs for any of its routes.
    /// O(transitions).
    @discardableResult
    public final func addRoutes(
        event: Event<E>, transitions: [Transition<S>], condition: Condition? = nil, handler: @escaping Handler
    ) -> any Disposable {
        add(event, transitions.map { Route(transition: $0, condition: condition) }, handler)
    }

    /// Adds routes for an event or `.any`, and a handler that takes the parts of the context. O(transitions).
    @discardableResult
    public final func addRoutes(
        event: Event<E>, transitions: [Transition<S>], condition: Condition? = nil, handler: @escaping PartsHandler
    ) -> any Disposable {
        add(event, transitions.map { Route(transition: $0, condition: condition) }, Self.whole(handler))
    }

    // MARK: - Routes

    /// Adds routes for an event. The target `.any` means the current state. O(transitions).
    @discardableResult
    public final func addRoutes(event: E, routes: [Route<S, E>]) -> any Disposable { add(.some(event), routes) }

    /// Adds routes for an event and a handler for the event, which runs for any of its routes. O(transitions).
    @discardableResult
    public final func addRoutes(
        event: E, routes: [Route<S, E>], handler: @escaping Handler
    ) -> any Disposable {
        add(.some(event), routes, handler)
    }

    /// Adds routes for an event and a handler that takes the parts of the context. O(transitions).
    @discardableResult
    public final func addRoutes(
        event: E, routes: [Route<S, E>], handler: @escaping PartsHandler
    ) -> any Disposable {
        add(.some(event), routes, Self.whole(handler))
    }

    /// Adds routes for an event or `.any`. The target `.any` means the current state. O(transitions).
    @discardableResult
    public final func addRoutes(event: Event<E>, routes: [Route<S, E>]) -> any Disposable { add(event, routes) }

    /// Adds routes for an event or `.any`, and a handler for the event, which runs for any of its routes.
    /// O(transitions).
    @discardableResult
    public final func addRoutes(
        event: Event<E>, routes: [Route<S, E>], handler: @escaping Handler
    ) -> any Disposable {
        add(event, routes, handler)
    }

    /// Adds routes for an event or `.any`, and a handler that takes the parts of the context. O(transitions).
    @discardableResult
    public final func addRoutes(
        event: Event<E>, routes: [Route<S, E>], handler: @escaping PartsHandler
    ) -> any Disposable {
        add(event, routes, Self.whole(handler))
    }

    // MARK: - Mappings

    /// Adds a closure that returns the next state. Mappings are called if no route matches, in the order in which they
    /// were added. O(1).
    @discardableResult
    public final func addRouteMapping(_ routeMapping: @escaping RouteMapping) -> any Disposable {
        let number = runner.changeRoutes { $0.mappings.add(routeMapping) }
        return disposable { runner in runner.changeRoutes { $0.mappings.remove(number) } }
    }

    /// Adds a mapping and a handler. The handler runs if the mapping, called again after an event, returns the new
    /// state. O(1).
    @discardableResult
    public final func addRouteMapping(
        _ routeMapping: @escaping RouteMapping, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        let mapping = addRouteMapping(routeMapping)
        let own = addHandler(event: .any, order: order) { (context: Context) in
            let state = routeMapping(context.event, context.fromState, context.userInfo)
            if state == context.toState { handler(context) }
        }
        return Self.both(mapping, own)
    }

    /// Adds a mapping and a handler that takes the parts of the context. O(1).
    @discardableResult
    public final func addRouteMapping(
        _ routeMapping: @escaping RouteMapping, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        addRouteMapping(routeMapping, order: order, handler: Self.whole(handler))
    }

    // MARK: - Implementation

    /// Adds routes for an event, or for requests only if there is none.
    final func add(_ event: Event<E>?, _ routes: [Route<S, E>]) -> any Disposable {
        let numbers = runner.changeRoutes { all in
            routes.flatMap { route in
                route.transitions.map {
                    all.routes.add(RouteRecord(event: event, transition: $0, condition: route.ownCondition))
                }
            }
        }
        return disposable { runner in
            runner.changeRoutes { all in numbers.map { all.routes.remove($0) } }
        }
    }

    private func add(_ event: Event<E>, _ routes: [Route<S, E>], _ handler: @escaping Handler) -> any Disposable {
        Self.both(add(event, routes), addHandler(event: event, handler: handler))
    }

    static func both(_ first: any Disposable, _ second: any Disposable) -> any Disposable {
        ActionDisposable {
            first.dispose()
            second.dispose()
        }
    }
}
