extension FSM {
    /// A machine on the main actor, as the compiler enforces.
    @MainActor
    public final class OnMainActor {
        let machine: FSM<State, Event>

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

        /// See ``FSM/now``.
        public var now: Duration { machine.now }

        /// See ``FSM/nextDue``.
        public var nextDue: Duration? { machine.nextDue }

        /// See ``FSM/advance(to:isolation:)-99lw``.
        public func advance(to time: Duration) async throws {
            try await machine.advance(to: time, isolation: MainActor.shared)
        }

        /// See ``FSM/run(on:tolerance:isolation:)``.
        public func run<C: Clock>(on clock: C, tolerance: Duration? = nil) async throws where C.Duration == Duration {
            try await machine.run(on: clock, tolerance: tolerance, isolation: MainActor.shared)
        }

        /// See ``FSM/sendLater(_:after:)``.
        @discardableResult
        public func sendLater(_ event: Event, after delay: Duration) -> FSMTimer? {
            machine.sendLater(event, after: delay)
        }

        /// See ``FSM/cancel(_:)``.
        @discardableResult
        public func cancel(_ timer: FSMTimer) -> Bool { machine.cancel(timer) }

        /// See `FSM.logHandler`.
        public var logHandler: FSMLogHandler<State, Event>? {
            get { machine.logHandler }
            set { machine.logHandler = newValue }
        }

        /// See `FSM.buildTable`.
        public func buildTable(
            conditions: FSMConditionPolicy = .exclusive, file: StaticString = #fileID, line: Int = #line,
            @TableBuilder _ block: @MainActor () -> [Syntax.Define<State, Event>]
        ) throws {
            try machine.buildTable(
                conditions: conditions, file: file, line: line, isolation: MainActor.shared, block)
        }

        /// See `FSM.handleEvent`.
        @discardableResult
        public func handleEvent(_ event: Event, predicates: any Predicate...) async -> FSMOutcome<State> {
            predicates.isEmpty
                ? await machine.handleEvent(event, isolation: MainActor.shared)
                : await machine.handleInTurn(event, predicates, isolation: MainActor.shared)
        }

        /// Handles an event synchronously. See ``FSM/handleEvent(_:isolation:)``.
        @discardableResult
        @_disfavoredOverload
        public func handleEvent(_ event: Event, predicates: any Predicate...) throws -> FSMOutcome<State> {
            predicates.isEmpty
                ? try machine.handleEvent(event, isolation: MainActor.shared)
                : try machine.handleAtOnce(event, predicates, MainActor.shared)
        }

        /// Handles an event synchronously, also in an `async` function. See ``FSM/handleEventAtOnce(_:predicates:isolation:)``.
        @discardableResult
        public func handleEventAtOnce(_ event: Event, predicates: any Predicate...) throws -> FSMOutcome<State> {
            try machine.handleAtOnce(event, predicates, MainActor.shared)
        }

        /// `await handleEvent(…)` under its older name.
        @discardableResult
        public func handleEventAsync(_ event: Event, predicates: any Predicate...) async -> FSMOutcome<State> {
            await machine.handleInTurn(event, predicates, isolation: MainActor.shared)
        }

        /// See ``FSM/stepHandler``.
        public var stepHandler: FSMStepHandler<State, Event>? {
            get { machine.stepHandler }
            set { machine.stepHandler = newValue }
        }

        /// See ``FSM/start(isolation:)``.
        public func start() { machine.start(isolation: MainActor.shared) }

        /// See `FSM.permittedEvents`.
        public func permittedEvents(_ predicates: any Predicate...) -> [Event] { machine.permittedEvents(predicates) }

        /// See ``FSM/isPermitted(_:predicates:)``.
        public func isPermitted(_ event: Event, predicates: any Predicate...) -> Bool {
            machine.isPermitted(event, predicates)
        }

        /// See ``FSM/explain(_:predicates:)``.
        public func explain(_ event: Event, predicates: any Predicate...) -> [FSMExplanation<State, Event>] {
            machine.explain(event, predicates)
        }

        /// See ``FSM/rules``.
        public var rules: [FSMRule<State, Event>] { machine.rules }

        /// See ``FSM/diagram(_:)``.
        public func diagram(_ format: FSMDiagramFormat = .mermaid) -> String? { machine.diagram(format) }
    }
}
