/// What states and events must be: told apart, found again, and sent between isolation domains.
public typealias FSMHashable = Hashable & Sendable

/// An action, which may be awaited. Synchronous functions convert to it.
public typealias FSMAction = @isolated(any) () async -> Void
/// An action that is given the event which led to it, and may be awaited.
public typealias FSMActionWithEvent<Event: FSMHashable> = @isolated(any) (Event) async -> Void

/// An action that is never awaited: `FSM.handleEvent` calls it directly where it is isolated as its caller is.
public typealias FSMSyncAction = @isolated(any) () -> Void
/// An action that is given the event which led to it, and is never awaited.
public typealias FSMSyncActionWithEvent<Event: FSMHashable> = @isolated(any) (Event) -> Void

/// The same as ``FSMAction``, under the name that earlier versions of the interface gave it.
public typealias FSMAsyncAction = FSMAction
/// The same as ``FSMActionWithEvent``, under the name that earlier versions of the interface gave it.
public typealias FSMAsyncActionWithEvent<Event: FSMHashable> = FSMActionWithEvent<Event>

/// What a `condition` asks.
public typealias ConditionProvider = @Sendable () -> Bool
/// What a `condition` asks, perhaps of an actor, as the methods and closures of a `@MainActor` class do: the events of
/// the machine have to be sent from there then, and others trap when they ask it.
public typealias FSMCondition = @isolated(any) @Sendable () -> Bool
