extension FSMStructure {
    /// Declares a state, to which what follows belongs. O(1).
    ///
    /// Declaring it twice is a programmer error.
    @discardableResult
    public func state(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        declare(state, at: Place(file: file, line: line))
        return self
    }

    /// Declares the state in which a machine is when it was activated. What follows belongs to it. O(1).
    ///
    /// Declaring it twice, or two initial states, is a programmer error.
    @discardableResult
    public func initial(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        declareInitial(state, hasMemory: false, at: Place(file: file, line: line))
        return self
    }

    /// Declares the state in which a machine is when it was activated for the first time: later it comes back to the
    /// state in which it was deactivated. What follows belongs to it. O(1).
    ///
    /// The binder must have a memory: see ``StateBinderWithMemory``. A second initial state is a programmer error.
    @discardableResult
    public func memory(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        declareInitial(state, hasMemory: true, at: Place(file: file, line: line))
        return self
    }

    /// Sets what is called when the state was entered, in the place of what was set before. O(1).
    ///
    /// Saying so before any state is a programmer error.
    @discardableResult
    public func didEnter(
        _ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        lastState(for: "didEnter", at: Place(file: file, line: line)).didEnter = callback
        return self
    }

    /// Sets what is called when a machine is updated in the state, in the place of what was set before. O(1).
    ///
    /// Saying so before any state is a programmer error.
    @discardableResult
    public func update(
        _ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        lastState(for: "update", at: Place(file: file, line: line)).update = callback
        return self
    }

    /// Sets what is called when the state is about to be left, in the place of what was set before. O(1).
    ///
    /// Saying so before any state is a programmer error.
    @discardableResult
    public func willLeave(
        _ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        lastState(for: "willLeave", at: Place(file: file, line: line)).willLeave = callback
        return self
    }

    /// Sets what names the next state when an event comes in the state. If that is the old state, it is left and
    /// entered again. Takes the place of what the event did in the state before, be it a transition or an execution.
    /// O(1).
    ///
    /// Saying so before any state is a programmer error, and so is returning a state that was not declared when the
    /// event came.
    @discardableResult
    public func on(
        _ event: EventType, transition: @escaping TransitionCallback<StateType, InfoType, EventType>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Self {
        set(.transition(transition), for: event, "on", at: Place(file: file, line: line))
        return self
    }

    /// Sets what is called when an event comes that leaves the state as it is. Takes the place of what the event did in
    /// the state before, be it a transition or an execution. O(1).
    ///
    /// Saying so before any state is a programmer error.
    @discardableResult
    public func exec(
        _ event: EventType, execution: @escaping ExecutionCallback<StateType, InfoType, EventType>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Self {
        set(.execution(execution), for: event, "exec", at: Place(file: file, line: line))
        return self
    }
}
