extension FSM {
    /// A machine on the main actor, as the compiler enforces.
    @MainActor
    public final class OnMainActor {
        private let machine: FSM<State, Event>

        /// Creates a machine without a table; see ``FSM/init(type:initialState:actionsPolicy:enforceConcurrency:)``.
        public init(
            type: PredicateHandling = .eager, initialState: State,
            actionsPolicy: StateActionsPolicy = .executeOnChangeOnly
        ) {
            machine = FSM(type: type, initialState: initialState, actionsPolicy: actionsPolicy)
        }

        /// The current state.
        public var state: State { machine.state }

        /// See ``FSM/states``.
        public var states: [State] { machine.states }

        /// See ``FSM/isIn(_:)``.
        public func isIn(_ state: State) -> Bool { machine.isIn(state) }

        /// See ``FSM/isDone``.
        public var isDone: Bool { machine.isDone }

        /// See ``FSM/warnings``.
        public var warnings: [ChartFault] { machine.warnings }

        /// See ``FSM/raise(_:)``.
        @discardableResult
        public func raise(_ event: Event) -> Bool { machine.raise(event) }

        /// See `FSM.logHandler`.
        public var logHandler: FSMLogHandler<State, Event>? {
            get { machine.logHandler }
            set { machine.logHandler = newValue }
        }

        /// See `FSM.buildTable`.
        public func buildTable(
            file: StaticString = #file, line: Int = #line,
            @TableBuilder _ block: @MainActor () -> [Syntax.Define<State, Event>]
        ) throws {
            try machine.buildTable(file: file, line: line, isolation: MainActor.shared, block)
        }

        /// See `FSM.handleEvent`.
        @discardableResult
        public func handleEvent(_ event: Event, predicates: any Predicate...) async -> FSMOutcome<State> {
            predicates.isEmpty
                ? await machine.handleEvent(event, isolation: MainActor.shared)
                : await machine.handleInTurn(event, predicates, isolation: MainActor.shared)
        }

        /// See `FSM.permittedEvents`.
        public func permittedEvents(_ predicates: any Predicate...) -> [Event] { machine.permittedEvents(predicates) }
    }
}
