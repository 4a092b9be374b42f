/// A binder to a state that is kept anywhere: in another binder, or in whatever two closures get and set.
///
/// ```swift
/// let binder = AnyStateBinder(getClosure: { player.health }, setClosure: { player.health = $0 })
/// ```
///
/// It keeps the other binder, and what its closures refer to, as long as it lives: a class that has a binder to itself
/// takes `[unowned self]` into the closures. Make it once and keep it; making one allocates.
///
/// Not to be used from several threads at once.
public final class AnyStateBinder<StateType: FSMState>: StateBinderWithMemory {
    // Unchecked: a binder belongs to one thread, and no access of these lasts while other code runs.
    @usableFromInline @exclusivity(unchecked) var ownState: StateType?
    @usableFromInline @exclusivity(unchecked) var ownMemory: StateType?
    /// `nil` if the state is kept here.
    @usableFromInline let accessors: Accessors?
    /// Whether there is a place for the memory.
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

    /// Keeps state and memory itself.
    init() {
        accessors = nil
        hasMemory = true
    }

    /// A binder to the state of another, without a memory, unless the other is an `AnyStateBinder` that has one.
    public init<Binder: StateBinder>(_ binder: Binder) where Binder.StateType == StateType {
        let other = binder as? AnyStateBinder<StateType>
        let remembers = other?.hasMemory ?? false
        accessors = Accessors(
            getState: { binder.state }, setState: { binder.state = $0 },
            getMemory: remembers ? { other?.memory } : nil, setMemory: remembers ? { other?.memory = $0 } : nil)
        hasMemory = remembers
    }

    /// A binder to the state and to the memory of another. It has no memory if the other is an `AnyStateBinder` that
    /// has none.
    public init<Binder: StateBinderWithMemory>(_ binder: Binder) where Binder.StateType == StateType {
        let remembers = (binder as? AnyStateBinder<StateType>)?.hasMemory ?? true
        accessors = Accessors(
            getState: { binder.state }, setState: { binder.state = $0 },
            getMemory: remembers ? { binder.memory } : nil, setMemory: remembers ? { binder.memory = $0 } : nil)
        hasMemory = remembers
    }

    /// A binder to what closures get and set; it has a memory if there are closures to get and to set that.
    public init(
        getClosure: @escaping () -> StateType?, setClosure: @escaping (StateType?) -> Void,
        getMClosure: (() -> StateType?)? = nil, setMClosure: ((StateType?) -> Void)? = nil
    ) {
        accessors = Accessors(
            getState: getClosure, setState: setClosure, getMemory: getMClosure, setMemory: setMClosure)
        hasMemory = getMClosure != nil && setMClosure != nil
    }

    /// The present state; `nil` while the machine is not active.
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

    /// The state in which the machine was last; `nil` if there is none, or no place for it. Setting it where there is
    /// no place for it is a programmer error.
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
