import FSMEngine

// See <doc:Snapshots>.

extension FSM {
    /// The machine as a value, to be stored. Call it between events, not from inside an action.
    ///
    /// - Parameters:
    ///   - timers: When timers go on that run now: of `after`, and of ``sendLater(_:after:)``.
    ///   - isolation: The isolation of the caller.
    /// - Returns: The snapshot, which the machine no longer has anything to do with.
    /// - Throws: ``FSMSnapshotError``. Among others, events that wait with associated values have no place in a snapshot,
    ///   unless the table names these values: they are named in the error. Nor has a state that is defined whatever its
    ///   values: `define(any:)`.
    /// - Complexity: O(states that are active, and what waits); the first one over a table also O(rows).
    public func snapshot(
        timers: FSMSnapshotTimers = .left, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMSnapshot {
        check(isolation, #function)
        return try runner.snapshot(timers)
    }

    /// Makes the machine what it was in a snapshot. No actions run. States, timers and events that wait are dropped that the
    /// machine has now; an ``FSMTimer`` from before is over. Tasks of states are cancelled; those of the states that are active
    /// then begin with ``start(isolation:)``.
    ///
    /// The snapshot may come from another version of the table: states, events and predicates are found by their names, in
    /// a document also by their former names (`was`), and then `migrating` decides.
    ///
    /// ```swift
    /// try order.restore(snapshot) { missing in
    ///     missing == .state("dispatched") ? .state(.shipped) : nil
    /// }
    /// ```
    ///
    /// The snapshot may come from an untrusted source: it is checked before anything changes.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of a machine with these rules, or with an earlier version of them.
    ///   - isolation: The isolation of the caller.
    ///   - migrating: Called for each state and each event that the table does not have, and for the name of another
    ///     document. Returns what takes its place; `nil` for nothing.
    /// - Throws: ``FSMSnapshotError``; the machine is then unchanged.
    /// - Complexity: O(snapshot + states).
    public func restore(
        _ snapshot: FSMSnapshot, isolation: isolated (any Actor)? = #isolation,
        migrating: ((FSMMissing) -> FSMReplacement<State, Event>?)? = nil
    ) throws {
        check(isolation, #function)
        try runner.restore(snapshot, migrating)
        runner.endActivities()
        runner.observers?.state?.change(to: state)
    }
}

extension FSM.OnMainActor {
    /// See ``FSM/snapshot(timers:isolation:)``.
    public func snapshot(timers: FSMSnapshotTimers = .left) throws -> FSMSnapshot {
        try machine.snapshot(timers: timers, isolation: MainActor.shared)
    }

    /// See ``FSM/restore(_:isolation:migrating:)``.
    public func restore(
        _ snapshot: FSMSnapshot, migrating: ((FSMMissing) -> FSMReplacement<State, Event>?)? = nil
    ) throws {
        try machine.restore(snapshot, isolation: MainActor.shared, migrating: migrating)
    }
}
