import FSMEngine

/// A way through a table: events, and what they lead to if conditions hold as their rows want it.
public struct FSMPath<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// An event of a path.
    public struct Step: Sendable {
        /// The event.
        public let event: Event
        /// The predicates to send with it: one of each type of the table.
        public let predicates: [any Predicate]
        /// The row that takes it. If it has a condition, the condition must hold, and those of rows before it must not.
        public let rule: FSMRule<State, Event>
        /// The active states without children after the event; of a table without nested states the one state.
        public let states: [State]
    }

    /// The state in which the path begins.
    public let initialState: State
    /// Its events, in order; at least one.
    public let steps: [Step]
}

extension FSMPath: CustomStringConvertible {
    /// The states with the events between them: "locked -coin-> unlocked -pass-> locked".
    public var description: String {
        steps.reduce("\(initialState)".escaped) { text, step in
            text + " -\("\(step.event)".escaped)-> " + step.states.map { "\($0)".escaped }.joined(separator: ", ")
        }
    }
}

/// Paths that take every row of a table: see ``FSMTable/paths(with:)``.
public struct FSMPaths<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// The paths. Each begins in the initial state.
    public let paths: [FSMPath<State, Event>]
    /// The rows that no path takes, and those that are reached only by them: rows that cannot be reached, or only when an
    /// action fails; rows before which others always come; rows for what this front end does not send, requests say; rows
    /// whose next state is computed, since `then { … }` is not called; and rows for a pattern or a case no value of which
    /// is known: see ``FSMTable/paths(with:)``.
    public let uncovered: [FSMRule<State, Event>]
    /// Whether everything that can be reached was looked at: at most 20,000 combinations of active states, histories and
    /// events that wait are.
    public let isComplete: Bool
}

extension FSMTable {
    /// The rows of all states, as they are tried: for lists, documentation and tests. O(rows).
    public var rules: [FSMRule<State, Event>] { listing.rules }

    /// All that the engine finds to be probably a mistake, of each kind, also what can be meant so, such as a state
    /// without a way out. ``warnings`` has what is hardly ever meant. O(validation).
    public var engineWarnings: [FSMWarning] { listing.allWarnings }

    /// Finds paths that together take every row that can be taken. Nothing is called: conditions hold, or do not, as the
    /// rows want it. Timeouts of charts are sent as events. Not more than 20,000 situations are looked at.
    ///
    /// A row for `.coin(.any)`, or for any `coin`, is sent the event that the row names, which other rows of its state may
    /// come before: then tell another value, as `table.paths(with: [.coin(7)])`. Rows whose next state is computed are on no
    /// path.
    ///
    /// - Parameter values: Events with values that rows leave open. They are sent rather than the patterns, so that actions
    ///   have a value.
    /// - Returns: The paths, and the rows that are on none.
    /// - Complexity: O(situations × rows of their states), and the search for the next row that is left.
    public func paths(with values: [Event] = []) -> FSMPaths<State, Event> { PathSearch(listing, values).paths() }

    var listing: TableListing<State, Event> { compiled.listing(initialState, document) }
}

extension FSM {
    /// The rows of all states, as they are tried. Empty before ``buildTable(conditions:file:line:isolation:_:)``. O(rows).
    public var rules: [FSMRule<State, Event>] { runner.table?.listing(initialState).rules ?? [] }
}

extension FSMContextTable {
    /// The rows of all states, as they are tried: for lists, documentation and tests. O(rows).
    public var rules: [FSMRule<State, Event>] { listing.rules }

    /// See ``FSMTable/engineWarnings``.
    public var engineWarnings: [FSMWarning] { listing.allWarnings }

    /// See ``FSMTable/paths(with:)``.
    public func paths(with values: [Event] = []) -> FSMPaths<State, Event> { PathSearch(listing, values).paths() }
}

extension FSMContextTable.Machine {
    /// Explains what an event would come to now: a verdict on each row that the state has for it, in the order in which
    /// they are tried. Empty if there is none. Conditions are evaluated; nothing changes. O(rows).
    public func explain(_ event: Event) -> [FSMExplanation<State, Event>] {
        let eventNumber = table.eventIndex.number(of: event)
        var isOver = false
        let rules = table.listing.rules(ofEvent: eventNumber, in: number)
        return rules.map { rule in
            if isOver { return FSMExplanation(rule: rule, verdict: .notTried) }
            let holds = table.conditions(of: rule).allSatisfy { $0.holds(context, event) }
            isOver = holds
            return FSMExplanation(rule: rule, verdict: holds ? .taken : .conditionFailed)
        }
    }
}

extension FSMContextTable {
    fileprivate func conditions(of rule: FSMRule<State, Event>) -> [ContextCondition<Context, Event>] {
        let row = Int(listing.table.definition.pointee.rows[rule.row].place.line) - 1
        return conditionsOfRows.indices.contains(row) ? conditionsOfRows[row] : []
    }
}

extension FSMPath.Step {
    /// Sends the event of the step to a machine, with its predicates.
    ///
    /// - Returns: The result of the event, which can be discarded.
    @discardableResult
    public func send(
        to machine: FSM<State, Event>, isolation: isolated (any Actor)? = #isolation
    ) async -> FSMOutcome<State> {
        await machine.handle(event, predicates)
    }

    /// Sends the event of the step to a machine of the main actor, with its predicates.
    ///
    /// - Returns: The result of the event, which can be discarded.
    @discardableResult
    @MainActor
    public func send(to machine: FSM<State, Event>.OnMainActor) async -> FSMOutcome<State> {
        await machine.machine.handleInTurn(event, predicates, isolation: MainActor.shared)
    }

    /// Sends the event of the step to a machine with a context.
    ///
    /// - Returns: The result of the event, which can be discarded.
    @discardableResult
    public func send<Context>(
        to machine: FSMContextTable<State, Event, Context>.Machine, isolation: isolated (any Actor)? = #isolation
    ) async -> FSMOutcome<State> { await machine.handleEvent(event, isolation: isolation) }
}
