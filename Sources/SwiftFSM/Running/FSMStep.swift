/// A row of a document.
public struct FSMRow: Hashable, Sendable {
    /// The word before the row, as in `repaid: eventless -> refunded`; `nil` if there is none.
    public let label: String?
    /// The name of the document's file, as it was told when the document was read.
    public let file: String
    /// The line of the row, from 1.
    public let line: Int
}

/// A step of a chart, or an event that came to nothing: the argument of ``FSM/stepHandler``.
public struct FSMStep<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// The event with its values; `nil` if the step was taken without one: for a row of `always`, or since a state is done.
    public let event: Event?
    /// The state whose row was taken, or that had none.
    public let source: State?
    /// The state that was entered, or stayed; `nil` if no row was taken.
    public let target: State?
    /// What came of the event.
    public let outcome: FSMOutcome<State>
    /// The row that was taken; `nil` if none was, or the table was not read from a document.
    public let row: FSMRow?
}

/// A function that is called for each step.
public typealias FSMStepHandler<State: FSMHashable, Event: FSMHashable> = (FSMStep<State, Event>) -> Void
