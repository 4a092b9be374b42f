#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#elseif canImport(ucrt)
    import ucrt
#endif

/// The argument of a log handler, which is called after the actions have run.
///
/// Entries come in the order in which events began: that of an event comes before those of the events that its actions
/// sent. Each transition so begins in the state to which the one before it led.
public struct FSMLogEntry<State: FSMHashable, Event: FSMHashable>: CustomStringConvertible, Sendable {
    /// The event that was handled.
    public let event: Event
    /// The predicates sent with it.
    public let predicates: [any Predicate]
    /// The result.
    public let outcome: FSMOutcome<State>
    /// Whether the table was built.
    let hasTable: Bool

    init(event: Event, predicates: [any Predicate], outcome: FSMOutcome<State>, hasTable: Bool = true) {
        self.event = event
        self.predicates = predicates
        self.outcome = outcome
        self.hasTable = hasTable
    }

    /// One line of text: "Info: coin has led from locked to unlocked".
    public var description: String {
        let matching = predicates.isEmpty ? "" : " matching \(predicates)"
        switch outcome {
        case .transitioned(let from, let to):
            return "Info: \(event)\(matching) has led from \(from) to \(to)"
        case .notExecuted: return "Info: the condition for \(event)\(matching) does not hold"
        case .notFound where !hasTable:
            return "Warning: \(event)\(matching) was sent before 'buildTable', so that no transition was found"
        case .notFound: return "Warning: no transition found for \(event)\(matching)"
        case .deferred: return "Info: \(event)\(matching) waits"
        case .queued: return "Info: \(event)\(matching) was sent from inside an action"
        case .stepLimitReached:
            return "Warning: \(event)\(matching) has led to rows and raised events that do not come to an end"
        case .cancelled: return "Info: the task that sent \(event)\(matching) was cancelled while it waited"
        case .unknownTarget(let state):
            return "Warning: \(event)\(matching) leads to \(state), which the table does not name"
        case .missingPredicate(let type):
            return "Warning: no transition found for \(event)\(matching): a predicate of \(type) has to come with it"
        case .unknownPredicate(let type):
            return "Warning: no transition found for \(event)\(matching): the table does not know this \(type)"
        case .repeatedPredicate(let type):
            return "Warning: no transition found for \(event)\(matching): there are two of \(type)"
        }
    }
}

/// A function that is called for each event.
public typealias FSMLogHandler<State: FSMHashable, Event: FSMHashable> = (FSMLogEntry<State, Event>) -> Void

/// Returns a handler that prints to standard error in debug builds, otherwise `nil`.
func defaultLogHandler<State, Event>() -> FSMLogHandler<State, Event>? {
    #if DEBUG
        return { entry in writeLog("\(entry)") }
    #else
        return nil
    #endif
}

/// Prints to standard error.
func writeLog(_ text: String) {
    let line = "[SwiftFSM] \(text)\n"
    line.utf8.withContiguousStorageIfAvailable { bytes in
        #if canImport(ucrt)
            _ = _write(2, bytes.baseAddress, UInt32(bytes.count))
        #else
            _ = write(2, bytes.baseAddress, bytes.count)
        #endif
    }
}
