/// The reason why there is no journal, or why one cannot be replayed.
public enum FSMJournalError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The rules are no chart, and have states that are defined whatever their values, computed targets, or an `after`.
    case unsupported
    /// There is no snapshot in it with which a journal begins.
    case noJournal
    /// The journal is of another table: in bytes, of one that is not equal to this one.
    case otherTable
    /// A record is damaged. The bytes before it, which have so many steps, can be replayed.
    case damaged(FSMJournalReplay)
    /// There is no memory.
    case outOfMemory

    /// The error, and how to correct it.
    public var description: String {
        switch self {
        case .unsupported:
            "a journal cannot tell of states that are defined whatever their values, of computed targets, or of an 'after' "
                + "outside of a chart: write what 'transitions()' tells, which is Codable if states and events are"
        case .noJournal: "expected a journal, which begins with a snapshot"
        case .otherTable:
            "the journal is of another table: replay it with its own. In bytes a journal says numbers of states and "
                + "events, in JSON names"
        case .damaged(let replay) where replay.byteCount == 0: "the journal is damaged, or of another table"
        case .damaged(let replay):
            "the journal is damaged behind its first \(replay.byteCount) bytes, which have \(replay.stepCount) steps: "
                + "replay only these"
        case .outOfMemory: "there is no memory for the journal"
        }
    }
}
