/// Called when a state was entered (`didEnter`) or is about to be left (`willLeave`): with the time, the binder of the
/// state, and the info that came with the call.
public typealias StateEnterOrLeaveCallback<StateType: FSMState, InfoType> = (
    TimeInterval, AnyStateBinder<StateType>, InfoType
) -> Void

/// Called when the machine is updated while it is in a state: with the time, the binder, and the info. The event that
/// it returns is handed to the caller of `update`, not processed.
public typealias StateUpdateCallback<StateType: FSMState, InfoType, EventType: FSMEvent> = (
    TimeInterval, AnyStateBinder<StateType>, InfoType
) -> EventType?

/// Called for an event that leads to a state: with the event that was sent, the time, the binder, in which the old
/// state still is, and the info. Returns the next state, which may be the old one.
public typealias TransitionCallback<StateType: FSMState, InfoType, EventType: FSMEvent> = (
    EventType, TimeInterval, AnyStateBinder<StateType>, InfoType
) -> StateType

/// Called for an event that leaves the state as it is: with the event that was sent, the time, the binder, and the
/// info.
public typealias ExecutionCallback<StateType: FSMState, InfoType, EventType: FSMEvent> = (
    EventType, TimeInterval, AnyStateBinder<StateType>, InfoType
) -> Void
