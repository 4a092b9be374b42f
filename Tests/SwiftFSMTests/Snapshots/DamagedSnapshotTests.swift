import Foundation
import SwiftFSM
import Testing

/// Snapshots from anywhere: they are refused, and nothing changes; or a machine can be like that.
@Suite struct DamagedSnapshotTests {
    static let text = """
        definition lamp version 1
          initial off
          state off
            push -> on
          parallel on
            push -> off
            state left
              default dim
              history recent
                default dim
              state dim
                next -> bright
              state bright
                next -> dim
            state right
              default calm
              state calm
                timeout 50 blink
                blink -> wild
                later -> defer
              state wild
                later -> calm

        """

    private static let table = Result { try FSMTable<String, String>(reading: text, file: "lamp.fsm") }

    private func machine() throws -> FSM<String, String> {
        let machine = try Self.table.get().machine { _ in nil }
        machine.logHandler = nil
        return machine
    }

    /// A snapshot in which there is something of everything.
    private func snapshot() throws -> FSMSnapshot {
        let machine = try machine()
        for event in ["push", "next", "push", "push", "next", "later"] { try machine.handleEvent(event) }
        machine.sendLater("later", after: .nanoseconds(70))
        return try machine.snapshot()
    }

    /// Whether a machine takes the bytes. Where it does not, it has not changed; where it does, it goes on.
    private func isTaken(_ bytes: [UInt8], _ comment: Comment) throws -> Bool {
        let machine = try machine()
        try machine.handleEvent("push")
        let before = try machine.snapshot()
        do {
            try machine.restore(FSMSnapshot(bytes: bytes)) { missing in
                switch missing {
                case .state: .state("calm")
                case .event: .event("next")
                default: .accepted
                }
            }
        } catch is FSMSnapshotError {
            #expect(try machine.snapshot() == before, comment)
            return false
        }
        for event in ["next", "later", "push", "push"] { try machine.handleEvent(event) }
        try? machine.advance(to: max(machine.now, .nanoseconds(100)))
        #expect(machine.isDone || !machine.states.isEmpty, comment)
        _ = try machine.snapshot()
        return true
    }

    @Test func bytesThatAreCutOff() throws {
        let bytes = try snapshot().bytes
        #expect(try isTaken(bytes, "whole"))
        for count in bytes.indices { #expect(try !isTaken(Array(bytes[..<count]), "\(count) bytes")) }
    }

    @Test func bytesThatAreChanged() throws {
        let bytes = try snapshot().bytes
        let seed = UInt64.random(in: 0...UInt64.max)
        print("SwiftFSM, damaged snapshots: seed \(seed)")
        var random = SnapshotRandom(state: seed)
        var taken = 0
        for round in 0..<3000 {
            var changed = bytes
            for _ in 0...random.number(3) {
                let place = random.number(changed.count)
                let bit: UInt8 = 1 << UInt8(random.number(8))
                changed[place] = random.chance(50) ? changed[place] ^ bit : UInt8(random.number(256))
            }
            if try isTaken(changed, "seed \(seed), round \(round)") { taken += 1 }
        }
        #expect(taken > 0 && taken < 3000, "seed \(seed)")
    }

    @Test func whatIsNoSnapshot() throws {
        #expect(throws: FSMSnapshotError.noSnapshot) { try FSMSnapshot(bytes: []) }
        #expect(throws: FSMSnapshotError.noSnapshot) { try FSMSnapshot(bytes: Array("{}".utf8)) }
        var bytes = try snapshot().bytes
        bytes[4] = 2
        #expect(throws: FSMSnapshotError.laterFormat) { try FSMSnapshot(bytes: bytes) }
    }

    @Test func statesThatExcludeEachOther() throws {
        let json = try snapshot().json.replacing("[\"bright\",\"calm\"]", with: "[\"bright\",\"dim\"]")
        let error = #expect(throws: FSMSnapshotError.self) { try machine().restore(FSMSnapshot(json: json)) }
        #expect("\(error!)".contains("they exclude each other"))
    }

    @Test func machinesOfOtherLanguages() throws {
        let head = "\"format\":1,\"states\":[\"off\"]"
        for flags in ["stopped", "unsettled", "resuming"] {
            let snapshot = try FSMSnapshot(json: "{\(head),\"flags\":[\"\(flags)\"]}")
            #expect(throws: FSMSnapshotError.eventsUnderWay) { try machine().restore(snapshot) }
        }
        let restored = try machine()
        try restored.restore(FSMSnapshot(json: "{\(head)}"))
        #expect(restored.state == "off")
    }

    @Test(arguments: [
        "{}", "[]", "{\"format\":2,\"states\":[\"off\"]}", "{\"format\":0,\"states\":[\"off\"]}", "{\"format\":1}",
        "{\"format\":1,\"states\":[\"\"]}", "{\"format\":1,\"states\":[true]}", "{\"format\":1,\"states\":\"off\"}",
        "{\"format\":1,\"states\":[\"off\"],\"fingerprint\":\"12\"}",
        "{\"format\":1,\"states\":[\"off\"],\"flags\":[\"tired\"]}",
        "{\"format\":1,\"states\":[\"off\"],\"progress\":[1,2,3]}",
        "{\"format\":1,\"states\":[\"off\"],\"progress\":[1,2,4294967296,1]}",
        "{\"format\":1,\"states\":[\"off\"],\"timers\":[{\"event\":\"next\",\"due\":5,\"number\":4294967296}]}",
        "{\"format\":1,\"states\":[\"off\"],\"timers\":[{\"event\":\"next\",\"left\":5,\"number\":-1}]}",
        "{\"format\":1,\"states\":[\"off\"],\"deferred\":[{\"event\":\"later\",\"cases\":[[\"p\"]]}]}",
        "{\"format\":1,\"states\":[\"off\"],\"deferred\":[{\"event\":\"later\",\"arguments\":[{\"i32\":5}]}]}",
        "{\"format\":1,\"states\":[\"off\"],\"timer\":[]}",
        "{\"format\":1,\"states\":[\"off\"],\"raised\":[{\"event\":\"later\"}]}",
    ])
    func jsonThatIsNone(_ json: String) throws {
        #expect(throws: DecodingError.self) { try FSMSnapshot(json: json) }
    }
}
