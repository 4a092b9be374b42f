/// A state block: what is said of a state beside its rows. Several blocks of one state add up, in order.
public struct Block {
    public var state: ID
    /// Nothing is meant to leave this state.
    public var isFinal: Bool
    public var place: Place

    var entry = CallbackChain()
    var exit = CallbackChain()
    var cycle = CallbackChain()

    public init(state: ID, isFinal: Bool = false, place: Place = .unknown) {
        self.state = state
        self.isFinal = isFinal
        self.place = place
    }

    var hasCallbacks: Bool { !(entry.isEmpty && exit.isEmpty && cycle.isEmpty) }
}

/// Where a block keeps a callback.
public enum BlockEvent {
    /// After a step that came from another state.
    case entry
    /// Before a step to another state.
    case exit
    /// After a step that came back to the same state.
    case cycle
}
