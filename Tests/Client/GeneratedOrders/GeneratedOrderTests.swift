import SwiftFSM
import Testing

/// The types that the plugin made of bindings/orders.fsm.
@Suite struct GeneratedOrderTests {
    @Test func namesAreThoseOfTheDocument() throws {
        #expect(Orders.State.basket.rawValue == "basket")
        #expect(Orders.State.beforeHold.rawValue == "before-hold")
        #expect(Orders.State.allCases.count == 32)
        #expect(Orders.Event.allCases.count == 25)
        #expect(Orders.Event.allCases.contains(.`run-out`))
        #expect(Orders.Customer.allCases == [.new, .regular, .blocked])
        #expect(Orders.Callback.Action.repayAll.rawValue == "repay_all")
        #expect(Orders.file == "orders.fsm")
        #expect(Orders.text.contains("definition orders version 3\n  # New names go to the end"))
    }

    /// Each callback is an enumeration's case, so that the compiler tells those that are missing.
    final class Order {
        var total: Int64 = 0
        var paid: Int64 = 0
        var trace: [String] = []

        func callback(_ wanted: Orders.Callback) -> FSMCallback<Orders.Event> {
            switch wanted {
            case .guard(.priced): .guard { [self] in total > 0 }
            case .guard(.settled): .guard { [self] in paid >= total }
            case .guard(.nothingPaid): .guard { [self] in paid == 0 }
            case .guard(.positive): .guard { event in if case .pay(let cents, _) = event { cents > 0 } else { true } }
            case .guard(.affordable): .guard { true }
            case .action(.addItem):
                .action { [self] (event: Orders.Event) in
                    if case .add(_, let cents) = event { total += cents.wrappedValue ?? 0 }
                }
            case .action(.book):
                .action { [self] (event: Orders.Event) in
                    if case .pay(let cents, _) = event { paid += cents.wrappedValue ?? 0 }
                }
            case .action(let name): .action { [self] in trace.append(name.rawValue) }
            case .provider(.standing): .provider { Orders.Customer.regular }
            }
        }
    }

    @Test func anOrder() async throws {
        let order = Order()
        let machine = try Orders.table().machine { Orders.Callback($0).map(order.callback) }
        machine.logHandler = nil
        #expect(machine.state == .basket)
        await machine.handleEvent(.add(article: "book", cents: 2_500))
        await machine.handleEvent(.place)
        #expect(machine.isIn(.unpaid) && machine.isIn(.allocating))
        await machine.handleEvent(.pay(cents: 2_500, reference: "card"))
        #expect(machine.isIn(.paid))
        #expect(order.trace == ["notify", "notify"])
    }

    @Test func aCallbackOfAnotherDocument() throws {
        let table = try FSMTable<Turnstile.State, Turnstile.Event>(reading: Turnstile.text, file: "other.fsm")
        var found: [Bool] = []
        #expect(throws: SwiftFSMError.self) {
            try table.machine { wanted in
                found.append(Orders.Callback(wanted) == nil)
                return nil
            }
        }
        #expect(found == [true])
    }

    enum Turnstile {
        enum State: String { case locked }
        enum Event: String { case coin }

        static let text = "definition turnstile\n  initial locked\n  state locked\n    coin -> same / fanfare\n"
    }
}
