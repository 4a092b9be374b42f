/// A machine for states stored elsewhere: applies a structure to the state of the binder passed with each call.
///
/// ```swift
/// let machine = BindableFSM(structure: structure)
/// machine.activate(binder: player.binder)
/// machine.process(event: .hit, binder: player.binder)
/// ```
///
/// It only stores the structure: one machine can serve any number of binders, and any number of machines can share a
/// structure. Activating an active machine enters the initial state again without leaving the current one.
///
/// Do not use machines of one structure from several threads at once.
public final class BindableFSM<StateType: FSMState, InfoType, EventType: FSMEvent>: FSM {
    @usableFromInline let structure: FSMStructure<StateType, InfoType, EventType>

    /// Creates a machine with these rules. You can add rules later.
    public init(structure: FSMStructure<StateType, InfoType, EventType>) { self.structure = structure }

    /// Sets the initial state, or the remembered state if the structure has a memory, and calls `didEnter`. O(1).
    ///
    /// A structure without an initial state is a programmer error, and so is a binder without a memory if the structure
    /// has one.
    public func activate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) {
        structure.enter(time: time, binder: binder, info: info)
    }

    /// Stores the state in the memory if the structure has one, calls `willLeave`, and sets the state to `nil`. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    public func deactivate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) {
        structure.leave(time: time, binder: binder, info: info)
    }

    /// Calls `update` of the current state and returns its event without processing it. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) -> EventType? {
        structure.update(time: time, binder: binder, info: info)
    }

    /// Processes an event in the current state; see
    /// ``FSMStructure/reactTo(event:time:binder:info:)``. O(1).
    ///
    /// It is a programmer error if the machine is not active, or if a transition returns a state that is not declared.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) {
        structure.reactTo(event: event, time: time, binder: binder, info: info)
    }
}

extension BindableFSM where InfoType == Void {
    /// Activates a machine whose callbacks take no info, like ``activate(time:binder:info:)``.
    public func activate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>) {
        activate(time: time, binder: binder, info: ())
    }

    /// Deactivates a machine whose callbacks take no info, like ``deactivate(time:binder:info:)``.
    public func deactivate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>) {
        deactivate(time: time, binder: binder, info: ())
    }

    /// Updates a machine whose callbacks take no info, like ``update(time:binder:info:)``.
    @discardableResult
    public func update(time: TimeInterval = 0, binder: AnyStateBinder<StateType>) -> EventType? {
        update(time: time, binder: binder, info: ())
    }

    /// Processes an event for callbacks that take no info, like ``process(event:time:binder:info:)``.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0, binder: AnyStateBinder<StateType>) {
        process(event: event, time: time, binder: binder, info: ())
    }
}
