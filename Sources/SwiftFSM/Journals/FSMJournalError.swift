/// The reason why there is no journal, or why one cannot be replayed.
public enum FSMJournalError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The rules have states with values, or an `after`, outside of a chart, which records do not know.
    case unsupported
    /// There is no snapshot in it with which a journal begins.
    case noJournal
    /// The journal is of another table: in bytes, of one that is not equal to this one.
    case otherTable
    /// A record is damaged: the one behind these bytes and steps, which can be replayed.
    case damaged(FSMJournalReplay)
    /// There is no memory.
    case outOfMemory

    /// The error, and how to correct it.
    public var description: String {
        switch self {
        case .unsupported:
            "these rules have states whatever their values, computed targets or an 'after', of which journals do not tell: "
                + "store what 'transitions()' tells, which is Codable if states and events are"
        case .noJournal: "expected a journal, which begins with a snapshot"
        case .otherTable:
            "the journal is of another table: replay it with its own. In bytes a journal says numbers of states and "
                + "events, in JSON names"
        case .damaged(let replay) where replay.byteCount == 0: "the journal is damaged, or of another table"
        case .damaged(let replay):
            "the journal is damaged behind its first \(replay.byteCount) bytes, which have \(replay.stepCount) steps: "
                + "replay those alone"
        case .outOfMemory: "there is no memory for the journal"
        }
    }
}
