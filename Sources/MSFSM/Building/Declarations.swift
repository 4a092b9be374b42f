import FSMInterning

/// A declared state.
@usableFromInline
final class DeclaredState<StateType: FSMState, InfoType, EventType: FSMEvent> {
    let place: Place?
    // Unchecked exclusivity: a structure belongs to one thread, and no access lasts while other code runs.
    @usableFromInline @exclusivity(unchecked) var didEnter: StateEnterOrLeaveCallback<StateType, InfoType>?
    @usableFromInline @exclusivity(unchecked) var update: StateUpdateCallback<StateType, InfoType, EventType>?
    @usableFromInline @exclusivity(unchecked) var willLeave: StateEnterOrLeaveCallback<StateType, InfoType>?

    init(_ place: Place?) { self.place = place }
}

/// The callback for an event in a state.
@usableFromInline
final class Reaction<StateType: FSMState, InfoType, EventType: FSMEvent> {
    @usableFromInline
    enum Callback {
        case transition(TransitionCallback<StateType, InfoType, EventType>)
        case execution(ExecutionCallback<StateType, InfoType, EventType>)
    }

    let state: Int32
    let event: Int32
    @usableFromInline let callback: Callback
    let place: Place?

    init(state: Int32, event: Int32, _ callback: Callback, _ place: Place?) {
        self.state = state
        self.event = event
        self.callback = callback
        self.place = place
    }
}

/// The declarations of a structure.
struct Declarations<StateType: FSMState, InfoType, EventType: FSMEvent> {
    private(set) var stateNumbers = ValueIndex<StateType>()
    private(set) var eventNumbers = ValueIndex<EventType>()
    /// The states, by their numbers.
    private(set) var states: ContiguousArray<DeclaredState<StateType, InfoType, EventType>> = []
    private(set) var reactions: ContiguousArray<Reaction<StateType, InfoType, EventType>> = []
    /// The index of the reaction to an event in a state.
    private var reactionIndices: [Cell: Int] = [:]

    private struct Cell: Hashable {
        let state: Int32
        let event: Int32
    }

    /// The state that was declared last. Callbacks that follow belong to it.
    var lastState: DeclaredState<StateType, InfoType, EventType>? { states.last }

    /// Returns a state that is already declared.
    func declared(_ state: StateType) -> DeclaredState<StateType, InfoType, EventType>? {
        let number = stateNumbers.number(of: state)
        return number < 0 ? nil : states[Int(number)]
    }

    /// Adds a new state.
    mutating func add(_ state: StateType, at place: Place?) {
        stateNumbers.insert(state)
        states.append(DeclaredState(place))
    }

    /// Sets the reaction to an event in the state that was declared last; replaces an earlier one.
    mutating func set(
        _ callback: Reaction<StateType, InfoType, EventType>.Callback, for event: EventType, at place: Place?
    ) {
        let cell = Cell(state: Int32(states.count - 1), event: eventNumbers.insert(event))
        let reaction = Reaction(state: cell.state, event: cell.event, callback, place)
        if let index = reactionIndices[cell] {
            reactions[index] = reaction
        } else {
            reactionIndices[cell] = reactions.count
            reactions.append(reaction)
        }
    }
}
