import Foundation
import SwiftFSM
import Testing

/// Journals of machines over rules.
@MainActor @Suite final class JournalTests: ChartExample {
    enum State { case off, on, idle, busy, both, left, right, oneLeft, twoLeft, finished }
    enum Event: EventWithValues {
        case start, stop, next, poll, load(FSMValue<Int>), pour(FSMValue<Int>)
        case two(FSMValue<Int>, FSMValue<Int>)
    }
    typealias Machine = FSM<State, Event>

    nonisolated let trace = ActionTrace()

    /// What was written, record by record.
    final class Records {
        private(set) var all: [[UInt8]] = []
        /// How many can be written before the disk is full.
        var room = Int.max

        struct DiskFull: Error {}

        func write(_ record: UnsafeRawBufferPointer) throws {
            guard all.count < room else { throw DiskFull() }
            all.append(Array(record))
        }

        var bytes: [UInt8] { all.flatMap { $0 } }

        /// The steps of a journal in JSON: outcome, event, source, target and state.
        var steps: [String] {
            all.compactMap { record in
                guard let line = try? JSONSerialization.jsonObject(with: Data(record)) as? [String: [String: Any]],
                    let step = line["step"]
                else { return nil }
                return ["outcome", "event", "source", "target", "state"].map { step[$0] as? String ?? "-" }.joined(
                    separator: " ")
            }
        }
    }

    func turnstile() throws -> Machine {
        try machine(in: .off) {
            define(.off) { when(.start) | then(.on) | note("start") }
            define(.on) {
                when(.stop) | then(.off) | note("stop")
                when(.load(.any)) | then() | note("load")
            }
        }
    }

    func chart() throws -> Machine {
        try machine(in: .off) {
            define(.off) { when(.start) | then(.both) }
            parallel(.both) {
                when(.stop) | then(.off)
                define(.left) {
                    initial(.oneLeft)
                    define(.oneLeft) { when(.next) | then(.twoLeft) }
                    define(.twoLeft) { when(.next) | then(.oneLeft) | note("back") }
                }
                define(.right) {
                    initial(.idle)
                    define(.idle) {
                        after(.seconds(10), .poll) | then(.busy)
                        when(.load(1)) | deferred
                        when(.pour(.any)) | deferred
                    }
                    define(.busy) {
                        when(.load(1)) | then() | note("one")
                        when(.pour(.any)) | then() | note("any")
                    }
                }
            }
        }
    }

    @Test(arguments: [FSMJournalFormat.bytes, .json]) func aFlatMachineIsReplayed(_ format: FSMJournalFormat) throws {
        let (first, records) = (try turnstile(), Records())
        try first.startJournal(format, to: records.write)
        #expect(records.all.count == 1)
        try first.handleEvent(.stop)
        try first.handleEvent(.start)
        try first.handleEvent(.load(3))
        #expect(records.all.count == 4)
        _ = trace.take()
        let second = try turnstile()
        let replay = try second.replay(records.bytes)
        #expect(replay.stepCount == 3 && replay.byteCount == records.bytes.count)
        #expect(second.state == .on && trace.take().isEmpty)
        #expect(try second.snapshot() == first.snapshot())
        try second.handleEvent(.stop)
        #expect(second.state == .off && trace.take() == "stop")
    }

    @Test func stepsAreLines() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.startJournal(.json, to: records.write)
        try machine.handleEvent(.stop)
        try machine.handleEvent(.start)
        #expect(records.steps == ["unhandled stop off - off", "transitioned start off on on"])
    }

    /// What the actions of a step send comes after it, so that each begins where the one before ended.
    @Test func stepsAreInOrder() throws {
        let records = Records()
        let machine = Machine(initialState: .off)
        machine.logHandler = nil
        try machine.buildTable {
            define(.off) { when(.start) | then(.on) | { [unowned machine] in try! machine.handleEvent(.next) } }
            define(.on) { when(.next) | then(.finished) | { [unowned machine] in try! machine.handleEvent(.stop) } }
            define(.finished) { when(.stop) | then(.off) }
        }
        try machine.startJournal(.json, to: records.write)
        try machine.handleEvent(.start)
        #expect(
            records.steps == [
                "transitioned start off on on", "transitioned next on finished finished",
                "transitioned stop finished off off",
            ])
    }

    @Test func stepsThatAreAwaitedAreWritten() async throws {
        let records = Records()
        let machine = Machine(initialState: .off)
        machine.logHandler = nil
        try machine.buildTable {
            define(.off) { when(.start) | then(.on) | { await Task.yield() } }
            define(.on) { when(.stop) | then(.off) | { await Task.yield() } }
        }
        try machine.startJournal(.json, to: records.write)
        await machine.handleEvent(.start)
        await machine.handleEvent(.stop)
        #expect(records.steps == ["transitioned start off on on", "transitioned stop on off off"])
    }

    @Test(arguments: [FSMJournalFormat.bytes, .json]) func eachPrefixIsAMachine(_ format: FSMJournalFormat) throws {
        let (first, records) = (try chart(), Records())
        try first.startJournal(format, to: records.write)
        var snapshots = [try first.snapshot(timers: .due)]
        func note() throws { snapshots.append(try first.snapshot(timers: .due)) }
        for event in [Event.start, .next, .load(1), .next] {
            try first.handleEvent(event)
            try note()
        }
        first.sendLater(.stop, after: .seconds(20))
        try note()
        for time in [5, 10, 15, 30] {
            try first.advance(to: .seconds(time))
            try note()
        }
        #expect(first.state == .off)
        // Each beginning of the journal is one of these machines, and the whole one the last.
        var reached: [FSMSnapshot] = []
        for count in records.all.indices {
            let second = try chart()
            try second.replay(records.all[...count].flatMap { $0 })
            let snapshot = try second.snapshot(timers: .due)
            if snapshot != reached.last { reached.append(snapshot) }
        }
        #expect(reached.last == snapshots.last)
        let states = snapshots.map(\.states)
        #expect(reached.allSatisfy { states.contains($0.states) })
        // Cut within a record, it is replayed up to the one before.
        let second = try chart()
        let whole = records.all.dropLast().flatMap { $0 }
        let replay = try second.replay(records.bytes.dropLast())
        #expect(replay.byteCount <= whole.count)
    }

    @Test func aLimitEndsAReplay() throws {
        let (first, records) = (try turnstile(), Records())
        try first.startJournal(to: records.write)
        for event in [Event.start, .stop, .start] { try first.handleEvent(event) }
        for (limit, state) in [(0, State.off), (1, .on), (2, .off), (3, .on), (9, .on)] {
            let second = try turnstile()
            #expect(try second.replay(records.bytes, limit: limit).stepCount == min(limit, 3))
            #expect(second.state == state)
        }
        let second = try turnstile()
        #expect(try second.replay(records.bytes, limit: -1).stepCount == 0)
    }

    @Test func timersAndTheirTimeAreReplayed() throws {
        let (first, records) = (try turnstile(), Records())
        try first.advance(to: .seconds(100))
        try first.startJournal(to: records.write)
        first.sendLater(.start, after: .seconds(5))
        try first.advance(to: .seconds(103))
        let second = try turnstile()
        try second.replay(records.bytes)
        #expect(second.nextDue == .seconds(105) && second.now == .seconds(103))
        try second.advance(to: .seconds(105))
        #expect(second.state == .on)
    }

    // MARK: - What is not lost

    @Test func aCutLosesNoEventThatIsDue() throws {
        let (first, records) = (try turnstile(), Records())
        try first.startJournal(to: records.write)
        first.sendLater(.start, after: .seconds(5))
        records.room = records.all.count
        try first.advance(to: .seconds(5))
        #expect(first.state == .on && first.journalError is Records.DiskFull)
        let second = try turnstile()
        try second.replay(records.bytes)
        #expect(second.state == .off && second.nextDue == .seconds(5))
    }

    @Test func aCutWhileAnActionIsAwaitedLosesNoTimeout() async throws {
        let (reached, goOn) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        func lamp() throws -> Machine {
            try machine(in: .off) {
                define(.off) {
                    after(.seconds(10), .poll)
                        | then(.both)
                        | {
                            reached.continuation.yield()
                            for await _ in goOn.stream { break }
                        }
                }
                define(.both) { define(.on) }
            }
        }
        let (first, records) = (try lamp(), Records())
        try first.startJournal(to: records.write)
        let advancing = Task { try await first.advance(to: .seconds(10)) }
        for await _ in reached.stream { break }
        let second = try lamp()
        try second.replay(records.bytes)
        #expect(second.state == .off && second.nextDue == .seconds(10))
        goOn.continuation.yield()
        try await advancing.value
        try second.replay(records.bytes)
        #expect(second.state == .on && second.nextDue == nil)
    }

    /// An event that matches several patterns of a chart is one step.
    @Test func eachEventIsOneStep() throws {
        let (first, records) = (try chart(), Records())
        try first.startJournal(.json, to: records.write)
        try first.handleEvent(.next)
        #expect(records.steps == ["unhandled next off - off"] && records.all.count == 3)
        let (second, others) = (
            try machine(in: .off) {
                define(.both) {
                    initial(.off)
                    define(.off) { when(.two(1, .any)) | then(.on) }
                    define(.on) { when(.two(.any, 1)) | then(.off) }
                }
            }, Records()
        )
        try second.startJournal(.json, to: others.write)
        for _ in 1...2 { try second.handleEvent(.two(1, 1)) }
        #expect(others.steps.count == 2 && others.steps.allSatisfy { $0.hasPrefix("transitioned") }, "\(others.steps)")
        let third = try chart()
        #expect(try third.replay(records.bytes).stepCount == 1)
    }

    enum Weather: Predicate { case dry, wet }

    @Test func casesAndTheirRowsAreWritten() throws {
        let records = Records()
        let machine = try machine(in: .off) {
            define(.off) {
                matching(Weather.wet) | when(.start) | then(.on)
                matching(Weather.dry) | when(.start) | then(.idle)
            }
            define(.on) { when(.stop) | then(.off) }
        }
        try machine.startJournal(.json, to: records.write)
        try machine.handleEvent(.start, predicates: Weather.dry)
        let line = String(decoding: records.all[1], as: UTF8.self)
        #expect(line.contains("\"row\":2") && line.contains("\"cases\":[[0,0]]"), "\(line)")
    }
}

/// Records of one's own.
@Suite struct TransitionRecordTests {
    enum State: String, Codable { case open, paid }
    enum Event: String, Codable { case pay }

    @Test func aTransitionIsARecord() throws {
        let transition = FSMTransition(event: Event.pay, from: State.open, to: .paid)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(transition)
        #expect(String(decoding: data, as: UTF8.self) == #"{"event":"pay","from":"open","to":"paid"}"#)
        #expect(try JSONDecoder().decode(FSMTransition<State, Event>.self, from: data) == transition)
        let without = FSMTransition<State, Event>(event: nil, from: .open, to: .paid)
        #expect(try JSONDecoder().decode(FSMTransition<State, Event>.self, from: encoder.encode(without)) == without)
    }
}
