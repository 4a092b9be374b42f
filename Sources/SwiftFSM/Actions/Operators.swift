/// Creates an array of one action for `onEntry` and `onExit`: `onEntry: lock*`.
postfix operator *

/// Creates an array of one action for `onEntry` and `onExit`: `onEntry: lock*`.
public postfix func * (action: @escaping FSMSyncAction) -> [AnyAction] { [AnyAction(action)] }
/// Creates an array of one action for `onEntry` and `onExit`: `onEntry: lock*`.
public postfix func * (action: @escaping FSMAction) -> [AnyAction] { [AnyAction(action)] }
/// Creates an array of one action for `onEntry` and `onExit`: `onEntry: lock*`.
public postfix func * <Event: FSMHashable>(action: @escaping FSMSyncActionWithEvent<Event>) -> [AnyAction] {
    [AnyAction(action)]
}
/// Creates an array of one action for `onEntry` and `onExit`: `onEntry: lock*`.
public postfix func * <Event: FSMHashable>(action: @escaping FSMActionWithEvent<Event>) -> [AnyAction] {
    [AnyAction(action)]
}

// Each of the four forms of a function with each.

/// Joins actions, which run in this order: `lock & alarmOff`.
public func & (first: @escaping FSMSyncAction, second: @escaping FSMSyncAction) -> [AnyAction] {
    [AnyAction(first), AnyAction(second)]
}
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & (first: @escaping FSMSyncAction, second: @escaping FSMAction) -> [AnyAction] {
    [AnyAction(first), AnyAction(second)]
}
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & (first: @escaping FSMAction, second: @escaping FSMSyncAction) -> [AnyAction] {
    [AnyAction(first), AnyAction(second)]
}
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & (first: @escaping FSMAction, second: @escaping FSMAction) -> [AnyAction] {
    [AnyAction(first), AnyAction(second)]
}
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMSyncAction, second: @escaping FSMSyncActionWithEvent<Event>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMSyncAction, second: @escaping FSMActionWithEvent<Event>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMAction, second: @escaping FSMSyncActionWithEvent<Event>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMAction, second: @escaping FSMActionWithEvent<Event>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMSyncActionWithEvent<Event>, second: @escaping FSMSyncAction
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMSyncActionWithEvent<Event>, second: @escaping FSMAction
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMActionWithEvent<Event>, second: @escaping FSMSyncAction
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <Event: FSMHashable>(
    first: @escaping FSMActionWithEvent<Event>, second: @escaping FSMAction
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <First: FSMHashable, Second: FSMHashable>(
    first: @escaping FSMSyncActionWithEvent<First>, second: @escaping FSMSyncActionWithEvent<Second>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <First: FSMHashable, Second: FSMHashable>(
    first: @escaping FSMSyncActionWithEvent<First>, second: @escaping FSMActionWithEvent<Second>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <First: FSMHashable, Second: FSMHashable>(
    first: @escaping FSMActionWithEvent<First>, second: @escaping FSMSyncActionWithEvent<Second>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }
/// Joins actions, which run in this order: `lock & alarmOff`.
public func & <First: FSMHashable, Second: FSMHashable>(
    first: @escaping FSMActionWithEvent<First>, second: @escaping FSMActionWithEvent<Second>
) -> [AnyAction] { [AnyAction(first), AnyAction(second)] }

extension AnyAction {
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: AnyAction, second: AnyAction) -> [AnyAction] { [first, second] }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: AnyAction, second: @escaping FSMSyncAction) -> [AnyAction] {
        [first, AnyAction(second)]
    }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: AnyAction, second: @escaping FSMAction) -> [AnyAction] { [first, AnyAction(second)] }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & <Event: FSMHashable>(
        first: AnyAction, second: @escaping FSMSyncActionWithEvent<Event>
    ) -> [AnyAction] { [first, AnyAction(second)] }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & <Event: FSMHashable>(
        first: AnyAction, second: @escaping FSMActionWithEvent<Event>
    ) -> [AnyAction] { [first, AnyAction(second)] }
}

extension [AnyAction] {
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: [AnyAction], second: @escaping FSMSyncAction) -> [AnyAction] {
        first + [AnyAction(second)]
    }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: [AnyAction], second: @escaping FSMAction) -> [AnyAction] {
        first + [AnyAction(second)]
    }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & <Event: FSMHashable>(
        first: [AnyAction], second: @escaping FSMSyncActionWithEvent<Event>
    ) -> [AnyAction] { first + [AnyAction(second)] }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & <Event: FSMHashable>(
        first: [AnyAction], second: @escaping FSMActionWithEvent<Event>
    ) -> [AnyAction] { first + [AnyAction(second)] }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: [AnyAction], second: [AnyAction]) -> [AnyAction] { first + second }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: @escaping FSMSyncAction, second: [AnyAction]) -> [AnyAction] {
        [AnyAction(first)] + second
    }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & (first: @escaping FSMAction, second: [AnyAction]) -> [AnyAction] {
        [AnyAction(first)] + second
    }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & <Event: FSMHashable>(
        first: @escaping FSMSyncActionWithEvent<Event>, second: [AnyAction]
    ) -> [AnyAction] { [AnyAction(first)] + second }
    /// Joins actions, which run in this order: `lock & alarmOff`.
    public static func & <Event: FSMHashable>(
        first: @escaping FSMActionWithEvent<Event>, second: [AnyAction]
    ) -> [AnyAction] { [AnyAction(first)] + second }
}
