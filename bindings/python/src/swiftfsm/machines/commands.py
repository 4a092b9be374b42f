"""Commands that send nothing: start, stop and update; and the queue of a machine, as the other files see it."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32
from typing import Any, Optional, Protocol

from ..definition.ids import NONE
from ..library.generated.enumerations import Status
from ..library.loading import library
from .library_calls import machine_plan_start, machine_plan_stop, machine_update
from .message import Command


class TellsTime(Protocol):
    """The clock of a machine; see `awaiting`."""

    def time(self) -> float:
        """The present time of the machine, in seconds."""
        ...

    def wake(self) -> None:
        """Something may be due at another time now."""

    def follow(self) -> None:
        """The machine's time was set: goes on from there."""


class Queue(Protocol):
    """The commands of a machine, of which one is carried out at a time; see `awaiting`."""

    @property
    def is_under_way(self) -> bool:
        """Whether a command is being carried out."""
        ...

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        ...

    def perform_plainly(self, machine: Any, command: Optional[Command]) -> int:
        """Carries out a command for a plain call, or only what waits. Raises BusyError if it is another's turn."""
        ...

    def advance_plainly(self, machine: Any, now: int) -> None:
        """Tells the time, in microseconds, and sends what is due. Raises BusyError inside a callback."""

    def raise_event(self, machine: Any, event: Any) -> int:
        """Raises an event inside a callback; elsewhere sends it."""
        ...

    def tell_time(self, machine: Any) -> None:
        """Tells the time between two calls, if there is a clock. Raises BusyError while a command is carried out."""

    def must_rest(self, machine: Any) -> None:
        """Raises BusyError while a command is being carried out."""

    def clear(self, machine: Any) -> None:
        """Drops what waits."""

    def release_later(self, address: int) -> None:
        """Has the machine released once the present command is done."""


def starting(number: int, state: Any) -> Command:
    """Make a command that starts the machine, in the state with this number."""

    def start(machine: Any) -> int:
        return library.sfsm_machine_start(machine, number)  # type: ignore[no-any-return]

    def check(machine: Any) -> int:
        return Status.OK if library.sfsm_machine_state(machine) == NONE else start(machine)

    command = Command(start, check, open=machine_plan_start, opening=(number,))
    command.state = state
    command.done = Status.OK
    return command


def stopping() -> Command:
    """Make a command that stops the machine."""
    command = Command(
        lambda machine: library.sfsm_machine_stop(machine),
        lambda machine: Status.NOT_RUNNING if library.sfsm_machine_state(machine) == NONE else Status.OK,
        open=machine_plan_stop,
    )
    command.is_stop = command.comes_first = True
    command.done = Status.OK
    return command


def seconds(time: float) -> c_double:
    """Return a time as the library takes it. Errors: TypeError for what is no number."""
    try:
        # float() takes text too, and up to Python 3.9 complex numbers have the method, which then fails.
        return c_double(type(time).__float__(time))
    except (AttributeError, TypeError):
        raise TypeError(f"time must be a number, not {time!r}") from None


def updating(time: float, *, is_followed: bool = True) -> Command:
    """Make a command that runs update callbacks. Their event is not sent with it, but follows, or is only returned."""
    named, present = c_int32(NONE), seconds(time)

    def ask(machine: Any) -> int:
        return machine_update(machine, present, None, byref(named))

    command = Command(ask)
    command.named, command.is_followed, command.comes_first = named, is_followed, True
    return command
