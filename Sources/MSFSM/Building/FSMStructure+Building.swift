extension FSMStructure {
    /// Declares a state. The declarations that follow belong to it. O(1).
    ///
    /// Declaring it twice is a programmer error.
    @discardableResult
    public func state(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        declare(state, at: Place(file: file, line: line))
        return self
    }

    /// Declares the initial state. The declarations that follow belong to it. O(1).
    ///
    /// Declaring it twice, or two initial states, is a programmer error.
    @discardableResult
    public func initial(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        declareInitial(state, hasMemory: false, at: Place(file: file, line: line))
        return self
    }

    /// Declares the initial state of the first activation; later activations resume the state in which the machine was
    /// deactivated. The declarations that follow belong to it. O(1).
    ///
    /// The binder must have a memory: see ``StateBinderWithMemory``. A second initial state is a programmer error.
    @discardableResult
    public func memory(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        declareInitial(state, hasMemory: true, at: Place(file: file, line: line))
        return self
    }

    /// Sets the callback for entering the state; replaces an earlier one. O(1).
    ///
    /// Calling this before any state is declared is a programmer error.
    @discardableResult
    public func didEnter(
        _ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        setCallback("didEnter", at: Place(file: file, line: line)) { $0.didEnter = callback }
        return self
    }

    /// Sets the callback for updates in the state; replaces an earlier one. O(1).
    ///
    /// Calling this before any state is declared is a programmer error.
    @discardableResult
    public func update(
        _ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        setCallback("update", at: Place(file: file, line: line)) { $0.update = callback }
        return self
    }

    /// Sets the callback for leaving the state; replaces an earlier one. O(1).
    ///
    /// Calling this before any state is declared is a programmer error.
    @discardableResult
    public func willLeave(
        _ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        setCallback("willLeave", at: Place(file: file, line: line)) { $0.willLeave = callback }
        return self
    }

    /// Sets the transition for an event in the state, which returns the next state. A transition to the same state
    /// leaves and enters it again. Replaces an earlier `on` or `exec` for the event. O(1).
    ///
    /// Calling this before any state is declared is a programmer error, and so is a transition that returns an
    /// undeclared state.
    @discardableResult
    public func on(
        _ event: EventType, transition: @escaping TransitionCallback<StateType, InfoType, EventType>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Self {
        set(.transition(transition), for: event, "on", at: Place(file: file, line: line))
        return self
    }

    /// Sets the callback for an event in the state that does not change the state. Replaces an earlier `on` or `exec`
    /// for the event. O(1).
    ///
    /// Calling this before any state is declared is a programmer error.
    @discardableResult
    public func exec(
        _ event: EventType, execution: @escaping ExecutionCallback<StateType, InfoType, EventType>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Self {
        set(.execution(execution), for: event, "exec", at: Place(file: file, line: line))
        return self
    }
}
