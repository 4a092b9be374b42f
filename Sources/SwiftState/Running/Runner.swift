import FSMEngine
import FSMInterning

/// The state of a machine with its routes, handlers and table: everything needed for an attempt.
@usableFromInline
final class Runner<S: StateType, E: EventType> {
    // Unchecked exclusivity: only another thread could read these while they change, and a machine belongs to one
    // thread.
    @usableFromInline @exclusivity(unchecked) var state: S
    /// The engine's id of the state; 0 if no route names it.
    @usableFromInline @exclusivity(unchecked) var stateID: Int32 = 0
    @usableFromInline @exclusivity(unchecked) private(set) var hasErrorHandlers = false
    @usableFromInline @exclusivity(unchecked) private(set) var table: RouteTable<S, E>?
    @usableFromInline @exclusivity(unchecked) private(set) var isStale = true

    // Copied from the table.
    @usableFromInline @exclusivity(unchecked)
    private(set) var stateBits = UnsafeMutableBufferPointer<Int32>(start: nil, count: 0)
    @usableFromInline @exclusivity(unchecked)
    private(set) var eventBits = UnsafeMutableBufferPointer<Int32>(start: nil, count: 0)

    /// Event handlers by the event's number; `nil` if not needed yet. Used only if there are such handlers.
    @usableFromInline @exclusivity(unchecked) var eventLists: [HandlerList<S, E>?] = []
    /// The numbers of the events that have a list.
    private var listedEvents: [Int32] = []
    /// Transition handlers by the numbers of both states. Empty if there are no such handlers.
    @usableFromInline @exclusivity(unchecked) var stateLists: [UInt64: HandlerList<S, E>] = [:]
    @usableFromInline @exclusivity(unchecked) private(set) var hasEventHandlers = false
    @usableFromInline @exclusivity(unchecked) private(set) var hasStateHandlers = false
    /// How many of ``stateLists`` are kept.
    private static var mostStateLists: Int { 16_384 }
    private var errorList: HandlerList<S, E>?
    /// From which the lists are made; `nil` after handlers or ids have changed.
    private var index: HandlerIndex<S, E>?

    @exclusivity(unchecked) private(set) var routes = Routes<S, E>()
    @exclusivity(unchecked) private(set) var handlers = Handlers<S, E>()
    private let factory: CallbackFactory<S, E>

    @usableFromInline
    init(state: S, _ factory: CallbackFactory<S, E>) {
        self.state = state
        self.factory = factory
    }

    // MARK: - Changes

    // What was removed is returned, and released only after the change: a closure can retain an object that changes the
    // machine when it is deallocated.

    /// Adds or removes routes. The table is rebuilt when it is next needed.
    func changeRoutes<Result>(_ change: (inout Routes<S, E>) -> Result) -> Result {
        isStale = true
        return change(&routes)
    }

    /// Adds or removes handlers. O(1) amortized, plus the change.
    func changeHandlers<Result>(_ change: (inout Handlers<S, E>) -> Result) -> Result {
        let result = change(&handlers)
        withExtendedLifetime(result) { forgetLists() }
        return result
    }

    /// Forgets the lists that were made.
    private func forgetLists() {
        hasEventHandlers = !handlers.onEvent.isEmpty
        hasStateHandlers = !handlers.onState.isEmpty
        hasErrorHandlers = !handlers.onError.isEmpty
        for number in listedEvents { eventLists[Int(number)] = nil }
        listedEvents = []
        stateLists = [:]
        errorList = nil
        index = nil
        let count = (table?.events.values.count ?? 0) + 1
        if hasEventHandlers && eventLists.count != count { eventLists = Array(repeating: nil, count: count) }
    }

    /// The index of the current handlers. O(handlers) after a change.
    private func currentIndex() -> HandlerIndex<S, E> {
        let current = index ?? HandlerIndex(handlers, eventID: { search($0) }, stateID: { search($0) })
        index = current
        return current
    }

    /// Rebuilds the table if routes have changed. O(routes) then.
    @usableFromInline
    func prepare() {
        guard isStale else { return }
        let former = self.table
        // Released last, like what was removed.
        defer { withExtendedLifetime(former) {} }
        let table = RouteTable(routes, factory)
        isStale = false
        stateBits = table.stateBits
        eventBits = table.eventBits
        self.table = table
        stateID = search(state)
        forgetLists()
    }

    // MARK: - Ids

    /// The engine's id of an event; 0 if no route names it.
    @inlinable @inline(__always)
    func id(of event: E) -> Int32 {
        if BitNumbers<E>.isPossible {
            let pattern = BitNumbers<E>.pattern(of: event)
            if pattern < eventBits.count, eventBits[pattern] >= 0 { return eventBits[pattern] &+ 1 }
        }
        return search(event)
    }

    /// The engine's id of a state; 0 if no route names it.
    @inlinable @inline(__always)
    func id(of state: S) -> Int32 {
        if BitNumbers<S>.isPossible {
            let pattern = BitNumbers<S>.pattern(of: state)
            if pattern < stateBits.count, stateBits[pattern] >= 0 { return stateBits[pattern] &+ 1 }
        }
        return search(state)
    }

    @inlinable
    func search(_ event: E) -> Int32 { (table?.events.number(of: event) ?? -1) &+ 1 }

    @inlinable
    func search(_ state: S) -> Int32 { (table?.states.number(of: state) ?? -1) &+ 1 }

    // MARK: - Lists of handlers

    /// The current handlers for an event.
    @inlinable @inline(__always)
    func handlers(forEvent number: Int32) -> HandlerList<S, E> {
        eventLists[Int(number)] ?? makeHandlers(forEvent: number)
    }

    @usableFromInline
    func makeHandlers(forEvent number: Int32) -> HandlerList<S, E> {
        let list = currentIndex().list(forEvent: number)
        eventLists[Int(number)] = list
        listedEvents.append(number)
        return list
    }

    /// The current handlers for a transition.
    @inlinable @inline(__always)
    func handlers(from: Int32, to: Int32) -> HandlerList<S, E> {
        stateLists[UInt64(UInt32(bitPattern: from)) &<< 32 | UInt64(UInt32(bitPattern: to))]
            ?? makeHandlers(from: from, to: to)
    }

    @usableFromInline
    func makeHandlers(from: Int32, to: Int32) -> HandlerList<S, E> {
        let list = currentIndex().list(from: from, to: to)
        // There can be as many transitions as pairs of states.
        if stateLists.count == Self.mostStateLists { stateLists = [:] }
        stateLists[UInt64(UInt32(bitPattern: from)) &<< 32 | UInt64(UInt32(bitPattern: to))] = list
        return list
    }

    /// The current error handlers.
    @usableFromInline
    func handlersForErrors() -> HandlerList<S, E> {
        let list = errorList ?? handlers.listForErrors()
        errorList = list
        return list
    }
}
