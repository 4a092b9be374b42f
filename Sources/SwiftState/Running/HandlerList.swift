/// A handler with the conditions that must be checked before it is called.
@usableFromInline
struct HandlerEntry<S: StateType, E: EventType> {
    @usableFromInline let event: E?
    @usableFromInline let from: S?
    @usableFromInline let to: S?
    /// Whether there is nothing to check.
    @usableFromInline let isUnconditional: Bool
    @usableFromInline let body: Machine<S, E>.Handler

    init(event: E? = nil, from: S? = nil, to: S? = nil, body: @escaping Machine<S, E>.Handler) {
        self.event = event
        self.from = from
        self.to = to
        isUnconditional = event == nil && from == nil && to == nil
        self.body = body
    }

    @inlinable
    func applies(to context: Machine<S, E>.Context) -> Bool {
        if let event, event != context.event { return false }
        if let from, from != context.fromState { return false }
        if let to, to != context.toState { return false }
        return true
    }
}

/// Handlers in the order in which they run. Immutable: handlers that are removed during a step still run in that step.
@usableFromInline
final class HandlerList<S: StateType, E: EventType> {
    @usableFromInline let entries: [HandlerEntry<S, E>]

    init(_ handlers: [RankedHandler<S, E>]) {
        entries = handlers.sorted { $0.key < $1.key }.map(\.entry)
    }

    @inlinable
    func run(_ context: Machine<S, E>.Context) {
        for entry in entries where entry.isUnconditional || entry.applies(to: context) { entry.body(context) }
    }
}
