import SwiftFSM

/// What came of a line.
enum Applied: Int, CaseIterable {
    case applied, notTaken, appliedBefore
}

/// The service: all orders, in memory.
final class Service {
    /// One order.
    private struct Live {
        let order: Order
        let machine: FSM<State, Event>
        /// When it was created, in seconds: when the time of the machine began.
        let start: Int64
    }

    private let table: FSMTable<State, Event>
    private var orders: [Int64: Live] = [:]
    private var standings: [String: Customer] = [:]
    /// The order and the event of each key.
    private var keys: [String: (order: Int64, name: String)] = [:]
    private var now: Int64 = 0

    /// Reads the table of all orders.
    ///
    /// - Throws: `SwiftFSMError`, which says what is wrong with the document.
    init(reading document: String, file: String) throws {
        table = try FSMTable(
            reading: document, file: file, predicates: [Customer.self],
            callbacks: { wanted in Order(standing: .new).callback(wanted) })
    }

    /// Says how far a customer is trusted; as a new one otherwise.
    func trust(_ customer: String, _ standing: Customer) { standings[customer] = standing }

    /// Applies a line. It takes place as a whole, or nothing has changed.
    ///
    /// - Throws: ``WrongLine``, and errors of the machine.
    func apply(_ line: EventLine) throws -> Applied {
        if let used = keys[line.key] {
            guard used == (line.order, line.name) else {
                throw WrongLine("the key was used for another event: each event needs a key of its own")
            }
            return .appliedBefore
        }
        let applied = line.name == "create" ? try create(line) : try change(line)
        keys[line.key] = (line.order, line.name)
        return applied
    }

    /// Tells all orders the time, which sends what is due. Returns how many of them had something due.
    func advance(to time: Int64) throws -> Int {
        now = time
        var count = 0
        for (_, live) in orders.sorted(by: { $0.key < $1.key }) {
            let steps = live.order.trail.count
            // The document counts seconds, where a machine counts nanoseconds.
            try live.machine.advance(to: .nanoseconds(now - live.start))
            for step in steps..<live.order.trail.count { live.order.trail[step].time = now }
            if live.order.trail.count > steps { count += 1 }
        }
        return count
    }

    private func create(_ line: EventLine) throws -> Applied {
        guard line.words.count == 1 else { throw WrongLine("'create' needs the customer's name") }
        guard orders[line.order] == nil else { throw WrongLine("there is an order of this number already") }
        let order = Order(standing: standings[line.words[0]] ?? .new)
        let machine = try table.machine(callbacks: order.callback)
        machine.logHandler = nil
        machine.stepHandler = { [table] in order.record($0, of: table) }
        orders[line.order] = Live(order: order, machine: machine, start: now)
        order.trail.append(
            Entry(
                time: now, event: "create", source: nil, target: machine.state, row: nil, outcome: "transitioned",
                requests: [], key: line.key))
        return .applied
    }

    private func change(_ line: EventLine) throws -> Applied {
        guard let live = orders[line.order] else {
            throw WrongLine("there is no order of this number: create it first")
        }
        let event = try Event(line, table)
        if let obstacle = live.order.obstacle(to: event), live.machine.isPermitted(event) { throw WrongLine(obstacle) }
        let steps = live.order.trail.count
        let outcome = try live.machine.handleEvent(event)
        for step in steps..<live.order.trail.count { live.order.trail[step].time = now }
        live.order.trail[steps].key = line.key
        return outcome.isTransition || outcome == .deferred ? .applied : .notTaken
    }
}

// MARK: - Report

extension Service {
    /// The lines that tell all orders and their steps, as `orders DB show ORDER` in C tells one.
    var report: [String] {
        orders.sorted { $0.key < $1.key }.flatMap { number, live in
            let (order, states) = (live.order, live.machine.states.map(\.rawValue).joined(separator: "+"))
            let parcel = order.parcel.map { ", parcel \($0)" } ?? ""
            return ["order \(number): \(states), total \(order.total), paid \(order.paid)\(parcel)"]
                + order.trail.enumerated().map { "\(padded($0 + 1, 3))  \($1)" }
        }
    }
}

extension Entry: CustomStringConvertible {
    var description: String {
        let asked = requests.isEmpty ? nil : ", asks: \(requests.joined(separator: " "))"
        let name = event + String(repeating: " ", count: max(0, 10 - event.count))
        let parts = [
            "\(padded(time, 8))  \(name)  \(source?.rawValue ?? "")", target.map { " -> \($0.rawValue)" },
            row.map { "  (\($0))" }, "  \(outcome)", key.map { ", key \($0)" }, asked,
        ]
        return parts.compactMap(\.self).joined()
    }
}

private func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
}
