/// An action with the type of event that it is given; for actions without one, any.
@usableFromInline
enum Action<Event: FSMHashable> {
    case sync(FSMSyncAction)
    case syncWithEvent(FSMSyncActionWithEvent<Event>)
    case async(FSMAction)
    case asyncWithEvent(FSMActionWithEvent<Event>)
}

/// An action whose type of event is not known here.
protocol ErasedAction {
    /// The type of event that it is given; `nil` if it is given none.
    var eventType: Any.Type? { get }
    /// The same action in a table of these events; `nil` if it is given others.
    func typed<Event: FSMHashable>(_ event: Event.Type) -> Action<Event>?
}

extension Action: ErasedAction {
    var eventType: Any.Type? {
        switch self {
        case .sync, .async: nil
        case .syncWithEvent, .asyncWithEvent: Event.self
        }
    }

    func typed<Other: FSMHashable>(_ event: Other.Type) -> Action<Other>? {
        switch self {
        case .sync(let action): .sync(action)
        case .async(let action): .async(action)
        case .syncWithEvent, .asyncWithEvent: self as? Action<Other>
        }
    }
}
