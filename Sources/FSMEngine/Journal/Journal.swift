import CMemory

/// Where a machine writes its steps: a record for each, of bytes or as a line of JSON, through a function of the host.
public struct Journal {
    /// Takes some bytes, with the context of the journal. Returns less than 0 if it could not.
    public typealias Writer = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Int32

    let writer: Writer
    let context: UnsafeMutableRawPointer?
    let isJSON: Bool
    /// What the writer returned that failed, or why nothing could be written: from then on nothing is.
    var failure: Int32 = 0
    /// What was written tells all of the machine, in which nothing may happen without a step.
    var isCurrent = false
    /// The time that was written last.
    var time: Int64 = 0

    /// A journal whose writer is passed this context, as JSON or in bytes.
    public init(_ writer: @escaping Writer, _ context: UnsafeMutableRawPointer?, isJSON: Bool) {
        self.writer = writer
        self.context = context
        self.isJSON = isJSON
    }
}

/// The row that a state has for an event, as it was found last: kept behind the journal.
struct JournalRow {
    let source: ID
    let event: ID
    let target: ID
    /// From 1; 0 if nothing was found yet.
    let row: UInt32

    static var count: UInt32 { 32 }

    static func rows(of journal: UnsafeMutablePointer<Journal>) -> UnsafeMutablePointer<JournalRow> {
        UnsafeMutableRawPointer(journal + 1).assumingMemoryBound(to: JournalRow.self)
    }

    /// A journal with no rows yet; `nil` if there is no memory.
    static func makeJournal(_ journal: Journal) -> UnsafeMutablePointer<Journal>? {
        let size = MemoryLayout<Journal>.stride + Int(count) * MemoryLayout<JournalRow>.stride
        guard let memory = malloc(size)?.bindMemory(to: Journal.self, capacity: 1) else { return nil }
        memory.initialize(to: journal)
        rows(of: memory).initialize(
            repeating: JournalRow(source: 0, event: 0, target: 0, row: 0), count: Int(count))
        return memory
    }
}

/// What a record is. Each begins with its size, this number, and its payload.
enum JournalRecord: UInt32 {
    /// A snapshot, with which a journal begins.
    case snapshot = 1
    /// A step after which something else has to be known of the machine.
    case step = 2
    /// A step after which the machine is in its state, and that is all.
    case wholeStep = 3
    /// What has changed of a machine: the bytes of a snapshot behind its prefix, without names.
    case state = 4

    /// The bytes before the payload.
    static var headSize: Int { 8 }
}
