import FSMEngine

extension Runner {
    func snapshot(_ timers: FSMSnapshotTimers) throws(FSMSnapshotError) -> FSMSnapshot {
        let (machine, timetable, table) = try atRest()
        let events = (chart?.deferredWithValues ?? []) + timetable.waitingWithValues
        guard events.isEmpty else { throw .waitsWithValues(events) }
        timetable.tellTime()
        var members = try SnapshotMembers(machine.written(hasDueTimes: timers == .due))
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
        try Restoring(machine: machine, table: table, migrate: migrate).restore(snapshot.members.bytes)
        timetable.forget()
        chart?.forget(lastState: flags.contains(.done) ? try machine.firstLeaf() : nil)
    }

    /// The machine, if no event is in progress.
    private func atRest() throws(FSMSnapshotError) -> (
        Machine, Timetable<State, Event>, CompiledTable<State, Event>
    ) {
        guard let machine, let timetable, let table else { throw .noTable }
        guard turns.areFree, !isInside else { throw .actionsUnderWay }
        return (machine, timetable, table)
    }
}

extension Machine {
    fileprivate func written(hasDueTimes: Bool) throws(FSMSnapshotError) -> [UInt8] {
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
