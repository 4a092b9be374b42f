// A machine has no clock of its own. It is told the time by ``FSM/advance(to:isolation:)``, or by a clock.

/// An event of a machine that is sent later.
public struct FSMTimer: Hashable, Sendable {
    let machine: ObjectIdentifier
    let number: UInt64
    let epoch: Int
}

extension FSM {
    /// The time that the machine was told last; zero at first. While an event is handled that was due: the time at which
    /// it was due.
    public var now: Duration { .nanoseconds(runner.machine?.now ?? 0) }

    /// The time at which the next event is due; `nil` if none is. After an error it may lie in the past. O(1).
    public var nextDue: Duration? { (runner.machine?.due).map { .nanoseconds($0) } }

    /// Tells the machine the time, and sends the events that are due by then, the earliest first. Each is handled to
    /// completion, like an event that is sent, before the next. Delays that begin meanwhile count from the time at which
    /// the event was due.
    ///
    /// The time is that since the machine began, in nanoseconds, rounded down; later than 292 years counts as that.
    ///
    /// Waits while the actions of another task's event are in progress.
    ///
    /// - Throws: ``FSMTimeError``. After `stepLimitReached` the next call goes on with what is still due.
    public func advance(to time: Duration, isolation: isolated (any Actor)? = #isolation) async throws {
        let timetable = try timetable(isolation)
        try await runner.advance(to: Int64(time: time), timetable, isolation: isolation, logHandler)
    }

    /// Tells the machine the time synchronously.
    ///
    /// - Throws: ``FSMTimeError``; and ``FSMHandlingError``, before anything changes, if some action of the table has to
    ///   be awaited, or if the actions of another task's event are in progress.
    @_disfavoredOverload
    public func advance(to time: Duration, isolation: isolated (any Actor)? = #isolation) throws {
        try runner.advanceAtOnce(to: Int64(time: time), try timetable(isolation), isolation, logHandler)
    }

    /// Asks the update callbacks, which a document names for its states, which event follows from a time, and handles the event
    /// of the first that names one. Those of the active states are asked. The machine itself is not told the time: see ``advance(to:isolation:)-99lw``.
    ///
    /// Waits while the actions of another task's event are in progress. The event comes without predicates: rows that need some
    /// need providers too, or a table that is `lazy`.
    ///
    /// - Parameters:
    ///   - time: Any number, such as the seconds since the last update: update callbacks can take it.
    ///   - isolation: The isolation of the caller.
    /// - Returns: The result of the event; `nil` if no callback named one, or there is none.
    /// - Throws: ``FSMTimeError``, `insideAction` or `noTable`; `CancellationError` if the task was cancelled while it waited.
    /// - Complexity: O(update callbacks of the state), and what the event costs.
    @discardableResult
    public func update(
        _ time: Double = 0, isolation: isolated (any Actor)? = #isolation
    ) async throws -> FSMOutcome<State>? {
        try checkUpdate(isolation)
        return try await runner.update(time, isolation: isolation, logHandler)
    }

    /// Asks the update callbacks, and handles their event, synchronously.
    ///
    /// - Throws: ``FSMTimeError``; and ``FSMHandlingError``, before anything is asked, if some action of the table has to be
    ///   awaited, or if the actions of another task's event are in progress.
    @discardableResult
    @_disfavoredOverload
    public func update(_ time: Double = 0, isolation: isolated (any Actor)? = #isolation) throws -> FSMOutcome<State>? {
        try checkUpdate(isolation)
        return try runner.updateAtOnce(time, isolation, logHandler)
    }

    private func checkUpdate(_ isolation: (any Actor)?) throws {
        check(isolation, "update(_:)")
        guard runner.machine != nil else { throw FSMTimeError.noTable }
    }

    /// Tells the machine the time by a clock until the task is cancelled, or the chart is done. Call it in a task of its
    /// own:
    ///
    /// ```swift
    /// let timing = Task { try await session.run(on: .continuous) }
    /// defer { timing.cancel() }
    /// ```
    ///
    /// The time of the machine goes on from ``now``. Between events the task sleeps until the next one is due. What is
    /// due when an event is sent is handled before it. A clock that runs backwards stands still until it has caught up.
    ///
    /// Any clock that measures in `Duration` will do: `.continuous`, `.suspending`, or one of a test. It may wake the task
    /// later than an event is due by the tolerance.
    ///
    /// - Throws: `CancellationError`; ``FSMTimeError``; and what the clock throws.
    public func run<C: Clock>(
        on clock: C, tolerance: Duration? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws where C.Duration == Duration {
        let timetable = try timetable(isolation)
        let machine = timetable.machine
        let (start, began) = (clock.now, machine.now)
        let machineClock = MachineClock { began.saturatingSum(Int64(time: start.duration(to: clock.now))) }
        runner.clock = machineClock
        defer { runner.clock = nil }
        while !isDone {
            try Task.checkCancellation()
            try await runner.advance(to: nil, timetable, isolation: isolation, logHandler)
            try machineClock.throwFailure()
            if isDone { return }
            let time = min(machine.due ?? .max, machine.now.saturatingSum(Self.longestSleep))
            let deadline = start.advanced(by: .nanoseconds(time) - .nanoseconds(began))
            let sleep = Task { try await clock.sleep(until: deadline, tolerance: tolerance) }
            try await machineClock.wait(until: time, sleep, isolation: isolation)
        }
    }

    /// A day, in nanoseconds: no clock has to measure the longest delays.
    private static var longestSleep: Int64 { 86_400_000_000_000 }

    /// Sends an event after a delay, without predicates. Inside an action the delay counts from the time at which the
    /// event in progress was due, outside from ``now``, or with ``run(on:tolerance:isolation:)`` from the time of the
    /// clock. A negative delay counts as zero. A chart that is done forgets the event. O(log n) in the events that wait.
    ///
    /// - Returns: `nil` if the event is not sent: no row names it, there is no table, the chart is done, or too many events
    ///   wait.
    @discardableResult
    public func sendLater(_ event: Event, after delay: Duration) -> FSMTimer? {
        guard let timetable = runner.timetable,
            let number = runner.sendLater(event, max(0, Int64(delay: delay)), timetable)
        else { return nil }
        return FSMTimer(machine: ObjectIdentifier(self), number: number, epoch: timetable.epoch)
    }

    /// Does not send an event that ``sendLater(_:after:)`` has announced. O(log n) in the events that wait.
    ///
    /// - Returns: Whether the event was still waiting.
    @discardableResult
    public func cancel(_ timer: FSMTimer) -> Bool {
        timer.machine == ObjectIdentifier(self) && runner.timetable?.epoch == timer.epoch
            && runner.timetable?.cancel(timer.number) == true
    }

    /// The time of the machine, which no clock tells.
    private func timetable(
        _ isolation: (any Actor)?, _ function: String = #function
    ) throws -> Timetable<State, Event> {
        check(isolation, function)
        guard let timetable = runner.timetable else { throw FSMTimeError.noTable }
        guard timetable.clock == nil else { throw FSMTimeError.clockIsRunning }
        return timetable
    }
}
