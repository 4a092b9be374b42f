extension FSM {
    /// A state with what is to be called when it is entered, left, or come back to.
    ///
    /// The callbacks may be set at any time, also after the machine was made: ``FSM/definedState(_:)`` finds the
    /// definition of a state. A callback may send events and set states; they are handled then and there.
    ///
    /// Not to be used from several threads at once.
    open class StateDefinition {
        /// The state as it was declared.
        public final let state: StateType
        /// Called after the machine has come to the state from another one: ``FSM/state`` is this one already.
        @exclusivity(unchecked) public final var onEnter: (() -> Void)?
        /// Called before the machine goes to another state: ``FSM/state`` is still this one.
        @exclusivity(unchecked) public final var onLeave: (() -> Void)?
        /// Called after the machine has come back to the state from itself, instead of the other two.
        @exclusivity(unchecked) public final var onCycle: (() -> Void)?

        /// A state without callbacks.
        public init(_ state: StateType) { self.state = state }
    }
}
