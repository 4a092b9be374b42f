/// A scope: what is said of a state beside its rows, or a superstate, which has no state of its own. Several blocks of
/// one state add up, in order.
public struct Block {
    /// ``ReservedID/none`` for a superstate.
    public let state: ID
    /// Rows and callbacks for all blocks that adopt it, instead of for a state.
    public let isSuperstate: Bool
    /// Nothing is meant to leave this state.
    public var isFinal: Bool
    public var place: Place
    /// The numbers of the superstates whose rows and callbacks come before its own, in order.
    var adopted: [Int] = []

    var entry = Chain()
    var exit = Chain()
    var cycle = Chain()
    var update = Chain()

    public init(state: ID, isFinal: Bool = false, place: Place = .unknown) {
        self.state = state
        isSuperstate = false
        self.isFinal = isFinal
        self.place = place
    }

    public init(superstateAt place: Place) {
        state = ReservedID.none
        isSuperstate = true
        isFinal = false
        self.place = place
    }

    var hasCallbacks: Bool { !(entry.isEmpty && exit.isEmpty && cycle.isEmpty && update.isEmpty) }
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
