// What lives as long as a state: timers and tasks.

extension ContextSyntaxBuilder {
    /// Begins a row for an event that the machine sends itself when its state was active for so long:
    /// `after(.seconds(30), .timeout) | then(.off)`. Leaving the state cancels it; entering it again begins anew.
    ///
    /// The time is that of the machine's clock: see ``FSMContextTable/machine(_:clock:)``.
    ///
    /// - Parameters:
    ///   - delay: How long; not negative. A delay that is longer than 292 years is as long as that.
    ///   - event: The event, for which this is the row.
    ///   - file: The file of the statement.
    ///   - line: The line of the statement.
    /// - Returns: The beginning of a row.
    public func after(
        _ delay: Duration, _ event: Event, file: String = #fileID, line: Int = #line
    ) -> ContextWords.When {
        let place = SourcePlace(file: file, line: line)
        return ContextWords.When(
            clause: Clause(events: [EventStatement(event: event, place: place)]),
            lifetimes: [ContextWords.Lifetime(.timer(delay, event), place)])
    }

    /// Begins a task when the state is entered, and cancels it when the state is left:
    /// `activity(Client.listen, orElse: .send(.lost))`.
    ///
    /// The task runs on the actor that sends the events of the machine, and retains it until the operation ends. In the state in which a machine was made it begins
    /// with ``FSMContextTable/Machine/start(isolation:)``. Leaving the state with an event of the task's own would cancel
    /// the task that handles it: let the operation end, and send the event with `thenSend`.
    ///
    /// - Parameters:
    ///   - operation: What the task does.
    ///   - completion: The event that is sent when the operation has ended before the state was left; `nil` for none.
    ///   - failure: The event that is sent if it throws while the state is active.
    /// - Returns: The statement.
    public func activity(
        _ operation: nonisolated(nonsending) @escaping @Sendable (Context) async throws -> Void,
        thenSend completion: Event? = nil, orElse failure: FSMErrorEvent<Event>
    ) -> ContextWords.Rows { ContextWords.Rows(ContextActivity(operation: operation, completion, failure)) }

    /// Begins a task when the state is entered, and cancels it when the state is left.
    public func activity(
        _ operation: nonisolated(nonsending) @escaping @Sendable (Context) async -> Void,
        thenSend completion: Event? = nil
    ) -> ContextWords.Rows { ContextWords.Rows(ContextActivity(operation: operation, completion, nil)) }

    /// Begins a task that performs a method when the state is entered, and cancels it when the state is left.
    @_disfavoredOverload
    public func activity(
        _ method: @escaping @Sendable (Context) -> nonisolated(nonsending) () async throws -> Void,
        thenSend completion: Event? = nil, orElse failure: FSMErrorEvent<Event>
    ) -> ContextWords.Rows {
        ContextWords.Rows(ContextActivity(operation: { try await method($0)() }, completion, failure))
    }

    /// Begins a task that performs a method when the state is entered, and cancels it when the state is left.
    @_disfavoredOverload
    public func activity(
        _ method: @escaping @Sendable (Context) -> nonisolated(nonsending) () async -> Void,
        thenSend completion: Event? = nil
    ) -> ContextWords.Rows { ContextWords.Rows(ContextActivity(operation: { await method($0)() }, completion, nil)) }

    /// Begins a task that performs a method of a context on any actor when the state is entered, and cancels it when the
    /// state is left.
    @_disfavoredOverload
    public func activity(
        _ method: @escaping @Sendable (Context) -> @concurrent () async throws -> Void,
        thenSend completion: Event? = nil, orElse failure: FSMErrorEvent<Event>
    ) -> ContextWords.Rows where Context: Sendable {
        ContextWords.Rows(ContextActivity(operation: { try await method($0)() }, completion, failure))
    }

    /// Begins a task that performs a method of a context on any actor when the state is entered, and cancels it when the
    /// state is left.
    @_disfavoredOverload
    public func activity(
        _ method: @escaping @Sendable (Context) -> @concurrent () async -> Void, thenSend completion: Event? = nil
    ) -> ContextWords.Rows where Context: Sendable {
        ContextWords.Rows(ContextActivity(operation: { await method($0)() }, completion, nil))
    }
}
