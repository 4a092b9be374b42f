/// The transitions of a machine since it was made, as a list that grows: ``FSM/trace()``.
///
/// It belongs to the isolation domain of the machine, and keeps its list when the machine is gone.
public final class FSMTrace<State: FSMHashable, Event: FSMHashable> {
    /// The transitions, in the order in which they happened. Events without a transition are not among them.
    public private(set) var transitions: [FSMTransition<State, Event>] = []

    init() {}

    /// The states through which the machine went: that before the first transition, then that after each; empty before the
    /// first. O(transitions). In a parallel state those of all regions are mixed: look at ``transitions`` then.
    public var states: [State] { transitions.prefix(1).map(\.from) + transitions.map(\.to) }

    /// Forgets the transitions up to now.
    public func clear() { transitions = [] }

    func add(_ transition: FSMTransition<State, Event>) { transitions.append(transition) }
}

extension FSMTrace: CustomStringConvertible {
    /// A line for each transition: "coin: locked -> unlocked".
    public var description: String { transitions.map(\.description).joined(separator: "\n") }
}
