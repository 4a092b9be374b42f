extension FSM {
    /// A state with callbacks for when it is entered, left, or set again.
    ///
    /// You can set the callbacks at any time: ``FSM/definedState(_:)`` returns the definition of a state. A callback
    /// can send events and set states, which are handled immediately.
    ///
    /// Do not use a definition from several threads at once.
    open class StateDefinition {
        /// The state as it was declared.
        public final let state: StateType
        final let callbacks = StateCallbacks()

        /// Creates a definition without callbacks.
        public init(_ state: StateType) { self.state = state }

        /// Called after the machine entered the state from another one; ``FSM/state`` is already this state.
        public final var onEnter: (() -> Void)? {
            get { callbacks.onEnter }
            set { callbacks.onEnter = newValue }
        }

        /// Called before the machine leaves the state for another one; ``FSM/state`` is still this state.
        public final var onLeave: (() -> Void)? {
            get { callbacks.onLeave }
            set { callbacks.onLeave = newValue }
        }

        /// Called, instead of the other two, after the state was set while it was the current one.
        public final var onCycle: (() -> Void)? {
            get { callbacks.onCycle }
            set { callbacks.onCycle = newValue }
        }
    }
}
