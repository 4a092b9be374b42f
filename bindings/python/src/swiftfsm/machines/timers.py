"""Time: events that are sent later, timeouts, and telling a machine the time."""

from __future__ import annotations

from ctypes import byref, c_int64, c_uint64
from math import inf, nextafter
from pickle import UnpicklingError
from reprlib import repr as shortened
from typing import Any, Optional

from ..definition.generics import ContextT, EventT, StateT
from ..definition.timeouts import Delay, microseconds, seconds
from ..library.generated.enumerations import Status
from ..library.loading import library
from ..library.results import BadValueError, BusyError
from .core import MachineCore
from .message import Command


class Timer:
    """An event that is sent later, as `Machine.send_later` returns it."""

    __slots__ = ("_machine", "_number")

    def __init__(self, machine: MachineCore[Any, Any, Any], number: int) -> None:
        self._machine = machine
        self._number = number

    def cancel(self) -> bool:
        """Do not send the event. Returns: whether it was still waiting. Allowed inside a callback."""
        machine = self._machine
        machine._open()
        status = library.sfsm_machine_cancel(machine._argument, self._number)
        if status != Status.OUT_OF_RANGE:
            machine._finish(status)
            if machine._clock is not None:
                machine._clock.wake()
        return bool(status != Status.OUT_OF_RANGE)

    def __getstate__(self) -> tuple[Any, int]:
        return self._machine, self._number

    def __setstate__(self, held: Any) -> None:
        """Restore what a pickle holds: copies of the machine have the same timers. Errors: UnpicklingError."""
        if not isinstance(held, tuple) or len(held) != 2:
            raise UnpicklingError(f"a pickled timer holds a machine and a number, not {shortened(held)}")
        machine, number = held
        if not isinstance(machine, MachineCore) or type(number) is not int or not 0 <= number < 2**64:
            raise UnpicklingError(f"a pickled timer holds a machine and a number, not {shortened(held)}")
        self._machine, self._number = machine, number

    def __repr__(self) -> str:
        return f"<Timer {self._number} of {self._machine!r}>"


class Timers(MachineCore[StateT, EventT, ContextT]):
    """A machine has no clock: it is told the time, in seconds, by `advance` or by a clock of asyncio or trio (`clock`).

    Times and delays are numbers of seconds, or timedeltas. They are kept as whole microseconds.
    """

    __slots__ = ()

    def send_later(self, event: EventT, delay: Delay) -> Timer:
        """Send an event after a delay, counted from `now`. Allowed inside a callback. A machine that stops forgets it.

        The event has no arguments, and no cases are sent with it.

        Errors: BadValueError for a negative delay, NotRunningError, UnknownEventError, QueueFullError; ArgumentsError
        for an event with arguments; TypeError for what is no event or no delay.
        """
        timer = c_uint64()
        if not self._is_inside:
            self._tell_time()
        number = self._table._events.identify(event)
        count = microseconds(delay, "a delay")
        status = library.sfsm_machine_send_later(self._argument, number, count, byref(timer))
        if status == Status.BAD_VALUE:
            raise BadValueError(f"a delay cannot be negative: {delay!r}")
        self._finish(status, event=event)
        if self._clock is not None:
            self._clock.wake()
        return Timer(self, timer.value)

    @property
    def now(self) -> float:
        """The time that the machine was told last, in seconds; 0 for a new one."""
        self._open()
        return seconds(self._now)

    @property
    def next_due(self) -> Optional[float]:
        """The time, in seconds, at which the next event is due, of timeouts and of events that are sent later; None if
        none is. After an exception it may lie in the past."""
        self._open()
        return next_due_of(self)

    def advance(self, now: Delay) -> None:
        """Tell the machine the time, and send the events that are due by then, the earliest first.

        Each runs to completion before the next is sent. Delays that start meanwhile count from the time at which the
        event under way was due.

        Errors: BadValueError for a time earlier than the last; BusyError inside a callback; any exception of a
        callback, after which the rest stays due, and the next call goes on.
        """
        count = microseconds(now, "a time")
        if self._clock is not None:
            raise BusyError("this machine has a clock, which tells it the time")
        if self._is_occupied:
            self._occupied_queue().advance_plainly(self, count)
        else:
            self._finish(_advance(self, self._argument, count))


def next_due_of(machine: MachineCore[Any, Any, Any]) -> Optional[float]:
    """Return `next_due` of a machine, whatever a program has under that name."""
    time = c_int64()
    status = library.sfsm_machine_due(machine._argument, byref(time))
    if status != Status.OK:
        return None
    due = seconds(time.value)
    # A float of more than 2**53 microseconds may be a little early: then nothing would be due at this time.
    return due if round(due * 1_000_000) >= time.value else nextafter(due, inf)


def advancing(machine: MachineCore[Any, Any, Any], now: int) -> Command:
    """Make a command that tells a machine the time. The library sends what is due then."""
    command = Command(lambda argument: _advance(machine, argument, now))
    command.done = Status.OK
    return command


def time_of_clock(machine: MachineCore[Any, Any, Any]) -> int:
    """Return the time of a machine's clock, in microseconds; the time that was told last if it has none."""
    clock = machine._clock
    return machine._now if clock is None else max(machine._now, microseconds(clock.time(), "a time"))


def tell_what_has_passed(machine: MachineCore[Any, Any, Any]) -> None:
    """Tell a machine, between two calls, the time of its clock, but send nothing: the time stops right before what is
    due, and where events wait it stays."""
    now, due, argument, queue = time_of_clock(machine), c_int64(), machine._argument, machine._queue
    if argument is None or library.sfsm_machine_pending(argument) or (queue is not None and queue.waiting):
        return
    if library.sfsm_machine_due(argument, byref(due)) == Status.OK:
        now = min(now, due.value - 1)
    if now > machine._now:
        _advance(machine, argument, now)


def must_not_be_past(now: int, former: int) -> None:
    """Errors: BadValueError for a time earlier than the last."""
    if now < former:
        raise BadValueError(f"time does not run backwards: {seconds(now)} is earlier than {seconds(former)}")


def tell_time(machine: MachineCore[Any, Any, Any], argument: Any) -> None:
    """Tell a machine the time of its clock, if it has one. Errors: what a callback raised of an event that was due."""
    if machine._clock is not None:
        status = _advance(machine, argument, time_of_clock(machine))
        if status < 0:
            machine._fail(status)
        if machine._exception is not None:
            machine._raise_kept()


def _advance(machine: MachineCore[Any, Any, Any], argument: Any, now: int) -> int:
    former, machine._now = machine._now, now
    # What callbacks send goes to the library, which handles it before the next event that is due.
    arguments, machine._event_arguments = machine._event_arguments, machine._in_common.event_arguments
    try:
        status: int = library.sfsm_machine_advance(argument, now)
    finally:
        machine._event_arguments = arguments
    if status in (Status.BAD_VALUE, Status.BUSY, Status.NULL_POINTER):
        machine._now = former
    must_not_be_past(now, former)
    return status
