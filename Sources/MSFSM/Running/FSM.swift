/// A machine that applies its rules to a state stored elsewhere, such as ``BindableFSM``.
///
/// Activate it first; the state is `nil` until then. The time and the info of each call are passed to the callbacks.
public protocol FSM {
    /// The type of events.
    associatedtype EventType: FSMEvent
    /// The type of states.
    associatedtype StateType: FSMState
    /// The type of what is passed to handlers beside an event.
    associatedtype InfoType

    /// The binder of the state.
    typealias StateBinderType = AnyStateBinder<StateType>

    /// Sets the initial or the remembered state, and calls `didEnter`.
    func activate(time: TimeInterval, binder: StateBinderType, info: InfoType)
    /// Calls `willLeave` and sets the state to `nil`.
    func deactivate(time: TimeInterval, binder: StateBinderType, info: InfoType)
    /// Calls `update` of the current state and returns its event without processing it.
    @discardableResult func update(time: TimeInterval, binder: StateBinderType, info: InfoType) -> EventType?
    /// Processes an event in the current state.
    func process(event: EventType, time: TimeInterval, binder: StateBinderType, info: InfoType)
}
