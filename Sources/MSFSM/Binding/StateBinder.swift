/// Stores the state of a machine: any class with an optional state.
///
/// ```swift
/// final class Player: StateBinder {
///     var state: Health?
/// }
/// ```
///
/// The state is `nil` while the machine is not active. Only the machine should change it; changing it from a callback
/// is undefined.
public protocol StateBinder: AnyObject {
    /// The type of states.
    associatedtype StateType: FSMState

    /// The current state; `nil` before the machine is activated and after it is deactivated.
    var state: StateType? { get set }
}

/// A binder that also stores the state in which a machine was deactivated. Structures declared with
/// ``FSMStructure/memory(_:file:line:)`` need it.
public protocol StateBinderWithMemory: StateBinder {
    /// The state in which the machine was deactivated; `nil` if there is none.
    var memory: StateType? { get set }
}
