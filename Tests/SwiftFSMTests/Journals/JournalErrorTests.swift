import SwiftFSM
import Testing

/// What is no journal, or one of another table, and where there is none.
extension JournalTests {
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
