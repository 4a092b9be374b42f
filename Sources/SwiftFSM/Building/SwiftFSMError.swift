/// All that is wrong with a table, at once.
///
/// `description` tells of it in whole sentences, with every row and place, as a terminal shows it best. Programs look
/// at ``faults``: implicit clashes come first, then duplicates, clashes, what is wrong with overriding rows, and in the
/// end what is wrong with single statements, each group in the order of the table.
public struct SwiftFSMError: Error, Sendable {
    /// What is wrong, at least one thing.
    public let faults: [TableFault]
}

/// One thing that is wrong with a table.
public enum TableFault: Sendable {
    /// `buildTable` was called, at this place, for a machine that has a table already.
    case tableAlreadyBuilt(SourcePlace)
    /// The table has no `define`. Told only if nothing else is wrong.
    case emptyTable
    /// The block of this word, written at this place, holds no statements.
    case emptyBlock(Syntax.Word, SourcePlace)
    /// Predicates of one type, of which only one can hold, are to hold together: their types, what was written, and the
    /// `matching` statements that it was written in.
    case contradiction(types: [String], matching: String, places: [SourcePlace])
    /// Predicates that are named more than once: which, what was written, and the `matching` statements that it was
    /// written in.
    case repeatedPredicate([String], matching: String, places: [SourcePlace])
    /// A predicate type that cannot be used as it is: why not, and the `matching` statement that names it.
    case unsuitablePredicate(type: String, reason: String, place: SourcePlace)
    /// Rows alike in state, predicates, event and next state.
    case duplicates([TableRow])
    /// Rows alike in state, predicates and event, but not in the next state: one for each next state.
    case clash([TableRow])
    /// Rows that all match where these predicates hold, none better than the others.
    case implicitClash(predicates: [String], rows: [TableRow])
    /// An overriding row without another, in a block before its own, that it could replace.
    case nothingToOverride(TableRow)
    /// An overriding row that stands before those which it would replace.
    case overrideOutOfOrder(TableRow, before: [TableRow])
    /// An action that takes an event of this type in a table of others, and the place of its `when`, or of the `define`
    /// whose `onEntry` or `onExit` it belongs to.
    case wrongEventType(String, expected: String, place: SourcePlace)
    /// A state or an event, named in a superstate, that is none of the machine's.
    case foreignValue(String, expected: String, place: SourcePlace)
    /// The superstates of a `define` adopt each other in too many ways, or the table has too many of them.
    case tooManySuperStates(place: SourcePlace)
    /// Rows for one event that match in too many ways to be judged: the first of them.
    case tooComplex(TableRow)
    /// A machine is to be made over a table from rules whose rows are not those of the table.
    case otherRules
    /// A machine is to begin in a state that its table does not name.
    case unknownState(String)
    /// There is no memory for the table.
    case outOfMemory
}

/// A row of a table, as it was written.
public struct TableRow: Sendable {
    /// The state of the `define` that has the row, itself or from a superstate.
    public let state: any FSMHashable
    /// The event of the `when`; a statement for several events makes one row for each.
    public let event: any FSMHashable
    /// `nil`: no change.
    public let nextState: (any FSMHashable)?
    /// The `matching` statements, outer first.
    public let matching: [Matching]
    /// The places of the `condition` statements, outer first.
    public let conditions: [SourcePlace]
    /// Whether it stands in an `overriding` block.
    public let isOverriding: Bool
    /// The place of the `define`.
    public let statePlace: SourcePlace
    /// The place of the `when`.
    public let eventPlace: SourcePlace
    /// The place of the `then`.
    public let nextStatePlace: SourcePlace?

    /// A `matching` statement: any predicate of ``any`` has to hold, and each of ``all``.
    public struct Matching: Sendable {
        /// Predicates of one type, as programs write them: "Enforcement.weak".
        public let any: [String]
        /// Predicates of different types, as programs write them.
        public let all: [String]
        /// Where the statement was written.
        public let place: SourcePlace
    }
}
