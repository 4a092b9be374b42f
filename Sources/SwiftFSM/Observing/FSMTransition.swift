/// A transition of a machine, as its observers are told.
public struct FSMTransition<State: FSMHashable, Event: FSMHashable>: Sendable, Equatable {
    /// The event with its values; `nil` for a step of a chart that was taken without one.
    public let event: Event?
    /// The state before. In a parallel state that of the first region whose row is taken.
    public let from: State
    /// The state after. Both are the same if the state did not change. Where a parallel state is entered, that of its first
    /// region; ``FSM/state`` is then the parallel state.
    public let to: State

    /// A transition, to compare others with.
    public init(event: Event?, from: State, to: State) {
        self.event = event
        self.from = from
        self.to = to
    }
}

/// A function that is called with each transition.
public typealias FSMTransitionHandler<State: FSMHashable, Event: FSMHashable> = (FSMTransition<State, Event>) -> Void

extension FSMTransition: CustomStringConvertible {
    /// "coin: locked -> unlocked".
    public var description: String { "\(event.map { "\($0)" } ?? "always"): \(from) -> \(to)" }
}

/// As `{"event":…,"from":…,"to":…}`, of which each is what its own `Codable` makes of it: a record for a journal of one's own.
extension FSMTransition: Encodable where State: Encodable, Event: Encodable {}

extension FSMTransition: Decodable where State: Decodable, Event: Decodable {}
