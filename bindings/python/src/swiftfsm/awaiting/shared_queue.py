"""Plain calls at the queue of commands, which they share with tasks: they carry out what waits, and await nothing."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Optional, TypeVar, cast

from ..calling.watch import is_watched
from ..library.generated.enumerations import Outcome
from ..machines.message import Command, sending
from ..machines.timers import advancing, tell_time
from .checking import AnyMachine
from .command_queue import UNTOLD, CommandQueue
from .following import raise_inside
from .turns import Turn

_R = TypeVar("_R")


class SharedQueue(CommandQueue):
    """The commands of a machine, from tasks and from plain calls."""

    __slots__ = ()

    def perform_plainly(self, machine: AnyMachine, command: Optional[Command]) -> int:
        """Do what `perform` does, without awaiting callbacks. Errors: BusyError if it is another's turn."""
        if command is not None and self.is_inside:
            return self.queue(machine, command, machine._argument)
        self.must_rest(machine)
        if is_watched(machine):
            return self._driven(self.perform(machine, command))
        turn = self._line.present = Turn()
        return self._perform_plainly(machine, command, turn)

    def advance_plainly(self, machine: AnyMachine, now: int) -> None:
        """Tell the time, in microseconds, and send what is due. Errors: as `perform_plainly`."""
        self.must_rest(machine)
        if is_watched(machine):
            self._driven(self.advance(machine, now))
        else:
            self.perform_plainly(machine, advancing(machine, now))

    def _driven(self, steps: Coroutine[Any, Any, _R]) -> _R:
        """Perform steps that await nothing, since they are told that they cannot. Returns their result."""
        self._is_plain = True
        try:
            steps.send(None)
        except StopIteration as end:
            result: _R = end.value
            return result
        except RuntimeError as error:
            # What Python makes of a StopIteration that a callback has raised: nobody else here is a coroutine.
            if isinstance(error.__cause__, StopIteration) and str(error) == "coroutine raised StopIteration":
                raise error.__cause__ from None
            raise
        finally:
            self._is_plain = False
            steps.close()
        raise RuntimeError("a plain call was about to wait, which is a mistake in swiftfsm")

    def tell_time(self, machine: AnyMachine) -> None:
        """Tell the time between two calls, if there is a clock. Errors: as `perform_plainly`."""
        if machine._clock is not None:
            self.perform_plainly(machine, None)

    def raise_event(self, machine: AnyMachine, event: Any) -> int:
        """Raise an event inside a callback; elsewhere send it. Errors: as `Charts.raise_`."""
        command = sending(machine._vocabulary, event, (), machine._is_lenient)
        if not self.is_inside:
            return self.perform_plainly(machine, command)
        machine._open()
        raised = None if self._tools is None else self._tools.raised
        return raise_inside(machine, command, raised)

    def _perform_plainly(self, machine: AnyMachine, command: Optional[Command], turn: Turn) -> int:
        token = None
        try:
            token = self._begin_turn(machine, turn)
            argument = machine._argument
            outcome: int = Outcome.QUEUED
            tell_time(machine, argument)
            self._begin(machine, command, argument)
            is_run = command is None
            while self._next_is_here(machine, argument):
                each = self._present = self._queue.popleft()
                former, machine._objects = machine._objects, each.objects
                try:
                    result = each.ask(argument)
                finally:
                    machine._objects = former
                if result in UNTOLD and each is not command and not is_run:
                    break
                follower = self._judge(machine, each, argument, result, each is command)
                if each is command:
                    outcome, command = (result if follower is None else Outcome.QUEUED), follower
            self._raise_fault(machine)
            return outcome
        finally:
            self._end_turn(machine, turn, token)


def queue_of(machine: AnyMachine) -> CommandQueue:
    """Return the commands of a machine."""
    if machine._queue is None:
        machine._queue = SharedQueue()
    return cast(CommandQueue, machine._queue)
