/// A row of a table as one state has it. A row of a superstate is listed for each state that adopts it, a row for several
/// events for each of them; rows that are overridden are not listed.
public struct FSMRule<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// What a row is for.
    public enum Trigger: Sendable, Equatable {
        /// An event, or a pattern: `.coin(.any)`.
        case event(Event)
        /// Each event, in a document.
        case anyEvent
        /// Of a chart: no event, as soon as the state is active.
        case always
        /// Of a chart: the state is done.
        case done
        /// A request for a state, in a document; `nil` for each state. This front end makes no requests.
        case request(State?)
    }

    /// What a row leads to.
    public enum Target: Sendable, Equatable {
        /// A state; of a chart sometimes several.
        case states([State])
        /// The state does not change. In a chart it is not left either.
        case stays
        /// Of a chart: the event waits.
        case deferred
        /// A state that is computed when the row is taken.
        case computed
    }

    /// A condition on the states that are active, in a chart.
    public struct ActiveState: Sendable, Equatable {
        /// The state.
        public let state: State
        /// Whether it must be active, or must not be.
        public let isIn: Bool
    }

    /// The state that has the row; `nil` for each state, in a document.
    public let state: State?
    /// Whether ``state`` stands for its case, whatever its values: `define(any:)`.
    public let isOfCase: Bool
    /// What the row is for.
    public let trigger: Trigger
    /// Whether the event of ``trigger`` stands for its case, whatever its values: `when(any:)`.
    public let isForCase: Bool
    /// What it leads to.
    public let target: Target
    /// The predicates that the row names: of each type those of which one must hold.
    public let predicates: [[any Predicate]]
    /// Whether it has a `condition`, or in a document a guard.
    public let hasCondition: Bool
    /// In a chart: the conditions on active states.
    public let activeStates: [ActiveState]
    /// In a document: the word before the row; `nil` if there is none.
    public let label: String?
    /// Where the row's event is named.
    public let place: SourcePlace

    /// The number of the transition in the engine's table.
    let number: Int
    /// The number of the engine's row.
    let row: Int
    /// The number of the row as it was written; `nil` in a document. A row for a pattern is listed for each event that it
    /// matches.
    let statement: Int?
    /// The engine's state and event.
    let stateNumber: Int32
    let eventNumber: Int32

    /// The event that the row names; `nil` if it names none.
    public var event: Event? { if case .event(let event) = trigger { event } else { nil } }
}

extension FSMRule: CustomStringConvertible {
    /// The row in one line: "coin [Policy.weak, condition]: locked -> unlocked". Of a case it has the name:
    /// "any submit: draft -> review(by: "Ann")".
    public var description: String {
        let conditions =
            activeStates.map { "\($0.isIn ? "in" : "not in") \($0.state)" }
            + predicates.map { cases in
                cases.map { "\(Swift.type(of: $0)).\($0)" }.joined(separator: "|")
            } + (hasCondition ? ["condition"] : [])
        let trigger = event.map { isForCase ? "any \(CaseKey.name(of: $0))" : "\($0)" } ?? "\(trigger)"
        let start = conditions.isEmpty ? trigger : "\(trigger) [\(conditions.joined(separator: ", "))]"
        return "\(start): \(stateText ?? "any") -> \(targetText)"
    }

    private var stateText: String? { state.map { isOfCase ? "any \(CaseKey.name(of: $0))" : "\($0)" } }

    private var targetText: String {
        switch target {
        case .states(let states): states.map { "\($0)" }.joined(separator: ", ")
        case .stays: stateText ?? "same"
        case .deferred: "deferred"
        case .computed: "computed"
        }
    }
}

extension FSMRule.Trigger: CustomStringConvertible {
    /// The event's description, or "any", "always", "done", "request".
    public var description: String {
        switch self {
        case .event(let event): "\(event)"
        case .anyEvent: "any"
        case .always: "always"
        case .done: "done"
        case .request(let state): "request \(state.map { "\($0)" } ?? "any")"
        }
    }
}
