/// The result of sending an event.
public enum FSMOutcome<State: FSMHashable>: Sendable {
    /// A row was executed. Both states are the same if the state did not change. In a chart they have no children: of a
    /// parallel state, which ``FSM/state`` tells, they are those of the first region that is concerned.
    case transitioned(from: State, to: State)
    /// A condition of the row is false. Nothing changed.
    case notExecuted
    /// The table has no row for this event and these predicates in the current state, or there is no table yet.
    case notFound
    /// Of a chart: the event waits until other states are active, since its row is `deferred`.
    case deferred
    /// Of a chart: the event was sent from inside an action. It is handled when the chart has come to rest.
    case queued
    /// Of a chart: rows of `always` and raised events do not come to an end. The last of 1,000 steps is the last one that
    /// happened, and events that waited are dropped.
    case stepLimitReached
    /// The task was cancelled while the event waited for those of other tasks. Nothing changed.
    case cancelled
    /// The row told a next state that no statement of the table names. Nothing changed.
    case unknownTarget(State)
    /// There was no predicate of this type, which the table expects with each event (`.eager`). Nothing changed.
    case missingPredicate(any Predicate.Type)
    /// There was a predicate of a type that the table does not name (`.eager`), or one that is not in `allCases` of its
    /// type. Nothing changed.
    case unknownPredicate(any Predicate.Type)
    /// There were two predicates of one type (`.eager`). Nothing changed.
    case repeatedPredicate(any Predicate.Type)

    /// Whether a row was executed.
    public var isTransition: Bool {
        if case .transitioned = self { return true }
        return false
    }
}

extension FSMOutcome: Equatable {
    /// Compares states with `==` and predicate types by identity.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.transitioned(let from, let to), .transitioned(let otherFrom, let otherTo)):
            from == otherFrom && to == otherTo
        case (.unknownTarget(let state), .unknownTarget(let other)): state == other
        case (.notExecuted, .notExecuted), (.notFound, .notFound), (.deferred, .deferred), (.queued, .queued),
            (.stepLimitReached, .stepLimitReached), (.cancelled, .cancelled):
            true
        case (.missingPredicate(let type), .missingPredicate(let other)),
            (.unknownPredicate(let type), .unknownPredicate(let other)),
            (.repeatedPredicate(let type), .repeatedPredicate(let other)):
            ObjectIdentifier(type) == ObjectIdentifier(other)
        default: false
        }
    }
}

extension FSMOutcome: CustomStringConvertible {
    /// The outcome as in source code, with short names: "transitioned(from: locked, to: unlocked)".
    public var description: String {
        switch self {
        case .transitioned(let from, let to): "transitioned(from: \(from), to: \(to))"
        case .notExecuted: "notExecuted"
        case .notFound: "notFound"
        case .deferred: "deferred"
        case .queued: "queued"
        case .stepLimitReached: "stepLimitReached"
        case .cancelled: "cancelled"
        case .unknownTarget(let state): "unknownTarget(\(state))"
        case .missingPredicate(let type): "missingPredicate(\(type))"
        case .unknownPredicate(let type): "unknownPredicate(\(type))"
        case .repeatedPredicate(let type): "repeatedPredicate(\(type))"
        }
    }
}

/// The reason why a synchronous `handleEvent` did not handle an event. Nothing changed.
public enum FSMHandlingError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The row has an asynchronous action. Use `await handleEvent` or `handleEventAsync`.
    case actionIsAsynchronous
    /// The row has an action of another actor. Use `await handleEvent` or `handleEventAsync`.
    case actionIsIsolated
    /// Actions of another task's event are in progress, or an observer is being told of an event: use `await handleEvent` or
    /// `handleEventAsync`, which wait for that. Or a condition, or what computes the next state, has sent the event: send it
    /// from an action.
    case otherEventUnderWay
    /// The event begins a task or a timer that lives as long as a state, which needs an actor.
    case lifetimeWithoutActor

    /// The error, and how to correct it.
    public var description: String {
        switch self {
        case .actionIsAsynchronous:
            "'handleEvent' was called without 'await', but the actions of this transition are asynchronous: "
                + "await it, or use 'handleEventAsync'"
        case .actionIsIsolated:
            "'handleEvent' was called without 'await', but an action of this transition belongs to another actor: "
                + "await it, or use 'handleEventAsync'"
        case .otherEventUnderWay:
            "'handleEvent' was called without 'await' while another event is in progress: await it, or use 'handleEventAsync'; "
                + "a condition, or what computes the next state, cannot send events: send them from an action"
        case .lifetimeWithoutActor:
            "the state that is entered has an 'activity' or an 'after', whose task runs on the actor that sends the event: "
                + "send the events of this machine from an actor, or on the main actor"
        }
    }
}
