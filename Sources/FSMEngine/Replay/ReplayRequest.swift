/// What to replay, and where the results belong. Laid out like `sfsm_replay` in the C header, which says what each of them
/// means; all memory is the caller's.
public struct ReplayRequest {
    /// What is done with guards.
    enum Guards: Int32 {
        case refused, assumed, asked
    }

    /// What is done after a violation.
    enum Reaction: Int32 {
        case stays, stopsToken, stops
    }

    struct Flags: OptionSet {
        let rawValue: UInt32

        static var lenient: Flags { Flags(rawValue: 1) }
        static var callsActions: Flags { Flags(rawValue: 2) }
        static var skipsUnknown: Flags { Flags(rawValue: 4) }
        static var all: Flags { Flags(rawValue: 7) }
    }

    /// The cases of one predicate type.
    struct CaseColumn {
        var predicate: ID
        var reserved: Int32
        var column: ReplayColumn
    }

    /// An argument of one event.
    struct ArgumentColumn {
        var event: ID
        var number: UInt32
        var column: ReplayColumn
    }

    /// Is told how many events of how many were looked at.
    typealias Progress = @convention(c) (UnsafeMutableRawPointer?, Int64, Int64) -> Int32
    /// A part of the work, and who calls all of them.
    typealias Part = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
    typealias Parallel = @convention(c) (UnsafeMutableRawPointer?, Part, UnsafeMutableRawPointer?, Int) -> Int32

    /// The size of the caller's struct, in bytes.
    public var size: Int
    var states: UnsafeMutablePointer<ID>?
    var tokenCount: Int
    var events: ReplayColumn
    var eventCount: Int
    var eventMap: UnsafePointer<ID>?
    var eventMapCount: Int
    var tokens: ReplayColumn
    var offsets: UnsafePointer<Int64>?
    var cases: UnsafePointer<CaseColumn>?
    var caseColumnCount: Int
    var arguments: UnsafePointer<ArgumentColumn>?
    var argumentColumnCount: Int
    var times: UnsafePointer<Int64>?
    var initial: ID
    var flags: Flags
    private var guardsNumber: Int32
    private var reactionNumber: Int32
    var contexts: UnsafeMutableRawPointer?
    var contextStride: Int
    var firstIndex: Int64
    var threadCount: Int
    var parallel: Parallel?
    var parallelContext: UnsafeMutableRawPointer?
    var progress: Progress?
    var progressContext: UnsafeMutableRawPointer?
    var outcomes: UnsafeMutablePointer<UInt8>?
    var rows: UnsafeMutablePointer<Int32>?
    var rowCounts: UnsafeMutablePointer<Int64>?
    var rowTimes: UnsafeMutablePointer<Int64>?
    var entered: UnsafeMutablePointer<Int64>?
    var first: UnsafeMutablePointer<Int64>?
    var firstTimes: UnsafeMutablePointer<Int64>?
    var violations: UnsafeMutablePointer<ReplayViolation>?
    var violationCapacity: Int

    /// `nil` for a number that is none of them.
    var guards: Guards? { Guards(rawValue: guardsNumber) }
    var reaction: Reaction? { Reaction(rawValue: reactionNumber) }

    /// Something of a step is called.
    var calls: Bool { flags.contains(.callsActions) || guards == .asked }
    var isOfLists: Bool { offsets != nil }

    /// How many share the work, each on a thread of its own.
    var workerCount: Int { reaction == .stops ? 1 : max(1, min(threadCount, tokenCount, Self.maximumWorkerCount)) }
    /// No more threads than this are started.
    private static var maximumWorkerCount: Int { 256 }

    /// What callbacks are given for a token.
    @inline(__always)
    func context(of token: Int) -> UnsafeMutableRawPointer? { contexts.map { $0 + token &* contextStride } }
}

/// An event that the rules do not permit. Laid out like `sfsm_violation` in the C header.
struct ReplayViolation {
    var index: Int64
    var token: Int64
    var state: ID
    var event: ID
    var outcome: Outcome
    var reserved: Int32 = 0
}

/// What came of a replay. Laid out like `sfsm_replay_counts` in the C header.
public struct ReplayCounts {
    /// The size of the caller's struct, in bytes.
    public var size: Int
    var events: Int64 = 0
    var transitioned: Int64 = 0
    var refused: Int64 = 0
    var unhandled: Int64 = 0
    var skipped: Int64 = 0
    var violations: Int64 = 0
    var violatedTokens: Int64 = 0
    /// What an error is about, or -1.
    var index: Int64 = -1
    /// What the callback returned that failed.
    var failure: Int32 = 0
    private var reserved: Int32 = 0

    /// Nothing counted, for a struct of so many bytes.
    public init(size: Int) { self.size = size }

    /// The counts of a part that follows.
    mutating func add(_ other: ReplayCounts) {
        events += other.events
        transitioned += other.transitioned
        refused += other.refused
        unhandled += other.unhandled
        skipped += other.skipped
        violations += other.violations
        violatedTokens += other.violatedTokens
    }
}
