/// A part of a step.
public enum Phase: Int32 {
    /// A dynamic target is asked for.
    case resolve = 1
    /// Exit callbacks of the old state.
    case exit
    /// Actions of the row.
    case actions
    /// The state changes.
    case commit
    /// Entry callbacks of the new state, then its cycle callbacks.
    case entry
}

/// The order in which the phases of a step run. Each front end keeps its own system's order; it is worked into the
/// table when that is compiled.
public struct StepOrder {
    /// All phases, each once.
    public let phases: [Phase]

    /// The C default: exit, actions, commit, entry, with the target known before anything runs.
    public static var standard: StepOrder {
        StepOrder(unchecked: [.resolve, .exit, .actions, .commit, .entry])
    }

    private init(unchecked phases: [Phase]) { self.phases = phases }

    /// Actions run before the state changes.
    var actsBeforeCommit: Bool {
        for phase in phases where phase == .actions || phase == .commit { return phase == .actions }
        return false
    }

    /// Exit callbacks run before the state changes, and entry callbacks after it.
    var commitsBetweenExitAndEntry: Bool {
        let commit = phases.firstIndex(of: .commit)!
        return phases.firstIndex(of: .exit)! < commit && commit < phases.firstIndex(of: .entry)!
    }

    /// `nil` unless `phases` holds each of the five once, and resolve comes before commit and entry.
    public init?(_ phases: [Phase]) {
        guard phases.count == 5 else { return nil }
        /// A bit for each phase that was seen.
        var seen: Int32 = 0
        for phase in phases {
            let bit: Int32 = 1 << phase.rawValue
            let comesTooSoon = (phase == .commit || phase == .entry) && seen & (1 << Phase.resolve.rawValue) == 0
            guard seen & bit == 0, !comesTooSoon else { return nil }
            seen |= bit
        }
        self.phases = phases
    }
}

/// The phases of a step in one word, from which they are taken one after the other.
struct PhaseSequence: Sequence, IteratorProtocol {
    /// A byte each, the first one lowest; then 0.
    private var word: UInt64 = 0

    init(_ order: StepOrder) {
        for phase in order.phases.reversed() { word = word << 8 | UInt64(phase.rawValue) }
    }

    /// The order of ``StepOrder/standard``.
    @inline(__always)
    var isStandard: Bool { word == 0x05_0403_0201 }

    @inline(__always)
    mutating func next() -> Phase? {
        defer { word >>= 8 }
        return Phase(rawValue: Int32(truncatingIfNeeded: word & 0xff))
    }

    /// The phase with this number, from 0 to 4.
    subscript(number: UInt8) -> Phase? {
        Phase(rawValue: Int32(truncatingIfNeeded: word >> (8 * UInt64(number)) & 0xff))
    }
}

/// When entry and exit callbacks run.
public enum EntryExitPolicy: Int32 {
    /// Only if the state changes.
    case onChange = 0
    /// Also if it stays, unless the row is internal.
    case always = 1
}

/// How guards choose among rows.
public enum GuardPolicy: Int32 {
    /// One row for a source and an event; a guard that says no refuses the event.
    case exclusive = 0
    /// Rows are tried in order of precedence, then as added, and the first that passes is taken.
    case firstMatch = 1
}
