/// A binder to a state that is stored elsewhere: in another binder, or behind closures that get and set it.
///
/// ```swift
/// let binder = AnyStateBinder(getClosure: { player.health }, setClosure: { player.health = $0 })
/// ```
///
/// It retains the other binder or the closures: if a class owns a binder to itself, capture `[unowned self]` in the
/// closures. Creating a binder allocates, so create it once.
///
/// Do not use a binder from several threads at once.
public final class AnyStateBinder<StateType: FSMState>: StateBinderWithMemory {
    // Unchecked exclusivity: a binder belongs to one thread, and no access lasts while other code runs.
    @usableFromInline @exclusivity(unchecked) var ownState: StateType?
    @usableFromInline @exclusivity(unchecked) var ownMemory: StateType?
    /// `nil` if the binder stores the state itself.
    @usableFromInline let accessors: Accessors?
    /// Whether the binder can store a memory.
    let hasMemory: Bool

    @usableFromInline
    final class Accessors {
        @usableFromInline let getState: () -> StateType?
        @usableFromInline let setState: (StateType?) -> Void
        let getMemory: (() -> StateType?)?
        let setMemory: ((StateType?) -> Void)?

        init(
            getState: @escaping () -> StateType?, setState: @escaping (StateType?) -> Void,
            getMemory: (() -> StateType?)?, setMemory: ((StateType?) -> Void)?
        ) {
            self.getState = getState
            self.setState = setState
            self.getMemory = getMemory
            self.setMemory = setMemory
        }
    }

    /// Creates a binder that stores state and memory itself.
    init() {
        accessors = nil
        hasMemory = true
    }

    /// Creates a binder to the state of another binder. It has a memory only if the other is an `AnyStateBinder` with
    /// one.
    public init<Binder: StateBinder>(_ binder: Binder) where Binder.StateType == StateType {
        let other = binder as? AnyStateBinder<StateType>
        let remembers = other?.hasMemory ?? false
        accessors = Accessors(
            getState: { binder.state }, setState: { binder.state = $0 },
            getMemory: remembers ? { other?.memory } : nil, setMemory: remembers ? { other?.memory = $0 } : nil)
        hasMemory = remembers
    }

    /// Creates a binder to the state and the memory of another binder. It has no memory if the other is an
    /// `AnyStateBinder` without one.
    public init<Binder: StateBinderWithMemory>(_ binder: Binder) where Binder.StateType == StateType {
        let remembers = (binder as? AnyStateBinder<StateType>)?.hasMemory ?? true
        accessors = Accessors(
            getState: { binder.state }, setState: { binder.state = $0 },
            getMemory: remembers ? { binder.memory } : nil, setMemory: remembers ? { binder.memory = $0 } : nil)
        hasMemory = remembers
    }

    /// Creates a binder from closures. It has a memory if there are closures to get and set the memory.
    public init(
        getClosure: @escaping () -> StateType?, setClosure: @escaping (StateType?) -> Void,
        getMClosure: (() -> StateType?)? = nil, setMClosure: ((StateType?) -> Void)? = nil
    ) {
        accessors = Accessors(
            getState: getClosure, setState: setClosure, getMemory: getMClosure, setMemory: setMClosure)
        hasMemory = getMClosure != nil && setMClosure != nil
    }

    /// The current state; `nil` while the machine is not active.
    @inlinable public var state: StateType? {
        get {
            guard let accessors else { return ownState }
            return accessors.getState()
        }
        set {
            guard let accessors else {
                ownState = newValue
                return
            }
            accessors.setState(newValue)
        }
    }

    /// The state in which the machine was deactivated; `nil` if there is none, or no memory. Setting it without a
    /// memory is a programmer error.
    public var memory: StateType? {
        get {
            guard let accessors else { return ownMemory }
            return accessors.getMemory?()
        }
        set {
            guard let accessors else {
                ownMemory = newValue
                return
            }
            guard let setMemory = accessors.setMemory else { fail(.noMemoryToSet(newValue.map { "\($0)" } ?? "nil")) }
            setMemory(newValue)
        }
    }
}
