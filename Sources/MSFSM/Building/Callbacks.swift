/// A callback for entering (`didEnter`) or leaving (`willLeave`) a state. Receives the time, the binder of the state,
/// and the info of the call.
public typealias StateEnterOrLeaveCallback<StateType: FSMState, InfoType> = (
    TimeInterval, AnyStateBinder<StateType>, InfoType
) -> Void

/// A callback for updates in a state. Receives the time, the binder, and the info. `update` returns its event without
/// processing it.
public typealias StateUpdateCallback<StateType: FSMState, InfoType, EventType: FSMEvent> = (
    TimeInterval, AnyStateBinder<StateType>, InfoType
) -> EventType?

/// A callback for an event that changes the state. Receives the event that was sent, the time, the binder, which still
/// has the old state, and the info. Returns the next state, possibly the old one.
public typealias TransitionCallback<StateType: FSMState, InfoType, EventType: FSMEvent> = (
    EventType, TimeInterval, AnyStateBinder<StateType>, InfoType
) -> StateType

/// A callback for an event that does not change the state. Receives the event that was sent, the time, the binder, and
/// the info.
public typealias ExecutionCallback<StateType: FSMState, InfoType, EventType: FSMEvent> = (
    EventType, TimeInterval, AnyStateBinder<StateType>, InfoType
) -> Void
