/// Holds the state of a machine whose rules are elsewhere: any class with an optional state.
///
/// ```swift
/// final class Player: StateBinder {
///     var state: Health?
/// }
/// ```
///
/// The state is `nil` while the machine is not active. Leave it to the machine to change it: what comes of changing it
/// from a callback is not defined.
public protocol StateBinder: AnyObject {
    associatedtype StateType: FSMState

    /// The present state; `nil` before the machine is activated, and after it was deactivated.
    var state: StateType? { get set }
}

/// Also holds the state in which a machine was when it was deactivated: for structures declared with
/// ``FSMStructure/memory(_:file:line:)``.
public protocol StateBinderWithMemory: StateBinder {
    /// The state in which the machine was last; `nil` if there is none to come back to.
    var memory: StateType? { get set }
}
