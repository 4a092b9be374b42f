import FSMEngine
import FSMInterning

/// A finite state machine that is sent events.
///
/// ```swift
/// let machine = FSM<State, Event>(withStates: [.off, .on])
/// machine.transition(on: .powerOn, from: .off, to: .on)
/// machine.transition(on: .powerOff, from: .on, to: .off)
/// machine.definedState(.on)?.onEnter = { light() }
///
/// machine.event(.powerOn)
/// ```
///
/// States and events are compared by `==`. If they are small (enumerations without payload are) or `Hashable`, an event
/// takes the same time however many states, events and transitions there are; otherwise the states and the events that
/// transitions name are compared one by one.
///
/// An event that is sent from inside a callback is handled then and there. Transitions may be added at any time; the
/// table of them is made anew when the next event comes.
///
/// Not to be used from several threads at once: a machine is not `Sendable`, and belongs to where it was made.
open class FSM<StateType: Equatable, EventType: Equatable> {
    // Unchecked: reading them while they change could only be another thread's doing, and a machine belongs to one.

    /// A name for what is told of the machine in debug mode and by mistakes.
    @exclusivity(unchecked) public final var name: String?
    /// Whether ``debugHandler`` is told of each event and of each state that is set.
    @exclusivity(unchecked) public final var debugMode = false
    /// Told of what happens while ``debugMode`` is on; it prints to standard error unless it is replaced.
    public final var debugHandler: (DebugEntry) -> Void = { $0.printToStandardError() }

    /// The event that was last sent, whether there was a transition for it or not; `nil` if none was.
    @exclusivity(unchecked) public final var lastEvent: EventType?
    /// The state before the last change, or before it was last come back to; `nil` if there was neither.
    @exclusivity(unchecked) public final var previousState: StateType?

    @usableFromInline @exclusivity(unchecked) final var currentState: StateType
    @usableFromInline @exclusivity(unchecked) final var stateNumber: Int32 = 0
    @usableFromInline final let states: ValueIndex<HashedValue<StateType>>
    @usableFromInline @exclusivity(unchecked)
    final var events = ValueIndex<HashedValue<EventType>>(isHashed: HashedValue<EventType>.isHashed)
    /// By the numbers of states.
    @usableFromInline final let definitions: [StateDefinition]
    @usableFromInline @exclusivity(unchecked) final var transitions: [StateTransition] = []
    /// Those of the transitions, so that an event touches nothing else of one.
    @usableFromInline @exclusivity(unchecked) final var targets: [() -> StateType?] = []
    private final var cells: [TransitionCell] = []
    /// The table of all transitions; `nil` if some were added since it was made.
    @usableFromInline @exclusivity(unchecked) final var table: Table?

    /// A machine whose states are these, in the first of them.
    ///
    /// That state's `onEnter` is not called. Traps if there are no states. O(states).
    ///
    /// - Parameters:
    ///   - definitions: The states with their callbacks. Of several for equal states the first counts.
    ///   - configure: Called with the machine when it is ready: to add transitions, say.
    ///   - file: The place that is named if there are no states.
    ///   - line: The place that is named if there are no states.
    public init(
        withDefinitions definitions: [StateDefinition], configure: ((FSM) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        guard let first = definitions.first else {
            fatalError(
                "FSMSwift: a machine needs at least one state, since the first is the initial one, but the list of "
                    + "states is empty", file: file, line: line)
        }
        var states = ValueIndex<HashedValue<StateType>>(isHashed: HashedValue<StateType>.isHashed)
        self.definitions = definitions.filter { definition in
            let count = states.values.count
            return states.insert(HashedValue(definition.state)) == count
        }
        self.states = states
        currentState = first.state
        configure?(self)
    }

    /// A machine whose states are these, in the first of them, without callbacks so far.
    ///
    /// Traps if there are no states. O(states).
    ///
    /// - Parameters:
    ///   - states: The states. Of equal ones the first counts.
    ///   - configure: Called with the machine when it is ready: to add transitions, say.
    ///   - file: The place that is named if there are no states.
    ///   - line: The place that is named if there are no states.
    public convenience init(
        withStates states: [StateType], configure: ((FSM) -> Void)? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(
            withDefinitions: states.map { StateDefinition($0) }, configure: configure, file: file, line: line)
    }

    /// The present state, as it was last set: of equal states the one that came last.
    @inlinable
    public final var state: StateType { currentState }

    /// The definition of a state, to which callbacks can be attached; `nil` for a state that was not declared. O(1), or
    /// O(states) if they have no hash.
    public final func definedState(_ state: StateType) -> StateDefinition? {
        let number = states.number(of: HashedValue(state))
        return number < 0 ? nil : definitions[Int(number)]
    }

    /// Adds a transition behind those that there are. One from a state that was not declared is never taken.
    final func add(_ transition: StateTransition, _ target: @escaping () -> StateType?) {
        let cell = TransitionCell(
            state: states.number(of: HashedValue(transition.state)),
            event: events.insert(HashedValue(transition.event)))
        transitions.append(transition)
        targets.append(target)
        cells.append(cell)
        table = nil
        if debugMode && cell.state < 0 { tell(.undeclaredSource(transition)) }
    }

    /// Makes the table of all transitions.
    @usableFromInline
    final func makeTable() -> Table {
        let table = Table.ofTransitions(cells, stateCount: definitions.count)
        self.table = table
        return table
    }
}
