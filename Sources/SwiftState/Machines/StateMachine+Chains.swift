// A chain counts requests, not events. It begins with its first route. A transition that is not the next one breaks it,
// until its first route is taken again. Failed attempts do not count.

extension StateMachine {
    // MARK: - Routes and handlers

    /// Adds the routes of a chain, and a handler that runs when all of them were taken in order. Traps if there are
    /// none. O(routes).
    @discardableResult
    public func addRouteChain(
        _ chain: TransitionChain<S>, condition: Condition? = nil, handler: @escaping Handler
    ) -> any Disposable {
        addRouteChain(RouteChain(transitionChain: chain, condition: condition), handler: handler)
    }

    /// Adds the routes of a chain and a handler that takes the parts of the context. O(routes).
    @discardableResult
    public func addRouteChain(
        _ chain: TransitionChain<S>, condition: Condition? = nil, handler: @escaping PartsHandler
    ) -> any Disposable {
        addRouteChain(RouteChain(transitionChain: chain, condition: condition), handler: Self.whole(handler))
    }

    /// Adds the routes of a chain, and a handler that runs when all of them were taken in order. Traps if there are
    /// none. O(routes).
    @discardableResult
    public func addRouteChain(_ chain: RouteChain<S, E>, handler: @escaping Handler) -> any Disposable {
        Self.both(addChainHandler(chain, handler: handler), add(nil, chain.routes))
    }

    /// Adds the routes of a chain and a handler that takes the parts of the context. O(routes).
    @discardableResult
    public func addRouteChain(_ chain: RouteChain<S, E>, handler: @escaping PartsHandler) -> any Disposable {
        addRouteChain(chain, handler: Self.whole(handler))
    }

    // MARK: - Handlers of chains

    /// Adds a handler that runs when all routes of a chain were taken in order. Traps if the chain has no transitions.
    /// O(routes).
    @discardableResult
    public func addChainHandler(
        _ chain: TransitionChain<S>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        watch(RouteChain(transitionChain: chain), .completed, order, handler)
    }

    /// Adds a handler that takes the parts of the context. O(routes).
    @discardableResult
    public func addChainHandler(
        _ chain: TransitionChain<S>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        watch(RouteChain(transitionChain: chain), .completed, order, Self.whole(handler))
    }

    /// Adds a handler that runs when all routes of a chain were taken in order. Traps if the chain has no transitions.
    /// O(routes).
    @discardableResult
    public func addChainHandler(
        _ chain: RouteChain<S, E>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        watch(chain, .completed, order, handler)
    }

    /// Adds a handler that takes the parts of the context. O(routes).
    @discardableResult
    public func addChainHandler(
        _ chain: RouteChain<S, E>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        watch(chain, .completed, order, Self.whole(handler))
    }

    // MARK: - Handlers of broken chains

    /// Adds a handler that runs for the transition that breaks a chain, and for each one after it until the chain
    /// begins again. Traps if the chain has no transitions. O(routes).
    @discardableResult
    public func addChainErrorHandler(
        _ chain: TransitionChain<S>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        watch(RouteChain(transitionChain: chain), .broken, order, handler)
    }

    /// Adds a handler that takes the parts of the context. O(routes).
    @discardableResult
    public func addChainErrorHandler(
        _ chain: TransitionChain<S>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        watch(RouteChain(transitionChain: chain), .broken, order, Self.whole(handler))
    }

    /// Adds a handler that runs for the transition that breaks a chain, and for each one after it until the chain
    /// begins again. Traps if the chain has no transitions. O(routes).
    @discardableResult
    public func addChainErrorHandler(
        _ chain: RouteChain<S, E>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        watch(chain, .broken, order, handler)
    }

    /// Adds a handler that takes the parts of the context. O(routes).
    @discardableResult
    public func addChainErrorHandler(
        _ chain: RouteChain<S, E>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        watch(chain, .broken, order, Self.whole(handler))
    }

    private func watch(
        _ chain: RouteChain<S, E>, _ result: ChainProgress<S, E>.Result, _ order: HandlerOrder,
        _ handler: @escaping Handler
    ) -> any Disposable {
        let progress = ChainProgress(chain)
        return add(.any => .any, order) { context in
            if progress.note(context) == result { handler(context) }
        }
    }
}
