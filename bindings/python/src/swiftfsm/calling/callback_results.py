"""What the library is told when a callback returns, and the shortest way to call one in a plain send.

Most callbacks take nothing, the context alone or the machine alone. These are called without reading the step, which
would take as long as the call itself.
"""

from __future__ import annotations

import inspect
from enum import Enum
from typing import Any, Callable, Optional

from ..definition.callables import Role
from ..definition.ids import NONE
from ..library.generated.constants import FIRST_ID
from ..library.results import ReservedIdError
from .machine_state import Cells, Entry, Fields, MachineState, Run
from .quick_arguments import quick_run
from .signatures import Call, Signature
from .strictness import is_strict

Reader = Callable[[Any], Fields]
"""Reads the fields of a step through its window."""


def conclude(result: object, role: Role, signature: Signature, machine: Optional[MachineState] = None) -> int:
    """Convert the result of a function for the library. Errors: what is wrong with it."""
    if role is Role.ACTION:
        return 0
    if role is Role.GUARD:
        if result is None and machine is not None and is_strict(machine):
            raise TypeError(f"the guard {signature} returned None: return True or False")
        return 1 if result else 0
    if role is Role.PROVIDER:
        return _case_of(result, signature)
    if result is None:
        return NONE
    vocabulary = signature.vocabulary
    alphabet = vocabulary.states if role is Role.RESOLVER else vocabulary.events
    noun = "the state that a resolver names" if role is Role.RESOLVER else "the event that an update callback names"
    number = alphabet.identify(result, noun)
    if number < FIRST_ID and number != NONE:
        raise ReservedIdError(
            f"{signature} resolved to the reserved id {result!r}: return {_ONE_OF_YOURS[role]}, or None"
        )
    return number


_ONE_OF_YOURS = {Role.RESOLVER: "a state", Role.UPDATE: "an event"}


def _case_of(result: object, signature: Signature) -> int:
    kinds = [kind for function, kind in signature.vocabulary.provided if function is signature.function]
    if type(result) not in kinds or not isinstance(result, Enum):
        names = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"{signature} provides {names}: it must return a member of that, not {result!r}")
    return list(type(result)).index(result)


def is_awaitable(result: object) -> bool:
    """Return whether a result has to be awaited."""
    return hasattr(type(result), "__await__") or (inspect.isgenerator(result) and inspect.isawaitable(result))


def dismiss(result: object) -> None:
    """Close what will not be awaited, so that Python does not warn about it."""
    close = getattr(result, "close", None)
    if close is not None and not isinstance(result, type):
        close()


def runner(signature: Signature, call: Call, role: Role, read: Reader) -> tuple[Run, Optional[Cells]]:
    """Return how a function is called in a plain send, and the cells of `quick_run`, if there are any."""
    if role is Role.PROVIDER:
        return lambda machine, window: finish(call(machine, read(window)), role, signature), None
    empty = 0 if role in (Role.ACTION, Role.GUARD) else int(NONE)
    without_step = _guard_without_step(signature) if role is Role.GUARD else _without_step(signature, role, empty)
    if without_step is not None:
        return without_step, None

    is_guard = role is Role.GUARD

    def run(machine: MachineState, window: Any) -> int:
        result = call(machine, read(window))
        return empty if result is None and not is_guard else finish(result, role, signature, machine)

    def end(result: object, machine: MachineState) -> int:
        return finish(result, role, signature, machine)

    quiet, told = (True, 1) if is_guard else (None, empty)
    quick, cells = quick_run(signature, quiet, told, end, run)
    return quick or run, cells


def _guard_without_step(signature: Signature) -> Optional[Run]:
    """Return how a guard is called that needs no step; None for another one."""
    function, asked, role = signature.function, signature.asked, Role.GUARD
    if asked == ():

        def run(machine: MachineState, window: Any) -> int:
            result = function()
            return 1 if result is True else 0 if result is False else finish(result, role, signature, machine)

    elif asked == ("context",):

        def run(machine: MachineState, window: Any) -> int:
            result = function(machine.context)
            return 1 if result is True else 0 if result is False else finish(result, role, signature, machine)

    else:
        return None
    return run


def _without_step(signature: Signature, role: Role, empty: int) -> Optional[Run]:
    """Return how a function is called that needs no step and is no guard; None for another one.

    empty: what the library is told if it returns None.
    """
    function, asked = signature.function, signature.asked
    if asked == ():

        def run(machine: MachineState, window: Any) -> int:
            result = function()
            return empty if result is None else finish(result, role, signature)

    elif asked == ("context",):

        def run(machine: MachineState, window: Any) -> int:
            result = function(machine.context)
            return empty if result is None else finish(result, role, signature)

    elif asked in (("self",), ("machine",)):

        def run(machine: MachineState, window: Any) -> int:
            result = function(machine)
            return empty if result is None else finish(result, role, signature)

    else:
        return None
    return run


def entry(signature: Signature, call: Call, role: Role, read: Reader) -> Entry:
    """Return a function as the trampoline calls it in a plain send."""
    run, cells = runner(signature, call, role, read)
    if role is Role.ACTION and (signature.asked == ("context",) or cells is not None):
        return signature.function, cells, run, lambda result: finish(result, role, signature)
    return as_run(run)


def as_run(run: Run) -> Entry:
    """Make an entry without a shortcut."""
    return None, None, run, _unasked


def _unasked(result: object) -> int:
    return 0


def finish(result: object, role: Role, signature: Signature, machine: Optional[MachineState] = None) -> int:
    """Convert a result as `conclude` does, in a plain send, which cannot await.

    The result of an action is ignored, and may be a task that it has started; but a coroutine would never run.
    """
    never_runs = inspect.iscoroutine(result) or inspect.isgenerator(result)
    if is_awaitable(result) and (never_runs or role is not Role.ACTION):
        dismiss(result) if never_runs else None
        raise TypeError(
            f"{signature} has to be awaited, which a plain call cannot do: use `await machine.asend(...)`, or its like"
        )
    return conclude(result, role, signature, machine)
