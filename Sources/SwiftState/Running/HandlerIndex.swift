/// The handlers of a machine by the ids of the events and states that they name: making a list looks at its own handlers
/// only.
///
/// 0 is the id of all events, and of all states, that no route names.
struct HandlerIndex<S: StateType, E: EventType> {
    /// The ids that a handler for a requested transition names.
    private struct Ends: Hashable {
        /// `nil` for `.any`.
        var from: Int32?
        var to: Int32?
    }

    /// By the id of the event; `nil` is for `.any`.
    private var byEvent: [Int32?: [RankedHandler<S, E>]] = [:]
    private var byEnds: [Ends: [RankedHandler<S, E>]] = [:]

    /// Sorts handlers by what they name. O(handlers).
    init(_ handlers: Handlers<S, E>, eventID: (E) -> Int32, stateID: (S) -> Int32) {
        for (number, handler) in handlers.onEvent.elements {
            let event = handler.event.rawValue
            let id = event.map(eventID)
            let entry = HandlerEntry(
                event: id == 0 ? event : nil, from: handler.transition.fromState.rawValue,
                to: handler.transition.toState.rawValue, body: handler.body)
            byEvent[id, default: []].append(RankedHandler(entry, handler.order, id == nil ? 1 : 0, number))
        }
        for (number, handler) in handlers.onState.elements {
            let (from, to) = (handler.transition.fromState.rawValue, handler.transition.toState.rawValue)
            let ends = Ends(from: from.map(stateID), to: to.map(stateID))
            let entry = HandlerEntry<S, E>(
                from: ends.from == 0 ? from : nil, to: ends.to == 0 ? to : nil, body: handler.body)
            let rank = (from == nil ? 2 : 0) + (to == nil ? 1 : 0)
            byEnds[ends, default: []].append(RankedHandler(entry, handler.order, rank, number))
        }
    }

    /// Returns the handlers for an event id. O(n log n) for n handlers in the list.
    func list(forEvent id: Int32) -> HandlerList<S, E> {
        HandlerList([id, nil].flatMap { byEvent[$0] ?? [] })
    }

    /// Returns the handlers for a transition between state ids. O(n log n) for n handlers in the list.
    func list(from: Int32, to: Int32) -> HandlerList<S, E> {
        HandlerList(
            [from, nil].flatMap { from in [to, nil].flatMap { to in byEnds[Ends(from: from, to: to)] ?? [] } })
    }
}

/// An entry with its sort key: the order, how specific it is, and when it was added.
struct RankedHandler<S: StateType, E: EventType> {
    var entry: HandlerEntry<S, E>
    var key: (HandlerOrder, Int, Int)

    init(_ entry: HandlerEntry<S, E>, _ order: HandlerOrder, _ rank: Int, _ number: Int) {
        self.entry = entry
        key = (order, rank, number)
    }
}
