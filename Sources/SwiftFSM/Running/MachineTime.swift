// The engine counts time as whole nanoseconds in 64 bits: 292 years. What is later is as late as it can be.
extension Int64 {
    /// A time in nanoseconds, rounded down, so that nothing is due too early.
    init(time: Duration) {
        let (count, rest) = time.attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsInNanosecond)
        self.init(clamping: rest < 0 ? count - 1 : count)
    }

    /// A delay in nanoseconds, rounded up for the same reason.
    init(delay: Duration) {
        let (count, rest) = delay.attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsInNanosecond)
        self.init(clamping: rest > 0 ? count + 1 : count)
    }

    private static var attosecondsInNanosecond: Int128 { 1_000_000_000 }

    /// The sum, or the number nearest to it.
    func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? (other < 0 ? .min : .max) : sum
    }
}

/// The clock that tells a machine the time while `FSM.run` runs.
final class MachineClock {
    /// The time of the machine by the clock, in nanoseconds.
    let time: () -> Int64
    /// Waits for the next event that is due; `nil` while nothing is waited for.
    private var sleep: Task<Void, any Error>?
    /// The time of that.
    private var wakeTime = Int64.max
    /// What has gone wrong with an event that was due before an event that was sent.
    private var failure: FSMTimeError?

    init(_ time: @escaping () -> Int64) { self.time = time }

    /// Waits until the task ends, or is woken. Requires the isolation of the machine.
    ///
    /// - Throws: What the task throws, unless it is cancelled.
    func wait(
        until time: Int64, _ sleep: Task<Void, any Error>, isolation: isolated (any Actor)?
    ) async throws {
        self.sleep = sleep
        wakeTime = time
        defer { self.sleep = nil }
        do {
            try await withTaskCancellationHandler(
                operation: { try await sleep.value }, onCancel: { sleep.cancel() }, isolation: isolation)
        } catch is CancellationError {}
    }

    /// Wakes the waiting task, if the next event is due earlier than it expects, or if nothing will be due.
    func noteChange(due: Int64?, isDone: Bool) {
        if isDone || failure != nil || (due ?? .max) < wakeTime { sleep?.cancel() }
    }

    func fail(_ error: FSMTimeError) { failure = error }

    /// Throws what has gone wrong meanwhile.
    func throwFailure() throws {
        guard let failure else { return }
        self.failure = nil
        throw failure
    }
}

/// The reason why a machine cannot be told the time, or has not sent all events that are due.
public enum FSMTimeError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The machine was told an earlier time than before. Nothing changed.
    case timeRunsBackwards(from: Duration, to: Duration)
    /// ``FSM/run(on:tolerance:isolation:)`` is running, which tells the time. Nothing changed.
    case clockIsRunning
    /// The call came from inside an action, during which the time stands still. Nothing changed.
    case insideAction
    /// The machine has no table yet.
    case noTable
    /// An event that was due has led to more than 1,000 steps, or events that are due at once lead to each other. What
    /// else is due stays so.
    case stepLimitReached

    /// The error, and how to correct it.
    public var description: String {
        switch self {
        case .timeRunsBackwards(let former, let time):
            "time does not run backwards: \(time) is earlier than \(former)"
        case .clockIsRunning: "the machine runs on a clock, which tells it the time: cancel that task first"
        case .insideAction: "the time stands still inside an action: tell it from outside"
        case .noTable: "the machine has no table: build it first"
        case .stepLimitReached:
            "events that are due lead to rows, raised events or delays of zero that do not come to an end"
        }
    }
}
