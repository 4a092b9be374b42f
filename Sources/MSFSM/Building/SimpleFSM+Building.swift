extension SimpleFSM {
    /// Declares a state, to which what follows belongs. O(1).
    ///
    /// Declaring it twice is a programmer error.
    @discardableResult
    public func state(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        structure.state(state, file: file, line: line)
        return self
    }

    /// Declares the state in which the machine is when it was activated. What follows belongs to it. O(1).
    ///
    /// Declaring it twice, or two initial states, is a programmer error.
    @discardableResult
    public func initial(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        structure.initial(state, file: file, line: line)
        return self
    }

    /// Declares the state in which the machine is when it was activated for the first time: later it comes back to the
    /// state in which it was deactivated. What follows belongs to it. O(1).
    ///
    /// Declaring it twice, or two initial states, is a programmer error.
    @discardableResult
    public func memory(_ state: StateType, file: StaticString = #fileID, line: UInt = #line) -> Self {
        structure.memory(state, file: file, line: line)
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
        structure.didEnter(callback, file: file, line: line)
        return self
    }

    /// Sets what is called when the machine is updated in the state, in the place of what was set before. O(1).
    ///
    /// Saying so before any state is a programmer error.
    @discardableResult
    public func update(
        _ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Self {
        structure.update(callback, file: file, line: line)
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
        structure.willLeave(callback, file: file, line: line)
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
        structure.on(event, transition: transition, file: file, line: line)
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
        structure.exec(event, execution: execution, file: file, line: line)
        return self
    }
}
