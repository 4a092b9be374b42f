/// The log entries of one machine, in the order in which their events began.
///
/// An event is reported when its actions have returned, but those that its actions sent are finished before it. Their
/// entries wait here, so that each entry begins in the state in which the one before it ended.
struct EntryOrder<State: FSMHashable, Event: FSMHashable> {
    typealias Entry = FSMLogEntry<State, Event>

    /// Those not reported yet; `nil` while the event is in progress.
    private var entries: [Entry?] = []
    /// The number of the first of them.
    private var first = 0

    /// Keeps a place for the entry of an event that begins.
    mutating func open() -> Int {
        entries.append(nil)
        return first + entries.count - 1
    }

    mutating func close(_ number: Int, _ entry: Entry) { entries[number - first] = entry }

    /// The next entry, unless an event that began before it is in progress.
    mutating func popNext() -> Entry? {
        guard let entry = entries.first.flatMap({ $0 }) else { return nil }
        entries.removeFirst()
        first += 1
        return entry
    }
}

extension Runner {
    /// Reports an event that nothing was done for.
    func report(
        _ outcome: FSMOutcome<State>, _ event: Event, _ predicates: [any Predicate],
        _ logHandler: FSMLogHandler<State, Event>?
    ) -> FSMOutcome<State> {
        guard let logHandler else { return outcome }
        return close(entries.open(), outcome, event, predicates, logHandler)
    }

    /// Reports the event for which this number was opened, after those that began before it.
    func close(
        _ number: Int, _ outcome: FSMOutcome<State>, _ event: Event, _ predicates: [any Predicate],
        _ logHandler: FSMLogHandler<State, Event>
    ) -> FSMOutcome<State> {
        entries.close(
            number, FSMLogEntry(event: event, predicates: predicates, outcome: outcome, hasTable: table != nil))
        while let entry = entries.popNext() { logHandler(entry) }
        return outcome
    }
}
