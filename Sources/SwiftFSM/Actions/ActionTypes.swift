/// The requirements on states and events: they are compared, hashed, and sent between isolation domains.
public typealias FSMHashable = Hashable & Sendable

/// An action that can be `async`. Synchronous functions convert to it.
public typealias FSMAction = @isolated(any) () async -> Void
/// An action that takes the event and can be `async`.
public typealias FSMActionWithEvent<Event: FSMHashable> = @isolated(any) (Event) async -> Void

/// A synchronous action. `FSM.handleEvent` calls it directly if action and caller have the same isolation.
public typealias FSMSyncAction = @isolated(any) () -> Void
/// A synchronous action that takes the event.
public typealias FSMSyncActionWithEvent<Event: FSMHashable> = @isolated(any) (Event) -> Void

/// ``FSMAction`` under its older name.
public typealias FSMAsyncAction = FSMAction
/// ``FSMActionWithEvent`` under its older name.
public typealias FSMAsyncActionWithEvent<Event: FSMHashable> = FSMActionWithEvent<Event>

/// A condition without isolation.
public typealias ConditionProvider = @Sendable () -> Bool
/// The function of a `condition`. It may be isolated to an actor, as methods and closures of a `@MainActor` class are:
/// the events of the machine must then be sent from that actor. Evaluating it elsewhere traps.
public typealias FSMCondition = @isolated(any) @Sendable () -> Bool
