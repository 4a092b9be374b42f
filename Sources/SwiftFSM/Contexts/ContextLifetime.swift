/// What lives as long as a state of a table with contexts: a task, or a timer. Immutable; machines keep what is running.
final class ContextLifetime<State: FSMHashable, Event: FSMHashable, Context>: ErasedLifetime {
    enum Work: Sendable {
        /// Sends an event when the state was active for so long.
        case timer(Duration, Event)
        /// Performs an operation, then sends the event.
        case activity(ContextActivity<State, Event, Context>)
    }

    let work: Work
    /// The place of an `after`.
    let place: SourcePlace?

    init(_ work: Work, _ place: SourcePlace? = nil) {
        self.work = work
        self.place = place
    }

    var isTimer: Bool { if case .timer = work { true } else { false } }

    /// A delay that is negative.
    var fault: ChartFault? {
        guard case .timer(let delay, let event) = work, delay < .zero, let place else { return nil }
        let text = "A delay cannot be negative.\nUse one of zero."
        let define = ChartFault.Define(text: "after(\(delay), \("\(event)".escaped))", place: place)
        return ChartFault(kind: .negativeDelay, text: text, defines: [define], rows: [])
    }
}

/// A statement of rules with contexts: a task that lives as long as its state.
struct ContextActivity<State: FSMHashable, Event: FSMHashable, Context>: Sendable {
    typealias Operation = nonisolated(nonsending) @Sendable (Context) async throws -> Void

    let operation: Operation
    let completion: Event?
    let failure: FSMErrorEvent<Event>?

    init(operation: @escaping Operation, _ completion: Event?, _ failure: FSMErrorEvent<Event>?) {
        self.operation = operation
        self.completion = completion
        self.failure = failure
    }
}

/// The event that a machine sends when an activity fails. See `activity` of ``ContextSyntaxBuilder`` and ``SyntaxBuilder``.
public struct FSMErrorEvent<Event: FSMHashable>: Sendable {
    let event: @Sendable (any Error) -> Event

    /// Sends an event.
    public static func send(_ event: Event) -> FSMErrorEvent { FSMErrorEvent { _ in event } }

    /// Sends an event that is made of the error: `.send { .lost("\($0)") }`.
    public static func send(_ event: @escaping @Sendable (any Error) -> Event) -> FSMErrorEvent {
        FSMErrorEvent(event: event)
    }
}

/// What a machine does when an action fails. See `attempt` of ``ContextSyntaxBuilder``
/// and ``SyntaxBuilder``.
public struct FSMFailure<State: FSMHashable, Event: FSMHashable>: Sendable {
    enum Reaction: Sendable {
        case send(@Sendable (any Error) -> Event)
        case enter(State)
    }

    let reaction: Reaction

    /// Sends an event to the machine.
    public static func send(_ event: Event) -> FSMFailure { FSMFailure(reaction: .send { _ in event }) }

    /// Sends an event that is made of the error: `.send { .failed("\($0)") }`.
    public static func send(_ event: @escaping @Sendable (any Error) -> Event) -> FSMFailure {
        FSMFailure(reaction: .send(event))
    }

    /// Changes the state, with the exit and entry actions of that. The table has to name the state.
    public static func enter(_ state: State) -> FSMFailure { FSMFailure(reaction: .enter(state)) }
}

/// An ``FSMFailure`` of any states.
protocol ErasedFailure {
    /// The state that is entered; `nil` if an event is sent.
    var target: (any FSMHashable)? { get }
}

extension FSMFailure: ErasedFailure {
    var target: (any FSMHashable)? {
        if case .enter(let state) = reaction { state } else { nil }
    }
}
