"""What is watched of a machine: hooks that the library does not know, and exceptions that lead somewhere.

Steps of such a machine are planned and performed here, in plain calls too, as awaited ones are. All others are the
library's, and as fast as if there were nothing to watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Optional, cast

from ..building.diagnostics import Diagnostic
from ..definition.around import OnError
from ..definition.callables import Function
from ..definition.places import Place
from ..library.generated.enumerations import DiagnosticKind, Severity
from ..library.results import IllegalEventError
from .callbacks import Callbacks
from .hook import Hook
from .machine_state import MachineState


class WatchHooks(NamedTuple):
    """The hooks of one machine that the library does not know."""

    prepare: tuple[Hook, ...] = ()
    on_exception: tuple[Hook, ...] = ()


NO_HOOKS = WatchHooks()


def adopt_hooks(
    callbacks: Callbacks, prepare: Iterable[Function], on_exception: Iterable[Function], place: Optional[Place]
) -> list[Diagnostic]:
    """Keep hooks for all machines of a table. Returns an error for each that cannot be called in every step."""
    vocabulary, faults = callbacks.vocabulary, []
    found: tuple[list[Hook], list[Hook]] = [], []
    for make, functions, hooks in zip(
        (callbacks.hook, callbacks.exception_hook), (prepare, on_exception), found
    ):
        for function in functions:
            try:
                hooks.append(make(function))
            except TypeError as error:
                kind = DiagnosticKind.SIGNATURE_MISMATCH
                faults.append(Diagnostic(kind, Severity.ERROR, str(error), (place,), None, None, None))
    vocabulary.prepare_hooks, vocabulary.exception_hooks = map(tuple, found)
    return faults


def is_watched(machine: MachineState) -> bool:
    """Return whether steps of a machine have to be performed here."""
    return machine._vocabulary.is_watched or machine._watch_hooks is not NO_HOOKS


def prepare_hooks(machine: MachineState) -> tuple[Hook, ...]:
    """Return what is called before an event is handled, those of the table first."""
    own = cast(WatchHooks, machine._watch_hooks).prepare
    return (*machine._vocabulary.prepare_hooks, *own)


def exception_hooks(machine: MachineState) -> tuple[Hook, ...]:
    """Return what is told of exceptions, those of the table first."""
    own = cast(WatchHooks, machine._watch_hooks).on_exception
    return (*machine._vocabulary.exception_hooks, *own)


def is_of_callback(machine: MachineState, exception: Optional[BaseException]) -> bool:
    """Return whether an exception is one that handlers are told of: no KeyboardInterrupt or cancellation, and not the
    error of a strict machine, which nobody but the sender has to know."""
    if not isinstance(exception, Exception):
        return False
    return not isinstance(exception, IllegalEventError) or exception._machine_id != id(machine)


def error_of_state(machine: MachineState, states: Iterator[int]) -> Optional[OnError]:
    """Return where an exception leads that no row speaks of. states: that of the step, then those around it."""
    vocabulary = machine._vocabulary
    found = (vocabulary.state_errors[state] for state in states if state in vocabulary.state_errors)
    error: Optional[OnError] = next(found, vocabulary.error)
    return error
