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

Define with words: `define`, `superstate`, `when`, `request`, `then`, `do`, `condition`, `matching`, `overriding`
Define with objects: `Row`, `StateBlock`, `Superstate`, or plain tuples (source, event, target[, action])
Define in a class: `Machine` as the base; `transition`, `resolver`, `entry`, `exit`, `cycle`, `update`, `provider`,
    `on_step` and `on_unhandled` as decorators of its methods
Compile: `Table`, with its policies `EntryExit`, `GuardPolicy` and `Phase`
Run: `Machine`; what a call returns: `Outcome`, `Probe`, `Explanation`; what a callback may ask for: `Step`
Errors: `SwiftFSMError` is the base of all but `LibraryError`

Continue with `help(swiftfsm.Table)` and `help(swiftfsm.Machine)`.
"""

from .building.diagnostics import Diagnostic, InvalidDefinitionError
from .building.transitions import Transition
from .classes.decorators import cycle, entry, on_step, on_unhandled, provider, resolver, transition, update
from .classes.decorators import exit as exit
from .classes.machine import Machine, Step, Table
from .definition.blocks import StateBlock, Superstate
from .definition.clauses import Block, Clause
from .definition.ids import ANY, DYNAMIC, INITIAL, INTERNAL, LAST_STATE, NONE, SAME
from .definition.places import Place
from .definition.rows import Row
from .definition.words import (
    Define,
    condition,
    define,
    do,
    matching,
    overriding,
    request,
    superstate,
    then,
    when,
)
from .library.generated.constants import FIRST_ID, QUEUE_LIMIT
from .library.generated.enumerations import (
    DiagnosticKind,
    EntryExit,
    GuardPolicy,
    Outcome,
    Phase,
    ReasonKind,
    Reserved,
    Severity,
    Status,
)
from .library.loading import LibraryError
from .library.loading import library as _library
from .library.results import (
    AlreadyRunningError,
    ArgumentsError,
    BadValueError,
    BusyError,
    CallbackFailedError,
    ClosedError,
    MissingPredicateError,
    NotRunningError,
    OutOfMemoryError,
    PredicateError,
    QueueFullError,
    RepeatedPredicateError,
    ReservedIdError,
    SwiftFSMError,
    UnknownCaseError,
    UnknownEventError,
    UnknownPredicateError,
    UnknownStateError,
)
from .machines.queries import Probe
from .machines.reasons import Explanation, Reason

__version__: str = _library.sfsm_version_string().decode()
"""The version of the loaded library."""

# Without `exit`: a star import must not hide a builtin. Import it by name.
__all__ = [
    "ANY",
    "AlreadyRunningError",
    "ArgumentsError",
    "BadValueError",
    "Block",
    "BusyError",
    "CallbackFailedError",
    "Clause",
    "ClosedError",
    "DYNAMIC",
    "Define",
    "Diagnostic",
    "DiagnosticKind",
    "EntryExit",
    "Explanation",
    "FIRST_ID",
    "GuardPolicy",
    "INITIAL",
    "INTERNAL",
    "InvalidDefinitionError",
    "LAST_STATE",
    "LibraryError",
    "Machine",
    "MissingPredicateError",
    "NONE",
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
    "RepeatedPredicateError",
    "Reserved",
    "ReservedIdError",
    "Row",
    "SAME",
    "Severity",
    "StateBlock",
    "Status",
    "Step",
    "Superstate",
    "SwiftFSMError",
    "Table",
    "Transition",
    "UnknownCaseError",
    "UnknownEventError",
    "UnknownPredicateError",
    "UnknownStateError",
    "condition",
    "cycle",
    "define",
    "do",
    "entry",
    "matching",
    "on_step",
    "on_unhandled",
    "overriding",
    "provider",
    "request",
    "resolver",
    "superstate",
    "then",
    "transition",
    "update",
    "when",
]
