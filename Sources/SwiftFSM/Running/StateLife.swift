import FSMEngine

/// What a machine has whose states have values, or timers that live as long as they. See ``StateEffects``.
final class StateLife<State: FSMHashable, Event: FSMHashable> {
    struct UnknownTarget: Error {
        let state: State
    }

    let effects: StateEffects<State, Event>
    private let machine: Machine
    private let table: CompiledTable<State, Event>
    private let timetable: Timetable<State, Event>
    /// The current state, if it has values.
    private(set) var value: State?
    /// The timers of the current state, in the order of its timeouts. Those that are over are kept until it is left.
    private var timers: [UInt64] = []

    /// Begins in a state.
    init(
        _ effects: StateEffects<State, Event>, _ machine: Machine, _ table: CompiledTable<State, Event>,
        _ timetable: Timetable<State, Event>, initialState: State
    ) {
        self.effects = effects
        self.machine = machine
        self.table = table
        self.timetable = timetable
        if effects.cases[Int(number)] { value = initialState }
        startTimers()
    }

    /// The number of the current state.
    private var number: Int32 { Int32(machine.state) }

    var state: State { value ?? table.states.values[Int(number)] }

    // MARK: - Changes

    /// The change that a plan of the engine means.
    func change(by plan: StepPlan, _ event: Event) -> Result<StateChange<State>, UnknownTarget> {
        let row = effects.row(of: plan)
        switch row.flatMap({ effects.target(ofRow: $0) }) {
        case .computed(let target): return change(to: target.state(event), byRow: row)
        case .value(let state): return change(to: state, byRow: row)
        case nil: return .success(change(to: Int32(plan.target), value: nil, byRow: row))
        }
    }

    /// The change to a state.
    func change(to state: State, byRow row: Int? = nil) -> Result<StateChange<State>, UnknownTarget> {
        let target = table.states.number(of: state)
        guard target >= 0 else { return .failure(UnknownTarget(state: state)) }
        return .success(change(to: target, value: effects.cases[Int(target)] ? state : nil, byRow: row))
    }

    /// The change to a state with values, or with those that it has.
    private func change(to target: Int32, value: State?, byRow row: Int?) -> StateChange<State> {
        let source = number
        let isSame = target == source && (value == nil || value == self.value)
        let isLeft = !isSame || effects.entersAlways
        let others = isLeft ? effects.lists(leaving: source, entering: target, byRow: row) : []
        return StateChange(
            target: target, value: value ?? (target == source ? self.value : nil), isLeft: isLeft,
            lists: (row.map { [effects.numbers.ofRow($0)] } ?? []) + others)
    }

    /// Changes the state. The timers of the old one end, and those of the new one begin.
    func take(_ change: StateChange<State>) {
        _ = machine.setState(change.target)
        value = change.value
        guard change.isLeft else { return }
        for timer in timers { _ = timetable.cancel(timer) }
        startTimers()
    }

    private func startTimers() {
        timers = effects.timeouts[Int(number)].compactMap { timetable.sendLater($0.event, after: $0.delay) }
    }

    // MARK: - Snapshots

    /// The timers that run now, as a snapshot says them.
    var timeouts: [SnapshotMembers.Timeout] {
        let state = Int(number)
        guard timers.count == effects.timeouts[state].count else { return [] }
        var ranks: [SnapshotMembers.Name: UInt32] = [:]
        return zip(effects.timeouts[state], timers).compactMap { timeout, timer in
            let rank = ranks[timeout.eventName, default: 0]
            ranks[timeout.eventName] = rank + 1
            guard timetable.isWaiting(timer) else { return nil }
            return SnapshotMembers.Timeout(
                state: effects.stateNames[state], event: timeout.eventName, index: rank, number: timer)
        }
    }

    /// Makes timers that were restored those of the current state, which has these values.
    ///
    /// - Parameters:
    ///   - timeouts: The timers in the snapshot.
    ///   - events: The events of all timers that run, by their numbers.
    ///   - value: The state, if it has values.
    ///   - commit: Called once nothing can fail any more, before the timers are those of the state.
    /// - Throws: ``FSMSnapshotError`` if the state has no such timeout.
    func restore(
        _ timeouts: [SnapshotMembers.Timeout], _ events: [UInt64: SnapshotMembers.Name], value: State?,
        commit: () -> Void
    ) throws(FSMSnapshotError) {
        let own = effects.timeouts[Int(number)]
        var timers = Array(repeating: UInt64(0), count: own.count)
        var adopted: [(number: UInt64, event: Event)] = []
        for timeout in timeouts {
            guard let name = events[timeout.number] else { throw .damaged("timeouts") }
            let candidates = own.indices.filter { own[$0].eventName == name }
            guard candidates.indices.contains(Int(timeout.index)), timers[candidates[Int(timeout.index)]] == 0 else {
                let text = "a timer for '\(name)' runs in the snapshot, which the state does not have in this table"
                throw .noPlace([FSMSnapshotFault(missing: .timeout(name.description), text: text)])
            }
            let position = candidates[Int(timeout.index)]
            timers[position] = timeout.number
            adopted.append((timeout.number, own[position].event))
        }
        commit()
        self.timers = timers
        self.value = value
        for timer in adopted { timetable.adopt(timer.number, timer.event) }
    }
}
