import CMemory

// The engine has no clock: the host tells the time, in a unit of its own.
extension Machine {
    /// Sends an event after a delay. It carries nothing, and no cases are sent with it. O(log timers).
    public func sendLater(_ event: ID, after delay: Int64) -> (outcome: Outcome, timer: UInt64) {
        let trigger = Trigger.event(event)
        let fault = fault(of: trigger, column(of: trigger), .nothing)
        guard fault == .ok else { return (fault, 0) }
        guard delay >= 0 else { return (.badValue, 0) }
        if mayOnlyBeAsked { return (.busy, 0) }
        let room = makeTimers() ? storage.pointee.timers!.pointee.makeRoom() : .outOfMemory
        guard room == .queued else { return (room, 0) }
        let timer = startTimer(event, after: delay)
        journalChange()
        return (.ok, timer)
    }

    /// Ends a timer of ``sendLater(_:after:)``; `outOfRange` if it does not wait. O(log timers + timeouts of the table).
    public func cancel(_ timer: UInt64) -> Outcome {
        if mayOnlyBeAsked { return .busy }
        guard !isTimeout(timer), storage.pointee.timers?.pointee.end(timer) == true else { return .outOfRange }
        journalChange()
        return .ok
    }

    /// Whether a timer is, or was, that of a timeout.
    private func isTimeout(_ timer: UInt64) -> Bool {
        guard let table = storage.pointee.table.pointee.chart else { return false }
        let numbers = configuration.timeouts(table)
        for index in 0..<Int(table.pointee.timeoutCount) where numbers[index] == timer { return true }
        return false
    }

    /// The time that was told last; while events that were due are sent, the time of the one under way. O(1).
    public var now: Int64 { storage.pointee.now }

    /// The time at which the next event is due; `nil` if none waits for time. O(1).
    public var due: Int64? { storage.pointee.timers?.pointee.first?.due }

    /// Tells the time, and sends the events that are due by then: `ok` when none is left, or why the last one failed.
    public func advance(to now: Int64) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        guard now >= storage.pointee.now else { return .badValue }
        storage.pointee.now = now
        storage.pointee.flags.insert(.busy)
        // What a failure left behind comes first, and may start the first timer.
        var outcome = runToRest(.ok, isRun: true)
        if let timers = storage.pointee.timers {
            if !outcome.endsRun { outcome = sendDue(until: now) }
            storage.pointee.now = now
            timers.pointee.endRounds()
            timers.pointee.shrink()
        }
        return leave(outcome)
    }

    /// Sends what is due, each event as if from outside at the very time for which it was due.
    private func sendDue(until now: Int64) -> Outcome {
        let timers = storage.pointee.timers!
        timers.pointee.endRounds()
        while let next = timers.pointee.first, next.due <= now, !storage.pointee.flags.contains(.released) {
            guard timers.pointee.enterRound(next, now: storage.pointee.now) else { return .stepLimit }
            storage.pointee.now = next.due
            let outcome = sendFirst(timers)
            if outcome.endsRun || outcome.lacksRoom { return outcome }
        }
        return .ok
    }

    /// An event for which there is no memory stays due: nothing has happened.
    private func sendFirst(_ timers: UnsafeMutablePointer<Timers>) -> Outcome {
        let item = timers.pointee.takeFirst()
        let trigger = Trigger.event(item.event)
        let outcome = step(trigger, column(of: trigger))
        clearInputs()
        if outcome.lacksRoom {
            timers.pointee.putBack()
            return outcome
        }
        timers.pointee.drop()
        let rest = runToRest(outcome, isRun: true)
        return rest.endsRun || rest.lacksRoom ? rest : .ok
    }

    // MARK: - Plans

    /// Plan the next of what is due by a time: first what waits, and the steps that follow an event; then the event that
    /// is due first. Returns `nil` if there is nothing, and then the time is `now`; until then it is that of the event
    /// under way. Otherwise as ``plan(_:)``, and `badValue` if the time was later already.
    public func planDue(by now: Int64) -> StepPlan? {
        let table = storage.pointee.table
        let flags = storage.pointee.flags
        guard flags.isDisjoint(with: .inside) else { return StepPlan(.busy, table, storage.pointee.state) }
        guard now >= storage.pointee.now else { return StepPlan(.badValue, table, storage.pointee.state) }
        if storage.pointee.timers?.pointee.isInRound != true { storage.pointee.now = now }
        storage.pointee.timers?.pointee.told = now
        if let plan = planWaiting() { return plan }
        // A hook may have started the first timer.
        storage.pointee.timers?.pointee.told = now
        guard let timers = storage.pointee.timers, let next = timers.pointee.first, next.due <= now,
            !storage.pointee.flags.contains(.released)
        else {
            endDuePlans()
            storage.pointee.now = now
            _ = close(.ok)
            return nil
        }
        guard timers.pointee.enterRound(next, now: storage.pointee.now) else {
            return StepPlan(close(.stepLimit), table, storage.pointee.state)
        }
        storage.pointee.now = next.due
        let trigger = Trigger.event(timers.pointee.takeFirst().event)
        return open(trigger, column(of: trigger), from: .timer)
    }

    /// Take out the event that is due first by a time, for a host that sends it itself, at rest and after what waits. The
    /// time is then that for which it was due; and once there is none, `now`. O(log timers).
    ///
    /// `ok`, with the event and the number of its timer; `outOfRange` if nothing is due; `badValue` if the time was later
    /// already; `stepLimit` if events without a delay lead to each other, and then they stay due.
    public func takeDue(by now: Int64) -> (outcome: Outcome, event: ID, timer: UInt64) {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return (.busy, ReservedID.none, 0) }
        let timers = storage.pointee.timers
        let isInRound = timers?.pointee.isInRound == true
        guard now >= storage.pointee.now else { return (.badValue, ReservedID.none, 0) }
        if !isInRound { storage.pointee.now = now }
        timers?.pointee.told = now
        guard let timers, let next = timers.pointee.first, next.due <= now else {
            endDuePlans()
            return (.outOfRange, ReservedID.none, 0)
        }
        guard timers.pointee.enterRound(next, now: storage.pointee.now) else {
            endDuePlans()
            return (.stepLimit, ReservedID.none, 0)
        }
        storage.pointee.now = next.due
        let number = timers.pointee.number(of: next)
        _ = timers.pointee.takeFirst()
        timers.pointee.drop()
        // The event is not lost if the journal ends here: whatever comes of it writes that it is out.
        if storage.pointee.flags.contains(.journaled) { storage.pointee.journal!.pointee.isCurrent = false }
        return (.ok, next.event, number)
    }

    /// No more is planned or taken of what is due: the time is what was told.
    public func endDuePlans() {
        guard let timers = storage.pointee.timers, timers.pointee.isInRound else { return }
        storage.pointee.now = timers.pointee.told
        timers.pointee.endRounds()
        timers.pointee.shrink()
    }

    // MARK: - Memory

    /// Makes the memory for timers, which most machines need not.
    @inline(never)
    func makeTimers() -> Bool {
        if storage.pointee.timers != nil { return true }
        guard let memory = malloc(MemoryLayout<Timers>.stride) else { return false }
        let timers = memory.bindMemory(to: Timers.self, capacity: 1)
        timers.initialize(to: Timers())
        storage.pointee.timers = timers
        return true
    }

    /// A machine that stops has no timers any more.
    func endTimers() { storage.pointee.timers?.pointee.endAll() }

    /// Makes those of a machine over a chart with timeouts, in the machine's block: they need no memory later, but for
    /// those that are started beside.
    @inline(never)
    func makeTimers(in memory: UnsafeMutableRawPointer, room: Int) {
        let timers = memory.bindMemory(to: Timers.self, capacity: 1)
        timers.initialize(to: Timers())
        timers.pointee.use(memory + MemoryLayout<Timers>.stride, room: room)
        storage.pointee.timers = timers
    }

    func destroyTimers() {
        storage.pointee.timers?.pointee.destroy()
        // Otherwise they lie in the machine's block.
        if storage.pointee.table.pointee.chart?.pointee.maximumTimeoutCount ?? 0 == 0 { free(storage.pointee.timers) }
    }

    /// Starts a timer for which there is room. What is due after the end of time is due then.
    @inline(never)
    private func startTimer(_ event: ID, after delay: Int64) -> UInt64 {
        let (due, isTooLate) = storage.pointee.now.addingReportingOverflow(delay)
        return storage.pointee.timers!.pointee.start(event, due: isTooLate ? .max : due)
    }
}

// MARK: - Timeouts

/// What is done with the timeouts of a node.
private enum TimeoutWork {
    case count, end, start
}

extension Machine {
    /// Asks for the memory of the timeouts of what is entered, before anything is called.
    @inline(never)
    func makeTimeoutRoom(for chartStep: ChartStep) -> Outcome {
        guard chartStep.chart.pointee.timeoutCount > 0 else { return .queued }
        let count = handleTimeouts(.count, of: chartStep.entries, chartStep)
        guard count > 0 else { return .queued }
        return makeTimers() ? storage.pointee.timers!.pointee.reserve(count) : .outOfMemory
    }

    /// Ends the timeouts of what is left, and starts those of what is entered. What stays keeps them.
    @inline(never)
    func commitTimeouts(of chartStep: ChartStep) {
        guard chartStep.chart.pointee.timeoutCount > 0, storage.pointee.timers != nil else { return }
        handleTimeouts(.end, of: chartStep.exits, chartStep)
        storage.pointee.timers!.pointee.endReservation()
        handleTimeouts(.start, of: chartStep.entries, chartStep)
    }

    /// Makes what is entered the active nodes. Those that are active already, if the machine is running, keep their
    /// timeouts.
    @inline(never)
    func replaceActive(by chartStep: ChartStep, isRunning: Bool) -> Outcome {
        if isRunning {
            synchronize()
            chartStep.exits.copy(active)
            for word in 0..<chartStep.kept.wordCount {
                chartStep.kept.words[word] = chartStep.exits.words[word] & chartStep.entries.words[word]
            }
        }
        let room = makeTimeoutRoom(for: chartStep)
        guard room == .queued else { return room }
        active.copy(chartStep.entries)
        commitTimeouts(of: chartStep)
        return .ok
    }

    /// Goes through the timeouts of the nodes of a set, in document order, but for those that stay. Returns how many there
    /// are.
    @inline(never)
    @discardableResult
    private func handleTimeouts(_ work: TimeoutWork, of set: NodeSet, _ chartStep: ChartStep) -> Int {
        let table = chartStep.chart
        let kept = chartStep.kept
        var count = 0
        var next: UInt32 = 0
        while let present = set.first(from: next) {
            next = present &+ 1
            let node = table.pointee.nodes + Int(present)
            if node.pointee.timeoutCount == 0 || kept.contains(present) { continue }
            count &+= Int(node.pointee.timeoutCount)
            if work == .count { continue }
            var running = configuration.timeouts(table) + Int(node.pointee.firstTimeout)
            var timeout = table.pointee.timeouts + Int(node.pointee.firstTimeout)
            for _ in 0..<node.pointee.timeoutCount {
                if work == .end {
                    _ = storage.pointee.timers!.pointee.end(running.pointee)
                } else {
                    running.pointee = startTimer(timeout.pointee.event, after: timeout.pointee.delay)
                }
                running += 1
                timeout += 1
            }
        }
        return count
    }
}
