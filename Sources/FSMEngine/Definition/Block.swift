/// Everything about a state other than its rows; or a superstate: rows and callbacks that states adopt, and in which no
/// machine ever is. Several blocks of one state add up, in order.
public struct Block {
    /// ``ReservedID/none`` for a superstate.
    public let state: ID
    /// Its rows and callbacks are those of every state that adopts it.
    public let isSuperstate: Bool
    /// No row is meant to leave this state.
    public var isFinal: Bool
    /// What else the state is in a chart.
    public let kind: StateKind
    /// What the block says of its state's place in a chart: so many of ``Definition/chart``, from 1; 0 for nothing.
    var chartPart: Int32 = 0
    /// Where the block was opened.
    public var place: Place
    /// The superstates whose rows and callbacks come before its own, in order: a chain of ``Definition/adoptions``.
    var adopted = Chain()
    var entry = Chain()
    var exit = Chain()
    var cycle = Chain()
    var update = Chain()

    /// A block of a state.
    public init(state: ID, kind: StateKind = .plain, isFinal: Bool = false, place: Place = .unknown) {
        self.state = state
        self.kind = kind
        isSuperstate = false
        self.isFinal = isFinal
        self.place = place
    }

    /// A block of a superstate.
    public init(superstateAt place: Place) {
        state = ReservedID.none
        kind = .plain
        isSuperstate = true
        isFinal = false
        self.place = place
    }

    func callbacks(on event: BlockEvent) -> Chain {
        switch event {
        case .entry: entry
        case .exit: exit
        case .cycle: cycle
        case .update: update
        }
    }

    /// Whether it is not final, and without callbacks and superstates. Its rows are not known here.
    var isEmpty: Bool {
        !isFinal && kind == .plain && chartPart == 0 && entry.isEmpty && exit.isEmpty && cycle.isEmpty
            && update.isEmpty && adopted.isEmpty
    }
}

/// Where a block keeps a callback.
public enum BlockEvent {
    /// After a step that came from another state.
    case entry
    /// Before a step to another state.
    case exit
    /// After a step that came back to the same state.
    case cycle
    /// When the machine is told that time has passed.
    case update
}
