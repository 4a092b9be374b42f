/// A machine that stores its own state: a structure and a binder in one.
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
/// Declarations extend the structure, also for its other machines.
///
/// Do not use machines of one structure from several threads at once.
public final class SimpleFSM<StateType: FSMState, InfoType, EventType: FSMEvent>: StateBinderWithMemory {
    @usableFromInline let structure: FSMStructure<StateType, InfoType, EventType>
    /// Stores the state; passed to callbacks.
    @usableFromInline let binder: AnyStateBinder<StateType>

    /// Creates a machine with these rules. You can add rules later.
    public init(structure: FSMStructure<StateType, InfoType, EventType>) {
        self.structure = structure
        binder = AnyStateBinder()
    }

    /// Creates a machine without rules.
    @inlinable
    public convenience init() { self.init(structure: FSMStructure()) }

    /// The current state; `nil` while the machine is not active.
    @inlinable public var state: StateType? {
        get { binder.state }
        set { binder.state = newValue }
    }

    /// The state in which the machine was deactivated, if its structure has a memory.
    public var memory: StateType? {
        get { binder.memory }
        set { binder.memory = newValue }
    }

    /// Sets the initial state, or the remembered state if the structure has a memory, and calls `didEnter`. O(1).
    ///
    /// A structure without an initial state is a programmer error. Activating an active machine enters the initial
    /// state again without leaving the current one.
    public func activate(time: TimeInterval = 0, info: InfoType) {
        structure.enter(time: time, binder: binder, info: info)
    }

    /// Stores the state in the memory if the structure has one, calls `willLeave`, and sets the state to `nil`. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    public func deactivate(time: TimeInterval = 0, info: InfoType) {
        structure.leave(time: time, binder: binder, info: info)
    }

    /// Calls `update` of the current state and returns its event without processing it. O(1).
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval = 0, info: InfoType) -> EventType? {
        structure.update(time: time, binder: binder, info: info)
    }

    /// Processes an event in the current state; see
    /// ``FSMStructure/reactTo(event:time:binder:info:)``. O(1).
    ///
    /// It is a programmer error if the machine is not active, or if a transition returns a state that is not declared.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0, info: InfoType) {
        structure.reactTo(event: event, time: time, binder: binder, info: info)
    }
}

/// A machine that stores its own state and whose callbacks take no info.
public typealias SimplestFSM<StateType: FSMState, EventType: FSMEvent> = SimpleFSM<StateType, Void, EventType>

extension SimpleFSM where InfoType == Void {
    /// Activates a machine whose callbacks take no info, like ``activate(time:info:)``.
    public func activate(time: TimeInterval = 0) { activate(time: time, info: ()) }

    /// Deactivates a machine whose callbacks take no info, like ``deactivate(time:info:)``.
    public func deactivate(time: TimeInterval = 0) { deactivate(time: time, info: ()) }

    /// Updates a machine whose callbacks take no info, like ``update(time:info:)``.
    @discardableResult
    public func update(time: TimeInterval = 0) -> EventType? { update(time: time, info: ()) }

    /// Processes an event for callbacks that take no info, like ``process(event:time:info:)``.
    @inlinable
    public func process(event: EventType, time: TimeInterval = 0) { process(event: event, time: time, info: ()) }
}
