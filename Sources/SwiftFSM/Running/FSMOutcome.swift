/// What came of an event.
public enum FSMOutcome<State: FSMHashable>: Sendable {
    /// A row was executed. Both states are the same if it names none, or the present one.
    case transitioned(from: State, to: State)
    /// A row is there, but one of its conditions does not hold. Nothing happened.
    case notExecuted
    /// The table has no row for this event, and these predicates, in the present state; or there is no table yet.
    case notFound
    /// No predicate of a type was given that the table needs with each event (`.eager`). Nothing happened.
    case missingPredicate(any Predicate.Type)
    /// A predicate was given of a type that the table does not name (`.eager`), or one that its type does not list in
    /// `allCases`. Nothing happened.
    case unknownPredicate(any Predicate.Type)
    /// Two predicates of one type were given (`.eager`). Nothing happened.
    case repeatedPredicate(any Predicate.Type)

    /// Whether a row was executed.
    public var isTransition: Bool {
        if case .transitioned = self { return true }
        return false
    }
}

extension FSMOutcome: Equatable {
    /// Predicate types are the same if they are one type; states, as they are themselves.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.transitioned(let from, let to), .transitioned(let otherFrom, let otherTo)):
            from == otherFrom && to == otherTo
        case (.notExecuted, .notExecuted), (.notFound, .notFound): true
        case (.missingPredicate(let type), .missingPredicate(let other)),
            (.unknownPredicate(let type), .unknownPredicate(let other)),
            (.repeatedPredicate(let type), .repeatedPredicate(let other)):
            ObjectIdentifier(type) == ObjectIdentifier(other)
        default: false
        }
    }
}

/// Why an event that must not be awaited was not handled. Nothing has changed.
public enum FSMHandlingError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The row has an asynchronous action: use `handleEventAsync`, or `await handleEvent`.
    case actionIsAsynchronous
    /// The row has an action of another actor than the caller's: use `handleEventAsync`, or `await handleEvent`.
    case actionIsIsolated
    /// Actions of another event are being awaited: use `handleEventAsync`, or `await handleEvent`, which wait for them
    /// to end.
    case otherEventUnderWay

    /// What was wrong, and how to mend it.
    public var description: String {
        switch self {
        case .actionIsAsynchronous:
            "'handleEvent' was called without 'await', but the actions of this transition are asynchronous: "
                + "await it, or use 'handleEventAsync'"
        case .actionIsIsolated:
            "'handleEvent' was called without 'await', but an action of this transition belongs to another actor: "
                + "await it, or use 'handleEventAsync'"
        case .otherEventUnderWay:
            "'handleEvent' was called without 'await' while the actions of another event are awaited: "
                + "await it, or use 'handleEventAsync'"
        }
    }
}
