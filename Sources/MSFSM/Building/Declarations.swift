import FSMInterning

/// A declared state.
struct DeclaredState<StateType: FSMState, InfoType, EventType: FSMEvent> {
    let place: Place?
    var didEnter: StateEnterOrLeaveCallback<StateType, InfoType>?
    var update: StateUpdateCallback<StateType, InfoType, EventType>?
    var willLeave: StateEnterOrLeaveCallback<StateType, InfoType>?
}

/// The callback for an event in a state.
struct Reaction<StateType: FSMState, InfoType, EventType: FSMEvent> {
    enum Callback {
        case transition(TransitionCallback<StateType, InfoType, EventType>)
        case execution(ExecutionCallback<StateType, InfoType, EventType>)
    }

    let state: Int32
    let event: Int32
    let callback: Callback
    let place: Place?
}

/// The declarations of a structure.
struct Declarations<StateType: FSMState, InfoType, EventType: FSMEvent> {
    private(set) var stateNumbers = ValueIndex<StateType>()
    private(set) var eventNumbers = ValueIndex<EventType>()
    /// The states, by their numbers.
    private(set) var states: [DeclaredState<StateType, InfoType, EventType>] = []
    private(set) var reactions: [Reaction<StateType, InfoType, EventType>] = []
    /// The index of the reaction to an event in a state.
    private var reactionIndices: [Cell: Int] = [:]

    private struct Cell: Hashable {
        let state: Int32
        let event: Int32
    }

    // What is replaced is returned. Release it only after the change: a closure can retain an object that declares more
    // when it is deallocated.

    /// Changes the state that was declared last, to which callbacks that follow belong, and returns what it was. There must
    /// be one.
    mutating func changeLastState(
        _ change: (inout DeclaredState<StateType, InfoType, EventType>) -> Void
    ) -> DeclaredState<StateType, InfoType, EventType> {
        let former = states[states.count - 1]
        change(&states[states.count - 1])
        return former
    }

    /// Returns a state that is already declared.
    func declared(_ state: StateType) -> DeclaredState<StateType, InfoType, EventType>? {
        let number = stateNumbers.number(of: state)
        return number < 0 ? nil : states[Int(number)]
    }

    /// Adds a new state.
    mutating func add(_ state: StateType, at place: Place?) {
        stateNumbers.insert(state)
        states.append(DeclaredState(place: place))
    }

    /// Returns the reaction to an event in a state.
    func reaction(to event: Int32, in state: Int32) -> Reaction<StateType, InfoType, EventType>? {
        reactionIndices[Cell(state: state, event: event)].map { reactions[$0] }
    }

    /// Sets the reaction to an event in the state that was declared last. Returns the one that it replaces.
    mutating func set(
        _ callback: Reaction<StateType, InfoType, EventType>.Callback, for event: EventType, at place: Place?
    ) -> Reaction<StateType, InfoType, EventType>? {
        let cell = Cell(state: Int32(states.count - 1), event: eventNumbers.insert(event))
        let reaction = Reaction(state: cell.state, event: cell.event, callback: callback, place: place)
        if let index = reactionIndices[cell] {
            let former = reactions[index]
            reactions[index] = reaction
            return former
        }
        reactionIndices[cell] = reactions.count
        reactions.append(reaction)
        return nil
    }
}
