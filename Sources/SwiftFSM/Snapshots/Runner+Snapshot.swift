import FSMEngine

extension Runner {
    func snapshot(_ timers: FSMSnapshotTimers) throws(FSMSnapshotError) -> FSMSnapshot {
        let (machine, timetable, table) = try atRest()
        let events = (chart?.deferredWithValues ?? []) + timetable.waitingWithValues
        guard events.isEmpty else { throw .waitsWithValues(events) }
        if let state = life?.value { throw .stateHasValues("\(state)") }
        timetable.tellTime()
        var members = try SnapshotMembers(machine.written(hasDueTimes: timers == .due))
        if let timeouts = life?.timeouts, !timeouts.isEmpty { members.timeouts = timeouts }
        if let fingerprint = table.documentFingerprint { members.fingerprint = fingerprint }
        return FSMSnapshot(members)
    }

    func restore(
        _ snapshot: FSMSnapshot, _ migrate: ((FSMMissing) -> FSMReplacement<State, Event>?)?
    ) throws(FSMSnapshotError) {
        let (machine, timetable, table) = try atRest()
        guard !hasClock else { throw .clockIsRunning }
        let flags = Set(snapshot.members.flags ?? [])
        // A machine of this front end is stopped only if it is done, and handles each event to the end.
        guard flags.isDisjoint(with: [.unsettled, .resuming]), flags.contains(.stopped) == flags.contains(.done) else {
            throw .eventsUnderWay
        }
        if let life {
            try restore(snapshot.members, machine, table, life, timetable, migrate)
        } else {
            try Restoring(machine: machine, table: table, migrate: migrate).restore(snapshot.members.bytes)
            timetable.forget()
        }
        chart?.forget(lastState: flags.contains(.done) ? try machine.firstLeaf() : nil)
    }

    /// Restores a machine whose states have values or timers, of which the engine knows nothing. It is unchanged if these have
    /// no place.
    private func restore(
        _ members: SnapshotMembers, _ machine: Machine, _ table: CompiledTable<State, Event>,
        _ life: StateLife<State, Event>, _ timetable: Timetable<State, Event>,
        _ migrate: ((FSMMissing) -> FSMReplacement<State, Event>?)?
    ) throws(FSMSnapshotError) {
        // The states that took the place of others, with their values.
        var told: [State] = []
        let ask = migrate.map { migrate in
            { (missing: FSMMissing) -> FSMReplacement<State, Event>? in
                let replacement = migrate(missing)
                if case .state(let state)? = replacement { told.append(state) }
                return replacement
            }
        }
        let former = try machine.written(hasDueTimes: true)
        var others = members
        others.timeouts = nil
        try Restoring(machine: machine, table: table, migrate: ask).restore(others.bytes)
        do throws(FSMSnapshotError) {
            let timers = try SnapshotMembers(machine.written(hasDueTimes: true)).timers ?? []
            let events = Dictionary(timers.map { ($0.number, $0.event) }) { first, _ in first }
            let number = Int32(machine.state)
            var value: State?
            if life.changes.cases[Int(number)] {
                let name = life.effects.stateNames[Int(number)].description
                if told.isEmpty { _ = ask?(.state(name)) }
                value = told.first { table.states.number(of: $0) == number }
                if value == nil { throw FSMSnapshotError.withoutValues(of: name) }
            }
            try life.restore(members.timeouts ?? [], events, value: value) { timetable.forget() }
        } catch {
            _ = machine.restore(former, deciding: { _ in nil }, reporting: { _ in })
            throw error
        }
    }

    /// The machine, if no event is in progress.
    func atRest() throws(FSMSnapshotError) -> (
        Machine, Timetable<State, Event>, CompiledTable<State, Event>
    ) {
        guard let machine, let timetable, let table else { throw .noTable }
        guard turns.areFree, !isInside else { throw .actionsUnderWay }
        return (machine, timetable, table)
    }
}

extension FSMSnapshotError {
    fileprivate static func withoutValues(of state: String) -> FSMSnapshotError {
        let text =
            "the snapshot is in the state '\(state)', of which it does not have the values: "
            + "let 'migrating' return the state with its values"
        return .noPlace([FSMSnapshotFault(missing: .state(state), text: text)])
    }
}

extension Machine {
    /// The bytes of a snapshot.
    func written(hasDueTimes: Bool) throws(FSMSnapshotError) -> [UInt8] {
        let (outcome, bytes) = snapshotBytes(hasDueTimes: hasDueTimes)
        switch outcome {
        case .ok: return bytes
        case .busy: throw .actionsUnderWay
        default: throw .outOfMemory
        }
    }

    /// The number of the first state of a snapshot: of a machine that is done the last one.
    fileprivate func firstLeaf() throws(FSMSnapshotError) -> Int {
        var reader = SnapshotByteReader(try written(hasDueTimes: false))
        reader.position = SnapshotMembers.magic.count + MemoryLayout<UInt32>.size + SnapshotMembers.fingerprintSize
        _ = try reader.text()
        _ = try reader.text()
        // Flags, size, time, and how many states there are.
        reader.position += 20
        return Int(try reader.number(Int32.self))
    }
}
