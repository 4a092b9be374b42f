import Foundation
import SwiftFSM
import Testing

/// Machines with contexts that are stored, and values that are.
@Suite struct ContextSnapshotTests {
    struct Review: ContextSyntaxBuilder {
        enum State: FSMHashable, Codable { case draft, review(by: FSMValue<String>), lost }
        enum Event: FSMHashable { case submit(String), reject }
        typealias Context = Void

        var rules: Rules {
            define(.draft) {
                when(any: .submit(""))
                    | then { if case .submit(let name) = $0 { .review(by: .some(name)) } else { .draft } }
            }
            define(any: .review(by: .any)) { when(.reject) | then(.draft) }
        }
    }

    private typealias Snapshot = FSMContextSnapshot<Review.State>

    @Test func aMachineIsStoredWithTheValuesOfItsState() throws {
        let table = try FSMContextTable(Review(), initialState: .draft)
        let machine = table.machine(())
        try machine.handleEventAtOnce(.submit("Ann"))
        let data = try JSONEncoder().encode(machine.snapshot)
        let decoded = try JSONDecoder().decode(Snapshot.self, from: data)
        let other = try table.machine((), restoring: decoded)
        guard case .review(let name) = other.state else {
            Issue.record("\(other.state)")
            return
        }
        #expect(name.wrappedValue == "Ann")
        #expect(try other.handleEventAtOnce(.reject).isTransition)
        #expect(other.state == .draft)
    }

    @Test func whatHasNoPlace() throws {
        let table = try FSMContextTable(Review(), initialState: .draft)
        let error = #expect(throws: SwiftFSMError.self) { try table.machine((), restoring: Snapshot(state: .lost)) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("The state 'lost', in which a machine is to begin"))
        for text in [
            #"{"format":2,"state":{"draft":{}}}"#, #"{"format":1,"state":{"gone":{}}}"#, #"{"format":1}"#, "[]",
        ] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: Data(text.utf8)) }
        }
    }

    @Test func aStateThatLeavesAValueOpen() throws {
        let table = try FSMContextTable(Review(), initialState: .draft)
        let row = #"{"format":1,"state":{"review":{"by":{"any":true}}}}"#
        let snapshot = try JSONDecoder().decode(Snapshot.self, from: Data(row.utf8))
        let error = #expect(throws: FSMSnapshotError.self) { try table.machine((), restoring: snapshot) }
        #expect(error == .damaged("the state review(by: FSMValue<String>.any) leaves a value open"))
        #expect(throws: FSMSnapshotError.self) { try table.machine((), restoring: snapshot, clock: .continuous) }
    }

    @Test func values() throws {
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        func decoded(_ text: String) throws -> FSMValue<Int?> {
            try JSONDecoder().decode(FSMValue<Int?>.self, from: Data(text.utf8))
        }
        #expect(try text(FSMValue.some(50)) == #"{"some":50}"#)
        #expect(try text(FSMValue<Int>.any) == #"{"any":true}"#)
        #expect(try decoded(#"{"some":50}"#).wrappedValue == .some(50))
        #expect(try decoded(#"{"some":null}"#).wrappedValue == .some(nil))
        #expect(try decoded(#"{"any":true}"#).wrappedValue == nil)
        for bad in ["{}", #"{"any":false}"#, #"{"any":true,"some":1}"#, #"{"some":"x"}"#, "50"] {
            #expect(throws: DecodingError.self) { try decoded(bad) }
        }
    }

    @MainActor final class Gate: SyntaxBuilder {
        enum State { case locked, unlocked }
        enum Event { case coin, pass }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.locked) { when(.coin) | then(.unlocked) }
            define(.unlocked) { when(.pass) | then(.locked) }
        }
    }

    @Test @MainActor func aMachineOfATableIsMadeFromASnapshot() async throws {
        let gate = Gate()
        let table = try FSMTable<Gate.State, Gate.Event>(initialState: .locked) { gate.rules }
        let machine = try table.machine { gate.rules }
        await machine.handleEvent(.coin)
        let other = try table.machine(restoring: machine.snapshot()) { gate.rules }
        #expect(other.state == .unlocked)
    }
}
