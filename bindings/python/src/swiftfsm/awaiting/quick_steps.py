"""A step over a table without callbacks, for an awaited send: no turn is needed, since nobody could come in between."""

from __future__ import annotations

from typing import Any, Optional

from ..calling.callback_results import as_run
from ..calling.machine_state import Entry, MachineState
from ..library.generated.enumerations import Outcome, Reserved
from ..machines.core import MachineCore
from ..machines.library_calls import (
    machine_abandon,
    machine_commit,
    machine_complete,
    machine_pending,
    machine_plan,
    machine_postpone,
)
from .planned_step import Tools

_FAILED = int(Reserved.FAILED)


class _Uncalled:
    """Stands for the callbacks of a machine while a row is selected: breaks that off where one is to be called."""

    __slots__ = ("is_asked",)

    def __init__(self) -> None:
        self.is_asked: bool = False

    def __getitem__(self, slot: int) -> Entry:
        self.is_asked = True
        return as_run(_postpone)


def _postpone(machine: MachineState, window: Any) -> int:
    machine_postpone(machine._argument)
    return _FAILED


def quick_step(machine: MachineCore[Any, Any, Any], tools: Optional[Tools], event: Any) -> Optional[int]:
    """Perform the step of an event without arguments over a table without callbacks, if nothing else is under way or
    waits. Returns the outcome; None if the step has to be performed in turn, and nothing has happened.
    """
    table, vocabulary = machine._table, machine._vocabulary
    if tools is None or machine._is_occupied or machine._exception is not None or machine._step_hooks:
        return None
    if machine._unhandled_hooks or vocabulary.step_hooks or vocabulary.unhandled_hooks:
        return None
    if table._callbacks.has_functions or table._is_chart:
        return None
    known = machine._event_arguments.get(event.__class__)
    argument = None if known is None else known.get(event)
    if argument is None:
        argument = table._event_argument(event)
    quick, this = table._quick.get(id(argument)), machine._argument
    if quick is None or not quick.may_be_quiet or quick.bare is None or machine_pending(this):
        return None
    uncalled, plan = _Uncalled(), tools.open_plan
    machine._entries = uncalled
    try:
        outcome = machine_plan(this, quick.bare, plan)
        if outcome != Outcome.TRANSITIONED:  # nothing has happened, and a hook may have to be told
            quick.may_be_quiet = not uncalled.is_asked
            machine._exception = None
            return None
        if uncalled.is_asked or tools.plan.callback_count:
            quick.may_be_quiet = False
            machine_abandon(this)
            return None
        machine_commit(this, plan)
        return machine_complete(this, plan, 0)
    except BaseException:
        machine_abandon(this)
        raise
    finally:
        machine._entries = table._callbacks.entries
