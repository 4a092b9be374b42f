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

    let changes: StateChanges
    /// The names of the states in snapshots.
    let stateNames: [SnapshotMembers.Name]
    /// The timeouts of each state.
    let timeouts: [[Timeout]]

    /// `nil` for a table that has nothing of it.
    init?(_ assembly: Assembly<State, Event>, _ policy: StateActionsPolicy) {
        guard assembly.hasEffects else { return nil }
        let (states, events) = (assembly.states, assembly.events.values)
        stateNames = assembly.stateNames
        let eventNames = assembly.eventNames
        let byState = Dictionary(grouping: assembly.chart.timeouts, by: \.state)
        timeouts = states.values.indices.map { state in
            (byState[Int32(state)] ?? []).map {
                Timeout(delay: $0.delay, event: events[Int($0.event)], eventName: eventNames[Int($0.event)])
            }
        }
        changes = StateChanges(assembly, policy)
    }
}

/// What every step reads of them. It has no type parameters: machines are compiled for all types at once, and to look up the
/// type of an array of timeouts, say, costs them more than an action.
struct StateChanges: Sendable {
    /// Whether a state is a case, whatever its values.
    let cases: [Bool]
    /// Whether a state has timeouts.
    let haveTimeouts: [Bool]
    let numbers: ActionNumbers
    /// Whether exit and entry actions run also if the state does not change.
    private let entersAlways: Bool
    /// For each row what tells its next state, a `StateTarget`; `nil` where that is known.
    private let targets: [(AnyObject & Sendable)?]
    /// For each of these rows the number of the list of what else its state performs on exit.
    private let exits: [Int: Int]

    init<State, Event>(_ assembly: Assembly<State, Event>, _ policy: StateActionsPolicy) {
        let states = assembly.states
        cases = states.values.indices.map { states.isCase(Int32($0)) }
        let withTimeouts = Set(assembly.chart.timeouts.map(\.state))
        haveTimeouts = states.values.indices.map { withTimeouts.contains(Int32($0)) }
        numbers = assembly.actionNumbers
        entersAlways = policy == .executeAlways
        targets = assembly.rows.map { row in
            guard assembly.isDynamic(row) else { return nil }
            if let computed = row.clause.target?.computed as? StateTarget<State, Event> { return computed }
            return (row.clause.target?.state as? State).map { StateTarget<State, Event>($0) }
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

    /// The `StateTarget` of a row; `nil` if its next state is known.
    func target(ofRow row: Int) -> (AnyObject & Sendable)? { row < targets.count ? targets[row] : nil }

    /// A change between two states, or in one.
    func change(from source: Int32, to target: Int32, isChange: Bool, byRow row: Int?) -> StateChange {
        var change = StateChange(target: target, isLeft: isChange || entersAlways)
        change.rowList = row.map { numbers.ofRow($0) } ?? -1
        guard change.isLeft else { return change }
        change.exitList = numbers.onExit(source)
        change.ownExitList = row.flatMap { exits[$0] } ?? -1
        change.entryList = numbers.onEntry(target)
        return change
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
struct StateChange {
    let target: Int32
    /// Whether the state is left and entered, be it the same.
    let isLeft: Bool
    /// The numbers of the action lists, -1 for none: that of the row, then exit and entry.
    fileprivate(set) var rowList = -1
    fileprivate(set) var exitList = -1
    fileprivate(set) var ownExitList = -1
    fileprivate(set) var entryList = -1

    init(target: Int32, isLeft: Bool) {
        self.target = target
        self.isLeft = isLeft
    }

    /// The numbers of the lists, in order.
    @inline(__always)
    func forEachList(_ body: (Int) -> Void) {
        if rowList >= 0 { body(rowList) }
        if exitList >= 0 { body(exitList) }
        if ownExitList >= 0 { body(ownExitList) }
        if entryList >= 0 { body(entryList) }
    }
}
