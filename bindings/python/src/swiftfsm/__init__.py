"""Finite state machines from one validated table, run by libswiftfsm.

    from enum import IntEnum
    from swiftfsm import Row, Table

    table = Table([Row(State.LOCKED, Event.COIN, State.UNLOCKED, unlock), ...], initial=State.LOCKED)
    gate = table.machine(context=hardware)
    gate.send(Event.COIN)        # Outcome.TRANSITIONED

A definition is checked and compiled once, into a `Table` that any number of `Machine`s run, in any number of threads.
Every fault of a definition is told at once (`InvalidDefinitionError`), with file and line.
"""

from .definition import EntryExit, GuardPolicy, Phase, Row, StateBlock
from .diagnostics import Diagnostic, DiagnosticKind, InvalidDefinitionError, Severity
from .ids import ANY, DYNAMIC, FIRST_ID, INITIAL, INTERNAL, LAST, NONE, SAME, Reserved
from .loading import LibraryError, library
from .machine import QUEUE_LIMIT, Machine, Probe
from .places import Place
from .results import (
    AlreadyRunningError,
    BadValueError,
    BusyError,
    CallbackFailedError,
    ClosedError,
    NotRunningError,
    Outcome,
    OutOfMemoryError,
    QueueFullError,
    ReservedIdError,
    Status,
    SwiftFSMError,
    UnknownEventError,
    UnknownStateError,
)
from .step import Step
from .table import Table

__version__: str = library.sfsm_version_string().decode()
"""The version of the library that is loaded."""

__all__ = [
    "ANY",
    "AlreadyRunningError",
    "BadValueError",
    "BusyError",
    "CallbackFailedError",
    "ClosedError",
    "DYNAMIC",
    "Diagnostic",
    "DiagnosticKind",
    "EntryExit",
    "FIRST_ID",
    "GuardPolicy",
    "INITIAL",
    "INTERNAL",
    "LAST",
    "InvalidDefinitionError",
    "LibraryError",
    "Machine",
    "NONE",
    "NotRunningError",
    "OutOfMemoryError",
    "Outcome",
    "Phase",
    "Place",
    "Probe",
    "QUEUE_LIMIT",
    "QueueFullError",
    "Reserved",
    "ReservedIdError",
    "Row",
    "SAME",
    "Severity",
    "StateBlock",
    "Status",
    "Step",
    "SwiftFSMError",
    "Table",
    "UnknownEventError",
    "UnknownStateError",
    "__version__",
]
