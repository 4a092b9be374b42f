import SwiftFSM
import Testing

/// Snapshots of another version of a table.
@Suite struct SnapshotVersionTests {
    static let orders = """
        definition order version 1
          initial open
          state open
            pay -> paid
          state paid
            ship -> shipped
            cancel -> open
            remind -> defer
          state shipped
            remind -> same

        """

    private func machine(_ text: String) throws -> FSM<String, String> {
        let machine = try FSMTable<String, String>(reading: text, file: "order.fsm").machine { _ in nil }
        machine.logHandler = nil
        return machine
    }

    /// An order that is paid, of which somebody is to be reminded.
    private func paid() throws -> FSMSnapshot {
        let machine = try machine(Self.orders)
        for event in ["pay", "remind"] { try machine.handleEvent(event) }
        machine.sendLater("cancel", after: .seconds(5))
        return try machine.snapshot()
    }

    private static func replacing(_ old: String, _ new: String) -> String { orders.replacing(old, with: new) }

    @Test func aSnapshotSaysWhatItIsOf() throws {
        let table = try FSMTable<String, String>(reading: Self.orders, file: "order.fsm")
        let snapshot = try paid()
        #expect(snapshot.definition == "order" && snapshot.version == "1" && snapshot.states == ["paid"])
        #expect(snapshot.fingerprint == table.fingerprint)
        let json = try snapshot.json
        #expect(json.contains("\"deferred\":[{\"event\":\"remind\"}]") && json.contains("\"version\":\"1\""))
    }

    @Test(arguments: SnapshotCoding.allCases) func byName(_ coding: SnapshotCoding) throws {
        let other = try machine(
            Self.replacing("  state open\n", "  state new\n    open -> open\n  state open\n")
                .replacing("version 1", with: "version 2"))
        try other.restore(coding.copy(paid()))
        #expect(other.state == "paid" && other.nextDue == .seconds(5))
        #expect(try other.handleEvent("ship").isTransition)
        #expect(other.state == "shipped")
        #expect(try other.snapshot().version == "2")
    }

    @Test func byFormerNames() throws {
        let other = try machine(
            Self.orders.replacing("state paid", with: "state settled was paid").replacing("-> paid", with: "-> settled")
                .replacing("  initial", with: "  event abort () was cancel\n  initial")
                .replacing("cancel ->", with: "abort ->"))
        try other.restore(paid())
        #expect(other.state == "settled")
        try other.advance(to: .seconds(5))
        #expect(other.state == "open")
    }

    @Test func whatHasNoPlaceIsNamed() throws {
        let other = try machine(Self.orders.replacing("paid", with: "settled").replacing("cancel", with: "abort"))
        let before = try other.snapshot()
        let error = try #require(throws: FSMSnapshotError.self) { try other.restore(paid()) }
        guard case .noPlace(let faults) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(faults.map(\.missing) == [.state("paid"), .event("cancel")])
        #expect(
            "\(error)" == """
                the snapshot is in, or refers to, the state 'paid', which this table does not have: \
                add 'was paid' to the state that takes its place, or let 'migrating' return the state that takes its place
                the event 'cancel' waits in the snapshot, which this table does not have: \
                add 'was cancel' to the event that takes its place, or let 'migrating' return the event that takes its place
                """)
        #expect(try other.snapshot() == before)
    }

    @Test func theProgramDecides() throws {
        let other = try machine(Self.orders.replacing("paid", with: "settled").replacing("cancel", with: "abort"))
        var asked: [FSMMissing] = []
        try other.restore(paid()) { missing in
            asked.append(missing)
            return switch missing {
            case .state("paid"): .state("settled")
            case .event("cancel"): .event("abort")
            default: nil
            }
        }
        #expect(asked == [.state("paid"), .event("cancel")] && other.state == "settled")
        try other.advance(to: .seconds(5))
        #expect(other.state == "open")
    }

    @Test func aReplacementThatIsNone() throws {
        let other = try machine(Self.orders.replacing("paid", with: "settled"))
        let answers: [FSMReplacement<String, String>] = [.state("nowhere"), .event("ship"), .accepted]
        for answer in answers {
            #expect(throws: FSMSnapshotError.self) { try other.restore(paid()) { _ in answer } }
            #expect(other.state == "open")
        }
    }

    @Test func anotherDefinition() throws {
        let other = try machine(Self.replacing("definition order", "definition invoice"))
        let error = #expect(throws: FSMSnapshotError.self) { try other.restore(paid()) }
        #expect("\(error!)".hasPrefix("the snapshot is of the definition 'order', not of this one: restore it"))
        try other.restore(paid()) { $0 == .definition("order") ? .accepted : nil }
        #expect(other.state == "paid")
    }

    @Test func whatCannotBeAnyMore() throws {
        let flat = try machine(Self.replacing("    remind -> defer\n", ""))
        let error = #expect(throws: FSMSnapshotError.self) { try flat.restore(paid()) }
        guard case .noPlace(let faults) = error else {
            Issue.record("\(error!)")
            return
        }
        #expect(faults.map(\.missing) == [.deferral("remind")] && "\(error!)".contains("it defers no events"))
    }

    @Test func rulesAreFoundByTheNamesOfTheirCases() throws {
        let first = try OrderRules().machine()
        let second = try LaterRules().machine()
        try first.handleEvent(.pay)
        try second.restore(first.snapshot())
        #expect(second.state == .paid)
        try first.handleEvent(.ship)
        let error = #expect(throws: FSMSnapshotError.self) { try second.restore(first.snapshot()) }
        #expect(
            "\(error!)" == """
                the snapshot is in, or refers to, the state 'shipped', which this table does not have: \
                let 'migrating' return the state that takes its place
                """)
        try second.restore(first.snapshot()) { $0 == .state("shipped") ? .state(.sent) : nil }
        #expect(second.state == .sent)
    }
}

private enum OrderEvent { case pay, ship }

private final class OrderRules: SyntaxBuilder {
    enum State { case open, paid, shipped }
    typealias Event = OrderEvent

    func machine() throws -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: .open)
        machine.logHandler = nil
        try machine.buildTable {
            define(.open) { when(.pay) | then(.paid) }
            define(.paid) { when(.ship) | then(.shipped) }
        }
        return machine
    }
}

/// The next version: another order of states, a new one, and one with another name.
private final class LaterRules: SyntaxBuilder {
    enum State { case sent, lost, paid, open }
    typealias Event = OrderEvent

    func machine() throws -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: .open)
        machine.logHandler = nil
        try machine.buildTable {
            define(.open) { when(.pay) | then(.paid) }
            define(.paid) { when(.ship) | then(.sent) }
            define(.sent) { when(.pay) | then(.lost) }
        }
        return machine
    }
}
