/// What can be told its states and events one after the other, in a chain of calls.
///
/// ``FSMStructure`` and ``SimpleFSM`` are. What comes after a state belongs to that state, up to the next one.
public protocol BuildableFSM {
    associatedtype StateType: FSMState
    associatedtype InfoType
    associatedtype EventType: FSMEvent

    /// Declares a state.
    @discardableResult func state(_ state: StateType) -> Self
    /// Declares the state in which the machine begins.
    @discardableResult func initial(_ state: StateType) -> Self
    /// Sets what is called when the state was entered.
    @discardableResult func didEnter(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self
    /// Sets what is called when the machine is updated in the state.
    @discardableResult func update(_ callback: @escaping StateUpdateCallback<StateType, InfoType, EventType>) -> Self
    /// Sets what is called when the state is about to be left.
    @discardableResult func willLeave(_ callback: @escaping StateEnterOrLeaveCallback<StateType, InfoType>) -> Self
    /// Sets what names the next state when an event comes in the state.
    @discardableResult
    func on(_ event: EventType, transition: @escaping TransitionCallback<StateType, InfoType, EventType>) -> Self
    /// Sets what is called when an event comes that leaves the state as it is.
    @discardableResult
    func exec(_ event: EventType, execution: @escaping ExecutionCallback<StateType, InfoType, EventType>) -> Self
}
