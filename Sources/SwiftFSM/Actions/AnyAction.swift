/// An action of any form: with or without the event, synchronous or awaited.
///
/// `onEntry`, `onExit`, rows and `actions` blocks take arrays of them, which `*` and `&` make:
///
/// ```swift
/// define(.locked, onEntry: lock*, onExit: beep & unlock) { … }
/// ```
public struct AnyAction {
    /// Stands for the event of actions that are given none.
    public enum NullEvent: FSMHashable { case null }

    let action: any ErasedAction

    init<Event>(_ action: Action<Event>) { self.action = action }

    /// An action that is given no event, and never awaited.
    public init(_ action: @escaping FSMSyncAction) { self.init(Action<NullEvent>.sync(action)) }

    /// An action that is given no event, and may be awaited.
    public init(_ action: @escaping FSMAction) { self.init(Action<NullEvent>.async(action)) }

    /// An action that is given the event, and never awaited.
    public init<Event: FSMHashable>(_ action: @escaping FSMSyncActionWithEvent<Event>) {
        self.init(.syncWithEvent(action))
    }

    /// An action that is given the event, and may be awaited.
    public init<Event: FSMHashable>(_ action: @escaping FSMActionWithEvent<Event>) {
        self.init(.asyncWithEvent(action))
    }
}

extension [AnyAction] {
    /// Just this action: the same as `action*`.
    public init(_ action: @escaping FSMSyncAction) { self = [AnyAction(action)] }
    /// Just this action: the same as `action*`.
    public init(_ action: @escaping FSMAction) { self = [AnyAction(action)] }
    /// Just this action: the same as `action*`.
    public init<Event: FSMHashable>(_ action: @escaping FSMSyncActionWithEvent<Event>) { self = [AnyAction(action)] }
    /// Just this action: the same as `action*`.
    public init<Event: FSMHashable>(_ action: @escaping FSMActionWithEvent<Event>) { self = [AnyAction(action)] }
}
