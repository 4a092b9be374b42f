/// A machine that applies its rules to a state that is kept elsewhere.
///
/// Activate it before anything else; the state is `nil` until then. The time and the info of each call are passed on to
/// the callbacks. ``BindableFSM`` is one.
public protocol FSM {
    associatedtype EventType: FSMEvent
    associatedtype StateType: FSMState
    associatedtype InfoType

    /// The binder of the state.
    typealias StateBinderType = AnyStateBinder<StateType>

    /// Puts the machine into its initial state, or into the one that it remembers, and calls `didEnter`.
    func activate(time: TimeInterval, binder: StateBinderType, info: InfoType)
    /// Calls `willLeave` and sets the state to `nil`.
    func deactivate(time: TimeInterval, binder: StateBinderType, info: InfoType)
    /// Calls `update` of the present state, and returns its event, unprocessed.
    @discardableResult func update(time: TimeInterval, binder: StateBinderType, info: InfoType) -> EventType?
    /// Does what the event does in the present state.
    func process(event: EventType, time: TimeInterval, binder: StateBinderType, info: InfoType)
}
