/// The steps in progress and the waiting tasks of one machine. Belongs to the machine's isolation domain.
struct Turns {
    /// The steps in progress. Each was started from inside the one before it.
    private var underWay: [AwaitedStep] = []
    private var waiting: [Waiter] = []
    /// The last step that has ended. It begins again if nothing else refers to it: no task that its actions have started,
    /// and nobody who waits. So most steps need no memory.
    private var spare: AwaitedStep?
    /// Whether a task was resumed and has not begun its step yet. Other events wait for it.
    private var isPromised = false

    /// Whether no step is in progress, so that any task can send events.
    var areFree: Bool { underWay.isEmpty && !isPromised }

    /// Whether no step is in progress, and nobody waits.
    var areOver: Bool { areFree && waiting.isEmpty }

    /// The innermost step in progress.
    var innermost: AwaitedStep? { underWay.last }

    /// Whether this step is in progress.
    func isUnderWay(_ step: AwaitedStep?) -> Bool { level(of: step) > 0 }

    /// Whether an event sent from inside this step, or from outside all steps, can be handled immediately.
    func isTurn(ofThoseInside step: AwaitedStep?) -> Bool { !isPromised && level(of: step) == underWay.count }

    mutating func append(_ waiter: Waiter) { waiting.append(waiter) }

    /// Removes a waiter whose task was cancelled.
    mutating func remove(_ waiter: Waiter) { waiting.removeAll { $0 === waiter } }

    /// Called by the task that was resumed.
    mutating func beginPromised() { isPromised = false }

    /// Begins a step of a machine. Returns the steps that its actions are part of.
    mutating func begin(of machine: ObjectIdentifier) -> EnclosingSteps {
        let step: AwaitedStep
        if isKnownUniquelyReferenced(&spare), let last = spare.take() {
            last.beginAgain()
            step = last
        } else {
            step = AwaitedStep(of: machine)
        }
        let steps = EnclosingSteps.current.entering(step)
        underWay.append(consume step)
        return steps
    }

    /// Ends the innermost step.
    mutating func end() {
        let step = underWay.removeLast()
        step.end()
        spare = consume step
    }

    /// Ends the innermost step, and lets the next task have its turn.
    mutating func endAndWakeNext() {
        end()
        if !waiting.isEmpty { wakeNext() }
    }

    /// Resumes the first waiting task whose turn it is, in order of arrival.
    mutating func wakeNext() {
        while !isPromised, let next = waiting.firstIndex(where: { level(of: $0.inside) == underWay.count }) {
            // A task that was cancelled in the meantime is passed over.
            isPromised = waiting.remove(at: next).resume(isTurn: true)
        }
    }

    /// The number of steps in progress around an event sent from inside this step.
    private func level(of step: AwaitedStep?) -> Int {
        guard let step, let index = underWay.lastIndex(where: { $0 === step }) else { return 0 }
        return index + 1
    }
}
