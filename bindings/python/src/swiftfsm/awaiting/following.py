"""What nobody sends: the microsteps of charts that follow by themselves, events that are due, and events that are raised
inside a step that is awaited."""

from __future__ import annotations

from ctypes import c_int64
from typing import Any, Optional

from ..definition.ids import NONE
from ..library.generated.enumerations import Outcome, Status
from ..library.loading import library
from ..machines.library_calls import machine_plan_due, machine_plan_pending
from ..machines.message import Command
from .checking import AnyMachine, check


def following() -> Command:
    """Make a command that plans what comes next by itself."""
    command = Command(lambda machine: Status.OK, open=machine_plan_pending)
    command.is_following = True
    return command


def due(now: int) -> Command:
    """Make a command that plans what is due next, until this time in microseconds."""
    command = Command(lambda machine: Status.OK, open=machine_plan_due, opening=(c_int64(now),))
    command.is_following = True
    return command


def raise_inside(machine: AnyMachine, command: Command, raised: Optional[list[Command]]) -> int:
    """Raise what a command sends. While the library selects, or something is awaited for that, the event is kept in
    `raised`, since selecting may begin anew; otherwise the library has it at once."""
    argument = machine._argument
    if raised is None or machine._entries is machine._table._callbacks.entries and is_busy(argument):
        return int(library.sfsm_machine_raise(argument, command.number))
    if not machine._table._is_chart:
        return Status.BAD_VALUE
    check(machine, command, argument)
    raised.append(command)
    return Outcome.QUEUED


def is_busy(argument: Any) -> bool:
    """Whether a plan is open, or the library calls a callback."""
    return bool(library.sfsm_machine_start(argument, int(NONE)) == Status.BUSY)
