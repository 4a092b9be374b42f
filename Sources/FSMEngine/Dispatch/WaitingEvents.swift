/// The events that wait in a snapshot, in queues of their own until they take the place of a machine's.
struct WaitingEvents {
    private let machine: Machine
    private let caseCount: Int
    private var queued: EventQueue
    private var raised: EventQueue
    private var deferred: EventQueue

    init(_ machine: Machine) {
        self.machine = machine
        caseCount = Int(machine.storage.pointee.table.pointee.predicates.indexCount)
        queued = EventQueue(caseCount: caseCount, takesArguments: machine.storage.pointee.takesArguments)
        raised = queued
        deferred = queued
    }

    mutating func read(_ words: UnsafePointer<UInt64>, _ head: SnapshotHead) -> Outcome {
        var words = words
        var outcome = read(&words, head.queuedCount, &queued, mayControl: true)
        if outcome == .ok { outcome = read(&words, head.raisedCount, &raised) }
        if outcome == .ok { outcome = read(&words, head.deferredCount, &deferred) }
        return outcome
    }

    /// `mayControl`: also requests and stops.
    @inline(never)
    private func read(
        _ words: inout UnsafePointer<UInt64>, _ count: Int, _ queue: inout EventQueue, mayControl: Bool = false
    ) -> Outcome {
        guard count > 0 else { return .ok }
        let room = queue.makeRoom(for: count)
        guard room == .queued else { return room }
        for _ in 0..<count {
            let trigger = Trigger(event: low(words[0]), requested: high(words[0]))
            guard isLegal(trigger, mayControl) else { return .badConfiguration }
            words += 1
            // As in the queue there are two in a word; of an odd number the last half is `none`.
            for index in 0..<caseCount {
                let value = index & 1 == 0 ? low(words[index / 2]) : high(words[index / 2])
                guard isLegal(value, index) else { return .badConfiguration }
                queue.nextCases[index] = value
            }
            if caseCount & 1 != 0 && high(words[caseCount / 2]) != ReservedID.none { return .badConfiguration }
            words += (caseCount + 1) / 2
            queue.push(trigger)
        }
        return .ok
    }

    private func low(_ word: UInt64) -> Int32 { Int32(truncatingIfNeeded: word) }
    private func high(_ word: UInt64) -> Int32 { Int32(truncatingIfNeeded: word >> 32) }

    private func isLegal(_ trigger: Trigger, _ mayControl: Bool) -> Bool {
        switch trigger.event {
        case ReservedID.none: mayControl && trigger.requested == ReservedID.none
        case ReservedID.request: mayControl && !trigger.isReserved && machine.column(of: trigger) != nil
        default: trigger.requested == ReservedID.none && machine.isPlainEvent(trigger.event)
        }
    }

    private func isLegal(_ value: Int32, _ predicate: Int) -> Bool {
        let table = machine.storage.pointee.table
        let caseCount = table.pointee.predicateRecords[TypedIndex<Predicate>(predicate)].caseCount
        return value == ReservedID.none || (value >= 0 && value < caseCount)
    }

    /// Drops all of them.
    mutating func clear() {
        queued.clear()
        raised.clear()
        deferred.clear()
    }

    func replaceThose(of machine: Machine) {
        machine.storage.pointee.queue.clear()
        machine.storage.pointee.queue = queued
        guard let chart = machine.storage.pointee.chart else { return }
        chart.pointee.clear()
        chart.pointee.raised = raised
        chart.pointee.deferred = deferred
    }
}
