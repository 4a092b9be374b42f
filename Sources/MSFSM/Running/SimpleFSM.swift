/// A machine that keeps its own state, ready to use: a structure and a binder in one.
///
/// ```swift
/// let machine = SimplestFSM<Health, Hit>()
///     .initial(.healthy)
///         .on(.hit) { _, _, _, _ in .wounded }
///     .state(.wounded)
///         .on(.hit) { _, _, _, _ in .healthy }
/// machine.activate()
/// machine.process(event: .hit)
/// ```
///
/// Declaring goes on where the structure that it was made with left off, and for all machines of that structure.
///
/// Not to be used from several threads at once, nor beside other machines of the same structure on other threads.
public final class SimpleFSM<StateType: FSMState, InfoType, EventType: FSMEvent>: StateBinderWithMemory {
    @usableFromInline let structure: FSMStructure<StateType, InfoType, EventType>
    /// Where the state is kept: the binder that callbacks are given.
    @usableFromInline let binder: AnyStateBinder<StateType>

    /// A machine with these rules, which may be completed later.
    public init(structure: FSMStructure<StateType, InfoType, EventType>) {
        self.structure = structure
        binder = AnyStateBinder()
    }

    /// A machine without states, to be told its rules.
    public convenience init() { self.init(structure: FSMStructure()) }

    /// The present state; `nil` while the machine is not active.
    @inlinable public var state: StateType? {
        get { binder.state }
        set { binder.state = newValue }
    }

    /// The state in which the machine was deactivated, if its structure has a memory.
    public var memory: StateType? {
        get { binder.memory }
        set { binder.memory = newValue }
    }

    /// Puts the machine into its initial state, or into the one that it remembers if the structure has a memory, then
    /// calls `didEnter`. O(1).
    ///
    /// A structure without initial state is a programmer error. A machine that is active enters the initial state once
    /// more, without leaving the present one.
    public func activate(time: TimeInterval = 0, info: InfoType) {
        structure.enter(time: time, binder: binder, info: info)
    }

    /// Remembers the state if the structure has a memory, calls `willLeave`, and sets the state to `nil`. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    public func deactivate(time: TimeInterval = 0, info: InfoType) {
        structure.leave(time: time, binder: binder, info: info)
    }

    /// Calls `update` of the present state, and returns its event, unprocessed. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval = 0, info: InfoType) -> EventType? {
        structure.update(time: time, binder: binder, info: info)
    }

    /// Does what the event does in the present state, which may be nothing; see
    /// ``FSMStructure/reactTo(event:time:binder:info:)``. O(1).
    ///
    /// It is a programmer error if the machine is not active, or if a transition returns a state that is not declared.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0, info: InfoType) {
        structure.reactTo(event: event, time: time, binder: binder, info: info)
    }
}

/// A machine that keeps its own state, and whose callbacks need no info.
public typealias SimplestFSM<StateType: FSMState, EventType: FSMEvent> = SimpleFSM<StateType, Void, EventType>

extension SimpleFSM where InfoType == Void {
    /// Activates a machine whose callbacks need no info, as ``activate(time:info:)`` does.
    public func activate(time: TimeInterval = 0) { activate(time: time, info: ()) }

    /// Deactivates a machine whose callbacks need no info, as ``deactivate(time:info:)`` does.
    public func deactivate(time: TimeInterval = 0) { deactivate(time: time, info: ()) }

    /// Updates a machine whose callbacks need no info, as ``update(time:info:)`` does.
    @discardableResult
    public func update(time: TimeInterval = 0) -> EventType? { update(time: time, info: ()) }

    /// Processes an event for callbacks that need no info, as ``process(event:time:info:)`` does.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0) { process(event: event, time: time, info: ()) }
}
