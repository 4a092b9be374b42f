"""A step over a table without callbacks, for an awaited send: no turn is needed, since nobody could come in between."""

from __future__ import annotations

from typing import Any, Optional

from ..machines.core import MachineCore
from ..machines.library_calls import machine_pending, machine_send


def quick_step(machine: MachineCore[Any, Any, Any], event: Any) -> Optional[int]:
    """Perform the step of an event without arguments over a table without callbacks, if nothing else is under way or
    waits. Returns the outcome; None if the step has to be performed in turn, and nothing has happened.
    """
    table, vocabulary = machine._table, machine._vocabulary
    if machine._is_occupied or machine._exception is not None or machine._step_hooks or machine._unhandled_hooks:
        return None
    if table._callbacks.has_functions or vocabulary.step_hooks or vocabulary.unhandled_hooks or table._is_chart:
        return None
    known = machine._event_arguments.get(event.__class__)
    argument = None if known is None else known.get(event)
    if argument is None:
        argument = table._event_argument(event)
    if machine_pending(machine._argument):
        return None
    outcome = machine_send(machine._argument, argument)
    return outcome if outcome > 0 else None
