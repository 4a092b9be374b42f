import FSMEngine

extension Runner {
    /// Sends an event.
    @inlinable @inline(__always)
    func tryEvent(_ event: E, _ userInfo: Any?) -> Bool {
        if isStale { prepare() }
        let id = id(of: event)
        let handlers = hasEventHandlers ? handlers(forEvent: id) : nil
        defer { withExtendedLifetime(handlers) {} }
        let isTaken = withUnsafePointer(to: userInfo) { userInfo in
            var attempt = Attempt(event: event, from: state, userInfo: userInfo, handlers: handlers)
            return perform(&attempt, .event(id))
        }
        if isTaken { return true }
        if hasErrorHandlers { fail(event, to: state, userInfo) }
        return false
    }

    /// Requests a state.
    @inlinable @inline(__always)
    func tryState(_ to: S, _ userInfo: Any?) -> Bool {
        if isStale { prepare() }
        let id = id(of: to)
        let handlers = hasStateHandlers ? handlers(from: stateID, to: id) : nil
        defer { withExtendedLifetime(handlers) {} }
        let isTaken = withUnsafePointer(to: userInfo) { userInfo in
            var attempt = Attempt(from: state, to: to, userInfo: userInfo, handlers: handlers)
            return perform(&attempt, .request(id))
        }
        if isTaken { return true }
        if hasErrorHandlers { fail(nil, to: to, userInfo) }
        return false
    }

    /// Performs the plan of an attempt. Returns whether there was a route.
    ///
    /// Conditions, mappings and handlers can send events and change routes. Such a nested attempt is performed at once;
    /// the outer attempt determines the final state.
    @inlinable
    func perform(_ attempt: UnsafeMutablePointer<Attempt<S, E>>, _ trigger: Trigger) -> Bool {
        guard let routes = table else { return false }
        // Retained until the plan is performed: callbacks can change the routes.
        defer { withExtendedLifetime(routes) {} }
        var step = Step(host: attempt)
        return withUnsafeMutablePointer(to: &step) { step in
            let plan = routes.table.plan(trigger, in: stateID, step)
            let outcome = plan.perform(step) { id in
                state = attempt.target(of: step, among: routes.values)
                stateID = table === routes ? id : search(state)
            }
            return outcome == .transitioned
        }
    }

    /// Returns the state to which an attempt would lead, or `nil`. Changes nothing.
    private func probe(
        _ attempt: UnsafeMutablePointer<Attempt<S, E>>, _ trigger: (Runner) -> Trigger
    ) -> S? {
        prepare()
        guard let routes = table else { return nil }
        defer { withExtendedLifetime(routes) {} }
        var step = Step(host: attempt)
        return withUnsafeMutablePointer(to: &step) { step in
            let plan = routes.table.plan(trigger(self), in: search(attempt.pointee.from), step)
            return plan.outcome == .transitioned ? attempt.target(of: step, among: routes.values) : nil
        }
    }

    /// Returns the state that an event would lead to.
    func probe(_ event: E, _ userInfo: Any?) -> S? {
        withUnsafePointer(to: userInfo) { userInfo in
            var attempt = Attempt(event: event, from: state, userInfo: userInfo)
            return probe(&attempt) { .event($0.search(event)) }
        }
    }

    /// Whether a state can be requested in another state.
    func probe(from: S, to: S, _ userInfo: Any?) -> Bool {
        withUnsafePointer(to: userInfo) { userInfo in
            var attempt = Attempt<S, E>(from: from, to: to, userInfo: userInfo)
            return probe(&attempt) { .request($0.search(to)) } != nil
        }
    }

    /// Calls the error handlers.
    @inlinable @inline(never)
    func fail(_ event: E?, to: S, _ userInfo: Any?) {
        handlersForErrors().run(
            Machine.Context(event: event, fromState: state, toState: to, userInfo: userInfo))
    }
}
