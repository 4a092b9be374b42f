/// The visits of states that a step ends and begins, by how often a machine had left its state before each. Both are the same if
/// the state is not left.
///
/// An action that sends an event leaves the state in the middle of a step. What lives as long as a state begins only in the visit
/// that its step begins, and ends only with the visit that its step ends, or before.
struct StateVisits {
    var left = 0
    var entered = 0
}

/// Counts the visits of one machine.
struct VisitCount {
    /// The number of the visit that lasts.
    private(set) var current = 0

    /// Takes note of a step, at the change of the state.
    mutating func step(isLeft: Bool) -> StateVisits {
        let left = current
        if isLeft { current += 1 }
        return StateVisits(left: left, entered: current)
    }
}
