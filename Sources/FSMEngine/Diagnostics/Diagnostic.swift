/// An error or a warning about a definition.
public struct Diagnostic {
    public enum Severity: Int32 {
        case error = 1
        case warning = 2
    }

    /// Numbers are stable: they are those of the C header.
    public enum Kind: Int32, CaseIterable {
        case emptyDefinition = 1
        case emptyBlock = 2
        case duplicate = 3
        case clash = 4
        case unknownTarget = 5
        case unknownInitial = 6
        case reservedIDUsed = 7
        case twoInitialStates = 8
        case missingResolver = 9
        case unexpectedResolver = 10
        case misplacedRow = 11
        case nothingToOverride = 12
        case overrideOutOfOrder = 13
        case circularAdoption = 14
        case implicitClash = 15
        case invalidMatch = 16
        case undeclaredPredicate = 17
        case predicateConflict = 18
        case tooComplex = 19
        case signatureMismatch = 20
        case argumentConflict = 21
        case rejectedCall = 22
        case unknownParent = 23
        case secondParent = 24
        case circularNesting = 25
        case missingDefault = 26
        case misplacedDefault = 27
        case circularDefault = 28
        case invalidHistory = 29
        case invalidFinalState = 30
        case exclusiveTargets = 31
        case misplacedTarget = 32
        case eventlessCircle = 33
        case misplacedEventlessRow = 34
        case misplacedNesting = 35
        case conflictingBlocks = 36
        case unknownCondition = 37
        case documentSyntax = 38
        case unknownDocumentName = 39
        case documentLimit = 40
        case unboundCallback = 41
        case snapshotMismatch = 42
        case unreachableState = 101
        case deadEndState = 102
        case unusedEvent = 103
        case neverTaken = 104
        case unusedPredicate = 105
        case unusedSuperstate = 106
        case exitFromFinalState = 107
        case siblingRegionTarget = 108
        case conflictingRegions = 109
        case singleRegion = 110
        case neverDone = 111
        case uselessDeferral = 112
        case possibleEventlessCircle = 113
        case unusedHistory = 114

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

    public var kind: Kind
    /// The ids concerned, ``ReservedID/none`` where there is none.
    public var state: ID
    public var event: ID
    public var target: ID
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
