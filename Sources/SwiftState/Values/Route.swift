/// A transition with a condition.
///
/// `[.first, .second] => .third` is a route for several transitions: its ``transition`` has `.any` for the list, and
/// its ``condition`` checks whether a step is one of them.
public struct Route<S: StateType, E: EventType> {
    /// The source and target states.
    public let transition: Transition<S>
    /// Decides whether the route can be taken; `nil` if it always can.
    public let condition: Machine<S, E>.Condition?
    /// The transitions of the route, in order and without duplicates: one, unless the route was created from lists.
    let transitions: [Transition<S>]
    /// The condition for each of these transitions.
    let ownCondition: Machine<S, E>.Condition?

    /// Creates a route for one transition.
    public init(transition: Transition<S>, condition: Machine<S, E>.Condition?) {
        self.transition = transition
        self.condition = condition
        transitions = [transition]
        ownCondition = condition
    }

    /// Creates a route for each pair of states.
    init(from fromStates: [State<S>], to toStates: [State<S>]) {
        var listed: [Transition<S>] = []
        var known: Set<Transition<S>> = []
        for fromState in fromStates {
            for toState in toStates {
                let transition = Transition(fromState: fromState, toState: toState)
                if known.insert(transition).inserted { listed.append(transition) }
            }
        }
        transition = Transition(
            fromState: fromStates.count == 1 ? fromStates[0] : .any, toState: toStates.count == 1 ? toStates[0] : .any)
        condition = { [listed] context in listed.contains { $0.covers(context.fromState, context.toState) } }
        transitions = listed
        ownCondition = nil
    }

    /// Whether a transition of the route matches a step, regardless of the condition.
    func covers(_ from: S, _ to: S) -> Bool { transitions.contains { $0.covers(from, to) } }
}
