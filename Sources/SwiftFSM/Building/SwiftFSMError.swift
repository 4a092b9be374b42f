/// All errors of a table.
///
/// `description` lists them for a terminal, with rows and places. ``faults`` has one value per error: first implicit
/// clashes, then duplicates, clashes, errors of overriding rows, and errors of single statements, each group in the
/// order of the table.
public struct SwiftFSMError: Error, Sendable {
    /// The errors; at least one.
    public let faults: [TableFault]
}

/// One error of a table.
public enum TableFault: Sendable {
    /// `buildTable` was called, at this place, for a machine that already has a table.
    case tableAlreadyBuilt(SourcePlace)
    /// The table has no `define`. Reported only if there is no other error.
    case emptyTable
    /// The block of this keyword, at this place, is empty.
    case emptyBlock(Syntax.Word, SourcePlace)
    /// Several predicates of one type are required at once, but only one can hold: the types, the source text, and the
    /// places of the `matching` statements.
    case contradiction(types: [String], matching: String, places: [SourcePlace])
    /// Predicates are named more than once: the predicates, the source text, and the places of the `matching`
    /// statements.
    case repeatedPredicate([String], matching: String, places: [SourcePlace])
    /// A predicate type cannot be used: the reason, and the `matching` statement that names it.
    case unsuitablePredicate(type: String, reason: String, place: SourcePlace)
    /// Rows with the same state, predicates, event and next state.
    case duplicates([TableRow])
    /// Rows with the same state, predicates and event, but different next states: one row for each next state.
    case clash([TableRow])
    /// Rows that all match if these predicates hold, with the same number of predicate types.
    case implicitClash(predicates: [String], rows: [TableRow])
    /// An overriding row without an earlier row of another block to replace.
    case nothingToOverride(TableRow)
    /// An overriding row that comes before the rows it should replace.
    case overrideOutOfOrder(TableRow, before: [TableRow])
    /// An action takes an event of another type than the table's: the place of its `when`, or of the `define` with the
    /// `onEntry` or `onExit`.
    case wrongEventType(String, expected: String, place: SourcePlace)
    /// A superstate names a state or an event of another type than the machine's.
    case foreignValue(String, expected: String, place: SourcePlace)
    /// A table has too many superstates, counted each time they are adopted. `place` is that of the `define`.
    case tooManySuperStates(place: SourcePlace)
    /// The rows for an event match too many combinations of predicates to be validated: the first of these rows.
    case tooComplex(TableRow)
    /// A statement stands in a block where it has no meaning: `initial`, say, in the block of a `matching`.
    case misplacedStatement(String, inBlockOf: String, SourcePlace)
    /// The nesting of states, or what only rows of charts have, is wrong.
    case chart(ChartFault)
    /// A document is wrong, or says something else than the types and callbacks of the program.
    case document(FSMDocumentFault)
    /// ``FSMTable/machine(initialState:_:)`` was called with other rows than those of the table.
    case otherRules
    /// The state in which a machine is to begin is not in its table.
    case unknownState(String)
    /// Memory allocation failed.
    case outOfMemory
}

/// A row of a table, for error messages.
public struct TableRow: Sendable {
    /// The state of the `define` that has the row or adopts it.
    public let state: any FSMHashable
    /// The event of the `when`. A statement with several events makes one row for each. Rows of `always` and `done` have
    /// a value that is described as that word.
    public let event: any FSMHashable
    /// The next state; `nil` if the state does not change.
    public let nextState: (any FSMHashable)?
    /// The `matching` statements, outer first.
    public let matching: [Matching]
    /// The places of the `condition` statements, outer first.
    public let conditions: [SourcePlace]
    /// Whether the row is in an `overriding` block.
    public let isOverriding: Bool
    /// The place of the `define`.
    public let statePlace: SourcePlace
    /// The place of the `when`.
    public let eventPlace: SourcePlace
    /// The place of the `then`.
    public let nextStatePlace: SourcePlace?
    /// In a chart: the next states after the first one.
    public let otherNextStates: [any FSMHashable]
    /// In a chart: the conditions on the states that are active, outer first.
    public let activeStates: [ActiveState]
    /// In a chart: whether the event waits.
    public let isDeferral: Bool
    /// In a chart: whether the row is in a `local` block.
    public let isLocal: Bool
    /// In a chart: the delay of a row of `after`.
    public let delay: Duration?
    /// Whether the state is a case, whatever its associated values: `define(any:)`.
    public let isOfCase: Bool
    /// Whether the row is for the case of the event, whatever its associated values: `when(any:)`.
    public let isForCase: Bool
    /// Whether the next state is told when an event is handled: `then { … }`.
    public let isComputed: Bool
    /// Whether it is a row of rules with a context, which have conditions, but no `matching`.
    public let isOfContext: Bool

    /// A `condition(in:)` or `condition(notIn:)` statement.
    public struct ActiveState: Sendable {
        /// The state.
        public let state: any FSMHashable
        /// Whether it must be active, or must not be.
        public let isIn: Bool
        /// The place of the statement.
        public let place: SourcePlace
    }

    /// A `matching` statement: it matches if one predicate of ``any`` and every predicate of ``all`` holds.
    public struct Matching: Sendable {
        /// Predicates of one type, as in source code: "Enforcement.weak".
        public let any: [String]
        /// Predicates of different types, as in source code.
        public let all: [String]
        /// The place of the statement.
        public let place: SourcePlace
    }
}
