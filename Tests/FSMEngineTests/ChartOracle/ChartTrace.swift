/// What has happened to a machine: the same for engine and oracle.
struct ChartTrace: Equatable {
    enum Outcome: Equatable {
        case ok, transitioned, refused, unhandled, deferred, notRunning, alreadyRunning, callbackFailed, stepLimit
        /// None of those: the engine's number.
        case other(Int32)
    }

    enum Entry: Equatable {
        /// A callback with this number was called, while these leaves were active.
        case callback(Int, StateSet)
        /// A call of the host came to this, and then these leaves are active, in this order.
        case result(Outcome, leaves: [Int], isDone: Bool)
    }

    var entries: [Entry] = []

    mutating func add(callback: Int, _ leaves: StateSet) { entries.append(.callback(callback, leaves)) }

    /// Where two traces differ first, or `nil`. Of a call that ended at the step limit only what comes before that is
    /// compared, as far as both have it.
    func difference(from other: ChartTrace) -> Int? {
        for (index, (mine, others)) in zip(entries, other.entries).enumerated() where mine != others {
            return isLimit(from: index) && other.isLimit(from: index) ? nil : index
        }
        if entries.count == other.entries.count { return nil }
        let count = min(entries.count, other.entries.count)
        return isLimit(from: count - 1) && other.isLimit(from: count - 1) ? nil : count
    }

    /// Whether the call to which this entry belongs ends at the step limit; nothing follows then.
    private func isLimit(from index: Int) -> Bool {
        guard case .result(.stepLimit, _, _)? = entries.last else { return false }
        let next = entries[max(index, 0)...].firstIndex { if case .result = $0 { true } else { false } }
        return next == entries.count - 1
    }
}

// MARK: - As text

extension ChartTrace {
    /// One line for each entry: `entry b1 in a1 b1`, `transitioned: a1 b1`.
    func lines(_ model: ChartModel, _ callbacks: ChartCallbacks) -> [String] {
        entries.map { Self.text(of: $0, model, callbacks) }
    }

    static func text(of entry: Entry, _ model: ChartModel, _ callbacks: ChartCallbacks) -> String {
        switch entry {
        case .callback(let number, let leaves):
            return "\(name(of: number, model, callbacks)) in \(names(leaves.states, model))"
        case .result(let outcome, let leaves, let isDone):
            return "\(outcome): \(names(leaves, model))\(isDone ? " done" : "")"
        }
    }

    /// `entry b1`, `guard r3`, `action r3.2` for the second one.
    static func name(of callback: Int, _ model: ChartModel, _ callbacks: ChartCallbacks) -> String {
        let item = callbacks.items[callback]
        let isOfRow = item.role == .guard || item.role == .action
        let owner = isOfRow ? "r\(item.owner + 1)" : model.states[item.owner].name
        return "\(item.role.rawValue) \(owner)\(item.index == 0 ? "" : ".\(item.index + 1)")"
    }

    private static func names(_ states: [Int], _ model: ChartModel) -> String {
        states.isEmpty ? "none" : states.map { model.states[$0].name }.joined(separator: " ")
    }
}
