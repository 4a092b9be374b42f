extension Machine {
    /// Adds a handler for an event. It runs after the event has taken a route, also one to the current state. O(1).
    @discardableResult
    public final func addHandler(
        event: E, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        add(.some(event), .any => .any, order, handler)
    }

    /// Adds a handler for an event that takes the parts of the context. O(1).
    @discardableResult
    public final func addHandler(
        event: E, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        add(.some(event), .any => .any, order, Self.whole(handler))
    }

    /// Adds a handler for an event or `.any`. It runs after the event has taken a route, also one to the current state.
    /// O(1).
    @discardableResult
    public final func addHandler(
        event: Event<E>, order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        add(event, .any => .any, order, handler)
    }

    /// Adds a handler for an event or `.any` that takes the parts of the context. O(1).
    @discardableResult
    public final func addHandler(
        event: Event<E>, order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        add(event, .any => .any, order, Self.whole(handler))
    }

    /// Adds a handler for failed attempts: events without a route, with the current state as both states, and requested
    /// states without a route. O(1).
    @discardableResult
    public final func addErrorHandler(
        order: HandlerOrder = _defaultOrder, handler: @escaping Handler
    ) -> any Disposable {
        let number = runner.changeHandlers { $0.onError.add(.init(order: order, body: handler)) }
        return disposable { runner in runner.changeHandlers { $0.onError.remove(number) } }
    }

    /// Adds a handler for failed attempts that takes the parts of the context. O(1).
    @discardableResult
    public final func addErrorHandler(
        order: HandlerOrder = _defaultOrder, handler: @escaping PartsHandler
    ) -> any Disposable {
        addErrorHandler(order: order, handler: Self.whole(handler))
    }

    /// Adds a handler for an event that takes a matching transition.
    final func add(
        _ event: Event<E>, _ transition: Transition<S>, _ order: HandlerOrder, _ handler: @escaping Handler
    ) -> any Disposable {
        let number = runner.changeHandlers {
            $0.onEvent.add(.init(event: event, transition: transition, order: order, body: handler))
        }
        return disposable { runner in runner.changeHandlers { $0.onEvent.remove(number) } }
    }

    /// Adds a handler for a requested transition.
    final func add(
        _ transition: Transition<S>, _ order: HandlerOrder, _ handler: @escaping Handler
    ) -> any Disposable {
        let number = runner.changeHandlers {
            $0.onState.add(.init(transition: transition, order: order, body: handler))
        }
        return disposable { runner in runner.changeHandlers { $0.onState.remove(number) } }
    }
}
