"""Finite-state machines that run from a compiled table.

    from enum import Enum, auto
    from swiftfsm import Table, define, then, when

    class State(Enum):
        LOCKED = auto()
        UNLOCKED = auto()

    class Event(Enum):
        COIN = auto()
        PASS = auto()

    turnstile = Table(
        define(State.LOCKED)(when(Event.COIN) | then(State.UNLOCKED) | (lambda: print("the arm is released"))),
        define(State.UNLOCKED)(when(Event.PASS) | then(State.LOCKED)),
        initial=State.LOCKED,
    )
    gate = turnstile.machine()
    gate.send(Event.COIN)        # Outcome.TRANSITIONED
    gate.state                   # State.UNLOCKED

A definition is checked and compiled once, into a `Table`. Any number of machines share it, in any number of threads.
All errors of a definition are reported together, each with file and line, in one `InvalidDefinitionError`.

Define with words: `define`, `superstate`, `when`, `request`, `then`, `do`, `condition`, `matching`, `overriding`,
    `ordered`, `do_before`, `do_after`, `on_error`
Define charts, whose states are nested: `define` in `define`, `parallel`, `history`, `always`, `defer`, `active`,
    `inactive`, `raising`, `local`
Define with objects: `Row`, `StateBlock`, `Superstate`, or plain tuples (source, event, target[, action])
Define in a class: `Machine` as the base; `transition`, `resolver`, `entry`, `exit`, `cycle`, `update`, `provider`,
    `on_step`, `on_unhandled`, `prepare` and `on_exception` as decorators of its methods; `Decorators` for type
    checkers; `Nested` as the base of nested classes for nested states
Compile: `Table`, with its policies `EntryExit`, `GuardPolicy` and `Phase`; `Table.read` reads a document
Run: `Machine`; what a call returns: `Outcome`, `Probe`, `Explanation`; what a callback may ask for: `Step`
Time: `Machine.advance`, `Machine.clock`; `Clock` tells several machines the time
Replay: `Table.replay` replays a log of many tokens; `Table.replayer` does so for Spark, Ray, DuckDB and Polars;
    `Table.discover` makes a first draft of a definition from a log
Test: `swiftfsm.testing.rule_based` makes a state machine test of Hypothesis
Store: `Machine.snapshot`, `Machine.restore`, `Table.restore`; what another version does not have: `Missing`
Errors: `SwiftFSMError` is the base of all but `LibraryError`

Continue with `help(swiftfsm.Table)` and `help(swiftfsm.Machine)`.
"""

from .awaiting.clock import Clock
from .building.diagnostics import Diagnostic, InvalidDefinitionError
from .building.shown_warnings import DefinitionWarning
from .building.transitions import Transition
from .classes.decorators import cycle, entry, on_exception, on_step, on_unhandled, prepare, provider, resolver
from .classes.decorators import transition, update
from .classes.decorators import exit as exit
from .classes.machine import Machine, Step, Table
from .classes.nested import Nested
from .classes.typed_decorators import Decorators
from .definition.blocks import StateBlock, Superstate
from .definition.clauses import Block, Clause
from .definition.ids import ANY, DEFER, DYNAMIC, EVENTLESS, INITIAL, INTERNAL, LAST_STATE, NONE, SAME
from .definition.kinds import Condition, StateKind
from .definition.places import Place
from .definition.rows import Row
from .definition.sequences import ordered
from .definition.state_words import Define, define, history, parallel
from .definition.superstates import superstate
from .definition.words import (
    active,
    after,
    always,
    condition,
    defer,
    do,
    do_after,
    do_before,
    inactive,
    local,
    matching,
    on_error,
    overriding,
    raising,
    request,
    then,
    when,
)
from .library.generated.constants import FIRST_ID, QUEUE_LIMIT, STEP_LIMIT
from .library.generated.enumerations import (
    DiagnosticKind,
    EntryExit,
    GuardPolicy,
    Outcome,
    Phase,
    ReasonKind,
    Reserved,
    Severity,
    SnapshotPart,
    Status,
)
from .library.loading import LibraryError
from .library.loading import library as _library
from .library.results import (
    AlreadyRunningError,
    ArgumentsError,
    BadConfigurationError,
    BadValueError,
    BusyError,
    CallbackFailedError,
    ClosedError,
    IllegalEventError,
    MissingPredicateError,
    NotRunningError,
    OutOfMemoryError,
    PredicateError,
    QueueFullError,
    RefusedEventError,
    RepeatedPredicateError,
    ReservedIdError,
    StepLimitError,
    SwiftFSMError,
    UnhandledEventError,
    UnknownCaseError,
    UnknownEventError,
    UnknownPredicateError,
    UnknownStateError,
    UnnamedCallbackError,
    UnsupportedError,
)
from .machines.migration import Missing
from .machines.queries import Probe
from .machines.reasons import Explanation, Reason
from .machines.timers import Timer
from .replay.draft import Draft
from .replay.durations import Duration
from .replay.replayer import Replayer, ReplayStream
from .replay.result import Replay
from .replay.violations import Violation, Violations

__version__: str = _library.sfsm_version_string().decode()
"""The version of the loaded library."""

# Without `exit`: a star import must not hide a builtin. Import it by name.
__all__ = [
    "ANY",
    "AlreadyRunningError",
    "ArgumentsError",
    "BadConfigurationError",
    "BadValueError",
    "Block",
    "BusyError",
    "CallbackFailedError",
    "Clause",
    "Clock",
    "ClosedError",
    "Condition",
    "DEFER",
    "DYNAMIC",
    "Decorators",
    "Define",
    "DefinitionWarning",
    "Diagnostic",
    "DiagnosticKind",
    "Draft",
    "Duration",
    "EVENTLESS",
    "EntryExit",
    "Explanation",
    "FIRST_ID",
    "GuardPolicy",
    "INITIAL",
    "INTERNAL",
    "IllegalEventError",
    "InvalidDefinitionError",
    "LAST_STATE",
    "LibraryError",
    "Machine",
    "Missing",
    "MissingPredicateError",
    "NONE",
    "Nested",
    "NotRunningError",
    "OutOfMemoryError",
    "Outcome",
    "Phase",
    "Place",
    "PredicateError",
    "Probe",
    "QUEUE_LIMIT",
    "QueueFullError",
    "Reason",
    "ReasonKind",
    "RefusedEventError",
    "RepeatedPredicateError",
    "Replay",
    "ReplayStream",
    "Replayer",
    "Reserved",
    "ReservedIdError",
    "Row",
    "SAME",
    "STEP_LIMIT",
    "Severity",
    "SnapshotPart",
    "StateBlock",
    "StateKind",
    "Status",
    "Step",
    "StepLimitError",
    "Superstate",
    "SwiftFSMError",
    "Table",
    "Timer",
    "Transition",
    "UnhandledEventError",
    "UnknownCaseError",
    "UnknownEventError",
    "UnknownPredicateError",
    "UnknownStateError",
    "UnnamedCallbackError",
    "UnsupportedError",
    "Violation",
    "Violations",
    "active",
    "after",
    "always",
    "condition",
    "cycle",
    "defer",
    "define",
    "do",
    "do_after",
    "do_before",
    "entry",
    "history",
    "inactive",
    "local",
    "matching",
    "on_error",
    "on_exception",
    "on_step",
    "on_unhandled",
    "ordered",
    "overriding",
    "parallel",
    "prepare",
    "provider",
    "raising",
    "request",
    "resolver",
    "superstate",
    "then",
    "transition",
    "update",
    "when",
]
