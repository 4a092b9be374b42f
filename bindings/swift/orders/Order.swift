import SwiftFSM

/// A step of an order, for those who ask later.
struct Entry {
    /// When it was noticed, in seconds.
    var time: Int64 = 0
    let event: String
    let source: State?
    let target: State?
    /// The row's label, or its line; `nil` if no row was taken.
    let row: String?
    let outcome: String
    /// What others have to do.
    let requests: [String]
    /// Of the line that asked for it, if one did.
    var key: String?
}

/// An order: what the callbacks of orders.fsm look at and change. Amounts are in cents.
final class Order {
    let standing: Customer
    private(set) var total: Int64 = 0
    /// What was paid and not repaid.
    private(set) var paid: Int64 = 0
    private(set) var parcel: String?
    var trail: [Entry] = []
    /// What others have to do, of the step under way.
    private var requests: [String] = []

    init(standing: Customer) { self.standing = standing }

    /// The callback for a name of orders.fsm; `nil` if there is none.
    func callback(_ wanted: FSMWantedCallback) -> FSMCallback<Event>? {
        switch (wanted.role, wanted.name) {
        case (.guard, let name): condition(name)
        case (.provider, "standing"): .provider { self.standing }
        case (.action, let name): action(name)
        default: nil
        }
    }

    private func condition(_ name: String) -> FSMCallback<Event>? {
        switch name {
        case "positive": .guard { $0.cents.map { $0 > 0 } ?? false }
        case "affordable": .guard { event in event.cents.map { $0 <= self.paid } ?? false }
        case "priced": .guard { self.total > 0 }
        case "settled": .guard { self.paid >= self.total }
        case "nothing_paid": .guard { self.paid == 0 }
        default: nil
        }
    }

    private func action(_ name: String) -> FSMCallback<Event>? {
        switch name {
        case "add_item": .action { event in self.total += event.cents ?? 0 }
        case "book": .action { event in self.paid += event.cents ?? 0 }
        case "repay": .action { event in self.paid -= event.cents ?? 0 }
        case "repay_all": .action { self.paid = 0 }
        case "track": .action { event in if case .ship(let parcel) = event { self.parcel = parcel.wrappedValue } }
        // What others have to do is put down with the step.
        case "release", "notify", "demand": .action { self.requests.append(name) }
        default: nil
        }
    }

    /// Why an event could not take place although its row would be taken; `nil` if it can.
    ///
    /// Actions cannot fail: what would make one fail is asked before the event is sent. Then an event takes place as a whole, or
    /// changes nothing.
    func obstacle(to event: Event) -> String? {
        switch event {
        case .add(_, .some(let cents)) where total.addingReportingOverflow(cents).overflow,
            .pay(.some(let cents), _) where paid.addingReportingOverflow(cents).overflow:
            "the amount becomes too large"
        case .ship(.some(let parcel)) where parcel.utf8.count > 63: "the name of a parcel is longer than 63 bytes"
        default: nil
        }
    }

    /// Puts down a step, whatever came of it.
    func record(_ step: FSMStep<State, Event>, of table: FSMTable<State, Event>) {
        trail.append(
            Entry(
                event: step.event.flatMap(table.name(ofEvent:)) ?? "eventless", source: step.source,
                target: step.target, row: step.row.map { $0.label ?? "line \($0.line)" }, outcome: step.outcome.word,
                requests: requests))
        requests = []
    }
}

extension FSMOutcome {
    /// As the C library calls it.
    var word: String {
        switch self {
        case .transitioned: "transitioned"
        case .notExecuted: "refused"
        case .deferred: "deferred"
        case .queued: "queued"
        case .stepLimitReached: "step limit"
        case .cancelled: "cancelled"
        case .notFound, .unknownTarget, .missingPredicate, .unknownPredicate, .repeatedPredicate: "unhandled"
        }
    }
}
