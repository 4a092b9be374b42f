/// An action, with the type of the event it takes. For actions without an event parameter the type is arbitrary.
@usableFromInline
enum Action<Event: FSMHashable> {
    case sync(FSMSyncAction)
    case syncWithEvent(FSMSyncActionWithEvent<Event>)
    case async(FSMAction)
    case asyncWithEvent(FSMActionWithEvent<Event>)
}

/// An action whose event type is erased.
protocol ErasedAction {
    /// The type of the event parameter; `nil` if there is none.
    var eventType: Any.Type? { get }
    /// Returns the action for a table of these events; `nil` if it takes events of another type.
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
