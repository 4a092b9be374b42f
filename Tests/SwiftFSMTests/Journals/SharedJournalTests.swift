import FSMEngine
import Testing

@testable import SwiftFSM

/// Journals in JSON are replayed in all languages, which number the names of a document in their own way.
@Suite struct SharedJournalTests {
    /// A machine as the C library has it, with the numbers of the document.
    private func engineMachine(_ text: String = SharedSnapshotTests.text) throws -> Machine {
        var definition = DocumentReading.definition(text)
        definition.bind { _ in Callback { _, _ in 0 } }
        for number in definition.wantedCallbacks.indices { definition.setBound(number) }
        let initial = try #require(definition.initials.first).state
        let table = try #require(definition.validate().valid?.compile(owner: nil))
        return try Machine.create(table, initial: initial, context: nil, isLenient: true)
    }

    private func journal(_ garden: [SharedSnapshotTests.Send], _ format: FSMJournalFormat) async throws -> (
        FSM<String, String>, JournalTests.Records
    ) {
        let (machine, records) = (try SharedSnapshotTests().machine(), JournalTests.Records())
        try machine.startJournal(format, to: records.write)
        for send in garden { _ = await machine.handleInTurn(send.event, send.predicates, isolation: nil) }
        machine.sendLater("push", after: .nanoseconds(40))
        try await machine.advance(to: .nanoseconds(10))
        return (machine, records)
    }

    /// A snapshot of a machine of the engine, with the names and the fingerprint of the document.
    private func snapshot(of engine: Machine, like other: FSMSnapshot) throws -> FSMSnapshot {
        var members = try FSMSnapshot(json: SharedSnapshotTests.json(of: engine, hasDueTimes: true)).members
        members.fingerprint = other.fingerprint
        return FSMSnapshot(members)
    }

    @Test func theEngineReplaysThem() async throws {
        for garden in SharedSnapshotTests.gardens {
            let (machine, records) = try await journal(garden, .json)
            let engine = try engineMachine()
            defer { engine.release() }
            let replay = records.bytes.withUnsafeBytes { engine.replay($0, limit: .max) }
            #expect(replay.outcome == .ok && replay.size == records.bytes.count)
            let expected = try machine.snapshot(timers: .due)
            #expect(try snapshot(of: engine, like: expected) == expected)
        }
    }

    @Test func thoseOfTheEngineAreReplayed() async throws {
        for garden in SharedSnapshotTests.gardens {
            let (first, records) = try await journal(garden, .json)
            let engine = try engineMachine()
            defer { engine.release() }
            _ = records.bytes.withUnsafeBytes { engine.replay($0, limit: .max) }
            let again = JournalTests.Records()
            let journal = MachineJournal(engine, .json, again.write) { [] }
            #expect(engine.setJournal(journal.engineJournal) == 0)
            _ = engine.takeDue(by: 20)
            engine.journalTime()
            _ = engine.setJournal(nil)
            let second = try SharedSnapshotTests().machine()
            try second.replay(again.bytes)
            #expect(second.now == .nanoseconds(20) && second.states == first.states)
            try await first.advance(to: .nanoseconds(20))
            #expect(try second.snapshot(timers: .due) == first.snapshot(timers: .due))
        }
    }

    @Test func bytesSayTheNumbersOfOneTable() async throws {
        let turnstile = DocumentTurnstile()
        let machine = try DocumentTurnstile.table().machine(callbacks: turnstile.callback)
        let engine = try engineMachine(DocumentTurnstile.text)
        defer { engine.release() }
        let bytes = JournalTests.Records()
        let journal = MachineJournal(engine, .bytes, bytes.write) { [] }
        #expect(engine.setJournal(journal.engineJournal) == 0)
        _ = engine.setJournal(nil)
        #expect(throws: FSMJournalError.otherTable) { try machine.replay(bytes.bytes) }
        let (first, records) = try await self.journal(SharedSnapshotTests.gardens[2], .bytes)
        let second = try SharedSnapshotTests().machine()
        try second.replay(records.bytes)
        #expect(try second.snapshot(timers: .due) == first.snapshot(timers: .due))
    }
}
