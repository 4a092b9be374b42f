// The numbers of include/swiftfsm.h that this package uses; tests/constants.test.js compares them with it.

const FIRST = -(2 ** 31);

/** Reserved ids. */
export const ANY = FIRST;
export const SAME = FIRST + 1;
export const INTERNAL = FIRST + 2;
export const DYNAMIC = FIRST + 3;
export const NONE = FIRST + 4;
export const INITIAL = FIRST + 5;
export const FAILED = FIRST + 6;
export const LAST_STATE = FIRST + 7;
export const REQUEST = FIRST + 8;
export const EVENTLESS = FIRST + 9;
export const DEFER = FIRST + 10;

/** Outcomes. */
export const TRANSITIONED = 1;
export const REFUSED = 2;
export const UNHANDLED = 3;
export const QUEUED = 4;
export const DEFERRED = 5;

/** Statuses that this package itself returns or looks at. */
export const NULL_POINTER = -1;
export const BAD_VALUE = -3;
export const UNKNOWN_STATE = -5;
export const UNKNOWN_EVENT = -6;
export const INVALID_DEFINITION = -7;
export const NOT_RUNNING = -9;
export const BUSY = -11;
export const OUT_OF_MEMORY = -13;
export const CALLBACK_FAILED = -14;
export const OUT_OF_RANGE = -15;
export const MISSING_PREDICATE = -16;
export const UNKNOWN_PREDICATE = -17;
export const REPEATED_PREDICATE = -18;
export const UNKNOWN_CASE = -19;
export const BAD_SIGNATURE = -20;
export const ARGUMENT_COUNT = -22;
export const ARGUMENT_TYPE = -23;
export const UNSUPPORTED = -24;
export const BAD_CONFIGURATION = -25;
export const STEP_LIMIT_REACHED = -26;
export const UNNAMED_CALLBACK = -28;

/** Types of values, by the number; the names are those of signatures. */
export const VALUE_TYPES = [
  '', 'bool', 'i8', 'i16', 'i32', 'i64', 'u8', 'u16', 'u32', 'u64', 'f32', 'f64', 'str', 'ptr', 'integer',
];
export const BOOL = 1;
export const I8 = 2;
export const I16 = 3;
export const I32 = 4;
export const I64 = 5;
export const U8 = 6;
export const U16 = 7;
export const U32 = 8;
export const U64 = 9;
export const F32 = 10;
export const F64 = 11;
export const STR = 12;
export const PTR = 13;
export const INTEGER = 14;

/** Roles of callbacks, by the number, with the words of this package. */
export const ROLES = ['', 'guard', 'action', 'resolver', 'entry', 'exit', 'cycle', 'update', 'provider', 'unhandled', 'step'];
export const GUARD = 1;
export const ACTION = 2;
export const RESOLVER = 3;
export const ENTRY = 4;
export const EXIT = 5;
export const CYCLE = 6;
export const UPDATE = 7;
export const PROVIDER = 8;
export const UNHANDLED_HOOK = 9;
export const STEP_HOOK = 10;

/** Kinds of states. */
export const KINDS = { final: 1, parallel: 2, history: 4, 'deep history': 8 };

/** Flags of rows and transitions. */
export const OVERRIDING = 1;
export const INHERITED = 2;
export const LOCAL = 4;

/** Flags of machines, documents, snapshots, journals and replays. */
export const LENIENT = 1;
export const UNBOUND = 1;
export const OWN_SIGNATURES = 2;
export const SNAPSHOT_JSON = 1;
export const SNAPSHOT_DUE = 2;
export const JOURNAL_JSON = 1;
export const WITHOUT_GUARDS = 1;
export const PERMITTED_STATES = 2;
export const FLAT = 1;
export const CALL_ACTIONS = 2;
export const SKIP_UNKNOWN = 4;

/** Choices by name. */
export const FORMATS = { text: 0, json: 1, dot: 2, mermaid: 3, plantuml: 4, matrix: 5, markdown: 6, html: 7 };
export const PHASES = { resolve: 1, exit: 2, actions: 3, commit: 4, entry: 5 };
export const GUARD_POLICIES = { exclusive: 0, 'first match': 1 };
export const ENTRY_EXIT_POLICIES = { 'on change': 0, always: 1 };
export const REASONS = ['', 'taken', 'not matched', 'guard refused', 'resolver refused', 'not tried'];
export const REPLAY_GUARDS = { refuse: 0, assume: 1, ask: 2 };
export const ON_VIOLATION = { stay: 0, 'stop token': 1, stop: 2 };
export const SNAPSHOT_PARTS = ['', 'state', 'event', 'predicate', 'case', 'definition'];
export const OUTCOMES = ['ok', 'transitioned', 'refused', 'unhandled', 'queued', 'deferred'];

/** Steps of a plan. */
export const PLAN_END = 0;
export const PLAN_CALL = 1;
export const PLAN_RESOLVE = 2;
export const PLAN_COMMIT = 3;
