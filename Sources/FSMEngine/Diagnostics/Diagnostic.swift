/// An error or a warning about a definition.
public struct Diagnostic {
    /// How grave it is. Numbers are those of the C header.
    public enum Severity: Int32 {
        /// The definition cannot be compiled.
        case error = 1
        /// The definition can be compiled, but is hardly what was meant.
        case warning = 2
    }

    /// Numbers are stable: they are those of the C header.
    public enum Kind: Int32, CaseIterable {
        /// No rows at all; reported only if there is no other error.
        case emptyDefinition = 1
        /// A block without rows, callbacks and superstates, and not final.
        case emptyBlock = 2
        /// Rows alike in source, event, matches and target (under first match in guards too).
        case duplicate = 3
        /// Rows alike in source, event and matches that differ in target (not under first match).
        case clash = 4
        /// A target that has no rows and no block.
        case unknownTarget = 5
        /// An initial state that has no rows and no block.
        case unknownInitial = 6
        /// A reserved id where it means nothing.
        case reservedIDUsed = 7
        /// More than one state declared as the initial one.
        case twoInitialStates = 8
        /// Target ``ReservedID/dynamic`` without a resolver.
        case missingResolver = 9
        /// A resolver, but the target is not ``ReservedID/dynamic``.
        case unexpectedResolver = 10
        /// A row in the block of a state that is not its source; one with a source in a superstate.
        case misplacedRow = 11
        /// An overriding row, but no other block has one for that state, event and matches.
        case nothingToOverride = 12
        /// A row for the same state, event and matches comes after the row that should override it.
        case overrideOutOfOrder = 13
        /// Cyclic adoption; or all states together inherit along more than 1,048,576 paths.
        case circularAdoption = 14
        /// Rows with different matches that name equally many predicate types, and that are all the best match for one
        /// combination of cases (not under first match).
        case implicitClash = 15
        /// A row that names a predicate type or a case twice, no case of a type, or a case that the type does not have.
        case invalidMatch = 16
        /// A row that names a predicate type which was not declared.
        case undeclaredPredicate = 17
        /// A predicate type declared with different numbers of cases.
        case predicateConflict = 18
        /// The matches for one state and event make up too many combinations to be judged.
        case tooComplex = 19
        /// A callable whose signature does not fit where it stands: its result, or arguments unlike those of an event
        /// that reaches it.
        case signatureMismatch = 20
        /// An event declared with different arguments; one with arguments that is raised, or sent by a timeout.
        case argumentConflict = 21
        /// A function of the C library returned an error other than ``Outcome/outOfMemory``, the first one since the
        /// last build; reported once.
        case rejectedCall = 22
        /// A block that is nested in what has no rows and no block.
        case unknownParent = 23
        /// A state that is nested in two others.
        case secondParent = 24
        /// States that are nested in each other.
        case circularNesting = 25
        /// A state with several children, none of which is its default.
        case missingDefault = 26
        /// A default that is not nested in its state (of a history: in the state around it); one of a parallel state.
        case misplacedDefault = 27
        /// Defaults that lead back to themselves by way of histories.
        case circularDefault = 28
        /// A history that is nested in no state, or has rows, callbacks, children or timeouts.
        case invalidHistory = 29
        /// A final state of a chart with rows, children or a default.
        case invalidFinalState = 30
        /// A row with targets that cannot be active together.
        case exclusiveTargets = 31
        /// Further targets of a request, or beside ``ReservedID/same``, ``ReservedID/internal``, ``ReservedID/dynamic``
        /// or ``ReservedID/deferred``; ``ReservedID/deferred`` in a row with actions or events to raise.
        case misplacedTarget = 32
        /// Rows without events and guards that lead back to where they began: they would never end.
        case eventlessCircle = 33
        /// A row without an event that defers it.
        case misplacedEventlessRow = 34
        /// The block of a superstate that is nested, or has a default or an event for when it is done.
        case misplacedNesting = 35
        /// Blocks of one state that differ in its kind, its default or its event for when it is done.
        case conflictingBlocks = 36
        /// A row that asks whether something is active that has no rows and no block, or is a history.
        case unknownCondition = 37
        /// Something else is expected in this line of a document.
        case documentSyntax = 38
        /// A label, or a case of a predicate type, that the document does not have.
        case unknownDocumentName = 39
        /// A document is larger than allowed.
        case documentLimit = 40
        /// A document names a callback that the caller did not supply, or supplied with another signature.
        case unboundCallback = 41
        /// A part of a snapshot has no place in this version of the definition, or the snapshot's JSON is wrong.
        case snapshotMismatch = 42
        /// No row leads there from the initial state.
        case unreachableState = 101
        /// No row leads out, and it was not declared final.
        case deadEndState = 102
        /// An event that is named, declared, raised, or sent by a timeout, but that no row uses.
        case unusedEvent = 103
        /// A row before which others always come (if a case of each predicate type is sent), or that is overridden in
        /// every state.
        case neverTaken = 104
        /// A declared predicate type that no row uses.
        case unusedPredicate = 105
        /// A superstate that no state adopts.
        case unusedSuperstate = 106
        /// A row leads from a state that was declared final to another.
        case exitFromFinalState = 107
        /// A row that leaves and enters all regions of a parallel state, in which it stays.
        case siblingRegionTarget = 108
        /// Rows of several regions for one event of which only the first is taken, as one of them leaves all regions.
        case conflictingRegions = 109
        /// A parallel state with less than two children.
        case singleRegion = 110
        /// An event for when a state is done that can never be done.
        case neverDone = 111
        /// A row that defers an event which no other row takes.
        case uselessDeferral = 112
        /// Rows without events that lead back to where they began, if guards let them.
        case possibleEventlessCircle = 113
        /// A history to which no row and no default leads.
        case unusedHistory = 114

        /// Whether it is an error or a warning.
        public var severity: Severity { rawValue < 100 ? .error : .warning }

        /// As every language names it: `sfsm_diagnostic_kind_name` in C. Long, since each kind has a line.
        public var name: StaticString {
            switch self {
            case .emptyDefinition: "empty definition"
            case .emptyBlock: "empty block"
            case .duplicate: "duplicate"
            case .clash: "clash"
            case .unknownTarget: "unknown target"
            case .unknownInitial: "unknown initial state"
            case .reservedIDUsed: "reserved id used"
            case .twoInitialStates: "two initial states"
            case .missingResolver: "missing resolver"
            case .unexpectedResolver: "unexpected resolver"
            case .misplacedRow: "misplaced row"
            case .nothingToOverride: "nothing to override"
            case .overrideOutOfOrder: "override out of order"
            case .circularAdoption: "circular adoption"
            case .implicitClash: "implicit clash"
            case .invalidMatch: "invalid match"
            case .undeclaredPredicate: "undeclared predicate"
            case .predicateConflict: "predicate conflict"
            case .tooComplex: "too complex"
            case .signatureMismatch: "signature mismatch"
            case .argumentConflict: "argument conflict"
            case .rejectedCall: "rejected call"
            case .unknownParent: "unknown parent"
            case .secondParent: "second parent"
            case .circularNesting: "circular nesting"
            case .missingDefault: "missing default"
            case .misplacedDefault: "misplaced default"
            case .circularDefault: "circular default"
            case .invalidHistory: "invalid history"
            case .invalidFinalState: "invalid final state"
            case .exclusiveTargets: "exclusive targets"
            case .misplacedTarget: "misplaced target"
            case .eventlessCircle: "eventless circle"
            case .misplacedEventlessRow: "misplaced eventless row"
            case .misplacedNesting: "misplaced nesting"
            case .conflictingBlocks: "conflicting blocks"
            case .unknownCondition: "unknown condition"
            case .documentSyntax: "syntax"
            case .unknownDocumentName: "unknown name"
            case .documentLimit: "limit"
            case .unboundCallback: "unbound callback"
            case .snapshotMismatch: "snapshot mismatch"
            case .unreachableState: "unreachable state"
            case .deadEndState: "dead end state"
            case .unusedEvent: "unused event"
            case .neverTaken: "never taken"
            case .unusedPredicate: "unused predicate"
            case .unusedSuperstate: "unused superstate"
            case .exitFromFinalState: "exit from final state"
            case .siblingRegionTarget: "target in sibling region"
            case .conflictingRegions: "conflicting regions"
            case .singleRegion: "single region"
            case .neverDone: "never done"
            case .uselessDeferral: "useless deferral"
            case .possibleEventlessCircle: "possible eventless circle"
            case .unusedHistory: "unused history"
            }
        }
    }

    /// What is wrong.
    public var kind: Kind
    /// The ids concerned, ``ReservedID/none`` where there is none.
    public var state: ID
    /// The event concerned.
    public var event: ID
    /// The target concerned; of a clash that of the first row.
    public var target: ID
    /// The predicate type concerned.
    public var predicate = ReservedID.none
    /// The case concerned, ``ReservedID/none`` where there is none.
    public var value = ReservedID.none
    /// Of an implicit clash: the combination of cases for which the rows clash.
    public var combination: [PredicateCase] = []
    /// Of a fault in a document: the column of the first place, from 1; otherwise 0.
    public internal(set) var column: Int32 = 0
    /// The places concerned, the one to begin with first.
    public var places: [Place]
    /// A sentence: what is wrong, with names, and how to mend it.
    public var sentence: Text
    /// The sentence as a string.
    public var text: String { sentence.string }

    // Out of line, here and below: diagnostics need not be fast, but there are many of them.
    @inline(never)
    init(
        _ kind: Kind, state: ID = ReservedID.none, event: ID = ReservedID.none, target: ID = ReservedID.none,
        places: [Place], text: Text
    ) {
        self.kind = kind
        self.state = state
        self.event = event
        self.target = target
        self.places = places
        sentence = text
    }

    @inline(never)
    init(_ kind: Kind, _ row: Row, places: [Place]? = nil, text: Text) {
        self.init(
            kind, state: row.source, event: row.event, target: row.target.id, places: places ?? [row.place],
            text: text)
    }
}

extension [Diagnostic] {
    @inline(never)
    mutating func report(_ diagnostic: Diagnostic) { append(diagnostic) }

    /// Reports something about a row, in the row's place.
    @inline(never)
    mutating func report(
        _ kind: Diagnostic.Kind, _ row: Row, _ template: StaticString, _ first: consuming Text,
        _ second: consuming Text? = nil, _ third: consuming Text? = nil
    ) {
        append(Diagnostic(kind, row, text: fill(template, first, second, third)))
    }

    /// Reports something about a state or an event, in one place.
    @inline(never)
    mutating func report(
        _ kind: Diagnostic.Kind, state: ID = ReservedID.none, event: ID = ReservedID.none, at place: Place,
        _ template: StaticString, _ first: consuming Text, _ second: consuming Text? = nil,
        _ third: consuming Text? = nil
    ) {
        append(
            Diagnostic(kind, state: state, event: event, places: [place], text: fill(template, first, second, third)))
    }
}
