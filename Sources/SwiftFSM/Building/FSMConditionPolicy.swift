/// What a row does whose conditions do not hold.
public enum FSMConditionPolicy: Sendable {
    /// The event has no effect. A state has one row for an event, and for the same predicates.
    case exclusive
    /// The next row for the event is tried, in the order of the table. At most one, the last, has no condition.
    case firstMatch
}
