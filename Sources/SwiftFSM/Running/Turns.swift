/// A step with actions that are awaited. While it is in progress, events of other tasks wait; events sent by its own
/// actions, and by tasks that they start, are handled immediately.
@usableFromInline
final class AwaitedStep: Sendable {
    /// The innermost step that the current task is part of, of any machine.
    @TaskLocal static var innermost: AwaitedStep?

    /// The enclosing step, of any machine.
    let outer: AwaitedStep?
    /// Identifies the machine.
    let machine: ObjectIdentifier

    init(of machine: ObjectIdentifier) {
        outer = Self.innermost
        self.machine = machine
    }

    /// Returns the innermost step of a machine that the current task is part of.
    static func innermost(of machine: ObjectIdentifier) -> AwaitedStep? {
        var step = innermost
        while let candidate = step, candidate.machine != machine { step = candidate.outer }
        return step
    }
}

/// The steps in progress and the waiting tasks of one machine. Belongs to the machine's isolation domain.
struct Turns {
    /// The steps in progress. Each was started from inside the one before it.
    private var underWay: [AwaitedStep] = []
    private var waiting: [Waiter] = []
    /// Whether a task was resumed and has not begun its step yet. Other events wait for it.
    private var isPromised = false

    private struct Waiter {
        /// The step that the event was sent from. It has ended if it is no longer in progress.
        let inside: AwaitedStep?
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Whether no step is in progress, so that any task can send events.
    var areFree: Bool { underWay.isEmpty && !isPromised }

    /// Whether this step is in progress.
    func isUnderWay(_ step: AwaitedStep?) -> Bool { level(of: step) > 0 }

    /// Whether an event sent from inside this step, or from outside all steps, can be handled immediately.
    func isTurn(ofThoseInside step: AwaitedStep?) -> Bool { !isPromised && level(of: step) == underWay.count }

    mutating func wait(inside step: AwaitedStep?, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(Waiter(inside: step, continuation: continuation))
    }

    /// Called by the task that was resumed.
    mutating func beginPromised() { isPromised = false }

    mutating func begin(_ step: AwaitedStep) { underWay.append(step) }

    /// Ends the innermost step.
    mutating func end() { underWay.removeLast() }

    /// Resumes the first waiting task whose turn it is, in order of arrival.
    mutating func wakeNext() {
        guard !isPromised, let next = waiting.firstIndex(where: { level(of: $0.inside) == underWay.count }) else {
            return
        }
        isPromised = true
        waiting.remove(at: next).continuation.resume()
    }

    /// The number of steps in progress around an event sent from inside this step.
    private func level(of step: AwaitedStep?) -> Int {
        guard let step, let index = underWay.lastIndex(where: { $0 === step }) else { return 0 }
        return index + 1
    }
}
