import FSMEngine

/// Where a machine writes its records. The machine's isolation domain owns it.
final class MachineJournal {
    private let write: (UnsafeRawBufferPointer) throws -> Void
    /// What ended it.
    private(set) var error: (any Error)?
    /// The events that wait with values, of which no record tells.
    private let lostEvents: () -> [String]
    private let machine: Machine
    private let isJSON: Bool
    /// What was written last, if that is what the machine is: it is not written again.
    private var last: [UInt8] = []

    init(
        _ machine: Machine, _ format: FSMJournalFormat, _ write: @escaping (UnsafeRawBufferPointer) throws -> Void,
        lostEvents: @escaping () -> [String]
    ) {
        self.machine = machine
        isJSON = format == .json
        self.write = write
        self.lostEvents = lostEvents
    }

    /// Ends the journal; the first reason counts.
    func fail(_ error: any Error) {
        if self.error == nil { self.error = error }
    }

    /// As the engine knows it, which must not outlive this one.
    var engineJournal: Journal {
        Journal(Self.take, Unmanaged.passUnretained(self).toOpaque(), isJSON: isJSON)
    }

    private func take(_ record: UnsafeRawBufferPointer) -> Bool {
        guard error == nil else { return false }
        let tellsMachine = tellsMachine(record)
        // Nobody could go on from there: the machine is told once more when nothing follows.
        if tellsMachine, machine.isUnsettled { return true }
        let lost = lostEvents()
        if !lost.isEmpty {
            error = FSMSnapshotError.waitsWithValues(lost)
            return false
        }
        if tellsMachine, record.elementsEqual(last) { return true }
        last = tellsMachine ? Array(record) : []
        do { try write(record) } catch {
            self.error = error
            return false
        }
        return true
    }

    /// Whether a record is what the machine is, not a step.
    private func tellsMachine(_ record: UnsafeRawBufferPointer) -> Bool {
        isJSON ? record.starts(with: "{\"snapshot\"".utf8) : record[MemoryLayout<UInt32>.size] == 4
    }

    private static var take: Journal.Writer {
        { context, bytes, count in
            guard let context else { return ReservedID.failed }
            let record = UnsafeRawBufferPointer(start: bytes, count: count)
            return Unmanaged<MachineJournal>.fromOpaque(context).takeUnretainedValue().take(record)
                ? 0 : ReservedID.failed
        }
    }
}
