// The requirements as the protocol has them, without places. The methods that take the place are preferred where both
// could be called.

extension FSMStructure: BuildableFSM {
    /// Declares a state, as ``state(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func state(_ state: StateType) -> Self {
        declare(state, at: nil)
        return self
    }

    /// Declares the state in which a machine begins, as ``initial(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func initial(_ state: StateType) -> Self {
        declareInitial(state, hasMemory: false, at: nil)
        return self
    }

    /// Sets what is called when the state was entered, as ``didEnter(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func didEnter(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self {
        lastState(for: "didEnter", at: nil).didEnter = callback
        return self
    }

    /// Sets what is called when a machine is updated in the state, as ``update(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func update(_ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>) -> Self {
        lastState(for: "update", at: nil).update = callback
        return self
    }

    /// Sets what is called when the state is about to be left, as ``willLeave(_:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func willLeave(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self {
        lastState(for: "willLeave", at: nil).willLeave = callback
        return self
    }

    /// Sets what names the next state, as ``on(_:transition:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func on(
        _ event: EventType, transition: @escaping TransitionCallback<StateType, InfoType, EventType>
    ) -> Self {
        set(.transition(transition), for: event, "on", at: nil)
        return self
    }

    /// Sets what is called for an event that leaves the state as it is, as ``exec(_:execution:file:line:)`` does.
    @_disfavoredOverload
    @discardableResult
    public func exec(
        _ event: EventType, execution: @escaping ExecutionCallback<StateType, InfoType, EventType>
    ) -> Self {
        set(.execution(execution), for: event, "exec", at: nil)
        return self
    }
}
