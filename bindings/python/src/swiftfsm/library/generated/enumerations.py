"""The enums of swiftfsm.h.

Made by ./dev generate from include/swiftfsm.h: change that, not this file.
"""

from __future__ import annotations

from enum import Enum, IntEnum


class NamedNumber(IntEnum):
    """An IntEnum that prints as its name in every version of Python."""

    __str__ = Enum.__str__

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


class Reserved(NamedNumber):
    """The ids that have a meaning of their own."""

    ANY = -2147483648
    """Source of a row: every state; event of a row: every event."""
    SAME = -2147483647
    """Target: the current state. Cycle callbacks run."""
    INTERNAL = -2147483646
    """Target: the current state. Only actions run, never entry, exit or cycle."""
    DYNAMIC = -2147483645
    """Target: the state that the row's resolver returns at each step."""
    NONE = -2147483644
    """A state: the machine is stopped. From a resolver: refused. An event: there is none. A case: none was sent.
    Source of a row in a superstate: each state that adopts the superstate."""
    INITIAL = -2147483643
    """To create or start a machine: the definition's initial state."""
    FAILED = -2147483642
    """From a resolver or an update callback: it failed."""
    LAST_STATE = -2147483641
    """To start a machine: the state in which it stopped, or else the initial state."""
    REQUEST = -2147483640
    """Event of a row: a request for the row's target (ANY: for every state)."""
    EVENTLESS = -2147483639
    """Event of a row: the row is tried without an event (chapter 12)."""
    DEFER = -2147483638
    """Target: the event waits until other states are active (chapter 12)."""


class Status(NamedNumber):
    """Why a call could not be carried out."""

    OK = 0
    NULL_POINTER = -1
    """A required handle or pointer is NULL, or the array of a count above 0."""
    BAD_SIZE = -2
    """The library does not know a struct of this size."""
    BAD_VALUE = -3
    """An argument is not one of the documented values."""
    RESERVED_ID = -4
    """A reserved id where only an id of your own is allowed."""
    UNKNOWN_STATE = -5
    """The table has no such state."""
    UNKNOWN_EVENT = -6
    """The table has no such event, and no row for any event takes it."""
    INVALID_DEFINITION = -7
    """The definition has errors: see the diagnostics."""
    ALREADY_BUILT = -8
    """The builder has built its table and is spent."""
    NOT_RUNNING = -9
    """The machine is stopped."""
    ALREADY_RUNNING = -10
    """The machine is not stopped."""
    BUSY = -11
    """Called from inside a callback of this machine, or while a plan is open; or too late to set an allocator."""
    QUEUE_FULL = -12
    """QUEUE_LIMIT events wait already, or as many timers."""
    OUT_OF_MEMORY = -13
    """There is not enough memory."""
    CALLBACK_FAILED = -14
    """A callback returned a negative number: see sfsm_machine_failure."""
    OUT_OF_RANGE = -15
    """No such index, row or block."""
    MISSING_PREDICATE = -16
    """Strict machine: no case of one of the table's predicate types."""
    UNKNOWN_PREDICATE = -17
    """Strict machine: a case of a type that the table does not have."""
    REPEATED_PREDICATE = -18
    """Strict machine: two cases of one predicate type."""
    UNKNOWN_CASE = -19
    """The predicate type does not have this case; the state has not changed."""
    BAD_SIGNATURE = -20
    """A signature cannot be read (sfsm_signature_check tells where), or does not fit a hook."""
    ARGUMENT_COUNT = -22
    """More or fewer arguments than the event declares."""
    ARGUMENT_TYPE = -23
    """An argument of another type than the event declares."""
    UNSUPPORTED = -24
    """This build of the library cannot do it: it has no libffi, or no allocator of its own; an event that waits
    carries a pointer, which no snapshot can; or a snapshot is of a later format."""
    BAD_CONFIGURATION = -25
    """States that cannot be active together, or not these alone (chapter 12)."""
    STEP_LIMIT_REACHED = -26
    """One event has led to STEP_LIMIT steps, or timers start each other without end (chapter 12)."""
    UNBOUND_CALLBACKS = -27
    """The definition was read without some of its callbacks (chapter 13): no machine can run it."""
    UNNAMED_CALLBACK = -28
    """A callback of the definition has no name (chapter 13)."""


class Outcome(NamedNumber):
    """The result of sending an event."""

    TRANSITIONED = 1
    """A row was taken and its callbacks ran; the state may be the same."""
    REFUSED = 2
    """A row matches, but a guard or its resolver refused; nothing changed."""
    UNHANDLED = 3
    """This state has no row for this event or request and these cases; nothing changed."""
    QUEUED = 4
    """The event waits: it was sent from inside a step, or behind events that wait."""
    DEFERRED = 5
    """The event waits, since the row that was taken defers it (chapter 12)."""


class ValueType(NamedNumber):
    """The types of arguments."""

    BOOL = 1
    """Bool: bool."""
    I8 = 2
    """I8: int8_t."""
    I16 = 3
    """I16: int16_t."""
    I32 = 4
    """I32: int32_t."""
    I64 = 5
    """I64: int64_t."""
    U8 = 6
    """U8: uint8_t."""
    U16 = 7
    """U16: uint16_t."""
    U32 = 8
    """U32: uint32_t."""
    U64 = 9
    """U64: uint64_t."""
    F32 = 10
    """F32: float."""
    F64 = 11
    """F64: double."""
    STR = 12
    """Str: const char *, zero-terminated, or NULL."""
    PTR = 13
    """Ptr: void *, passed through unchanged."""
    INTEGER = 14
    """Only in messages: an integer (as.i64) that is converted to the type which the event declares; see the header."""


class EntryExit(NamedNumber):
    """When entry and exit callbacks run."""

    ON_CHANGE = 0
    """The default: only if the state changes."""
    ALWAYS = 1
    """Also if it stays (SAME, or the state itself as target), but not for INTERNAL."""


class GuardPolicy(NamedNumber):
    """How guards choose among rows."""

    EXCLUSIVE = 0
    """The default: one row for a source, an event and each combination of cases. If its guard refuses, the event is
    refused."""
    FIRST_MATCH = 1
    """Matching rows are tried by precedence, then by the number of matches, then adopted rows before a state's own,
    then as added. The first is taken whose guards agree, and whose resolver (if the phase order resolves first)
    does not return NONE."""


class Phase(NamedNumber):
    """The phases of a step."""

    RESOLVE = 1
    EXIT = 2
    ACTIONS = 3
    COMMIT = 4
    ENTRY = 5


class Severity(NamedNumber):
    """Whether a diagnostic stops the build."""

    ERROR = 1
    WARNING = 2


class DiagnosticKind(NamedNumber):
    """What a diagnostic says."""

    EMPTY_DEFINITION = 1
    """No rows at all; reported only if there is no other error."""
    EMPTY_BLOCK = 2
    """A block without rows, callbacks and superstates, and not final."""
    DUPLICATE = 3
    """Rows alike in source, event, matches and target (under first match in guards too)."""
    CLASH = 4
    """Rows alike in source, event and matches that differ in target (not under first match)."""
    UNKNOWN_TARGET = 5
    """A target that has no rows and no block."""
    UNKNOWN_INITIAL = 6
    """An initial state likewise."""
    RESERVED_ID_USED = 7
    """A reserved id where it means nothing."""
    TWO_INITIAL_STATES = 8
    """More than one state declared as the initial one."""
    MISSING_RESOLVER = 9
    """Target DYNAMIC without a resolver."""
    UNEXPECTED_RESOLVER = 10
    """A resolver, but the target is not DYNAMIC."""
    MISPLACED_ROW = 11
    """A row in the block of a state that is not its source; one with a source in a superstate."""
    NOTHING_TO_OVERRIDE = 12
    """An overriding row, but no other block has one for that state, event and matches."""
    OVERRIDE_OUT_OF_ORDER = 13
    """A row for those comes after the row that should override it."""
    CIRCULAR_ADOPTION = 14
    """Cyclic adoption; or all states together inherit along more than 1,048,576 paths."""
    IMPLICIT_CLASH = 15
    """Rows with different matches that name equally many predicate types, and that are all the best match for one
    combination of cases (not under first match)."""
    INVALID_MATCH = 16
    """A row that names a predicate type or a case twice, no case of a type, or a case that the type does not have."""
    UNDECLARED_PREDICATE = 17
    """A row that names a predicate type which was not declared."""
    PREDICATE_CONFLICT = 18
    """A predicate type declared with different numbers of cases."""
    TOO_COMPLEX = 19
    """The matches for one state and event make up too many combinations to be judged."""
    SIGNATURE_MISMATCH = 20
    """A callable whose signature does not fit where it stands: its result, or arguments unlike those of an event
    that reaches it."""
    ARGUMENT_CONFLICT = 21
    """An event declared with different arguments; one with arguments that is raised, or sent by a timeout."""
    REJECTED_CALL = 22
    """A function of chapter 5 returned an error other than OUT_OF_MEMORY, the first one since the last build;
    reported once."""
    UNKNOWN_PARENT = 23
    """A block that is nested in what has no rows and no block."""
    SECOND_PARENT = 24
    """A state that is nested in two others."""
    CIRCULAR_NESTING = 25
    """States that are nested in each other."""
    MISSING_DEFAULT = 26
    """A state with several children, none of which is its default."""
    MISPLACED_DEFAULT = 27
    """A default that is not nested in its state (of a history: in the state around it); one of a parallel state."""
    CIRCULAR_DEFAULT = 28
    """Defaults that lead back to themselves by way of histories."""
    INVALID_HISTORY = 29
    """A history that is nested in no state, or has rows, callbacks, children or timeouts."""
    INVALID_FINAL_STATE = 30
    """A final state of a chart with rows, children or a default."""
    EXCLUSIVE_TARGETS = 31
    """A row with targets that cannot be active together."""
    MISPLACED_TARGET = 32
    """Further targets of a request, or beside SAME, INTERNAL, DYNAMIC or DEFER; DEFER in a row with actions or
    events to raise."""
    EVENTLESS_CIRCLE = 33
    """Rows without events and guards that lead back to where they began: they would never end."""
    MISPLACED_EVENTLESS_ROW = 34
    """A row without an event that defers it."""
    MISPLACED_NESTING = 35
    """The block of a superstate that is nested, or has a default or an event for when it is done."""
    CONFLICTING_BLOCKS = 36
    """Blocks of one state that differ in its kind, its default or its event for when it is done."""
    UNKNOWN_CONDITION = 37
    """A row that asks whether something is active that has no rows and no block, or is a history."""
    DOCUMENT_SYNTAX = 38
    """Chapter 13: something else is expected in this line of a document."""
    UNKNOWN_DOCUMENT_NAME = 39
    """Chapter 13: a label, or a case of a predicate type, that the document does not have."""
    DOCUMENT_LIMIT = 40
    """Chapter 13: a document is larger than allowed."""
    UNBOUND_CALLBACK = 41
    """Chapter 13: a document names a callback that the caller did not supply, or supplied with another signature."""
    SNAPSHOT_MISMATCH = 42
    """Chapter 12: a part of a snapshot has no place in this version of the definition, or the snapshot's JSON is
    wrong."""
    UNREACHABLE_STATE = 101
    """Warning: no row leads there from the initial state."""
    DEAD_END_STATE = 102
    """Warning: no row leads out, and it was not declared FINAL."""
    UNUSED_EVENT = 103
    """Warning: an event that is named, declared, raised, or sent by a timeout, but that no row uses."""
    NEVER_TAKEN = 104
    """Warning: a row before which others always come (if a case of each predicate type is sent), or that is
    overridden in every state."""
    UNUSED_PREDICATE = 105
    """Warning: a declared predicate type that no row uses."""
    UNUSED_SUPERSTATE = 106
    """Warning: a superstate that no state adopts."""
    EXIT_FROM_FINAL_STATE = 107
    """Warning: a row leads from a state that was declared FINAL to another."""
    TARGET_IN_SIBLING_REGION = 108
    """Warning: a row that leaves and enters all regions of a parallel state, in which it stays."""
    CONFLICTING_REGIONS = 109
    """Warning: rows of several regions for one event of which only the first is taken, as one of them leaves all
    regions."""
    SINGLE_REGION = 110
    """Warning: a parallel state with less than two children."""
    NEVER_DONE = 111
    """Warning: an event for when a state is done that can never be done."""
    USELESS_DEFERRAL = 112
    """Warning: a row that defers an event which no other row takes."""
    POSSIBLE_EVENTLESS_CIRCLE = 113
    """Warning: rows without events that lead back to where they began, if guards let them."""
    UNUSED_HISTORY = 114
    """Warning: a history to which no row and no default leads."""


class ReasonKind(NamedNumber):
    """What becomes of a row that stands to be tried."""

    TAKEN = 1
    """It would be taken."""
    NOT_MATCHED = 2
    """It does not match the case of `predicate`."""
    GUARD_REFUSED = 3
    """Guard number `guard` (from 0) refused."""
    RESOLVER_REFUSED = 4
    """Its resolver returned NONE."""
    NOT_TRIED = 5
    """Another row came before it."""


class SnapshotPart(NamedNumber):
    """What of a snapshot may have no place in another version of a definition."""

    STATE = 1
    EVENT = 2
    PREDICATE = 3
    CASE = 4
    DEFINITION = 5
    """The snapshot is of a definition with another name."""
