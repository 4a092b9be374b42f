/// A snapshot: so many words, the same on every platform. Six words of the ``SnapshotHead``; the active states, in one word
/// the id of the only leaf (`SFSM_NONE` of a machine that was never in a state), in others a bit for each leaf; the bits
/// of the histories; for each timeout the number of its timer, or 0; then the timers, three words each: the event, what is
/// left of the delay, and the number; then the events that wait, the raised and the deferred ones: for each of them the
/// event and the state requested in a word, and two cases in each word that follows.
struct SnapshotHead {
    /// What a machine is doing.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static var stopped: Flags { Flags(rawValue: 1) }
        /// A final state of the chart itself is active.
        static var done: Flags { Flags(rawValue: 2) }
        /// What follows an event by itself is still to be tried: see ``MachineFlags/unsettled``.
        static var unsettled: Flags { Flags(rawValue: 4) }
        static var restless: Flags { Flags(rawValue: 8) }
        static var moved: Flags { Flags(rawValue: 16) }
        /// See ``MachineFlags/resuming``.
        static var resuming: Flags { Flags(rawValue: 32) }
        static var all: Flags { Flags(rawValue: 63) }
    }

    static var wordCount: Int { 6 }
    private static var version: UInt64 { 1 }

    var flags: Flags = []
    /// See ``ChartMachine``.
    var stepCount = 0
    var recalledCount = 0
    var recallBudget = 0
    var timerCount = 0
    /// No timer number has counted up further: see ``Timers``.
    var mostUses: UInt64 = 1
    var queuedCount = 0
    var raisedCount = 0
    var deferredCount = 0

    init() {}

    /// A machine over a chart needs its ``ChartMachine`` for it.
    var needsWork: Bool {
        flags.contains(.unsettled) || flags.contains(.moved)
            || stepCount + recalledCount + recallBudget + raisedCount + deferredCount > 0
    }

    /// How many words the snapshot of a machine over this table has. No count is above ``EventQueue/limit``.
    func count(_ table: UnsafePointer<TableStorage>) -> UInt64 {
        let waiting = UInt64(queuedCount) + UInt64(raisedCount) + UInt64(deferredCount)
        return UInt64(Self.wordCount + table.configurationWordCount + table.historyWordCount + table.timeoutCount)
            + UInt64(timerCount) * UInt64(Timers.recordSize) + waiting * UInt64(table.queuedWordCount)
    }

    func write(_ snapshotKey: UInt64, count: Int, to words: inout SnapshotWriter) {
        words.add(snapshotKey)
        words.add(Self.version | UInt64(flags.rawValue) << 8 | UInt64(stepCount) << 16 | UInt64(count) << 32)
        words.add(UInt64(timerCount) | UInt64(queuedCount) << 32)
        words.add(UInt64(raisedCount) | UInt64(deferredCount) << 32)
        words.add(mostUses)
        words.add(UInt64(recalledCount) | UInt64(recallBudget) << 32)
    }

    /// Reads the words behind the key. `nil` if they are those of no machine over this table.
    init?(_ words: UnsafePointer<UInt64>, count: Int, _ table: UnsafePointer<TableStorage>) {
        func low(_ index: Int) -> Int? {
            let number = words[index] & 0xffff_ffff
            return number > UInt64(EventQueue.limit) ? nil : Int(number)
        }
        func high(_ index: Int) -> Int? {
            let number = words[index] >> 32
            return number > UInt64(EventQueue.limit) ? nil : Int(number)
        }
        guard count >= Self.wordCount, words[1] & 0xff == Self.version,
            words[1] >> 32 == UInt64(count) & 0xffff_ffff,
            let timerCount = low(2), let queuedCount = high(2), let raisedCount = low(3), let deferredCount = high(3),
            let recalledCount = low(5), let recallBudget = high(5)
        else { return nil }
        flags = Flags(rawValue: UInt8(words[1] >> 8 & 0xff))
        stepCount = Int(words[1] >> 16 & 0xffff)
        (self.timerCount, self.queuedCount) = (timerCount, queuedCount)
        (self.raisedCount, self.deferredCount) = (raisedCount, deferredCount)
        mostUses = words[4]
        (self.recalledCount, self.recallBudget) = (recalledCount, recallBudget)
        guard self.count(table) == UInt64(count), isConsistent(isChart: table.pointee.chart != nil) else { return nil }
    }

    /// Whether the parts of a head can come together.
    private func isConsistent(isChart: Bool) -> Bool {
        guard flags.isSubset(of: .all) else { return false }
        if !flags.contains(.unsettled) && stepCount + raisedCount + recalledCount > 0 { return false }
        if stepCount > ChartMachine.stepLimit || max(recalledCount, recallBudget) > deferredCount { return false }
        let isAtEnd = timerCount + queuedCount + deferredCount == 0 && flags.isDisjoint(with: [.unsettled, .resuming])
        if flags.contains(.stopped) && !isAtEnd { return false }
        return isChart || (flags.isSubset(of: [.stopped, .resuming]) && deferredCount + stepCount == 0)
    }
}

/// Where a snapshot is written to.
struct SnapshotWriter {
    private let words: UnsafeMutablePointer<UInt64>
    private(set) var count = 0

    init(_ words: UnsafeMutablePointer<UInt64>) { self.words = words }

    mutating func add(_ word: UInt64) {
        words[count] = word
        count += 1
    }

    /// Two numbers in a word.
    mutating func add(_ low: Int32, _ high: Int32) {
        add(UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32)
    }

    /// The events of a queue, with their cases.
    mutating func add(_ queue: EventQueue, caseCount: Int) {
        var writer = self
        queue.forEach { trigger, cases in
            writer.add(trigger.event, trigger.requested)
            for index in 0..<(caseCount + 1) / 2 {
                writer.add(cases[2 * index], 2 * index + 1 < caseCount ? cases[2 * index + 1] : ReservedID.none)
            }
        }
        self = writer
    }
}

extension UnsafePointer<TableStorage> {
    /// How many words the active states take: one where there is one leaf at a time.
    var configurationWordCount: Int {
        guard let chart = pointee.chart, chart.pointee.maximumLeafCount > 1 else { return 1 }
        return chart.pointee.wordCount
    }

    var historyWordCount: Int { pointee.chart.map { Int($0.pointee.historyWordCount) } ?? 0 }
    var timeoutCount: Int { pointee.chart.map { Int($0.pointee.timeoutCount) } ?? 0 }

    /// How many words an event that waits takes.
    var queuedWordCount: Int { 1 + (Int(pointee.predicates.indexCount) + 1) / 2 }
}

extension Table {
    /// How many words a machine's active states and histories take in a snapshot.
    public var wordCount: Int { storage.configurationWordCount + storage.historyWordCount }
}
