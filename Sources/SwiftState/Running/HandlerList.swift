/// A handler, with all that has to be compared before it is called.
@usableFromInline
struct HandlerEntry<S: StateType, E: EventType> {
    @usableFromInline let event: E?
    @usableFromInline let from: S?
    @usableFromInline let to: S?
    /// Nothing has to be compared.
    @usableFromInline let isCertain: Bool
    @usableFromInline let body: Machine<S, E>.Handler

    init(event: E? = nil, from: S? = nil, to: S? = nil, body: @escaping Machine<S, E>.Handler) {
        self.event = event
        self.from = from
        self.to = to
        isCertain = event == nil && from == nil && to == nil
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

/// Handlers in the order in which they run. It does not change: a round of them ends as it began, whatever they remove.
@usableFromInline
final class HandlerList<S: StateType, E: EventType> {
    @usableFromInline let entries: [HandlerEntry<S, E>]

    init(_ entries: [HandlerEntry<S, E>]) {
        self.entries = entries
    }

    @inlinable
    func run(_ context: Machine<S, E>.Context) {
        for entry in entries where entry.isCertain || entry.applies(to: context) { entry.body(context) }
    }
}
