/// The numbers of what may be sent to a machine: events, any event, then requests for each state, and for any state.
struct TriggerColumns {
    let events: Int
    let states: Int

    var anyEvent: Int { events }
    var anyRequest: Int { events + 1 + states }
    var indexCount: Int { anyRequest + 1 }

    func request(for state: Int) -> Int { events + 1 + state }
    func isRequest(_ column: Int) -> Bool { column > anyEvent }
    func isAny(_ column: Int) -> Bool { column == anyEvent || column == anyRequest }
    /// The column for any event or any request, whichever this is one of.
    func any(of column: Int) -> Int { isRequest(column) ? anyRequest : anyEvent }
}
