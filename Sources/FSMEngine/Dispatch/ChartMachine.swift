/// What a machine over a chart has besides its ``Configuration`` once an event took more than the short way: what waits
/// for the end of a step, and how far that has come. In memory of its own, from ``Machine/makeWork()`` on; if rows without
/// an event are tried after each step, in the machine's block.
struct ChartMachine {
    /// Raised events, which come before those that wait.
    var raised: EventQueue
    /// Deferred events.
    var deferred: EventQueue
    /// How many of the deferred events are still to be tried again.
    var recalledCount = 0
    /// So many recalled events may be followed by as many steps each as one that is sent: those that waited as an event
    /// was sent last. One that is deferred and recalled again and again is not.
    var recallBudget = 0
    /// How many microsteps the event that was sent has led to, its own included; 1 at rest.
    var stepCount = 1
    /// How many raised events took no row, but led to further raised events, since that event was sent.
    var idleCount = 0
    /// A row with a target was taken since deferred events were tried.
    var hasMoved = false
    /// So many events at most are still to be raised by the step under way, for which there is room.
    var reserved = 0
    /// From this row and this node on, rows and final states have not raised their events.
    var nextRow: UInt32 = 0
    var nextFinal: UInt32 = 0
    /// Steps are kept as plans instead of performed.
    var isPlanning = false
    /// The plan that is being made has asked for rows without an event, and there is none: if it is postponed they are asked again.
    var hasAskedEventless = false
    /// The plan that is open has been committed.
    var isCommitted = false
    /// The plan that is open, or about to be.
    var plan: UnsafeMutablePointer<ChartPlan>?

    /// An event may lead to so many microsteps (`SFSM_STEP_LIMIT`).
    static var stepLimit: Int { 1000 }
}

extension ChartMachine {
    /// How many events come before the next one that is sent.
    var pendingCount: Int { raised.count + (hasMoved ? deferred.count : recalledCount) }

    /// Counts the microsteps anew, after so many.
    @inline(__always)
    mutating func restartCounting(after steps: Int) {
        stepCount = steps
        idleCount = 0
    }

    /// Whether one more microstep may be taken. If not, the next call goes on, with as many.
    mutating func mayStep() -> Bool {
        if stepCount < Self.stepLimit { return true }
        restartCounting(after: 0)
        return false
    }

    /// Counts a raised event that took no row, but led to further ones. `false` if there were too many; the next call goes
    /// on.
    mutating func countIdle() -> Bool {
        idleCount += 1
        if idleCount < Self.stepLimit { return true }
        restartCounting(after: 0)
        return false
    }

    /// Drops the events that it keeps, with the memory.
    @inline(never)
    mutating func clear() {
        raised.clear()
        drop()
    }

    /// Drops the events that it keeps. The step under way may still raise its own: there is room.
    @inline(never)
    mutating func drop() {
        raised.dropAll()
        deferred.clear()
        recalledCount = 0
        recallBudget = 0
        hasMoved = false
    }

    init(caseCount: Int, takesArguments: Bool) {
        raised = EventQueue(caseCount: caseCount, takesArguments: takesArguments)
        deferred = raised
    }
}
