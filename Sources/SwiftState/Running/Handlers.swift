/// The handlers of a machine, by kind.
struct Handlers<S: StateType, E: EventType> {
    /// A handler for an event that makes a matching transition.
    struct OnEvent {
        var event: Event<E>
        var transition: Transition<S>
        var order: HandlerOrder
        var body: Machine<S, E>.Handler
    }

    /// A handler for a requested transition.
    struct OnState {
        var transition: Transition<S>
        var order: HandlerOrder
        var body: Machine<S, E>.Handler
    }

    /// A handler for failed attempts.
    struct OnError {
        var order: HandlerOrder
        var body: Machine<S, E>.Handler
    }

    var onEvent = Registry<OnEvent>()
    var onState = Registry<OnState>()
    var onError = Registry<OnError>()

    /// Returns the error handlers. O(handlers).
    func listForErrors() -> HandlerList<S, E> {
        HandlerList(onError.ordered.map { RankedHandler(HandlerEntry(body: $1.body), $1.order, 0, $0) })
    }
}
