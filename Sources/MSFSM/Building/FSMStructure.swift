/// The rules of a machine: its states and their reactions to events.
///
/// ```swift
/// let structure = FSMStructure<Health, Void, Hit>()
///     .initial(.healthy)
///         .on(.hit)       { _, _, _, _ in .wounded }
///         .on(.severeHit) { _, _, _, _ in .dead }
///     .state(.wounded)
///         .on(.hit)       { _, _, _, _ in .dead }
///     .state(.dead)
/// ```
///
/// A structure has no current state. Any number of machines can share it: ``BindableFSM`` applies it to a state stored
/// elsewhere, ``SimpleFSM`` stores a state itself. When a machine is activated there must be exactly one initial state,
/// declared with `initial` or `memory`. Declare states without events too.
///
/// Later declarations apply from the next event on. The rules are compiled when they are next needed.
///
/// Do not use a structure and its machines from several threads at once.
public final class FSMStructure<StateType: FSMState, InfoType, EventType: FSMEvent> {
    private let factory: CallbackFactory<StateType, InfoType, EventType>
    // Unchecked exclusivity: a structure belongs to one thread, and no access lasts while other code runs.
    @exclusivity(unchecked) private var declarations = Declarations<StateType, InfoType, EventType>()
    /// The compiled declarations; `nil` if something was declared since.
    @usableFromInline @exclusivity(unchecked) private(set) var compiled:
        CompiledStructure<StateType, InfoType, EventType>?

    /// The state declared with `initial` or `memory`; `nil` if there is none yet.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public private(set) var initialState: StateType!
    /// Whether machines resume the state in which they were deactivated: the initial state was declared with `memory`.
    public private(set) var hasMemory = false

    /// Creates a structure without states.
    @inlinable
    public convenience init() { self.init(.specialized) }

    @usableFromInline
    init(_ factory: CallbackFactory<StateType, InfoType, EventType>) { self.factory = factory }

    /// The place where the initial state was declared.
    var initialPlace: Place? { initialState.flatMap { declarations.declared($0)?.place } }

    func declare(_ state: StateType, at place: Place?) { declare(state, "state", at: place) }

    func declareInitial(_ state: StateType, hasMemory: Bool, at place: Place?) {
        let word = hasMemory ? "memory" : "initial"
        if let initialState {
            fail(.secondInitialState(word, "\(state)", initial: "\(initialState)", first: initialPlace), at: place)
        }
        declare(state, word, at: place)
        initialState = state
        self.hasMemory = hasMemory
    }

    private func declare(_ state: StateType, _ word: String, at place: Place?) {
        if let first = declarations.declared(state) {
            fail(.stateDeclaredTwice(word, "\(state)", first: first.place), at: place)
        }
        declarations.add(state, at: place)
        compiled = nil
    }

    /// Sets a callback of the state that was declared last; a programmer error if there is none.
    func setCallback(
        _ word: String, at place: Place?,
        _ change: (inout DeclaredState<StateType, InfoType, EventType>) -> Void
    ) {
        if declarations.states.isEmpty { fail(.nothingToBelongTo(word), at: place) }
        let former = declarations.changeLastState(change)
        compiled = nil
        withExtendedLifetime(former) {}
    }

    func set(
        _ callback: Reaction<StateType, InfoType, EventType>.Callback, for event: EventType, _ word: String,
        at place: Place?
    ) {
        if declarations.states.isEmpty { fail(.nothingToBelongTo("\(word)(\(event))"), at: place) }
        let former = declarations.set(callback, for: event, at: place)
        compiled = nil
        withExtendedLifetime(former) {}
    }

    /// Compiles the declarations. O(declarations).
    @usableFromInline @inline(never)
    func compile() -> CompiledStructure<StateType, InfoType, EventType> {
        let compiled = CompiledStructure(declarations, factory)
        self.compiled = compiled
        return compiled
    }
}
