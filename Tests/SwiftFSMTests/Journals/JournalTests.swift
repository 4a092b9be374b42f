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

    private func turnstile() throws -> Machine {
        try machine(in: .off) {
            define(.off) { when(.start) | then(.on) | note("start") }
            define(.on) {
                when(.stop) | then(.off) | note("stop")
                when(.load(.any)) | then() | note("load")
            }
        }
    }

    private func chart() throws -> Machine {
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

    // MARK: - Ends

    @Test func aWriterThatFailsEndsIt() throws {
        let (machine, records) = (try turnstile(), Records())
        records.room = 2
        try machine.startJournal(to: records.write)
        try machine.handleEvent(.start)
        #expect(machine.journalError == nil)
        #expect(try machine.handleEvent(.stop) == .transitioned(from: .on, to: .off))
        #expect(machine.journalError is Records.DiskFull)
        records.room = .max
        try machine.handleEvent(.start)
        #expect(records.all.count == 2)
        try machine.startJournal(to: records.write)
        try machine.handleEvent(.stop)
        #expect(records.all.count == 4 && machine.journalError == nil)
    }

    @Test func aWriterThatFailsAtOnceIsTold() throws {
        let (machine, records) = (try turnstile(), Records())
        records.room = 0
        #expect(throws: Records.DiskFull.self) { try machine.startJournal(to: records.write) }
        records.room = .max
        try machine.handleEvent(.start)
        #expect(records.all.isEmpty && machine.journalError == nil)
    }

    @Test func itCanBeEnded() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.endJournal()
        try machine.startJournal(to: records.write)
        try machine.endJournal()
        try machine.handleEvent(.start)
        #expect(records.all.count == 1 && machine.state == .on)
    }

    @Test func anotherTakesItsPlace() throws {
        let (machine, first, second) = (try turnstile(), Records(), Records())
        try machine.startJournal(to: first.write)
        try machine.startJournal(.json, to: second.write)
        try machine.handleEvent(.start)
        #expect(first.all.count == 1 && second.all.count == 2)
    }

    @Test func deferredEventsWithValuesEndIt() throws {
        let (machine, records) = (try chart(), Records())
        try machine.startJournal(to: records.write)
        try machine.handleEvent(.start)
        try machine.handleEvent(.load(1))
        #expect(machine.journalError == nil)
        let count = records.all.count
        try machine.handleEvent(.pour(2))
        #expect(machine.journalError as? FSMSnapshotError == .waitsWithValues(["pour(2)"]))
        #expect(records.all.count == count)
        #expect(throws: FSMSnapshotError.waitsWithValues(["pour(2)"])) {
            try machine.startJournal(to: records.write)
        }
    }

    @Test func laterEventsWithValuesEndIt() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.startJournal(to: records.write)
        machine.sendLater(.load(.any), after: .seconds(1))
        #expect(machine.journalError == nil && records.all.count == 2)
        machine.sendLater(.load(7), after: .seconds(1))
        #expect(machine.journalError as? FSMSnapshotError == .waitsWithValues(["load(7)"]))
        #expect(records.all.count == 2)
    }

    @Test func laterEventsThatNoRowNamesDoNotEndIt() throws {
        let (machine, records) = (try turnstile(), Records())
        try machine.startJournal(to: records.write)
        #expect(machine.sendLater(.pour(3), after: .seconds(1)) == nil)
        #expect(machine.journalError == nil)
    }

    /// The function that writes may not end it, or begin another, at which the machine would still write.
    @Test func aWriterCannotEndIt() throws {
        for machine in [try turnstile(), try chart()] {
            var (count, errors): (Int, [FSMSnapshotError]) = (0, [])
            try machine.startJournal(.json) { [unowned machine] _ in
                count += 1
                do { try machine.startJournal { _ in } } catch { errors.append(error as! FSMSnapshotError) }
                do { try machine.endJournal() } catch { errors.append(error as! FSMSnapshotError) }
            }
            try machine.handleEvent(.start)
            machine.sendLater(.stop, after: .seconds(1))
            try machine.advance(to: .seconds(5))
            // In the first snapshot there is none yet that could be ended.
            #expect(count > 3 && errors == Array(repeating: .actionsUnderWay, count: 2 * count - 1))
            #expect(machine.journalError == nil && machine.state == .off)
        }
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

    // MARK: - Errors

    @Test func whatIsNoJournal() throws {
        let machine = try turnstile()
        #expect(throws: FSMJournalError.noJournal) { try machine.replay([]) }
        #expect(throws: FSMJournalError.noJournal) { try machine.replay([1, 2, 3]) }
        let (first, records) = (try turnstile(), Records())
        try first.startJournal(to: records.write)
        try first.handleEvent(.start)
        var bytes = records.bytes
        bytes[records.all[0].count + 4] = 9
        #expect(throws: FSMJournalError.self) { try machine.replay(bytes) }
        do { try machine.replay(bytes) } catch FSMJournalError.damaged(let replay) {
            #expect(replay.byteCount == records.all[0].count && replay.stepCount == 0)
            try machine.replay(bytes.prefix(replay.byteCount))
        }
        #expect(machine.state == .off)
    }

    @Test func noBytesTrapTheMachine() throws {
        let (first, records) = (try chart(), Records())
        try first.startJournal(to: records.write)
        for event in [Event.start, .next, .load(1)] { try first.handleEvent(event) }
        let bytes = records.bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            let machine = try chart()
            do { try machine.replay(changed) } catch {
                #expect(machine.state == .off, "byte \(index): \(error)")
            }
            try machine.handleEvent(.stop)
        }
    }

    @Test func aJournalOfAnotherTable() throws {
        let (first, bytes, lines) = (try turnstile(), Records(), Records())
        try first.startJournal(to: bytes.write)
        try first.handleEvent(.start)
        try first.startJournal(.json, to: lines.write)
        let other = try machine(in: .off) { define(.off) { when(.start) | then(.finished) } }
        #expect(throws: FSMJournalError.otherTable) { try other.replay(bytes.bytes) }
        #expect(throws: FSMJournalError.otherTable) { try other.replay(lines.bytes) }
        #expect(other.state == .off)
        let longer = try machine(in: .off) {
            define(.off) {
                when(.poll) | then(.busy)
                when(.start) | then(.on)
            }
            define(.on) { when(.stop) | then(.off) }
        }
        #expect(throws: FSMJournalError.otherTable) { try longer.replay(bytes.bytes) }
        try longer.replay(lines.bytes)
        #expect(longer.state == .on)
    }

    /// The first byte of a journal in bytes is that of the size of a record, and may be that of `{`.
    @Test func bytesThatLookLikeJSON() throws {
        let long = String(repeating: "x", count: 39)
        final class Rules: SyntaxBuilder {
            typealias State = String
            typealias Event = String

            func machine(_ states: [String]) throws -> FSM<String, String> {
                let machine = FSM<String, String>(initialState: states[0])
                machine.logHandler = nil
                try machine.buildTable {
                    define(states[0]) { when("go") | then(states[1]) }
                    define(states[1]) { when("go") | then(states[2]) }
                    define(states[2]) { when("go") | then(states[0]) }
                }
                return machine
            }
        }
        let (first, second) = (
            try Rules().machine([long, "open", "shut"]), try Rules().machine([long, "shut", "open"])
        )
        let records = Records()
        try first.startJournal(to: records.write)
        try first.handleEvent("go")
        #expect(records.all[0][0] == UInt8(ascii: "{"))
        #expect(throws: FSMJournalError.otherTable) { try second.replay(records.bytes) }
        #expect(second.state == long)
    }

    @Test func insideAnActionThereIsNone() throws {
        var errors: [FSMSnapshotError] = []
        let machine = Machine(initialState: .off)
        machine.logHandler = nil
        try machine.buildTable {
            define(.off) {
                when(.start)
                    | then(.on)
                    | { [unowned machine] in
                        do { try machine.startJournal { _ in } } catch { errors.append(error as! FSMSnapshotError) }
                        do { try machine.replay([]) } catch { errors.append(error as! FSMSnapshotError) }
                    }
            }
        }
        #expect(throws: FSMSnapshotError.noTable) { try Machine(initialState: .off).startJournal { _ in } }
        try machine.handleEvent(.start)
        #expect(errors == [.actionsUnderWay, .actionsUnderWay])
    }

    private final class Lamp: SyntaxBuilder {
        typealias State = JournalTests.State
        typealias Event = JournalTests.Event

        func machine() throws -> Machine {
            let machine = Machine(initialState: .off)
            try machine.buildTable {
                define(.off) { after(.seconds(1), .start) | then(.on) }
                define(.on) { when(.stop) | then(.off) }
            }
            return machine
        }
    }

    @Test func rulesWithTimeoutsHaveNone() throws {
        let machine = try Lamp().machine()
        #expect(throws: FSMJournalError.unsupported) { try machine.startJournal { _ in } }
        #expect(throws: FSMJournalError.unsupported) { try machine.replay([]) }
    }

    @Test func aWriterCannotUseTheMachine() throws {
        let machine = try turnstile()
        var outcomes: [FSMOutcome<State>] = []
        try machine.startJournal { [unowned machine] _ in
            outcomes.append(try machine.handleEvent(.start))
            #expect(throws: FSMSnapshotError.self) { try machine.snapshot() }
        }
        try machine.handleEvent(.start)
        #expect(machine.state == .on && outcomes == [.notFound, .notFound])
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
