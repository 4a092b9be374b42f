/// A state of a machine: mostly an enum, with or without associated values.
public protocol StateType: Hashable {}

/// An event: the name of a group of routes, which is tried instead of a particular next state.
public protocol EventType: Hashable {}

/// The events of a machine that has none. There are no values of this type.
public enum NoEvent: EventType {}
