import FSMEngine

/// What a machine has whose states have values, or timers that live as long as they. See ``StateEffects``.
final class StateLife<State: FSMHashable, Event: FSMHashable> {
    let effects: StateEffects<State, Event>
    let changes: StateChanges
    private let machine: Machine
    private let table: CompiledTable<State, Event>
    private let timetable: Timetable<State, Event>
    /// The current state, if it has values. Behind a pointer: to look up the type of an optional costs more.
    private let values = UnsafeMutablePointer<State>.allocate(capacity: 1)
    private var hasValue = false
    /// The timers of the current state, in the order of its timeouts. Those that are over are kept until it is left.
    private var timers: [UInt64] = []

    /// Begins in a state.
    init(
        _ effects: StateEffects<State, Event>, _ machine: Machine, _ table: CompiledTable<State, Event>,
        _ timetable: Timetable<State, Event>, initialState: State
    ) {
        self.effects = effects
        changes = effects.changes
        self.machine = machine
        self.table = table
        self.timetable = timetable
        if changes.cases[Int(number)] { setValue(initialState) }
        startTimers()
    }

    deinit {
        removeValue()
        values.deallocate()
    }

    /// The number of the current state.
    private var number: Int32 { Int32(machine.state) }

    var state: State { hasValue ? values.pointee : table.states.values[Int(number)] }

    /// The current state, if it has values.
    var value: State? { hasValue ? values.pointee : nil }

    private func setValue(_ value: State) {
        if hasValue { values.pointee = value } else { values.initialize(to: value) }
        hasValue = true
    }

    private func removeValue() {
        guard hasValue else { return }
        hasValue = false  // before what is released can ask for the state
        values.deinitialize(count: 1)
    }

    // MARK: - Changes

    /// What tells the next state of a row; `nil` where that is known.
    func target(ofRow row: Int?) -> StateTarget<State, Event>? {
        guard let row, let target = changes.target(ofRow: row) else { return nil }
        return unsafeDowncast(target, to: StateTarget<State, Event>.self)
    }

    /// The change to a state with this number, which has no values, or is the current one with those that it has.
    func change(toKnown target: Int32, byRow row: Int?) -> StateChange {
        let source = number
        return changes.change(from: source, to: target, isChange: target != source, byRow: row)
    }

    /// The change to a state. `nil` if the table does not name it.
    func change(to state: State, byRow row: Int? = nil) -> StateChange? {
        let (source, target) = (number, table.states.number(of: state))
        if target < 0 { return nil }
        let isChange = target != source || changes.cases[Int(target)] && state != self.state
        return changes.change(from: source, to: target, isChange: isChange, byRow: row)
    }

    /// Changes the state to one without values, or leaves it as it is. The timers of the old one end, and those of the new one
    /// begin.
    func takeKnown(_ change: StateChange) {
        if change.target != number { removeValue() }
        changeState(change)
    }

    /// Changes the state.
    func take(_ change: StateChange, _ state: State) {
        if changes.cases[Int(change.target)] { setValue(state) } else { removeValue() }
        changeState(change)
    }

    private func changeState(_ change: StateChange) {
        _ = machine.setState(change.target)
        guard change.isLeft else { return }
        for timer in timers { _ = timetable.cancel(timer) }
        startTimers()
    }

    private func startTimers() {
        guard changes.haveTimeouts[Int(number)] else { return timers = [] }
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
        if let value { setValue(value) } else { removeValue() }
        for timer in adopted { timetable.adopt(timer.number, timer.event) }
    }
}
