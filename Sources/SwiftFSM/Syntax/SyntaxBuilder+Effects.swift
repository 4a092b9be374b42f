// Actions that may fail, tasks that live as long as a state, and rows for events whatever their values.

extension SyntaxBuilder {
    /// What a machine does when an action fails: `.send(.failed)`, `.send { .failed("\($0)") }` or `.enter(.broken)`.
    public typealias Failure = FSMFailure<State, Event>

    /// Makes an action of a function that throws: `when(.coin) | then(.unlocked) | attempt(unlock, orElse: .send(.jammed))`.
    ///
    /// If it throws, the actions after it in its row, `onEntry` or `onExit` are skipped; the exit and entry actions of the
    /// step run, since the state has changed. Then the event is sent, with the predicates of the event that failed, and
    /// before events of other tasks, or the state is changed again. Both belong to the step that failed: its outcome is the
    /// first change. In a chart the event is raised; it cannot enter a state by itself.
    ///
    /// - Parameters:
    ///   - action: The function. Without `await` it is called where the event is sent.
    ///   - failure: What the machine does if it throws.
    /// - Returns: The action, which can also stand in `onEntry`, `onExit` and `actions`, and be joined with `&`.
    public func attempt(
        _ action: @escaping @isolated(any) () throws -> Void, orElse failure: Failure
    ) -> [AnyAction] { [AnyAction(Action<Event>.attempt(AttemptedAction(.sync(action), failure)))] }

    /// Makes an action of a function that throws and takes the event.
    public func attempt(
        _ action: @escaping @isolated(any) (Event) throws -> Void, orElse failure: Failure
    ) -> [AnyAction] { [AnyAction(Action<Event>.attempt(AttemptedAction(.syncWithEvent(action), failure)))] }

    /// Makes an action of a function that throws and is awaited.
    public func attempt(
        _ action: @escaping @isolated(any) () async throws -> Void, orElse failure: Failure
    ) -> [AnyAction] { [AnyAction(Action<Event>.attempt(AttemptedAction(.async(action), failure)))] }

    /// Makes an action of a function that throws, takes the event and is awaited.
    public func attempt(
        _ action: @escaping @isolated(any) (Event) async throws -> Void, orElse failure: Failure
    ) -> [AnyAction] { [AnyAction(Action<Event>.attempt(AttemptedAction(.asyncWithEvent(action), failure)))] }

    /// Begins a task when the state is entered, after its `onEntry`, and cancels it when the state is left, before its
    /// `onExit`. Write it in the block of a `define` or of a `SuperState`: `activity(listen, orElse: .send(.lost))`.
    ///
    /// In the state in which a machine begins it starts with ``FSM/start(isolation:)``. A function that sends an event
    /// itself would be cancelled while the actions of that event run, if it leaves the state: let it return, and send the
    /// event with `thenSend`. Events are sent without predicates.
    ///
    /// - Parameters:
    ///   - operation: What the task does. It runs on its actor, which has to be the machine's, if it has one. With `thenSend`
    ///     or `orElse` an actor has to own the machine: entering the state elsewhere stops the program.
    ///   - completion: The event that is sent when the operation has ended before the state was left; `nil` for none.
    ///   - failure: The event that is sent if it throws before.
    ///   - file: The file of the statement.
    ///   - line: The line of the statement.
    /// - Returns: The statement.
    public func activity(
        _ operation: @escaping @isolated(any) () async throws -> Void, thenSend completion: Event? = nil,
        orElse failure: FSMErrorEvent<Event>, file: String = #fileID, line: Int = #line
    ) -> Syntax.MWTA_Group { activity(operation, completion, failure, SourcePlace(file: file, line: line)) }

    /// Begins a task when the state is entered, and cancels it when the state is left.
    public func activity(
        _ operation: @escaping @isolated(any) () async -> Void, thenSend completion: Event? = nil,
        file: String = #fileID, line: Int = #line
    ) -> Syntax.MWTA_Group { activity(operation, completion, nil, SourcePlace(file: file, line: line)) }

    private func activity(
        _ operation: @escaping StateActivity<Event>.Operation, _ completion: Event?, _ failure: FSMErrorEvent<Event>?,
        _ place: SourcePlace
    ) -> Syntax.MWTA_Group {
        let activity = StateActivity(operation, completion, failure, place)
        var content = Content()
        content.activities = [
            (AnyAction(Action<Event>.begin(activity)), AnyAction(Action<Event>.end(activity)))
        ]
        return Syntax.MWTA_Group(content: content)
    }

    /// Begins rows for the events of a case, or of several, whatever their associated values: `when(any: .loaded([]))` is
    /// for every `loaded`. The values that are written stand for all. Rows for one of these events come before it.
    public func when(
        any event: Event, or others: Event..., file: String = #fileID, line: Int = #line
    ) -> Syntax.When<State, Event> {
        let place = SourcePlace(file: file, line: line)
        let events = ([event] + others).map { EventStatement(event: $0, isCase: true, place: place) }
        return Syntax.When(clause: Clause(events: events))
    }

    /// Applies the events of a case, whatever their associated values, to each statement of a block.
    public func when(
        any event: Event, or others: Event..., file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group { whens(any: [event] + others, file, line).group(block(), file, line) }

    /// Applies the events of a case, whatever their associated values, to each statement of a block.
    public func when(
        any event: Event, or others: Event..., file: String = #fileID, line: Int = #line,
        @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group { whens(any: [event] + others, file, line).group(block(), file, line) }

    private func whens(any events: [Event], _ file: String, _ line: Int) -> Syntax.When<State, Event> {
        let place = SourcePlace(file: file, line: line)
        return Syntax.When(clause: Clause(events: events.map { EventStatement(event: $0, isCase: true, place: place) }))
    }
}
