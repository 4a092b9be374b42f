/// A state or an event: any value from ``ReservedID/first`` upwards, chosen by whoever writes the definition.
public typealias ID = Int32

/// The ids at the bottom of the range that mean something of their own (`SFSM_ANY` and its like in C).
public enum ReservedID {
    /// As a row's source every state, as its event every event.
    public static var any: ID { ID.min }
    /// As a target: the state stays, and is come back to.
    public static var same: ID { ID.min + 1 }
    /// As a target: the state stays, and is never left; actions only.
    public static var `internal`: ID { ID.min + 2 }
    /// As a target: the row's resolver names the next state at each step.
    public static var dynamic: ID { ID.min + 3 }
    /// No state, or no event. As the source of a superstate's row: the states that adopt it.
    public static var none: ID { ID.min + 4 }
    /// For a machine that begins: the definition's initial state.
    public static var initial: ID { ID.min + 5 }
    /// Returned by a resolver that failed.
    public static var failed: ID { ID.min + 6 }
    /// For a machine that starts again: the state in which it was last, or else the initial state.
    public static var lastState: ID { ID.min + 7 }
    /// As a row's event: a request for the row's target, or, with ``any`` as that target, for any state.
    public static var request: ID { ID.min + 8 }
    /// As a row's event: the row is tried without an event, as soon as its state is active.
    public static var eventless: ID { ID.min + 9 }
    /// As a target: the event waits until a row that is not deferred takes it.
    public static var deferred: ID { ID.min + 10 }
    /// The lowest id that is free for states and events.
    public static var first: ID { ID.min + 16 }

    /// Whether `id` is not free for states and events.
    static func contains(_ id: ID) -> Bool { id < first }
}
