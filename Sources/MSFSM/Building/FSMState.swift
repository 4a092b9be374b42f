/// A type whose values are states. Equal values are the same state; associated values that `==` and `hash(into:)`
/// ignore can vary and are kept.
public protocol FSMState: Hashable {}

/// A type whose values are events. Equal values are the same event; associated values that `==` and `hash(into:)`
/// ignore can vary, and callbacks can read them.
public protocol FSMEvent: Hashable {}

/// The time that callbacks receive, passed through unchanged. Unit and origin are the caller's choice.
///
/// The same type as Foundation's `TimeInterval`.
public typealias TimeInterval = Double
