import FSMEngine
import Testing

@testable import SwiftFSM

/// What is written here is what the engine writes, which the C library and the Python package read.
@Suite struct SharedSnapshotTests {
    enum Weather: Predicate { case sunny, wet }

    static let text = """
        definition garden version 7
          predicate Weather sunny wet
          initial shut
          state shut
            open -> day
            water -> defer
          parallel day
            open -> shut
            state beds
              default dry
              history recent
                default dry
              state dry
                water [Weather wet] -> moist
                water [Weather sunny] -> same / more
              state moist
                timeout 90 drain
                drain -> dry
            state gate
              default ajar
              state ajar
                push -> wide
              state wide

        """

    func machine(_ trace: Trace = Trace()) throws -> FSM<String, String> {
        let table = try FSMTable<String, String>(
            reading: Self.text, file: "garden.fsm", type: .lazy, predicates: [Weather.self])
        let machine = try table.machine { wanted in .action { trace.names.append(wanted.name) } }
        machine.logHandler = nil
        return machine
    }

    final class Trace {
        var names: [String] = []
    }

    typealias Send = (event: String, predicates: [any Predicate])

    /// Gardens in which there is something of everything.
    static var gardens: [[Send]] {
        let opened: [Send] = [("open", []), ("water", [Weather.wet]), ("push", []), ("open", [])]
        return [[], [("open", [])], opened, opened + [("water", [Weather.sunny]), ("water", [Weather.wet])]]
    }

    @Test(arguments: [FSMSnapshotTimers.left, .due]) func theSameAsTheEngine(_ timers: FSMSnapshotTimers) async throws {
        for garden in Self.gardens {
            let first = try machine()
            for send in garden { _ = await first.handleInTurn(send.event, send.predicates, isolation: nil) }
            first.sendLater("push", after: .nanoseconds(40))
            try await first.advance(to: .nanoseconds(10))
            let snapshot = try first.snapshot(timers: timers)
            let engine = try #require(first.runner.machine)
            // The engine has numbers of its own for states and events, and so another fingerprint.
            var written = try FSMSnapshot(json: Self.json(of: engine, hasDueTimes: timers == .due)).members
            written.fingerprint = snapshot.fingerprint
            #expect(FSMSnapshot(written) == snapshot)
            #expect(Self.bytes(of: try snapshot.json) == snapshot.bytes)
        }
    }

    @Test func predicatesOfEventsThatWait() async throws {
        let trace = Trace()
        let (first, second) = (try machine(), try machine(trace))
        for send in Self.gardens[3] { _ = await first.handleInTurn(send.event, send.predicates, isolation: nil) }
        let snapshot = try first.snapshot()
        #expect(
            try snapshot.json.contains(
                """
                "deferred":[{"cases":[["Weather","sunny"]],"event":"water"},{"cases":[["Weather","wet"]],"event":"water"}]
                """))
        try second.restore(SnapshotCoding.json.copy(snapshot))
        await second.handleEvent("open")
        #expect(second.states == ["moist", "ajar"] && trace.names == ["more"])
    }

    static func json(of machine: Machine, hasDueTimes: Bool) -> String {
        let count = machine.snapshotJSON(nil, capacity: 0, hasDueTimes: hasDueTimes).count
        return String(unsafeUninitializedCapacity: count) {
            machine.snapshotJSON($0.baseAddress, capacity: count, hasDueTimes: hasDueTimes).count
        }
    }

    private static func bytes(of json: String) -> [UInt8] {
        var json = json
        return json.withUTF8 { text in
            guard let read = SnapshotJSONReader.bytes(of: UnsafeRawBufferPointer(text)) else { return [] }
            defer { read.bytes.deallocate() }
            return Array(read.bytes)
        }
    }
}
