/// The reason why there is no snapshot of a machine, or why it cannot be restored. The machine has not changed.
public enum FSMSnapshotError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The machine has no table yet.
    case noTable
    /// The call came from inside an action or a condition, or while the actions of another task's event are awaited.
    case actionsUnderWay
    /// A clock runs, which tells the time: see ``FSM/run(on:tolerance:isolation:)``.
    case clockIsRunning
    /// Events wait, deferred or sent later, with associated values that the table does not name: a snapshot says which row
    /// an event is for, not its values.
    case waitsWithValues([String])
    /// The machine is in a state with associated values, of which a snapshot says the case alone: this one.
    case stateHasValues(String)
    /// These are not the bytes of a snapshot.
    case noSnapshot
    /// The snapshot is of a later format than this version of the library reads.
    case laterFormat
    /// The snapshot is damaged: no machine can be like that. Of bytes the place is told.
    case damaged(String)
    /// The machine in the snapshot was stopped, or stood in the midst of an event. Only machines of other languages can be
    /// like that.
    case eventsUnderWay
    /// Parts of the snapshot have no place in the table.
    case noPlace([FSMSnapshotFault])
    /// There is no memory.
    case outOfMemory

    /// The error, and how to correct it.
    public var description: String {
        switch self {
        case .noTable: "the machine has no table: build it first"
        case .actionsUnderWay: "actions of the machine are in progress: use snapshots between events"
        case .clockIsRunning: "the machine runs on a clock, which tells it the time: restore the snapshot before that"
        case .waitsWithValues(let events):
            "a snapshot does not contain associated values, and events wait that have some: \(events.joined(separator: ", ")). "
                + "Handle them first, or name them in the table with these values"
        case .stateHasValues(let state):
            "a snapshot does not contain associated values, and the machine is in \(state): store the state yourself, "
                + "and make the next machine in it: FSM(initialState:), or FSMTable.machine(initialState:)"
        case .noSnapshot: "expected the bytes of a snapshot, which begin with 'SFSM'"
        case .laterFormat: "the snapshot is of a later format than this version of SwiftFSM reads: update the package"
        case .damaged(let place): "the snapshot is damaged: no machine can be like that (\(place))"
        case .eventsUnderWay:
            "the machine in the snapshot is stopped, or has not handled an event to the end: "
                + "let it handle its events before the snapshot"
        case .noPlace(let faults): faults.map(\.text).joined(separator: "\n")
        case .outOfMemory: "there is no memory for the snapshot"
        }
    }
}

/// A part of a snapshot that has no place in the table.
public struct FSMSnapshotFault: Equatable, Sendable, CustomStringConvertible {
    /// What it is.
    public let missing: FSMMissing
    /// Why, and how to correct it.
    public let text: String

    public var description: String { text }
}

/// Something in a snapshot that has no place in the table of the machine.
public enum FSMMissing: Hashable, Sendable {
    /// A state that is active, or remembered by a history.
    case state(String)
    /// An event that waits, or of a timer.
    case event(String)
    /// A predicate type, or a case of one, of an event that waits.
    case predicate(String)
    /// The snapshot is of a document with another name.
    case definition(String)
    /// The states of the snapshot, this one among them, cannot be active together.
    case configuration(String)
    /// The state has no such history in this table.
    case history(String)
    /// A timer of an `after` for this event, which its state does not have in this table.
    case timeout(String)
    /// The event is deferred, which it cannot be in this table.
    case deferral(String)
}

/// What takes the place of something in a snapshot that the table does not have.
public enum FSMReplacement<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// This state, for a state.
    case state(State)
    /// This event, for an event.
    case event(Event)
    /// Takes the snapshot of another document.
    case accepted
}
