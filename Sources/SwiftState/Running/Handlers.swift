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

    /// Returns the handlers for an event id; 0 is the id of all events that no route names. O(handlers).
    func list(forEvent id: Int32, numbering: (E) -> Int32) -> HandlerList<S, E> {
        var found: [Ranked] = []
        for (number, handler) in onEvent.ordered {
            let event = handler.event.rawValue
            guard event.map({ numbering($0) == id }) ?? true else { continue }
            let entry = HandlerEntry(
                event: id == 0 ? event : nil, from: handler.transition.fromState.rawValue,
                to: handler.transition.toState.rawValue, body: handler.body)
            found.append(Ranked(entry, handler.order, event == nil ? 1 : 0, number))
        }
        return Self.list(found)
    }

    /// Returns the handlers for a transition between state ids; 0 is the id of all states that no route names.
    /// O(handlers).
    func list(from: Int32, to: Int32, numbering: (S) -> Int32) -> HandlerList<S, E> {
        var found: [Ranked] = []
        for (number, handler) in onState.ordered {
            let (fromState, toState) = (handler.transition.fromState.rawValue, handler.transition.toState.rawValue)
            guard fromState.map({ numbering($0) == from }) ?? true, toState.map({ numbering($0) == to }) ?? true
            else { continue }
            let entry = HandlerEntry(
                from: from == 0 ? fromState : nil, to: to == 0 ? toState : nil, body: handler.body)
            found.append(Ranked(entry, handler.order, (fromState == nil ? 2 : 0) + (toState == nil ? 1 : 0), number))
        }
        return Self.list(found)
    }

    /// Returns the error handlers. O(handlers).
    func listForErrors() -> HandlerList<S, E> {
        Self.list(onError.ordered.map { Ranked(HandlerEntry(body: $1.body), $1.order, 0, $0) })
    }

    /// An entry with its sort key: the order, how specific it is, and when it was added.
    private struct Ranked {
        var entry: HandlerEntry<S, E>
        var key: (HandlerOrder, Int, Int)

        init(_ entry: HandlerEntry<S, E>, _ order: HandlerOrder, _ rank: Int, _ number: Int) {
            self.entry = entry
            key = (order, rank, number)
        }
    }

    private static func list(_ found: [Ranked]) -> HandlerList<S, E> {
        HandlerList(found.sorted { $0.key < $1.key }.map(\.entry))
    }
}
