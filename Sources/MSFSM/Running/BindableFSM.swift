/// A machine for states that are kept elsewhere: one structure, applied to the state of whatever binder comes with a
/// call.
///
/// ```swift
/// let machine = BindableFSM(structure: structure)
/// machine.activate(binder: player.binder)
/// machine.process(event: .hit, binder: player.binder)
/// ```
///
/// It has nothing of its own but the structure: one machine serves any number of binders, and any number of machines
/// share a structure. Activating a machine that is active enters the initial state once more, without leaving the
/// present one.
///
/// Not to be used from several threads at once, nor beside other machines of the same structure on other threads.
public final class BindableFSM<StateType: FSMState, InfoType, EventType: FSMEvent>: FSM {
    @usableFromInline let structure: FSMStructure<StateType, InfoType, EventType>

    /// A machine with these rules, which may be completed later.
    public init(structure: FSMStructure<StateType, InfoType, EventType>) { self.structure = structure }

    /// Puts the machine into its initial state, or into the one that the binder remembers if the structure has a
    /// memory, then calls `didEnter`. O(1).
    ///
    /// A structure without initial state is a programmer error, and so is a binder without memory if the structure has
    /// one.
    public func activate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) {
        structure.enter(time: time, binder: binder, info: info)
    }

    /// Lets the binder remember the state if the structure has a memory, calls `willLeave`, and sets the state to
    /// `nil`. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    public func deactivate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) {
        structure.leave(time: time, binder: binder, info: info)
    }

    /// Calls `update` of the present state, and returns its event, unprocessed. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) -> EventType? {
        structure.update(time: time, binder: binder, info: info)
    }

    /// Does what the event does in the present state, which may be nothing; see
    /// ``FSMStructure/reactTo(event:time:binder:info:)``. O(1).
    ///
    /// It is a programmer error if the machine is not active, or if a transition returns a state that is not declared.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0, binder: AnyStateBinder<StateType>, info: InfoType) {
        structure.reactTo(event: event, time: time, binder: binder, info: info)
    }
}

extension BindableFSM where InfoType == Void {
    /// Activates a machine whose callbacks need no info, as ``activate(time:binder:info:)`` does.
    public func activate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>) {
        activate(time: time, binder: binder, info: ())
    }

    /// Deactivates a machine whose callbacks need no info, as ``deactivate(time:binder:info:)`` does.
    public func deactivate(time: TimeInterval = 0, binder: AnyStateBinder<StateType>) {
        deactivate(time: time, binder: binder, info: ())
    }

    /// Updates a machine whose callbacks need no info, as ``update(time:binder:info:)`` does.
    @discardableResult
    public func update(time: TimeInterval = 0, binder: AnyStateBinder<StateType>) -> EventType? {
        update(time: time, binder: binder, info: ())
    }

    /// Processes an event for callbacks that need no info, as ``process(event:time:binder:info:)`` does.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0, binder: AnyStateBinder<StateType>) {
        process(event: event, time: time, binder: binder, info: ())
    }
}
