/// What a snapshot says of a machine besides its states, timers and events that wait.
struct SnapshotHead {
    /// What a machine is doing, and how the snapshot is written.
    struct Flags: OptionSet {
        let rawValue: UInt32

        static var stopped: Flags { Flags(rawValue: 1) }
        /// A final state of the chart itself is active.
        static var done: Flags { Flags(rawValue: 2) }
        /// What follows an event by itself is still to be tried: see ``MachineFlags/unsettled``.
        static var unsettled: Flags { Flags(rawValue: 4) }
        static var restless: Flags { Flags(rawValue: 8) }
        static var moved: Flags { Flags(rawValue: 16) }
        /// See ``MachineFlags/resuming``.
        static var resuming: Flags { Flags(rawValue: 32) }
        /// Timers have the time at which they are due, instead of what is left of them.
        static var hasDueTimes: Flags { Flags(rawValue: 64) }
        /// There is more than active states.
        static var hasMore: Flags { Flags(rawValue: 128) }
        /// Ids with a name are those of no table: the name counts.
        static var isByName: Flags { Flags(rawValue: 256) }
        /// Ids have no names: only in a journal.
        static var isNameless: Flags { Flags(rawValue: 512) }
        /// What a machine is doing.
        static var progress: Flags { Flags(rawValue: 63) }
        static var all: Flags { Flags(rawValue: 1023) }
    }

    var flags: Flags = []
    /// The machine's time, if timers have theirs.
    var time: Int64 = 0
    /// See ``ChartMachine``.
    var stepCount = 0
    var recalledCount = 0
    var recallBudget = 0
    /// No timer number has counted up further: see ``Timers``.
    var mostUses: UInt64 = 1
    var timerCount = 0
    var queuedCount = 0
    var raisedCount = 0
    var deferredCount = 0

    init() {}

    /// A machine over a chart needs its ``ChartMachine`` for it.
    var needsWork: Bool {
        flags.contains(.unsettled) || flags.contains(.moved)
            || stepCount + recalledCount + recallBudget + raisedCount + deferredCount > 0
    }

    /// Where the size of the whole snapshot lies.
    static var sizeOffset: Int { 4 }

    /// The flags and what follows them; the size is put into its place once it is known.
    @inline(__always)
    func write(to sink: inout ByteSink) {
        sink.add(flags.rawValue)
        sink.add(count: 0)
        sink.add(UInt64(bitPattern: time))
    }

    /// The numbers behind the active states.
    func writeNumbers(to sink: inout ByteSink) {
        sink.add(count: stepCount)
        sink.add(count: recalledCount)
        sink.add(count: recallBudget)
        sink.add(mostUses)
    }

    /// `nil` if no snapshot begins like that.
    init?(_ reader: inout ByteReader) {
        flags = Flags(rawValue: reader.word())
        let size = reader.word()
        time = Int64(bitPattern: reader.long())
        guard !reader.isDamaged, size == UInt32(truncatingIfNeeded: reader.bytes.count),
            flags.isSubset(of: .all),
            flags.contains(.hasDueTimes) || time == 0
        else { return nil }
    }

    mutating func readNumbers(_ reader: inout ByteReader) {
        stepCount = Int(truncatingIfNeeded: reader.word())
        recalledCount = Int(truncatingIfNeeded: reader.word())
        recallBudget = Int(truncatingIfNeeded: reader.word())
        mostUses = reader.long()
    }

    /// Whether its parts can come together.
    var isConsistent: Bool {
        if !flags.contains(.unsettled) && stepCount + raisedCount + recalledCount > 0 { return false }
        guard 0...ChartMachine.stepLimit ~= stepCount, 0...deferredCount ~= recalledCount,
            0...deferredCount ~= recallBudget
        else { return false }
        guard max(timerCount, queuedCount, max(raisedCount, deferredCount)) <= EventQueue.limit else { return false }
        let isAtEnd = timerCount + queuedCount + deferredCount == 0 && flags.isDisjoint(with: [.unsettled, .resuming])
        return !flags.contains(.stopped) || isAtEnd
    }

    /// Whether a flat machine can be like this: it has nothing under way.
    var isOfFlatMachine: Bool { flags.isDisjoint(with: [.done, .unsettled]) }
}

extension SnapshotHead {
    /// From when on the times of timers are counted.
    func origin(_ now: Int64) -> Int64 { flags.contains(.hasDueTimes) ? 0 : now }
}
