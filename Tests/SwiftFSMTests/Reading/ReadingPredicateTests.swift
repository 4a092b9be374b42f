import Testing

@testable import SwiftFSM

/// Predicate types of documents that have other names than the types for them.
@Suite struct ReadingPredicateTests {
    static let text = """
        definition shop
          initial open
          predicate kind small large
          predicate order-kind new old
          state open
            place [kind large, order-kind old] -> closed
            place [kind small] -> same
            place [kind large, order-kind new] -> same
          state closed
            leave -> open

        """
    enum State: String, CaseIterable { case open, closed }
    enum Event: String, CaseIterable { case place, leave }
    enum Kind: Predicate { case small, large }
    enum OrderKind: Predicate { case new, old }
    enum `order-kind`: Predicate { case new, old }

    private func table(_ types: [String: any Predicate.Type]) throws -> FSMTable<State, Event> {
        try FSMTable(reading: Self.text, file: "shop.fsm", predicatesByName: types)
    }

    @Test func byName() async throws {
        let machine = try table(["kind": Kind.self, "order-kind": OrderKind.self]).machine { _ in nil }
        machine.logHandler = nil
        await machine.handleEvent(.place, predicates: Kind.large, OrderKind.new)
        #expect(machine.state == .open)
        await machine.handleEvent(.place, predicates: Kind.large, OrderKind.old)
        #expect(machine.state == .closed)
    }

    /// A raw identifier is the name without its backticks.
    @Test func rawIdentifiers() throws {
        let text = Self.text.replacing(" kind", with: " Kind").replacing("[kind", with: "[Kind")
        _ = try FSMTable<State, Event>(reading: text, file: "shop.fsm", predicates: [Kind.self, `order-kind`.self])
    }

    /// Reflection shows the spaces of raw identifiers as other characters.
    @Test func casesWithSpaces() throws {
        enum Kind: Predicate { case small, `very large` }
        enum Event: EventWithValues, CaseIterable {
            case `come back`, place(FSMValue<Int>), leave
            static var allCases: [Event] { [.`come back`, .place(.any), .leave] }
        }
        let text = Self.text.replacing("small large", with: "small \"very large\"").replacing(
            "kind large", with: "kind \"very large\""
        ).replacing("closed\n    leave", with: "closed\n    \"come back\" -> same\n    leave")
        let table = try FSMTable<State, Event>(
            reading: text, file: "shop.fsm", predicatesByName: ["kind": Kind.self, "order-kind": OrderKind.self])
        #expect(table.event(named: "come back") == .`come back`)
    }

    @Test func faults() {
        #expect(
            ReadingProviderTests.faults { _ = try table(["Kind": Kind.self, "order-kind": OrderKind.self]) } == [
                "shop.fsm:3:13: error: expected a type for 'kind' among the predicates (Kind, order-kind): add it, or say "
                    + "with 'predicatesByName' which one it is",
                "shop.fsm:1:1: error: expected the predicate type Kind: add it, or do not name it for the table",
            ])
        #expect(
            ReadingProviderTests.faults { _ = try table(["kind": OrderKind.self, "order-kind": OrderKind.self]) }
                .contains("shop.fsm:4:13: error: expected a type for 'order-kind' alone, found OrderKind again"))
    }
}
