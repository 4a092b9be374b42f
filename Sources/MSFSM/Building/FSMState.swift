/// Marks a type as one whose values are states. Values that are equal are the same state: what `==` and `hash(into:)`
/// leave out may vary, and goes with the state.
public protocol FSMState: Hashable {}

/// Marks a type as one whose values are events. Values that are equal are the same event: what `==` and `hash(into:)`
/// leave out may vary, and is there for the callbacks to read.
public protocol FSMEvent: Hashable {}

/// A time as callbacks are given it. It is passed on as it comes, in whatever unit and from whatever beginning.
///
/// The same type as Foundation's, which may be imported beside this module.
public typealias TimeInterval = Double
