"""Charts: the microsteps that follow by themselves, and events that are raised inside a step that is awaited."""

from __future__ import annotations

from typing import Any, Optional

from ..calling.machine_state import Fields
from ..calling.step import EVENT
from ..definition.ids import EVENTLESS, NONE
from ..library.generated.enumerations import Outcome, Status
from ..library.loading import library
from ..library.results import error_of
from ..machines.library_calls import machine_plan_pending
from ..machines.message import Command
from .checking import AnyMachine, check


def following() -> Command:
    """Make a command that plans what comes next by itself."""
    command = Command(lambda machine: Status.OK, open=machine_plan_pending)
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


class Following:
    """Which event of its own a chart takes next, while selecting for it may begin anew: the library forgets an event for
    which selecting has failed, so that it is raised again."""

    __slots__ = ("_argument", "_event")

    def __init__(self, argument: Any) -> None:
        self._argument = argument
        self._event: Optional[int] = None

    def keep(self, fields: Fields) -> None:
        """Keep the event of a step. Called inside a callback. Errors: UnsupportedError for one with arguments."""
        self._event = fields[EVENT]
        if self._event != EVENTLESS and library.sfsm_machine_raise(self._argument, self._event) < 0:
            raise error_of(Status.UNSUPPORTED, "guards of deferred events with arguments cannot be awaited")

    def must_be(self, fields: Fields) -> None:
        """Make sure that this is the same event. Errors: UnsupportedError."""
        if self._event is not None and self._event != fields[EVENT]:
            raise error_of(Status.UNSUPPORTED, "a guard of a raised event cannot be awaited while others are raised too")


def is_busy(argument: Any) -> bool:
    """Whether a plan is open, or the library calls a callback."""
    return bool(library.sfsm_machine_start(argument, int(NONE)) == Status.BUSY)
