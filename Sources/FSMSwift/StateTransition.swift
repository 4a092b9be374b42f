extension FSM {
    /// What an event does in a state.
    public struct StateTransition: CustomStringConvertible {
        /// The event for which it is meant.
        public let event: EventType
        /// The state in which it is meant.
        public let state: StateType
        /// Where it was added.
        let file: StaticString
        let line: UInt

        /// The event and the state: "coin@locked".
        public var description: String { "\(event)@\(state)" }
    }
}
