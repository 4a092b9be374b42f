/// An action, with the type of the event it takes. For actions without an event parameter the type is arbitrary.
@usableFromInline
enum Action<Event: FSMHashable> {
    case sync(FSMSyncAction)
    case syncWithEvent(FSMSyncActionWithEvent<Event>)
    case async(FSMAction)
    case asyncWithEvent(FSMActionWithEvent<Event>)
    /// In a chart: raises an event.
    case raise(RaisedEvent<Event>)
    /// May fail.
    case attempt(AttemptedAction<Event>)
    /// Begins the task of a state.
    case begin(StateActivity<Event>)
    /// Ends it.
    case end(StateActivity<Event>)
}

/// The event that an action raises. An object, so that the layout of actions does not depend on the event.
@usableFromInline
final class RaisedEvent<Event: FSMHashable> {
    let event: Event

    init(_ event: Event) { self.event = event }
}

/// An action whose event type is erased.
protocol ErasedAction {
    /// The type of the event parameter; `nil` if there is none.
    var eventType: Any.Type? { get }
    /// Returns the action for a table of these events; `nil` if it takes events of another type.
    func typed<Event: FSMHashable>(_ event: Event.Type) -> Action<Event>?
    /// Whether a caller in its isolation need not await it.
    var isSynchronous: Bool { get }
    /// What is wrong with it.
    var fault: ChartFault? { get }
    /// The state that the machine enters if the action fails.
    var failureTarget: (any FSMHashable)? { get }
}

extension ErasedAction {
    var isSynchronous: Bool { false }
    var fault: ChartFault? { nil }
    var failureTarget: (any FSMHashable)? { nil }
}

extension Action: ErasedAction {
    var eventType: Any.Type? {
        switch self {
        case .sync, .async: nil
        case .syncWithEvent, .asyncWithEvent, .raise, .attempt, .begin, .end: Event.self
        }
    }

    var failureTarget: (any FSMHashable)? {
        if case .attempt(let attempt) = self { (attempt.failure as? any ErasedFailure)?.target } else { nil }
    }

    func typed<Other: FSMHashable>(_ event: Other.Type) -> Action<Other>? {
        switch self {
        case .sync(let action): .sync(action)
        case .async(let action): .async(action)
        case .syncWithEvent, .asyncWithEvent, .raise, .attempt, .begin, .end: self as? Action<Other>
        }
    }
}
