// Made by ./dev generate from include/swiftfsm.h: change that, not this file.
pub const SFSM_VERSION_MAJOR: u32 = 0;
pub const SFSM_VERSION_MINOR: u32 = 2;
pub const SFSM_VERSION_PATCH: u32 = 0;
pub const SFSM_CASE_LIMIT: usize = 16384;
pub const SFSM_PARAMETER_LIMIT: usize = 64;
pub const SFSM_QUEUE_LIMIT: usize = 16777216;
pub const SFSM_MACHINE_ALIGNMENT: usize = 16;
pub const SFSM_STEP_LIMIT: usize = 1000;
pub const SFSM_BYTE_LIMIT: usize = 16777216;
pub const SFSM_ROW_LIMIT: usize = 1000000;
/// Source of a row: every state; event of a row: every event.
pub const SFSM_ANY: i32 = -2147483648;
/// Target: the current state. Cycle callbacks run.
pub const SFSM_SAME: i32 = -2147483647;
/// Target: the current state. Only actions run, never entry, exit or cycle.
pub const SFSM_INTERNAL: i32 = -2147483646;
/// Target: the state that the row's resolver returns at each step.
pub const SFSM_DYNAMIC: i32 = -2147483645;
/// A state: the machine is stopped. From a resolver: refused. An event: there is none. A case: none was sent. Source of
/// a row in a superstate: each state that adopts the superstate.
pub const SFSM_NONE: i32 = -2147483644;
/// To create or start a machine: the definition's initial state.
pub const SFSM_INITIAL: i32 = -2147483643;
/// From a resolver or an update callback: it failed.
pub const SFSM_FAILED: i32 = -2147483642;
/// To start a machine: the state in which it stopped, or else the initial state.
pub const SFSM_LAST_STATE: i32 = -2147483641;
/// Event of a row: a request for the row's target (`SFSM_ANY`: for every state).
pub const SFSM_REQUEST: i32 = -2147483640;
/// Event of a row: the row is tried without an event (chapter 12).
pub const SFSM_EVENTLESS: i32 = -2147483639;
/// Target: the event waits until other states are active (chapter 12).
pub const SFSM_DEFER: i32 = -2147483638;
/// The lowest id of your own.
pub const SFSM_FIRST_ID: i32 = -2147483632;
pub const SFSM_OK: i32 = 0;
/// A required handle or pointer is NULL, or the array of a count above 0.
pub const SFSM_NULL_POINTER: i32 = -1;
/// The library does not know a struct of this size.
pub const SFSM_BAD_SIZE: i32 = -2;
/// An argument is not one of the documented values.
pub const SFSM_BAD_VALUE: i32 = -3;
/// A reserved id where only an id of your own is allowed.
pub const SFSM_RESERVED_ID: i32 = -4;
/// The table has no such state.
pub const SFSM_UNKNOWN_STATE: i32 = -5;
/// The table has no such event, and no row for any event takes it.
pub const SFSM_UNKNOWN_EVENT: i32 = -6;
/// The definition has errors: see the diagnostics.
pub const SFSM_INVALID_DEFINITION: i32 = -7;
/// The builder has built its table and is spent.
pub const SFSM_ALREADY_BUILT: i32 = -8;
/// The machine is stopped.
pub const SFSM_NOT_RUNNING: i32 = -9;
/// The machine is not stopped.
pub const SFSM_ALREADY_RUNNING: i32 = -10;
/// Called from inside a callback of this machine, or while a plan is open; or too late to set an allocator.
pub const SFSM_BUSY: i32 = -11;
/// `SFSM_QUEUE_LIMIT` events wait already, or as many timers.
pub const SFSM_QUEUE_FULL: i32 = -12;
/// There is not enough memory.
pub const SFSM_OUT_OF_MEMORY: i32 = -13;
/// A callback returned a negative number: see `sfsm_machine_failure`.
pub const SFSM_CALLBACK_FAILED: i32 = -14;
/// No such index, row or block.
pub const SFSM_OUT_OF_RANGE: i32 = -15;
/// Strict machine: no case of one of the table's predicate types.
pub const SFSM_MISSING_PREDICATE: i32 = -16;
/// Strict machine: a case of a type that the table does not have.
pub const SFSM_UNKNOWN_PREDICATE: i32 = -17;
/// Strict machine: two cases of one predicate type.
pub const SFSM_REPEATED_PREDICATE: i32 = -18;
/// The predicate type does not have this case; the state has not changed.
pub const SFSM_UNKNOWN_CASE: i32 = -19;
/// A signature cannot be read (`sfsm_signature_check` tells where), or does not fit a hook.
pub const SFSM_BAD_SIGNATURE: i32 = -20;
/// More or fewer arguments than the event declares.
pub const SFSM_ARGUMENT_COUNT: i32 = -22;
/// An argument of another type than the event declares.
pub const SFSM_ARGUMENT_TYPE: i32 = -23;
/// This build of the library cannot do it: it has no libffi, or no allocator of its own; an event that waits carries a
/// pointer, which no snapshot can; or a snapshot is of a later format.
pub const SFSM_UNSUPPORTED: i32 = -24;
/// States that cannot be active together, or not these alone (chapter 12).
pub const SFSM_BAD_CONFIGURATION: i32 = -25;
/// One event has led to `SFSM_STEP_LIMIT` steps, or timers start each other without end (chapter 12).
pub const SFSM_STEP_LIMIT_REACHED: i32 = -26;
/// The definition was read without some of its callbacks (chapter 13): no machine can run it.
pub const SFSM_UNBOUND_CALLBACKS: i32 = -27;
/// A callback of the definition has no name (chapter 13).
pub const SFSM_UNNAMED_CALLBACK: i32 = -28;
/// A row was taken and its callbacks ran; the state may be the same.
pub const SFSM_TRANSITIONED: i32 = 1;
/// A row matches, but a guard or its resolver refused; nothing changed.
pub const SFSM_REFUSED: i32 = 2;
/// This state has no row for this event or request and these cases; nothing changed.
pub const SFSM_UNHANDLED: i32 = 3;
/// The event waits: it was sent from inside a step, or behind events that wait.
pub const SFSM_QUEUED: i32 = 4;
/// The event waits, since the row that was taken defers it (chapter 12).
pub const SFSM_DEFERRED: i32 = 5;
/// Bool: bool.
pub const SFSM_BOOL: i32 = 1;
/// I8: int8_t.
pub const SFSM_I8: i32 = 2;
/// I16: int16_t.
pub const SFSM_I16: i32 = 3;
/// I32: int32_t.
pub const SFSM_I32: i32 = 4;
/// I64: int64_t.
pub const SFSM_I64: i32 = 5;
/// U8: uint8_t.
pub const SFSM_U8: i32 = 6;
/// U16: uint16_t.
pub const SFSM_U16: i32 = 7;
/// U32: uint32_t.
pub const SFSM_U32: i32 = 8;
/// U64: uint64_t.
pub const SFSM_U64: i32 = 9;
/// F32: float.
pub const SFSM_F32: i32 = 10;
/// F64: double.
pub const SFSM_F64: i32 = 11;
/// Str: const char *, zero-terminated, or NULL.
pub const SFSM_STR: i32 = 12;
/// Ptr: void *, passed through unchanged.
pub const SFSM_PTR: i32 = 13;
/// Only in messages: an integer (as.i64) that is converted to the type which the event declares; see
/// `sfsm_machine_send_message`.
pub const SFSM_INTEGER: i32 = 14;
/// Replaces the earlier rows of other blocks for the same state, event (requests: target) and matches, such as those of
/// adopted superstates. There must be one, and none may follow.
pub const SFSM_OVERRIDING: u32 = 1;
/// In a chart: leaves no more states than it must (chapter 12).
pub const SFSM_LOCAL: u32 = 4;
/// No row leaves this state: no warning about a dead end, but one if a row does leave.
pub const SFSM_FINAL: u32 = 1;
/// All children of the state are active at the same time (chapter 12).
pub const SFSM_PARALLEL: u32 = 2;
/// No state, but a target: the child of its parent that was active last (chapter 12).
pub const SFSM_SHALLOW_HISTORY: u32 = 4;
/// The same of the leaves below its parent (chapter 12).
pub const SFSM_DEEP_HISTORY: u32 = 8;
/// The default: only if the state changes.
pub const SFSM_ON_CHANGE: i32 = 0;
/// Also if it stays (`SFSM_SAME`, or the state itself as target), but not for `SFSM_INTERNAL`.
pub const SFSM_ALWAYS: i32 = 1;
/// The default: one row for a source, an event and each combination of cases. If its guard refuses, the event is
/// refused.
pub const SFSM_EXCLUSIVE: i32 = 0;
/// Matching rows are tried by precedence, then by the number of matches, then adopted rows before a state's own, then
/// as added. The first is taken whose guards agree, and whose resolver (if the phase order resolves first) does not
/// return `SFSM_NONE`.
pub const SFSM_FIRST_MATCH: i32 = 1;
pub const SFSM_PHASE_RESOLVE: i32 = 1;
pub const SFSM_PHASE_EXIT: i32 = 2;
pub const SFSM_PHASE_ACTIONS: i32 = 3;
pub const SFSM_PHASE_COMMIT: i32 = 4;
pub const SFSM_PHASE_ENTRY: i32 = 5;
pub const SFSM_ERROR: i32 = 1;
pub const SFSM_WARNING: i32 = 2;
/// No rows at all; reported only if there is no other error.
pub const SFSM_EMPTY_DEFINITION: i32 = 1;
/// A block without rows, callbacks and superstates, and not final.
pub const SFSM_EMPTY_BLOCK: i32 = 2;
/// Rows alike in source, event, matches and target (under first match in guards too).
pub const SFSM_DUPLICATE: i32 = 3;
/// Rows alike in source, event and matches that differ in target (not under first match).
pub const SFSM_CLASH: i32 = 4;
/// A target that has no rows and no block.
pub const SFSM_UNKNOWN_TARGET: i32 = 5;
/// An initial state likewise.
pub const SFSM_UNKNOWN_INITIAL: i32 = 6;
/// A reserved id where it means nothing.
pub const SFSM_RESERVED_ID_USED: i32 = 7;
/// More than one state declared as the initial one.
pub const SFSM_TWO_INITIAL_STATES: i32 = 8;
/// Target `SFSM_DYNAMIC` without a resolver.
pub const SFSM_MISSING_RESOLVER: i32 = 9;
/// A resolver, but the target is not `SFSM_DYNAMIC`.
pub const SFSM_UNEXPECTED_RESOLVER: i32 = 10;
/// A row in the block of a state that is not its source; one with a source in a superstate.
pub const SFSM_MISPLACED_ROW: i32 = 11;
/// An overriding row, but no other block has one for that state, event and matches.
pub const SFSM_NOTHING_TO_OVERRIDE: i32 = 12;
/// A row for those comes after the row that should override it.
pub const SFSM_OVERRIDE_OUT_OF_ORDER: i32 = 13;
/// Cyclic adoption; or all states together inherit along more than 1,048,576 paths.
pub const SFSM_CIRCULAR_ADOPTION: i32 = 14;
/// Rows with different matches that name equally many predicate types, and that are all the best match for one
/// combination of cases (not under first match).
pub const SFSM_IMPLICIT_CLASH: i32 = 15;
/// A row that names a predicate type or a case twice, no case of a type, or a case that the type does not have.
pub const SFSM_INVALID_MATCH: i32 = 16;
/// A row that names a predicate type which was not declared.
pub const SFSM_UNDECLARED_PREDICATE: i32 = 17;
/// A predicate type declared with different numbers of cases.
pub const SFSM_PREDICATE_CONFLICT: i32 = 18;
/// The matches for one state and event make up too many combinations to be judged.
pub const SFSM_TOO_COMPLEX: i32 = 19;
/// A callable whose signature does not fit where it stands: its result, or arguments unlike those of an event that
/// reaches it.
pub const SFSM_SIGNATURE_MISMATCH: i32 = 20;
/// An event declared with different arguments; one with arguments that is raised, or sent by a timeout.
pub const SFSM_ARGUMENT_CONFLICT: i32 = 21;
/// A function of chapter 5 returned an error other than `SFSM_OUT_OF_MEMORY`, the first one since the last build;
/// reported once.
pub const SFSM_REJECTED_CALL: i32 = 22;
/// A block that is nested in what has no rows and no block.
pub const SFSM_UNKNOWN_PARENT: i32 = 23;
/// A state that is nested in two others.
pub const SFSM_SECOND_PARENT: i32 = 24;
/// States that are nested in each other.
pub const SFSM_CIRCULAR_NESTING: i32 = 25;
/// A state with several children, none of which is its default.
pub const SFSM_MISSING_DEFAULT: i32 = 26;
/// A default that is not nested in its state (of a history: in the state around it); one of a parallel state.
pub const SFSM_MISPLACED_DEFAULT: i32 = 27;
/// Defaults that lead back to themselves by way of histories.
pub const SFSM_CIRCULAR_DEFAULT: i32 = 28;
/// A history that is nested in no state, or has rows, callbacks, children or timeouts.
pub const SFSM_INVALID_HISTORY: i32 = 29;
/// A final state of a chart with rows, children or a default.
pub const SFSM_INVALID_FINAL_STATE: i32 = 30;
/// A row with targets that cannot be active together.
pub const SFSM_EXCLUSIVE_TARGETS: i32 = 31;
/// Further targets of a request, or beside `SFSM_SAME`, `SFSM_INTERNAL`, `SFSM_DYNAMIC` or `SFSM_DEFER`; `SFSM_DEFER`
/// in a row with actions or events to raise.
pub const SFSM_MISPLACED_TARGET: i32 = 32;
/// Rows without events and guards that lead back to where they began: they would never end.
pub const SFSM_EVENTLESS_CIRCLE: i32 = 33;
/// A row without an event that defers it.
pub const SFSM_MISPLACED_EVENTLESS_ROW: i32 = 34;
/// The block of a superstate that is nested, or has a default or an event for when it is done.
pub const SFSM_MISPLACED_NESTING: i32 = 35;
/// Blocks of one state that differ in its kind, its default or its event for when it is done.
pub const SFSM_CONFLICTING_BLOCKS: i32 = 36;
/// A row that asks whether something is active that has no rows and no block, or is a history.
pub const SFSM_UNKNOWN_CONDITION: i32 = 37;
/// Chapter 13: something else is expected in this line of a document.
pub const SFSM_DOCUMENT_SYNTAX: i32 = 38;
/// Chapter 13: a label, or a case of a predicate type, that the document does not have.
pub const SFSM_UNKNOWN_DOCUMENT_NAME: i32 = 39;
/// Chapter 13: a document is larger than allowed.
pub const SFSM_DOCUMENT_LIMIT: i32 = 40;
/// Chapter 13: a document names a callback that the caller did not supply, or supplied with another signature.
pub const SFSM_UNBOUND_CALLBACK: i32 = 41;
/// Chapter 12: a part of a snapshot has no place in this version of the definition, or the snapshot's JSON is wrong.
pub const SFSM_SNAPSHOT_MISMATCH: i32 = 42;
/// Warning: no row leads there from the initial state.
pub const SFSM_UNREACHABLE_STATE: i32 = 101;
/// Warning: no row leads out, and it was not declared `SFSM_FINAL`.
pub const SFSM_DEAD_END_STATE: i32 = 102;
/// Warning: an event that is named, declared, raised, or sent by a timeout, but that no row uses.
pub const SFSM_UNUSED_EVENT: i32 = 103;
/// Warning: a row before which others always come (if a case of each predicate type is sent), or that is overridden in
/// every state.
pub const SFSM_NEVER_TAKEN: i32 = 104;
/// Warning: a declared predicate type that no row uses.
pub const SFSM_UNUSED_PREDICATE: i32 = 105;
/// Warning: a superstate that no state adopts.
pub const SFSM_UNUSED_SUPERSTATE: i32 = 106;
/// Warning: a row leads from a state that was declared `SFSM_FINAL` to another.
pub const SFSM_EXIT_FROM_FINAL_STATE: i32 = 107;
/// Warning: a row that leaves and enters all regions of a parallel state, in which it stays.
pub const SFSM_TARGET_IN_SIBLING_REGION: i32 = 108;
/// Warning: rows of several regions for one event of which only the first is taken, as one of them leaves all regions.
pub const SFSM_CONFLICTING_REGIONS: i32 = 109;
/// Warning: a parallel state with less than two children.
pub const SFSM_SINGLE_REGION: i32 = 110;
/// Warning: an event for when a state is done that can never be done.
pub const SFSM_NEVER_DONE: i32 = 111;
/// Warning: a row that defers an event which no other row takes.
pub const SFSM_USELESS_DEFERRAL: i32 = 112;
/// Warning: rows without events that lead back to where they began, if guards let them.
pub const SFSM_POSSIBLE_EVENTLESS_CIRCLE: i32 = 113;
/// Warning: a history to which no row and no default leads.
pub const SFSM_UNUSED_HISTORY: i32 = 114;
pub const SFSM_ALL_WARNINGS: i32 = 100;
/// Its row belongs to a superstate.
pub const SFSM_INHERITED: u32 = 2;
/// Cases of predicate types may be missing: then only rows that do not name these types match. Types that the table
/// does not have are ignored, and the first of two cases of one type counts.
pub const SFSM_LENIENT: u32 = 1;
/// Guards and resolvers are not called: everything for which a row matches.
pub const SFSM_WITHOUT_GUARDS: u32 = 1;
/// The states that may be requested, instead of events.
pub const SFSM_PERMITTED_STATES: u32 = 2;
/// It would be taken.
pub const SFSM_TAKEN: i32 = 1;
/// It does not match the case of `predicate`.
pub const SFSM_NOT_MATCHED: i32 = 2;
/// Guard number `guard` (from 0) refused.
pub const SFSM_GUARD_REFUSED: i32 = 3;
/// Its resolver returned `SFSM_NONE`.
pub const SFSM_RESOLVER_REFUSED: i32 = 4;
/// Another row came before it.
pub const SFSM_NOT_TRIED: i32 = 5;
/// Nothing is left.
pub const SFSM_PLAN_END: i32 = 0;
/// Call *out_callback; if its result is below 0, pass that to `sfsm_machine_complete`.
pub const SFSM_PLAN_CALL: i32 = 1;
/// Call *out_callback and pass its result to `sfsm_machine_resolve`.
pub const SFSM_PLAN_RESOLVE: i32 = 2;
/// Call `sfsm_machine_commit`.
pub const SFSM_PLAN_COMMIT: i32 = 3;
/// JSON instead of bytes.
pub const SFSM_SNAPSHOT_JSON: u32 = 1;
/// Timers are stored with the time at which they are due, instead of what is left of them. Choose it if the host's time
/// goes on while nobody has the machine. When the snapshot is restored, the machine's time is that of the snapshot,
/// unless it was later already.
pub const SFSM_SNAPSHOT_DUE: u32 = 2;
pub const SFSM_STATE_PART: i32 = 1;
pub const SFSM_EVENT_PART: i32 = 2;
pub const SFSM_PREDICATE_PART: i32 = 3;
pub const SFSM_CASE_PART: i32 = 4;
/// The snapshot is of a definition with another name.
pub const SFSM_DEFINITION_PART: i32 = 5;
/// Lines of JSON instead of bytes.
pub const SFSM_JOURNAL_JSON: u32 = 1;
/// In a binding: for each role in which a document uses the name.
pub const SFSM_ANY_ROLE: i32 = 0;
pub const SFSM_GUARD: i32 = 1;
pub const SFSM_ACTION: i32 = 2;
pub const SFSM_RESOLVER: i32 = 3;
pub const SFSM_ENTRY: i32 = 4;
pub const SFSM_EXIT: i32 = 5;
pub const SFSM_CYCLE: i32 = 6;
pub const SFSM_UPDATE: i32 = 7;
pub const SFSM_PROVIDER: i32 = 8;
pub const SFSM_UNHANDLED_HOOK: i32 = 9;
pub const SFSM_STEP_HOOK: i32 = 10;
/// Callbacks may be missing: the table can be checked and asked, but runs no machine.
pub const SFSM_UNBOUND: u32 = 1;
/// Callables may have other signatures than the document declares: for bindings of languages that check by themselves
/// whether their functions fit.
pub const SFSM_OWN_SIGNATURES: u32 = 2;
/// The document, in its canonical form.
pub const SFSM_TEXT: i32 = 0;
/// The same as JSON, which is not read: bindings/python/src/swiftfsm/formats/definition.schema.json.
pub const SFSM_JSON: i32 = 1;
/// Pictures, from here on: for graphviz.
pub const SFSM_DOT: i32 = 2;
pub const SFSM_MERMAID: i32 = 3;
pub const SFSM_PLANTUML: i32 = 4;
/// A table of states by events, for a terminal; columns are aligned by characters.
pub const SFSM_MATRIX: i32 = 5;
/// The same as a table of Markdown.
pub const SFSM_MARKDOWN: i32 = 6;
/// The same as an element `<`table>, with classes instead of styles.
pub const SFSM_HTML: i32 = 7;
pub const SFSM_FLAT: u32 = 1;
/// Nothing is replayed if a row has a guard or a dynamic target, or a predicate type with a provider has no column of
/// cases. In a chart with rows without an event or with raised events, or whose callbacks are called and may raise
/// some, no column suffices: these events have no cases.
pub const SFSM_REFUSE_GUARDS: i32 = 0;
/// Guards are not called and count as true; the rest is refused as above.
pub const SFSM_ASSUME_GUARDS: i32 = 1;
/// Guards, resolvers and providers are called.
pub const SFSM_ASK_GUARDS: i32 = 2;
/// The token stays in its state and goes on.
pub const SFSM_STAY: i32 = 0;
/// The token's later events are skipped.
pub const SFSM_STOP_TOKEN: i32 = 1;
/// The replay ends.
pub const SFSM_STOP: i32 = 2;
/// Call everything that a step calls, hooks too; otherwise only the states change.
pub const SFSM_CALL_ACTIONS: u32 = 2;
/// Skip events and codes that the table does not know; otherwise they end the replay.
pub const SFSM_SKIP_UNKNOWN: u32 = 4;
