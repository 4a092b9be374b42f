extension FSM {
    /// The event and the source state of a transition.
    public struct StateTransition: CustomStringConvertible {
        /// The event.
        public let event: EventType
        /// The source state.
        public let state: StateType
        // The place where it was added, for error messages.
        let file: StaticString
        let line: UInt

        /// The event and the state: "coin@locked".
        public var description: String { "\(event)@\(state)" }

        @usableFromInline
        init(event: EventType, state: StateType, file: StaticString, line: UInt) {
            self.event = event
            self.state = state
            self.file = file
            self.line = line
        }
    }
}
