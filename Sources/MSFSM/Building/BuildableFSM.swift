/// Declares states and events in a chain of calls.
///
/// ``FSMStructure`` and ``SimpleFSM`` conform. Declarations after a state belong to it, up to the next state.
public protocol BuildableFSM {
    /// The type of states.
    associatedtype StateType: FSMState
    /// The type of what is passed to handlers beside an event.
    associatedtype InfoType
    /// The type of events.
    associatedtype EventType: FSMEvent

    /// Declares a state.
    @discardableResult func state(_ state: StateType) -> Self
    /// Declares the initial state.
    @discardableResult func initial(_ state: StateType) -> Self
    /// Sets the callback for entering the state.
    @discardableResult func didEnter(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self
    /// Sets the callback for updates in the state.
    @discardableResult func update(_ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>) -> Self
    /// Sets the callback for leaving the state.
    @discardableResult func willLeave(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self
    /// Sets the transition for an event, which returns the next state.
    @discardableResult
    func on(_ event: EventType, transition: @escaping TransitionCallback<StateType, InfoType, EventType>) -> Self
    /// Sets the callback for an event that does not change the state.
    @discardableResult
    func exec(_ event: EventType, execution: @escaping ExecutionCallback<StateType, InfoType, EventType>) -> Self
}
