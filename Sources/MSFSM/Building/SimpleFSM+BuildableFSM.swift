// The requirements of the protocol, without file and line. The overloads with file and line are preferred.

extension SimpleFSM: BuildableFSM {
    /// Declares a state, as ``state(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func state(_ state: StateType) -> Self {
        structure.declare(state, at: nil)
        return self
    }

    /// Declares the initial state, as ``initial(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func initial(_ state: StateType) -> Self {
        structure.declareInitial(state, hasMemory: false, at: nil)
        return self
    }

    /// Sets the callback for entering the state, as ``didEnter(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func didEnter(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self {
        structure.setCallback("didEnter", at: nil) { $0.didEnter = callback }
        return self
    }

    /// Sets the callback for updates in the state, as ``update(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func update(_ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>) -> Self {
        structure.setCallback("update", at: nil) { $0.update = callback }
        return self
    }

    /// Sets the callback for leaving the state, as ``willLeave(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func willLeave(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self {
        structure.setCallback("willLeave", at: nil) { $0.willLeave = callback }
        return self
    }

    /// Sets the transition for an event, as ``on(_:transition:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func on(
        _ event: EventType, transition: @escaping TransitionCallback<StateType, InfoType, EventType>
    ) -> Self {
        structure.set(.transition(transition), for: event, "on", at: nil)
        return self
    }

    /// Sets the callback for an event that does not change the state, as ``exec(_:execution:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func exec(
        _ event: EventType, execution: @escaping ExecutionCallback<StateType, InfoType, EventType>
    ) -> Self {
        structure.set(.execution(execution), for: event, "exec", at: nil)
        return self
    }
}
