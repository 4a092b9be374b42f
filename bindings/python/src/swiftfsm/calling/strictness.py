"""What makes a machine strict: a hook of its own, so that copies and pickles are strict too."""

from __future__ import annotations

from typing import Any, Union

from ..library.generated.enumerations import Outcome, Reserved, Status
from ..library.results import IllegalEventError, RefusedEventError, UnhandledEventError
from .machine_state import HookCall, MachineState


def must_be_taken(machine: MachineState, outcome: Union[Outcome, Status, None], event: Any, source: Any) -> None:
    """Raise an error for an event that no row took. A hook of strict machines."""
    if outcome is not Outcome.UNHANDLED and outcome is not Outcome.REFUSED:
        return
    vocabulary = machine._vocabulary
    state = vocabulary.states.describe(source)
    event = None if event == Reserved.REQUEST else event
    subject = "a request" if event is None else vocabulary.events.describe(event)
    if outcome is Outcome.UNHANDLED:
        told = f"{state} has no row for {subject}"
        error: IllegalEventError = UnhandledEventError(told, event=event, state=source)
    else:
        told = f"{subject} is refused in {state}: no row for it may be taken"
        error = RefusedEventError(told, event=event, state=source)
    error._machine_id = id(machine)
    try:
        raise error
    finally:
        del error  # its traceback holds this frame


def is_strict(machine: MachineState) -> bool:
    """Return whether a machine is strict."""
    return any(hook.function is must_be_taken for hook in machine._step_hooks)


def with_strictness_last(hooks: tuple[HookCall, ...]) -> tuple[HookCall, ...]:
    """Return hooks with that of strict machines once and behind all others, which see what it ends."""
    others = [hook for hook in hooks if hook.function is not must_be_taken]
    strict = [hook for hook in hooks if hook.function is must_be_taken]
    return (*others, *strict[:1])
