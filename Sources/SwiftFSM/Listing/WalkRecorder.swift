import FSMEngine

/// What the machine of a graph answers and notes. It lives as long as the machine's table.
final class WalkRecorder: CallbackOwner {
    /// The rows whose conditions hold.
    var wantedRows: Set<Int> = []
    /// Whether conditions of rows without an event hold.
    var agreesWithoutEvent = true
    let eventlessRows: Set<Int>
    var takenRows: Set<Int> = []
    private let raised: [Int: RaisedEvents]

    private final class RaisedEvents {
        let events: [Int32]

        init(_ events: [Int32]) { self.events = events }
    }

    init(raised: [Int: [Int32]], eventlessRows: Set<Int>) {
        self.raised = raised.mapValues { RaisedEvents($0) }
        self.eventlessRows = eventlessRows
    }

    /// What is called instead of the table's actions: nothing, but what they raise is raised.
    func replacement(_ callback: Callback) -> Callback {
        guard let raised = raised[Int(bitPattern: callback.context) - 1] else { return Callback({ _, _ in 1 }) }
        return Callback(
            { step, context in
                guard let context else { return 0 }
                let machine = Machine(handle: step.assumingMemoryBound(to: Step.self).pointee.machine)
                for event in Unmanaged<RaisedEvents>.fromOpaque(context).takeUnretainedValue().events {
                    _ = machine.raise(event)
                }
                return 0
            }, context: Unmanaged.passUnretained(raised).toOpaque())
    }

    private static func of(_ step: UnsafeRawPointer) -> WalkRecorder? {
        let context = step.assumingMemoryBound(to: Step.self).pointee.context
        return context.map { Unmanaged<WalkRecorder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The guard of each row that has one.
    static var answer: Callback.Function {
        { step, context in
            let row = Int(bitPattern: context) - 1
            guard let recorder = WalkRecorder.of(step) else { return 0 }
            if recorder.eventlessRows.contains(row) { return recorder.agreesWithoutEvent ? 1 : 0 }
            return recorder.wantedRows.contains(row) ? 1 : 0
        }
    }

    /// The hook of each step.
    static var note: Callback.Function {
        { step, _ in
            let row = step.assumingMemoryBound(to: Step.self).row
            if let row { WalkRecorder.of(step)?.takenRows.insert(row) }
            return 0
        }
    }
}
