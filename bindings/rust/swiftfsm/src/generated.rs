// Made by ./dev generate from include/swiftfsm.h: change that, not this file.

/// Why a call could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Status {
    /// A required handle or pointer is NULL, or the array of a count above 0.
    NullPointer = -1,
    /// The library does not know a struct of this size.
    BadSize = -2,
    /// An argument is not one of the documented values.
    BadValue = -3,
    /// A reserved id where only an id of your own is allowed.
    ReservedId = -4,
    /// The table has no such state.
    UnknownState = -5,
    /// The table has no such event, and no row for any event takes it.
    UnknownEvent = -6,
    /// The definition has errors: see the diagnostics.
    InvalidDefinition = -7,
    /// The builder has built its table and is spent.
    AlreadyBuilt = -8,
    /// The machine is stopped.
    NotRunning = -9,
    /// The machine is not stopped.
    AlreadyRunning = -10,
    /// Called from inside a callback of this machine, or while a plan is open; or too late to set an allocator.
    Busy = -11,
    /// `SFSM_QUEUE_LIMIT` events wait already, or as many timers.
    QueueFull = -12,
    /// There is not enough memory.
    OutOfMemory = -13,
    /// A callback returned a negative number: see `sfsm_machine_failure`.
    CallbackFailed = -14,
    /// No such index, row or block.
    OutOfRange = -15,
    /// Strict machine: no case of one of the table's predicate types.
    MissingPredicate = -16,
    /// Strict machine: a case of a type that the table does not have.
    UnknownPredicate = -17,
    /// Strict machine: two cases of one predicate type.
    RepeatedPredicate = -18,
    /// The predicate type does not have this case; the state has not changed.
    UnknownCase = -19,
    /// A signature cannot be read (`sfsm_signature_check` tells where), or does not fit a hook.
    BadSignature = -20,
    /// More or fewer arguments than the event declares.
    ArgumentCount = -22,
    /// An argument of another type than the event declares.
    ArgumentType = -23,
    /// This build of the library cannot do it: it has no libffi, or no allocator of its own; an event that waits
    /// carries a pointer, which no snapshot can; or a snapshot is of a later format.
    Unsupported = -24,
    /// States that cannot be active together, or not these alone (chapter 12).
    BadConfiguration = -25,
    /// One event has led to `SFSM_STEP_LIMIT` steps, or timers start each other without end (chapter 12).
    StepLimitReached = -26,
    /// The definition was read without some of its callbacks (chapter 13): no machine can run it.
    UnboundCallbacks = -27,
    /// A callback of the definition has no name (chapter 13).
    UnnamedCallback = -28,
}

impl Status {
    /// Returns the number in swiftfsm.h.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Returns what a number of swiftfsm.h stands for; `None` if it is not one of these.
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            -1 => Self::NullPointer,
            -2 => Self::BadSize,
            -3 => Self::BadValue,
            -4 => Self::ReservedId,
            -5 => Self::UnknownState,
            -6 => Self::UnknownEvent,
            -7 => Self::InvalidDefinition,
            -8 => Self::AlreadyBuilt,
            -9 => Self::NotRunning,
            -10 => Self::AlreadyRunning,
            -11 => Self::Busy,
            -12 => Self::QueueFull,
            -13 => Self::OutOfMemory,
            -14 => Self::CallbackFailed,
            -15 => Self::OutOfRange,
            -16 => Self::MissingPredicate,
            -17 => Self::UnknownPredicate,
            -18 => Self::RepeatedPredicate,
            -19 => Self::UnknownCase,
            -20 => Self::BadSignature,
            -22 => Self::ArgumentCount,
            -23 => Self::ArgumentType,
            -24 => Self::Unsupported,
            -25 => Self::BadConfiguration,
            -26 => Self::StepLimitReached,
            -27 => Self::UnboundCallbacks,
            -28 => Self::UnnamedCallback,
            _ => return None,
        })
    }
}

/// The type of a value that an event carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum ValueType {
    /// Bool: bool.
    Bool = 1,
    /// I8: int8_t.
    I8 = 2,
    /// I16: int16_t.
    I16 = 3,
    /// I32: int32_t.
    I32 = 4,
    /// I64: int64_t.
    I64 = 5,
    /// U8: uint8_t.
    U8 = 6,
    /// U16: uint16_t.
    U16 = 7,
    /// U32: uint32_t.
    U32 = 8,
    /// U64: uint64_t.
    U64 = 9,
    /// F32: float.
    F32 = 10,
    /// F64: double.
    F64 = 11,
    /// Str: const char *, zero-terminated, or NULL.
    Str = 12,
    /// Ptr: void *, passed through unchanged.
    Ptr = 13,
    /// Only in messages: an integer (as.i64) that is converted to the type which the event declares; see
    /// `sfsm_machine_send_message`.
    Integer = 14,
}

impl ValueType {
    /// Returns the number in swiftfsm.h.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Returns what a number of swiftfsm.h stands for; `None` if it is not one of these.
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            1 => Self::Bool,
            2 => Self::I8,
            3 => Self::I16,
            4 => Self::I32,
            5 => Self::I64,
            6 => Self::U8,
            7 => Self::U16,
            8 => Self::U32,
            9 => Self::U64,
            10 => Self::F32,
            11 => Self::F64,
            12 => Self::Str,
            13 => Self::Ptr,
            14 => Self::Integer,
            _ => return None,
        })
    }
}

/// What a diagnostic says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// No rows at all; reported only if there is no other error.
    EmptyDefinition = 1,
    /// A block without rows, callbacks and superstates, and not final.
    EmptyBlock = 2,
    /// Rows alike in source, event, matches and target (under first match in guards too).
    Duplicate = 3,
    /// Rows alike in source, event and matches that differ in target (not under first match).
    Clash = 4,
    /// A target that has no rows and no block.
    UnknownTarget = 5,
    /// An initial state likewise.
    UnknownInitial = 6,
    /// A reserved id where it means nothing.
    ReservedIdUsed = 7,
    /// More than one state declared as the initial one.
    TwoInitialStates = 8,
    /// Target `SFSM_DYNAMIC` without a resolver.
    MissingResolver = 9,
    /// A resolver, but the target is not `SFSM_DYNAMIC`.
    UnexpectedResolver = 10,
    /// A row in the block of a state that is not its source; one with a source in a superstate.
    MisplacedRow = 11,
    /// An overriding row, but no other block has one for that state, event and matches.
    NothingToOverride = 12,
    /// A row for those comes after the row that should override it.
    OverrideOutOfOrder = 13,
    /// Cyclic adoption; or all states together inherit along more than 1,048,576 paths.
    CircularAdoption = 14,
    /// Rows with different matches that name equally many predicate types, and that are all the best match for one
    /// combination of cases (not under first match).
    ImplicitClash = 15,
    /// A row that names a predicate type or a case twice, no case of a type, or a case that the type does not have.
    InvalidMatch = 16,
    /// A row that names a predicate type which was not declared.
    UndeclaredPredicate = 17,
    /// A predicate type declared with different numbers of cases.
    PredicateConflict = 18,
    /// The matches for one state and event make up too many combinations to be judged.
    TooComplex = 19,
    /// A callable whose signature does not fit where it stands: its result, or arguments unlike those of an event that
    /// reaches it.
    SignatureMismatch = 20,
    /// An event declared with different arguments; one with arguments that is raised, or sent by a timeout.
    ArgumentConflict = 21,
    /// A function of chapter 5 returned an error other than `SFSM_OUT_OF_MEMORY`, the first one since the last build;
    /// reported once.
    RejectedCall = 22,
    /// A block that is nested in what has no rows and no block.
    UnknownParent = 23,
    /// A state that is nested in two others.
    SecondParent = 24,
    /// States that are nested in each other.
    CircularNesting = 25,
    /// A state with several children, none of which is its default.
    MissingDefault = 26,
    /// A default that is not nested in its state (of a history: in the state around it); one of a parallel state.
    MisplacedDefault = 27,
    /// Defaults that lead back to themselves by way of histories.
    CircularDefault = 28,
    /// A history that is nested in no state, or has rows, callbacks, children or timeouts.
    InvalidHistory = 29,
    /// A final state of a chart with rows, children or a default.
    InvalidFinalState = 30,
    /// A row with targets that cannot be active together.
    ExclusiveTargets = 31,
    /// Further targets of a request, or beside `SFSM_SAME`, `SFSM_INTERNAL`, `SFSM_DYNAMIC` or `SFSM_DEFER`;
    /// `SFSM_DEFER` in a row with actions or events to raise.
    MisplacedTarget = 32,
    /// Rows without events and guards that lead back to where they began: they would never end.
    EventlessCircle = 33,
    /// A row without an event that defers it.
    MisplacedEventlessRow = 34,
    /// The block of a superstate that is nested, or has a default or an event for when it is done.
    MisplacedNesting = 35,
    /// Blocks of one state that differ in its kind, its default or its event for when it is done.
    ConflictingBlocks = 36,
    /// A row that asks whether something is active that has no rows and no block, or is a history.
    UnknownCondition = 37,
    /// Chapter 13: something else is expected in this line of a document.
    DocumentSyntax = 38,
    /// Chapter 13: a label, or a case of a predicate type, that the document does not have.
    UnknownDocumentName = 39,
    /// Chapter 13: a document is larger than allowed.
    DocumentLimit = 40,
    /// Chapter 13: a document names a callback that the caller did not supply, or supplied with another signature.
    UnboundCallback = 41,
    /// Chapter 12: a part of a snapshot has no place in this version of the definition, or the snapshot's JSON is
    /// wrong.
    SnapshotMismatch = 42,
    /// Warning: no row leads there from the initial state.
    UnreachableState = 101,
    /// Warning: no row leads out, and it was not declared `SFSM_FINAL`.
    DeadEndState = 102,
    /// Warning: an event that is named, declared, raised, or sent by a timeout, but that no row uses.
    UnusedEvent = 103,
    /// Warning: a row before which others always come (if a case of each predicate type is sent), or that is overridden
    /// in every state.
    NeverTaken = 104,
    /// Warning: a declared predicate type that no row uses.
    UnusedPredicate = 105,
    /// Warning: a superstate that no state adopts.
    UnusedSuperstate = 106,
    /// Warning: a row leads from a state that was declared `SFSM_FINAL` to another.
    ExitFromFinalState = 107,
    /// Warning: a row that leaves and enters all regions of a parallel state, in which it stays.
    TargetInSiblingRegion = 108,
    /// Warning: rows of several regions for one event of which only the first is taken, as one of them leaves all
    /// regions.
    ConflictingRegions = 109,
    /// Warning: a parallel state with less than two children.
    SingleRegion = 110,
    /// Warning: an event for when a state is done that can never be done.
    NeverDone = 111,
    /// Warning: a row that defers an event which no other row takes.
    UselessDeferral = 112,
    /// Warning: rows without events that lead back to where they began, if guards let them.
    PossibleEventlessCircle = 113,
    /// Warning: a history to which no row and no default leads.
    UnusedHistory = 114,
}

impl DiagnosticKind {
    /// Returns the number in swiftfsm.h.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Returns what a number of swiftfsm.h stands for; `None` if it is not one of these.
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            1 => Self::EmptyDefinition,
            2 => Self::EmptyBlock,
            3 => Self::Duplicate,
            4 => Self::Clash,
            5 => Self::UnknownTarget,
            6 => Self::UnknownInitial,
            7 => Self::ReservedIdUsed,
            8 => Self::TwoInitialStates,
            9 => Self::MissingResolver,
            10 => Self::UnexpectedResolver,
            11 => Self::MisplacedRow,
            12 => Self::NothingToOverride,
            13 => Self::OverrideOutOfOrder,
            14 => Self::CircularAdoption,
            15 => Self::ImplicitClash,
            16 => Self::InvalidMatch,
            17 => Self::UndeclaredPredicate,
            18 => Self::PredicateConflict,
            19 => Self::TooComplex,
            20 => Self::SignatureMismatch,
            21 => Self::ArgumentConflict,
            22 => Self::RejectedCall,
            23 => Self::UnknownParent,
            24 => Self::SecondParent,
            25 => Self::CircularNesting,
            26 => Self::MissingDefault,
            27 => Self::MisplacedDefault,
            28 => Self::CircularDefault,
            29 => Self::InvalidHistory,
            30 => Self::InvalidFinalState,
            31 => Self::ExclusiveTargets,
            32 => Self::MisplacedTarget,
            33 => Self::EventlessCircle,
            34 => Self::MisplacedEventlessRow,
            35 => Self::MisplacedNesting,
            36 => Self::ConflictingBlocks,
            37 => Self::UnknownCondition,
            38 => Self::DocumentSyntax,
            39 => Self::UnknownDocumentName,
            40 => Self::DocumentLimit,
            41 => Self::UnboundCallback,
            42 => Self::SnapshotMismatch,
            101 => Self::UnreachableState,
            102 => Self::DeadEndState,
            103 => Self::UnusedEvent,
            104 => Self::NeverTaken,
            105 => Self::UnusedPredicate,
            106 => Self::UnusedSuperstate,
            107 => Self::ExitFromFinalState,
            108 => Self::TargetInSiblingRegion,
            109 => Self::ConflictingRegions,
            110 => Self::SingleRegion,
            111 => Self::NeverDone,
            112 => Self::UselessDeferral,
            113 => Self::PossibleEventlessCircle,
            114 => Self::UnusedHistory,
            _ => return None,
        })
    }
}

/// What happens to a row when the rows for a message are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum ReasonKind {
    /// It would be taken.
    Taken = 1,
    /// It does not match the case of `predicate`.
    NotMatched = 2,
    /// Guard number `guard` (from 0) refused.
    GuardRefused = 3,
    /// Its resolver returned `SFSM_NONE`.
    ResolverRefused = 4,
    /// Another row came before it.
    NotTried = 5,
}

impl ReasonKind {
    /// Returns the number in swiftfsm.h.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Returns what a number of swiftfsm.h stands for; `None` if it is not one of these.
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            1 => Self::Taken,
            2 => Self::NotMatched,
            3 => Self::GuardRefused,
            4 => Self::ResolverRefused,
            5 => Self::NotTried,
            _ => return None,
        })
    }
}

/// What of a snapshot may have no place in another definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum SnapshotPart {
    /// ``State`` of swiftfsm.h.
    State = 1,
    /// ``Event`` of swiftfsm.h.
    Event = 2,
    /// ``Predicate`` of swiftfsm.h.
    Predicate = 3,
    /// ``Case`` of swiftfsm.h.
    Case = 4,
    /// The snapshot is of a definition with another name.
    Definition = 5,
}

impl SnapshotPart {
    /// Returns the number in swiftfsm.h.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Returns what a number of swiftfsm.h stands for; `None` if it is not one of these.
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            1 => Self::State,
            2 => Self::Event,
            3 => Self::Predicate,
            4 => Self::Case,
            5 => Self::Definition,
            _ => return None,
        })
    }
}
