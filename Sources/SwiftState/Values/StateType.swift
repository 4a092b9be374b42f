/// A state of a machine: usually an enum, with or without associated values.
public protocol StateType: Hashable {}

/// An event of a machine: selects one of a group of routes.
public protocol EventType: Hashable {}

/// The event type of a machine without events. It has no values.
public enum NoEvent: EventType {}
