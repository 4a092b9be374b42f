import FSMEngine

/// What the changes of a table have that the engine does not know: states with values, next states that are told when an event
/// is handled, and timers that live as long as a state. Immutable. Charts have none, and few other tables.
struct StateEffects<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// An event that is sent when a state was active for so long.
    struct Timeout: Sendable {
        /// In nanoseconds.
        let delay: Int64
        let event: Event
        /// The name of the event in snapshots.
        let eventName: SnapshotMembers.Name
    }

    /// The next state of a row.
    enum Target: Sendable {
        case computed(StateTarget<State, Event>)
        case value(State)
    }

    /// Whether a state is a case, whatever its values.
    let cases: [Bool]
    /// The names of the states in snapshots.
    let stateNames: [SnapshotMembers.Name]
    /// The timeouts of each state.
    let timeouts: [[Timeout]]
    let numbers: ActionNumbers
    /// Whether exit and entry actions run also if the state does not change.
    let entersAlways: Bool
    /// For each row what tells its next state; `nil` where that is known.
    private let targets: [Target?]
    /// For each of these rows the number of the list of what else its state performs on exit.
    private let exits: [Int: Int]

    /// `nil` for a table that has nothing of it.
    init?(_ assembly: Assembly<State, Event>, _ policy: StateActionsPolicy) {
        guard assembly.hasEffects else { return nil }
        let (states, events) = (assembly.states, assembly.events.values)
        cases = states.values.indices.map { states.isCase(Int32($0)) }
        stateNames = assembly.stateNames
        let eventNames = assembly.eventNames
        let byState = Dictionary(grouping: assembly.chart.timeouts, by: \.state)
        timeouts = states.values.indices.map { state in
            (byState[Int32(state)] ?? []).map {
                Timeout(delay: $0.delay, event: events[Int($0.event)], eventName: eventNames[Int($0.event)])
            }
        }
        numbers = assembly.actionNumbers
        entersAlways = policy == .executeAlways
        targets = assembly.rows.map { row in
            guard assembly.isDynamic(row) else { return nil }
            if let computed = row.clause.target?.computed as? StateTarget<State, Event> { return .computed(computed) }
            return (row.clause.target?.state as? State).map { .value($0) }
        }
        let first = numbers.onDefault(0, of: states.values.count)
        let rows = assembly.dynamicRows
        exits = Dictionary(uniqueKeysWithValues: zip(rows, rows.indices.map { first + $0 }))
    }

    /// The row of a plan. All lists have callbacks, and that of the row is the first.
    func row(of plan: StepPlan) -> Int? {
        var plan = plan
        while let call = plan.next() {
            if case .callback(let callback) = call { return Int(bitPattern: callback.context) - 1 }
        }
        return nil
    }

    func target(ofRow row: Int) -> Target? { targets.indices.contains(row) ? targets[row] : nil }

    /// The numbers of the action lists of a change between two states: exit, then entry.
    func lists(leaving source: Int32, entering target: Int32, byRow row: Int?) -> [Int] {
        let exit = row.flatMap { exits[$0] }.map { [$0] } ?? []
        return [numbers.onExit(source)] + exit + [numbers.onEntry(target)]
    }
}

extension Assembly {
    /// Whether some of its changes need the machine.
    var hasEffects: Bool {
        !isChart && (!chart.timeouts.isEmpty || states.hasCases || rows.contains { isDynamic($0) })
    }

    /// The rows whose next state is told when an event is handled, or has values.
    var dynamicRows: [Int] { isChart ? [] : rows.indices.filter { isDynamic(rows[$0]) } }
}

/// A change of the state that a machine makes itself.
struct StateChange<State> {
    var target: Int32
    /// The state, if it has values.
    var value: State?
    /// Whether the state is left and entered, be it the same.
    var isLeft: Bool
    /// The numbers of the action lists, in order.
    var lists: [Int]
}
