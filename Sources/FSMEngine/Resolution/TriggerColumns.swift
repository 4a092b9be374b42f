/// The numbers of what may be sent to a machine: events, any event, then requests for each state, and for any state; and
/// of what is tried without an event.
struct TriggerColumns {
    /// How many numbers events and states have.
    private let events: Int
    private let states: Int

    init(_ events: IDIndex<Event>, _ states: IDIndex<State>) {
        self.events = events.indexCount
        self.states = states.indexCount
    }

    var anyEvent: TypedIndex<Column> { TypedIndex(events) }
    var anyRequest: TypedIndex<Column> { TypedIndex(events + 1 + states) }
    /// Of rows without an event, which only charts have.
    var eventless: TypedIndex<Column> { anyRequest.next }
    var indexCount: Int { eventless.value + 1 }
    /// Those of events, and of any event.
    var ofEvents: TypedIndices<Column> { TypedIndices(count: events + 1) }

    /// An event has its number as a column too.
    func event(_ event: TypedIndex<Event>) -> TypedIndex<Column> { TypedIndex(event.value) }
    /// The event whose column this is, if it is one's.
    @inline(__always)
    func event(of column: TypedIndex<Column>) -> TypedIndex<Event>? {
        column < anyEvent ? TypedIndex(column.value) : nil
    }
    func request(for state: TypedIndex<State>) -> TypedIndex<Column> { TypedIndex(events + 1 + state.value) }
    /// Requests, and what has no event: cells of these are looked up by hash in all layouts.
    func isRequest(_ column: TypedIndex<Column>) -> Bool { column > anyEvent }
    func isAny(_ column: TypedIndex<Column>) -> Bool { column == anyEvent || column == anyRequest }
}
