/// The rules of a machine: its states, and what events do in each of them.
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
/// It holds no present state. Any number of machines may share it: ``BindableFSM`` applies it to a state that is kept
/// elsewhere, ``SimpleFSM`` keeps one beside it. There has to be exactly one initial state, declared with `initial` or
/// with `memory`, when a machine is activated. A state to which nothing belongs is declared too.
///
/// What is declared later counts from the next event on. The rules are compiled when they are next needed.
///
/// Not to be used from several threads at once, by any of its machines.
public final class FSMStructure<StateType: FSMState, InfoType, EventType: FSMEvent> {
    private var declarations = Declarations<StateType, InfoType, EventType>()
    // Unchecked: a structure belongs to one thread, and no access of this lasts while other code runs.
    /// What was declared, compiled; `nil` if something was added since.
    @usableFromInline @exclusivity(unchecked) private(set) var compiled:
        CompiledStructure<StateType, InfoType, EventType>?

    /// The state that was declared with `initial` or with `memory`; `nil` as long as there is none.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public private(set) var initialState: StateType!
    /// Whether machines come back to the state in which they were deactivated: the initial one was declared with
    /// `memory`.
    public private(set) var hasMemory = false

    /// A structure without states.
    public init() {}

    /// Where the initial state was declared.
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

    /// The state to which what follows belongs.
    func lastState(
        for word: String, at place: Place?
    ) -> DeclaredState<StateType, InfoType, EventType> {
        guard let last = declarations.lastState else { fail(.nothingToBelongTo(word), at: place) }
        return last
    }

    func set(
        _ callback: Reaction<StateType, InfoType, EventType>.Callback, for event: EventType, _ word: String,
        at place: Place?
    ) {
        if declarations.lastState == nil { fail(.nothingToBelongTo("\(word)(\(event))"), at: place) }
        declarations.set(callback, for: event, at: place)
        compiled = nil
    }

    /// Compiles what was declared. O(declarations).
    @usableFromInline @inline(never)
    func compile() -> CompiledStructure<StateType, InfoType, EventType> {
        let compiled = CompiledStructure(declarations)
        self.compiled = compiled
        return compiled
    }
}
