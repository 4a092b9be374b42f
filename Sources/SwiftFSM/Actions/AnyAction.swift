/// An action of any form: with or without an event parameter, synchronous or `async`.
///
/// `onEntry`, `onExit`, rows and `actions` blocks take arrays of actions. Create them with `*` and `&`:
///
/// ```swift
/// define(.locked, onEntry: lock*, onExit: beep & unlock) { … }
/// ```
public struct AnyAction {
    /// The event type of actions without an event parameter.
    enum NullEvent: FSMHashable {
        /// The only one.
        case null
    }

    let action: any ErasedAction

    init<Event>(_ action: Action<Event>) { self.action = action }

    init(erased action: any ErasedAction) { self.action = action }

    /// Wraps a synchronous action without an event parameter.
    public init(_ action: @escaping FSMSyncAction) { self.init(Action<NullEvent>.sync(action)) }

    /// Wraps an `async` action without an event parameter.
    public init(_ action: @escaping FSMAction) { self.init(Action<NullEvent>.async(action)) }

    /// Wraps a synchronous action that takes the event.
    public init<Event: FSMHashable>(_ action: @escaping FSMSyncActionWithEvent<Event>) {
        self.init(.syncWithEvent(action))
    }

    /// Wraps an `async` action that takes the event.
    public init<Event: FSMHashable>(_ action: @escaping FSMActionWithEvent<Event>) {
        self.init(.asyncWithEvent(action))
    }
}

extension [AnyAction] {
    /// Creates an array of one action, like `action*`.
    public init(_ action: @escaping FSMSyncAction) { self = [AnyAction(action)] }
    /// Creates an array of one action, like `action*`.
    public init(_ action: @escaping FSMAction) { self = [AnyAction(action)] }
    /// Creates an array of one action, like `action*`.
    public init<Event: FSMHashable>(_ action: @escaping FSMSyncActionWithEvent<Event>) { self = [AnyAction(action)] }
    /// Creates an array of one action, like `action*`.
    public init<Event: FSMHashable>(_ action: @escaping FSMActionWithEvent<Event>) { self = [AnyAction(action)] }
}
