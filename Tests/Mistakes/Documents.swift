import SwiftFSM

// Names of a document, of which the build makes enumerations.

struct Clerk {
    let order: FSM<Orders.State, Orders.Event>

    func misspeltState() -> Bool {
        // error: type 'Orders.State' has no member 'baskett'
        order.isIn(.baskett)
    }

    func misspeltEvent() async {
        // error: type 'Orders.Event' has no member 'plaec'
        await order.handleEvent(.plaec)
    }

    func anotherValue() async {
        // error: cannot convert value of type 'String' to expected argument type 'FSMValue<Int64>'
        await order.handleEvent(.add(article: "book", cents: String(5)))
    }

    func misspeltGuard() -> Orders.Callback.Guard {
        // error: type 'Orders.Callback.Guard' has no member 'setled'
        .setled
    }

    func forgottenCallbacks(_ callback: Orders.Callback) -> FSMCallback<Orders.Event> {
        // error: switch must be exhaustive
        switch callback {
        case .guard: .guard { true }
        case .provider: .provider { Orders.Customer.new }
        }
    }
}
