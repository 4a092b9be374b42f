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

    mutating func read(
        _ parts: SnapshotParts, _ bytes: UnsafeRawBufferPointer, _ host: inout SnapshotHost
    ) -> Outcome {
        var outcome = read(parts.queued, bytes, &queued, &host, mayControl: true)
        if outcome == .ok { outcome = read(parts.raised, bytes, &raised, &host) }
        if outcome == .ok { outcome = read(parts.deferred, bytes, &deferred, &host) }
        return outcome
    }

    /// `mayControl`: also requests and stops.
    @inline(never)
    private func read(
        _ list: SnapshotParts.List, _ bytes: UnsafeRawBufferPointer, _ queue: inout EventQueue,
        _ host: inout SnapshotHost, mayControl: Bool = false
    ) -> Outcome {
        guard list.count > 0 else { return .ok }
        let room = queue.makeRoom(for: list.count)
        guard room == .queued else { return room }
        var reader = ByteReader(bytes, at: list.position)
        for _ in 0..<list.count {
            let event = reader.id()
            let name = reader.text()
            let trigger = Trigger(event: event, requested: reader.reference())
            guard isLegal(trigger, mayControl), readCases(&reader, queue) else { return .badConfiguration }
            var arguments: ArgumentBlock?
            let outcome = readArguments(&reader, trigger, &arguments)
            guard outcome == .ok else {
                if outcome == .argumentType {
                    host.report(SnapshotFault(kind: .arguments, id: event, name: name))
                }
                return outcome
            }
            queue.push(trigger, arguments)
        }
        return .ok
    }

    private func isLegal(_ trigger: Trigger, _ mayControl: Bool) -> Bool {
        switch trigger.event {
        case ReservedID.none: return mayControl && trigger.requested == ReservedID.none
        case ReservedID.request: return mayControl && !trigger.isReserved && machine.column(of: trigger) != nil
        default:
            if trigger.requested != ReservedID.none || ReservedID.contains(trigger.event) { return false }
            return machine.column(of: trigger) != nil || machine.storage.pointee.table.pointee.takesUnknownEvents
        }
    }

    /// Writes the cases of an event to where the queue has them.
    private func readCases(_ reader: inout ByteReader, _ queue: EventQueue) -> Bool {
        let places = queue.nextCases
        for index in 0..<caseCount { places[index] = ReservedID.none }
        let table = machine.storage.pointee.table
        for _ in 0..<reader.word() {
            let id = reader.reference()
            let value = reader.reference()
            guard let predicate = table.pointee.predicates.index(of: id), value >= 0,
                value < table.pointee.predicateRecords[predicate].caseCount,
                places[Int(predicate.value)] == ReservedID.none
            else { return false }
            places[Int(predicate.value)] = value
        }
        return true
    }

    /// `argumentType` if they are not what the event carries.
    private func readArguments(
        _ reader: inout ByteReader, _ trigger: Trigger, _ arguments: inout ArgumentBlock?
    ) -> Outcome {
        let count = Int(reader.word())
        let table = machine.storage.pointee.table
        let types = table.argumentTypes(machine.column(of: trigger) ?? table.anyEvent)
        guard count == types.count else { return .argumentType }
        guard count > 0 else { return .ok }
        var checker = reader
        for type in types {
            guard let (value, string) = checker.value() else { return .badConfiguration }
            guard string == nil ? value.widened(to: type) != nil : type == .str else { return .argumentType }
        }
        guard let block = ArgumentBlock(reading: &reader, count) else { return .outOfMemory }
        for index in types.indices {
            if let value = block.values[index].widened(to: types[index]) { block.values[index] = value }
        }
        arguments = block
        return .ok
    }

    /// Drops all of them.
    @inline(never)
    mutating func clear() {
        queued.clear()
        raised.clear()
        deferred.clear()
    }

    @inline(never)
    func replaceThose(of machine: Machine) {
        machine.storage.pointee.queue.clear()
        machine.storage.pointee.queue = queued
        guard let chart = machine.storage.pointee.chart else { return }
        chart.pointee.clear()
        chart.pointee.raised = raised
        chart.pointee.deferred = deferred
    }
}
