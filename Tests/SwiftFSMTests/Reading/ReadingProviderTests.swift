import Testing

@testable import SwiftFSM

/// Documents whose programs say which case of a predicate type holds.
@Suite struct ReadingProviderTests {
    static let text = """
        definition shop
          initial open
          predicate Customer new regular not-welcome by standing
          state open
            place [Customer new] ? priced -> review
            place [Customer regular] -> sent
            place [Customer not-welcome] -> closed
            leave -> closed
          state review
            place [Customer regular] -> sent
          state sent
            leave -> closed
          state closed final

        """
    enum State: String, CaseIterable { case open, review, sent, closed }
    enum Event: String, CaseIterable { case place, leave }
    enum Customer: Predicate { case new, regular, `not-welcome` }
    enum Colour: Predicate { case red, green, blue }

    final class Shop {
        var standing: Customer
        var asked = 0
        let machine: FSM<State, Event>

        init(_ standing: Customer) throws {
            final class Answers { weak var shop: Shop? }
            let answers = Answers()
            self.standing = standing
            machine = try ReadingProviderTests.table().machine { wanted in
                if wanted.role == .guard { return .guard { true } }
                return .provider {
                    answers.shop?.asked += 1
                    return answers.shop?.standing ?? .new
                }
            }
            machine.logHandler = nil
            answers.shop = self
        }
    }

    static func table() throws -> FSMTable<State, Event> {
        try FSMTable(reading: text, file: "shop.fsm", predicates: [Customer.self])
    }

    static func faults(_ work: () throws -> Void) -> [String] {
        do {
            try work()
            return []
        } catch let error as SwiftFSMError {
            return error.faults.map { "\($0)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: [(Customer.new, State.review), (.regular, .sent), (.`not-welcome`, .closed)])
    func theProviderChoosesTheRow(_ standing: Customer, _ expected: State) throws {
        let shop = try Shop(standing)
        #expect(try shop.machine.handleEvent(.place) == .transitioned(from: .open, to: expected))
        #expect(shop.machine.state == expected && shop.asked == 1)
    }

    @Test func itIsAskedAnewForEachEventThatNeedsIt() throws {
        let shop = try Shop(.new)
        try shop.machine.handleEvent(.place)
        #expect(try shop.machine.handleEvent(.place) == .notFound)
        shop.standing = .regular
        #expect(try shop.machine.handleEvent(.place) == .transitioned(from: .review, to: .sent))
        #expect(shop.asked == 3)
    }

    @Test func itIsNotAskedWhereNoRowNeedsIt() throws {
        let shop = try Shop(.new)
        #expect(try shop.machine.handleEvent(.leave) == .transitioned(from: .open, to: .closed))
        #expect(shop.asked == 0)
    }

    @Test func aPredicateThatComesWithTheEventTakesItsPlace() throws {
        let shop = try Shop(.new)
        #expect(
            try shop.machine.handleEvent(.place, predicates: Customer.regular) == .transitioned(from: .open, to: .sent))
        #expect(shop.asked == 0)
    }

    @Test func whatIsPermittedDependsOnIt() throws {
        let shop = try Shop(.new)
        #expect(shop.machine.permittedEvents() == [.place, .leave])
        try shop.machine.handleEvent(.place)
        #expect(!shop.machine.isPermitted(.place) && shop.machine.permittedEvents() == [])
        #expect(shop.machine.isPermitted(.place, predicates: Customer.regular))
        shop.standing = .regular
        #expect(shop.machine.isPermitted(.place) && shop.machine.state == .review)
    }

    @Test func itMustBeSupplied() throws {
        let table = try Self.table()
        let faults = Self.faults { _ = try table.machine { $0.role == .guard ? .guard { true } : nil } }
        #expect(faults == ["shop.fsm:3:49: error: expected a callback for provider 'standing': none was supplied"])
    }

    @Test func itHasARoleOfItsOwn() throws {
        let table = try Self.table()
        let others: [(FSMCallback<Event>, String)] = [
            (.guard { true }, "found a guard"), (.action {}, "found an action"),
            (.provider { Colour.red }, "found one that returns a Colour instead of a Customer"),
        ]
        for (callback, words) in others {
            let faults = Self.faults { _ = try table.machine { $0.role == .guard ? .guard { true } : callback } }
            #expect(faults.count == 1)
            #expect(faults.first?.hasSuffix("callback for provider 'standing': \(words)") == true, "\(faults)")
        }
        let faults = Self.faults { _ = try table.machine { _ in .provider { Customer.new } } }
        #expect(faults.count == 1 && faults.first?.hasSuffix("guard 'priced': found a provider") == true, "\(faults)")
    }

    /// A class whose members belong to the main actor.
    @MainActor final class Counter {
        var standing = Customer.regular

        func machine() throws -> FSM<State, Event> {
            try ReadingProviderTests.table().machine { wanted in
                wanted.role == .guard ? .guard { true } : .provider { @MainActor in self.standing }
            }
        }
    }

    @MainActor @Test func itMayBelongToAnActor() throws {
        let machine = try Counter().machine()
        machine.logHandler = nil
        #expect(try machine.handleEvent(.place) == .transitioned(from: .open, to: .sent))
    }
}
