/// A transition, and the condition under which it may be taken.
///
/// `[.first, .second] => .third` is a route too, for several transitions: its ``transition`` says `.any` in the place
/// of a list, and its ``condition`` tells whether a step is one of them.
public struct Route<S: StateType, E: EventType> {
    /// From where to where.
    public let transition: Transition<S>
    /// Whether it may be taken; `nil`: always.
    public let condition: Machine<S, E>.Condition?
    /// Every transition that it stands for, once, in order: just the one, unless it was made of lists.
    let transitions: [Transition<S>]
    /// What is left of the condition for each of these transitions.
    let ownCondition: Machine<S, E>.Condition?

    /// A route for one transition.
    public init(transition: Transition<S>, condition: Machine<S, E>.Condition?) {
        self.transition = transition
        self.condition = condition
        transitions = [transition]
        ownCondition = condition
    }

    /// A route for each pair.
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

    /// Whether it stands for this step, whatever its condition.
    func covers(_ from: S, _ to: S) -> Bool { transitions.contains { $0.covers(from, to) } }
}
