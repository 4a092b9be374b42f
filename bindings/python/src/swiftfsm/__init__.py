"""Finite-state machines over one validated table, run by libswiftfsm.

    from enum import IntEnum
    from swiftfsm import Row, Table

    table = Table([Row(State.LOCKED, Event.COIN, State.UNLOCKED, unlock), ...], initial=State.LOCKED)
    gate = table.machine(context=hardware)
    gate.send(Event.COIN)        # Outcome.TRANSITIONED

A definition is checked and compiled once, into a `Table` that any number of `Machine`s in any number of threads share.
All errors of a definition are reported together, each with file and line (`InvalidDefinitionError`).
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
