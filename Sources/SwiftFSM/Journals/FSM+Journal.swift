import FSMEngine

// See <doc:Journals>.

extension FSM {
    /// Writes every step of the machine from now on: first a snapshot, then a record for each step, in the order in which
    /// steps happen. Events that came to nothing have records too, if the table names them.
    ///
    /// ```swift
    /// let file = try FileHandle(forWritingTo: url)
    /// try order.startJournal(.json) { record in try file.write(contentsOf: Data(record)) }
    /// ```
    ///
    /// A second journal takes the place of the first. ``replay(_:limit:isolation:)`` reads journals; so does
    /// `sfsm_machine_replay_journal`, which describes the format (`include/swiftfsm.h`, chapter 12).
    ///
    /// If `write` throws, or a record cannot tell all of the machine, the step stands, nothing more is written, and
    /// ``journalError`` is the reason.
    ///
    /// - Parameters:
    ///   - format: Bytes, or lines of JSON.
    ///   - isolation: The isolation of the caller.
    ///   - write: Called with a whole record each time, which is valid during the call. It must not use the machine: events are
    ///     not found, or wait; `startJournal`, `endJournal`, `restore` and `replay` throw.
    /// - Throws: ``FSMJournalError``, ``FSMSnapshotError``, or what `write` throws for the snapshot. There is no journal then.
    /// - Complexity: Of a step: O(1); in a chart, and while events wait, also that of a snapshot.
    public func startJournal(
        _ format: FSMJournalFormat = .bytes, isolation: isolated (any Actor)? = #isolation,
        to write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        check(isolation, #function)
        try runner.startJournal(format, write)
    }

    /// Ends the journal, if there is one.
    ///
    /// - Throws: ``FSMSnapshotError/actionsUnderWay`` from inside an action, or the function that writes.
    public func endJournal(isolation: isolated (any Actor)? = #isolation) throws {
        check(isolation, #function)
        try runner.endJournal()
    }

    /// What ended the journal; `nil` while it goes on, and without a journal.
    public var journalError: (any Error)? { runner.journalError }

    /// Makes the machine what the machine of a journal was after `limit` steps, or as far as the journal goes. No actions run,
    /// and no conditions are asked. Where several steps belong to one event, and only its end is known, it becomes what the
    /// machine was before that event. The time becomes that of the journal unless it is later already.
    ///
    /// ```swift
    /// let replayed = try other.replay(Data(contentsOf: url))
    /// ```
    ///
    /// A journal that was cut is replayed up to its last whole record. It may come from an untrusted source.
    ///
    /// - Parameters:
    ///   - journal: The bytes of a journal, or its lines of JSON.
    ///   - limit: How many steps at most.
    ///   - isolation: The isolation of the caller.
    /// - Returns: How far the journal was replayed.
    /// - Throws: ``FSMJournalError``, or ``FSMSnapshotError`` as ``restore(_:isolation:migrating:)``. The machine is then
    ///   unchanged.
    /// - Complexity: O(journal).
    @discardableResult
    public func replay(
        _ journal: some Sequence<UInt8>, limit: Int = .max, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMJournalReplay {
        check(isolation, #function)
        let bytes = [UInt8](journal)
        let replay = try bytes.withUnsafeBytes { try runner.replay($0, limit, initialState: initialState) }
        runner.endActivities()
        runner.observers?.state?.change(to: state)
        return replay
    }
}

extension FSM.OnMainActor {
    /// See ``FSM/startJournal(_:isolation:to:)``.
    public func startJournal(
        _ format: FSMJournalFormat = .bytes, to write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws { try machine.startJournal(format, isolation: MainActor.shared, to: write) }

    /// See ``FSM/endJournal(isolation:)``.
    public func endJournal() throws { try machine.endJournal(isolation: MainActor.shared) }

    /// See ``FSM/journalError``.
    public var journalError: (any Error)? { machine.journalError }

    /// See ``FSM/replay(_:limit:isolation:)``.
    @discardableResult
    public func replay(_ journal: some Sequence<UInt8>, limit: Int = .max) throws -> FSMJournalReplay {
        try machine.replay(journal, limit: limit, isolation: MainActor.shared)
    }
}

/// What the records of a journal are.
public enum FSMJournalFormat: Sendable {
    /// Bytes, compact and fast. States and events are numbers but in the snapshot with which the journal begins, so that only
    /// an equal table replays it.
    case bytes
    /// A line of JSON for each record, with names: `{"step":{"outcome":"transitioned","event":"coin",…}}`. A journal of a
    /// document's machine can be replayed in all languages.
    case json
}

/// How far a journal was replayed.
public struct FSMJournalReplay: Hashable, Sendable {
    /// The bytes up to where the machine is now, behind a record: where the journal can go on.
    public let byteCount: Int
    /// The steps up to there.
    public let stepCount: Int
}
