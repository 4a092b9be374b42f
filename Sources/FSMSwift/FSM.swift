import FSMEngine
import FSMInterning

/// A finite state machine with events.
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
/// States and events are compared with `==`. If they are small, such as enums without associated values, or `Hashable`,
/// an event takes constant time. Otherwise states and events are compared one by one.
///
/// An event sent from a callback is handled immediately. You can add transitions at any time; the table is rebuilt for
/// the next event.
///
/// Do not use a machine from several threads at once. It is not `Sendable`.
open class FSM<StateType: Equatable, EventType: Equatable> {
    // Unchecked exclusivity: only another thread could read these while they change, and a machine belongs to one
    // thread.

    /// The name of the machine in debug and error messages.
    @exclusivity(unchecked) public final var name: String?
    /// Whether ``debugHandler`` is called.
    @exclusivity(unchecked) public final var debugMode = false
    /// Called for each event and each state change while ``debugMode`` is on. The default prints to standard error.
    public final var debugHandler: (DebugEntry) -> Void = { $0.printToStandardError() }

    /// The last event that was sent, with or without a transition; `nil` if there was none.
    @exclusivity(unchecked) public final var lastEvent: EventType?
    /// The state before the last change or cycle, with the associated values it had; `nil` if there was none.
    @exclusivity(unchecked) public final var previousState: StateType?

    @usableFromInline @exclusivity(unchecked) final var currentState: StateType
    @usableFromInline @exclusivity(unchecked) final var stateNumber: Int32 = 0
    @usableFromInline final let states: ValueIndex<HashedValue<StateType>>
    @usableFromInline @exclusivity(unchecked)
    final var events = ValueIndex<HashedValue<EventType>>(isHashed: HashedValue<EventType>.isHashed)
    /// The state definitions, by the numbers of states.
    @usableFromInline final let definitions: [StateDefinition]
    @usableFromInline @exclusivity(unchecked) final var transitions: [StateTransition] = []
    /// The cells and the targets of the transitions, from which the table is built.
    private final var cells: [TransitionCell] = []
    private final var resolvers: [CallbackBox] = []
    /// The table of all transitions; `nil` before the first step, and after adding transitions.
    @usableFromInline @exclusivity(unchecked) final var table: Table?

    /// Creates a machine with these states; the first is the initial one.
    ///
    /// The `onEnter` of the initial state is not called. Traps if the list is empty. O(states).
    ///
    /// - Parameters:
    ///   - definitions: The states with their callbacks. Of several definitions for equal states the first is used.
    ///   - configure: Called with the new machine, for example to add transitions.
    ///   - file: The file that the error message names if the list is empty.
    ///   - line: The line that the error message names if the list is empty.
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

    /// Creates a machine with these states, without callbacks; the first is the initial one.
    ///
    /// Traps if the list is empty. O(states).
    ///
    /// - Parameters:
    ///   - states: The states. Of equal states the first is used.
    ///   - configure: Called with the new machine, for example to add transitions.
    ///   - file: The file that the error message names if the list is empty.
    ///   - line: The line that the error message names if the list is empty.
    public convenience init(
        withStates states: [StateType], configure: ((FSM) -> Void)? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(
            withDefinitions: states.map { StateDefinition($0) }, configure: configure, file: file, line: line)
    }

    /// The current state: of equal states the value that was set last.
    @inlinable
    public final var state: StateType { currentState }

    /// Returns the definition of a state, to set its callbacks; `nil` if the state is not declared. O(1), or O(states)
    /// if they have no hash.
    public final func definedState(_ state: StateType) -> StateDefinition? {
        let number = states.number(of: HashedValue(state))
        return number < 0 ? nil : definitions[Int(number)]
    }

    /// Appends a transition. One from an undeclared state is never taken.
    @usableFromInline
    final func add(_ transition: StateTransition, _ resolver: CallbackBox) {
        let cell = TransitionCell(
            state: states.number(of: HashedValue(transition.state)),
            event: events.insert(HashedValue(transition.event)))
        transitions.append(transition)
        resolvers.append(resolver)
        cells.append(cell)
        table = nil
        if debugMode && cell.state < 0 { tell(.undeclaredSource(transition)) }
    }

    /// Builds the table.
    @usableFromInline
    final func makeTable() -> Table {
        let table = Table.ofTransitions(cells, resolvers, states: definitions.map(\.callbacks))
        self.table = table
        return table
    }
}
