import SwiftFSM

/// Where an order is: the states of orders.fsm, whose names are the raw values.
enum State: String, CaseIterable {
    case basket, review, open, payment, unpaid, overdue, collecting, paid, fulfilment, preparing, allocating
    case backordered, allocated, picking, packed, dispatched, shipped, missing, delivered, returning, inspecting, kept
    case beforeHold = "before-hold"
    case held, repaying, closed, completed, refunded, cancelled, rejected, abandoned
    case writtenOff = "written-off"
}

/// What happens to an order: the events of orders.fsm, with what they carry. Amounts are in cents.
enum Event: EventWithValues, CaseIterable {
    case add(article: FSMValue<String>, cents: FSMValue<Int64>)
    case place, approve, reject
    case pay(cents: FSMValue<Int64>, reference: FSMValue<String>)
    case refund(cents: FSMValue<Int64>, reason: FSMValue<String>)
    case cancel(reason: FSMValue<String>)
    case hold, resume, allocate
    case `run-out`
    case pick, pack
    case ship(parcel: FSMValue<String>)
    case deliver(receiver: FSMValue<String>)
    case lose
    case `return`(reason: FSMValue<String>)
    case arrive, accept, decline, repaid
    case `write-off`
    case remind, lapse, expire

    static let allCases: [Event] = [
        .add(article: .any, cents: .any), .place, .approve, .reject, .pay(cents: .any, reference: .any),
        .refund(cents: .any, reason: .any), .cancel(reason: .any), .hold, .resume, .allocate, .`run-out`, .pick, .pack,
        .ship(parcel: .any), .deliver(receiver: .any), .lose, .return(reason: .any), .arrive, .accept, .decline,
        .repaid, .`write-off`, .remind, .lapse, .expire,
    ]

    /// The amount that it carries.
    var cents: Int64? {
        switch self {
        case .add(_, let cents), .pay(let cents, _), .refund(let cents, _): cents.wrappedValue
        default: nil
        }
    }
}

/// How far the shop trusts a customer: the predicate type of orders.fsm.
enum Customer: String, Predicate {
    case new, regular, blocked
}
