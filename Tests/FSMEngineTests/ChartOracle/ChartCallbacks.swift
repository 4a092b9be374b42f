/// All callbacks of a chart, numbered, so that traces hold numbers.
struct ChartCallbacks {
    enum Role: String {
        case entry, exit, cycle, `default`, `guard`, action
    }

    struct Item {
        var role: Role
        /// A state or a row.
        var owner: Int
        /// Which one of the owner's.
        var index: Int
        var callback: ChartModel.Callback
    }

    private(set) var items: [Item] = []
    /// Of each state.
    private(set) var entry: [[Int]] = []
    private(set) var exit: [[Int]] = []
    private(set) var cycle: [[Int]] = []
    private(set) var defaults: [[Int]] = []
    /// Of each row.
    private(set) var guards: [[Int]] = []
    private(set) var actions: [[Int]] = []

    init(_ model: ChartModel) {
        for (number, state) in model.states.enumerated() {
            entry.append(add(.entry, number, state.entry))
            exit.append(add(.exit, number, state.exit))
            cycle.append(add(.cycle, number, state.cycle))
            defaults.append(add(.default, number, state.defaultActions))
        }
        for (number, row) in model.rows.enumerated() {
            guards.append(add(.guard, number, row.guards))
            actions.append(add(.action, number, row.actions))
        }
    }

    private mutating func add(_ role: Role, _ owner: Int, _ callbacks: [ChartModel.Callback]) -> [Int] {
        callbacks.enumerated().map { index, callback in
            items.append(Item(role: role, owner: owner, index: index, callback: callback))
            return items.count - 1
        }
    }
}

/// What callbacks do at each call: the same for engine and oracle.
struct ChartActor {
    private let callbacks: ChartCallbacks
    private var callCounts: [Int]
    /// How often callbacks may still send or raise in the host's present call, so that it ends.
    private var budget = 0
    /// Some callback has failed.
    private(set) var hasFailed = false

    init(_ callbacks: ChartCallbacks) {
        self.callbacks = callbacks
        callCounts = Array(repeating: 0, count: callbacks.items.count)
    }

    /// A call of the host begins.
    mutating func begin() { budget = 5 }

    /// What a callback does now.
    mutating func next(_ callback: Int) -> ChartModel.Act {
        let acts = callbacks.items[callback].callback.acts
        guard !acts.isEmpty else { return .nothing }
        let act = acts[callCounts[callback] % acts.count]
        callCounts[callback] += 1
        switch act {
        case .nothing, .refuse: return act
        case .fail:
            hasFailed = true
            return act
        case .send, .raise, .stop:
            budget -= 1
            return budget < 0 ? .nothing : act
        }
    }
}
