/// The steps in progress and the waiting tasks of one machine. Belongs to the machine's isolation domain.
struct Turns {
    /// The innermost step in progress. Each was started from inside the one before it.
    private(set) var innermost: AwaitedStep?
    private var waiting: [Waiter] = []
    /// The last step that has ended. It begins again if nothing else refers to it: no task that its actions have started,
    /// and nobody who waits. So most steps need no memory.
    private var spare: AwaitedStep?
    /// Whether a task was resumed and has not begun its step yet, or observers are being told of one. Other events wait for it.
    private var isPromised = false

    /// Whether no step is in progress, so that any task can send events.
    var areFree: Bool { innermost == nil && !isPromised }

    /// Whether no step is in progress, and nobody waits.
    var areOver: Bool { areFree && waiting.isEmpty }

    /// Whether this step is in progress.
    func isUnderWay(_ step: AwaitedStep?) -> Bool {
        guard let step, let innermost else { return false }
        return innermost.isInside(step)
    }

    /// Whether an event sent from inside this step, or from outside all steps, can be handled immediately.
    func isTurn(ofThoseInside step: AwaitedStep?) -> Bool { !isPromised && isInnermost(step) }

    mutating func append(_ waiter: Waiter) { waiting.append(waiter) }

    /// Removes a waiter whose task was cancelled.
    mutating func remove(_ waiter: Waiter) { waiting.removeAll { $0 === waiter } }

    /// Called by the task that was resumed.
    mutating func beginPromised() { isPromised = false }

    /// Lets events wait while observers are told of a step, who could send some into its middle. Returns what `goOn` takes.
    mutating func hold() -> Bool {
        defer { isPromised = true }
        return isPromised
    }

    /// Ends that.
    mutating func goOn(_ wasHeld: Bool) { isPromised = wasHeld }

    /// Begins a step of a machine. Returns it, for the tasks of its actions.
    mutating func begin(of machine: ObjectIdentifier) -> AwaitedStep {
        let step: AwaitedStep
        if isKnownUniquelyReferenced(&spare), let last = spare.take() {
            step = last
        } else {
            step = AwaitedStep(of: machine)
        }
        step.begin(inside: innermost)
        innermost = step
        return step
    }

    /// Ends the innermost step.
    mutating func end() {
        guard let step = innermost.take() else { return }
        innermost = step.end()
        spare = consume step
        if isKnownUniquelyReferenced(&spare) { spare?.forgetEnclosing() }
    }

    /// Ends the innermost step, and lets the next task have its turn.
    mutating func endAndWakeNext() {
        end()
        if !waiting.isEmpty { wakeNext() }
    }

    /// Resumes the first waiting task whose turn it is, in order of arrival.
    mutating func wakeNext() {
        while !isPromised, let next = waiting.firstIndex(where: { isInnermost($0.inside) }) {
            // A task that was cancelled in the meantime is passed over.
            isPromised = waiting.remove(at: next).resume(isTurn: true)
        }
    }

    /// Whether no step in progress is inside this one.
    private func isInnermost(_ step: AwaitedStep?) -> Bool { innermost == nil || innermost === step }
}
