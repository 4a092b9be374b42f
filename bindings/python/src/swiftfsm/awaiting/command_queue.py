"""The queue of commands of a machine: one is carried out at a time, first come, first served.

Nothing here runs an event loop or a thread. A task whose turn has come carries out its own command and those that
callbacks add meanwhile, then wakes the next one. A context variable tells whether a call comes from inside a callback.
Tasks that a callback starts inherit it: what they send is queued too while it runs, since it might wait for them.
"""

from __future__ import annotations

from collections import deque
from contextvars import Token
from typing import Any, Optional

from ..calling.watch import is_watched
from ..definition.ids import NONE
from ..library.generated.constants import QUEUE_LIMIT
from ..library.generated.enumerations import Outcome, Status
from ..library.loading import library
from ..library.results import BusyError, QueueFullError, SwiftFSMError
from ..machines.core import NOTHING
from ..machines.error_messages import error_of_call
from ..machines.message import Command
from ..machines.timers import must_not_be_past, time_of_clock
from .checking import AnyMachine, check
from .following import due, following
from .planned_step import PlannedStep, Tools
from .turns import Line, Turn, present_turns
from .watched_step import perform_watched

UNTOLD = (Status.UNKNOWN_STATE, Status.UNKNOWN_CASE)
"""How an event fails without an exception. A caller who has not sent it is not told, but the rest waits behind it."""


class CommandQueue:
    """The commands of a machine, as tasks await them; `SharedQueue` adds those of plain calls.

    It knows the machine only while it is called, so there is no cycle.
    """

    __slots__ = ("_line", "_queue", "_present", "_leaving", "_fault", "_tools", "_is_plain")

    def __init__(self) -> None:
        self._line: Line = Line()
        # What waits to be done: sent by callbacks, or left behind by an exception.
        self._queue: deque[Command] = deque()
        # What is being done.
        self._present: Optional[Command] = None
        # Made when something is awaited for the first time.
        self._tools: Optional[Tools] = None
        # The address of a machine that was closed during a turn.
        self._leaving: Optional[int] = None
        # What is wrong with the event that was sent, or that an update callback has named; raised behind what waits.
        self._fault: Optional[SwiftFSMError] = None
        # Whether a plain call performs steps, which cannot await callbacks.
        self._is_plain = False

    @property
    def is_under_way(self) -> bool:
        """Whether a command is being carried out."""
        return self._line.present is not None

    @property
    def is_inside(self) -> bool:
        """Whether the caller is a callback of the present turn, or a task that it has started."""
        return self._line.present is not None and self._line.present in present_turns.get()

    @property
    def is_empty(self) -> bool:
        """Whether no command waits."""
        return not self._queue

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._queue)

    def must_rest(self, machine: AnyMachine) -> None:
        """Raise BusyError while a command is being carried out."""
        self.must_not_be_inside(machine)
        if self.is_under_way:
            raise BusyError(
                "another task awaits a step of this machine: await asend or its like, which wait for their turn"
            )

    def clear(self, machine: AnyMachine) -> None:
        """Drop what waits."""
        self._queue.clear()
        self.show(machine)

    def release_later(self, address: int) -> None:
        """Have a machine released at the end of the turn."""
        self._queue.clear()
        self._leaving = address

    def queue(self, machine: AnyMachine, command: Command, argument: Any) -> Outcome:
        """Queue what a callback sends. Errors: those of a plain send inside a callback."""
        machine._open()
        command.inherit(machine._vocabulary, self._present)
        check(machine, command, argument)
        if len(self._queue) >= QUEUE_LIMIT:
            raise QueueFullError(f"{QUEUE_LIMIT} events wait already in this machine")
        self._queue.append(command)
        return Outcome.QUEUED

    async def perform(self, machine: AnyMachine, command: Optional[Command]) -> int:
        """Carry out a command in turn, after all that waits already, and then what callbacks have added; or only what
        waits.

        Returns: the result of the command; QUEUED inside a callback, or if the command was dropped.
        """
        if command is not None and self.is_inside:
            return self.queue(machine, command, machine._argument)
        if command is None:
            self.must_not_be_inside(machine)
        turn = Turn()
        await self._line.enter(turn)
        token = None
        try:
            token = self._begin_turn(machine, turn)
            argument = machine._argument
            tools = self._tools = self._tools or Tools(machine._open())
            if machine._clock is not None:
                await self._advance(machine, argument, tools, time_of_clock(machine))
            self._begin(machine, command, argument)
            outcome = await self._run(machine, argument, tools, command, is_run=command is None)
            self._raise_fault(machine)
            return outcome
        finally:
            self._end_turn(machine, turn, token)

    async def advance(self, machine: AnyMachine, now: Optional[int]) -> None:
        """Tell the time in turn, in microseconds or by the clock, and await the callbacks of what is due then.

        Errors: BadValueError; those of the callbacks.
        """
        turn = Turn()
        await self._line.enter(turn)
        token = None
        try:
            token = self._begin_turn(machine, turn)
            argument = machine._argument
            tools = self._tools = self._tools or Tools(machine._open())
            now = time_of_clock(machine) if now is None else now
            must_not_be_past(now, machine._now)
            await self._run(machine, argument, tools, None, is_run=True)
            await self._advance(machine, argument, tools, now)
            self._raise_fault(machine)
        finally:
            self._end_turn(machine, turn, token)

    async def _advance(self, machine: AnyMachine, argument: Any, tools: Tools, now: int) -> None:
        """Perform what is due, and what callbacks send before the next that is due."""
        machine._now = now
        while self._leaving is None:
            result = await self._perform(machine, argument, tools, due(now))
            if result == Status.OK:
                return
            self._drop_if_stopped(argument)
            if result < 0 and result != Status.UNKNOWN_EVENT:
                machine._fail(result)
            if self._leaving is None:
                await self._run(machine, argument, tools, None, is_run=True)

    async def _run(
        self, machine: AnyMachine, argument: Any, tools: Tools, command: Optional[Command], *, is_run: bool
    ) -> int:
        """Carry out what waits, a command among it; or only what waits.

        is_run: the caller has asked for what waits, and is told how that fails. Returns: the result of the command.
        """
        outcome: int = Outcome.QUEUED
        while await self._settle(machine, argument, tools, is_run) and self._next_is_here(machine, argument):
            each = self._queue.popleft()
            result = await self._perform(machine, argument, tools, each)
            if result in UNTOLD and each is not command and not is_run:
                break
            follower = self._judge(machine, each, argument, result, each is command)
            if each is command:
                outcome, command = (result if follower is None else Outcome.QUEUED), follower
        return outcome

    def _drop_if_stopped(self, argument: Any) -> None:
        """Drop what waits for a machine that is done."""
        if library.sfsm_machine_state(argument) == NONE:
            self._queue.clear()

    async def _perform(self, machine: AnyMachine, argument: Any, tools: Tools, command: Command) -> int:
        """Carry out one command. What it raises and no plan could take comes next."""
        self._present = command
        try:
            if is_watched(machine):
                return await perform_watched(machine, tools, argument, command, self._is_plain)
            return await PlannedStep(machine, tools).perform(argument, command)
        finally:
            while tools.raised:
                raised = tools.raised.pop()
                raised.inherit(machine._vocabulary, command)
                self._queue.appendleft(raised)

    async def _settle(self, machine: AnyMachine, argument: Any, tools: Tools, is_run: bool) -> bool:
        """Perform the microsteps of a chart that follow by themselves, then what a failed plain send has left in the
        library. Returns whether none is left."""
        is_first = machine._exception is not None or (bool(self._queue) and self._queue[0].comes_first)
        while not is_first and machine._table._is_chart and self._leaving is None:
            result = await self._perform(machine, argument, tools, following())
            if result == Status.OK:
                break
            self._drop_if_stopped(argument)
            if result in UNTOLD and not is_run:
                return False
            if result < 0 and result != Status.UNKNOWN_EVENT:
                machine._fail(result)
        return True

    def show(self, machine: AnyMachine) -> None:
        """Send plain calls through the queue, or past it if it is empty and nobody has to tell the time."""
        is_idle = self._line.present is None and not self._queue and machine._clock is None and not is_watched(machine)
        machine._event_arguments = machine._in_common.event_arguments if is_idle else NOTHING

    def must_not_be_inside(self, machine: AnyMachine) -> None:
        """Raise BusyError inside a callback, which may have closed the machine."""
        if self.is_inside:
            machine._open()
            raise BusyError("not from inside a callback of this machine")

    def _begin(self, machine: AnyMachine, command: Optional[Command], argument: Any) -> None:
        """Put a command after what waits, or before it if it comes first. A wrong command changes nothing."""
        if command is None:
            return
        if command.comes_first:
            self._queue.appendleft(command)
            return
        if self._queue or library.sfsm_machine_pending(argument) or machine._table._is_chart:
            check(machine, command, argument)
        self._queue.append(command)

    def _next_is_here(self, machine: AnyMachine, argument: Any) -> bool:
        """Return whether something waits here. What a failed plain send has left in the library is run first.

        Behind an update it has been run already: what it raised is raised here.
        """
        if machine._exception is not None:
            machine._raise_kept()
        if self._queue and self._queue[0].comes_first:
            return True
        if library.sfsm_machine_pending(argument):
            status = library.sfsm_machine_run_pending(argument)
            if status < 0:
                machine._fail(status)
        return bool(self._queue)

    def _raise_fault(self, machine: AnyMachine) -> None:
        """Raise the error that was kept until what waits has run."""
        if self._fault is not None:
            machine._open()
            raise self._fault

    def _judge(
        self, machine: AnyMachine, command: Command, argument: Any, result: int, is_awaited: bool
    ) -> Optional[Command]:
        """Raise the error of a command. What follows from it is queued, and returned."""
        if result == Status.UNKNOWN_EVENT:  # no callback has failed, so that what waits behind it runs
            if is_awaited:
                self._fault = error_of_call(argument, machine._vocabulary, result, command.event, command.state)
            return None  # nobody waits to be told of an event from inside that no row took it
        # A stop drops what waits also if a hook fails behind it, but not if an exit callback does.
        if command.is_stop and library.sfsm_machine_state(machine._argument) == NONE:
            self._queue.clear()
        if result < 0:
            machine._fail(result, event=command.event, state=command.state)
        follower = None if command.named is None else command.follower(machine._vocabulary)
        if follower is None:
            return None
        try:
            check(machine, follower, argument)
        except SwiftFSMError as fault:
            self._fault = fault
            return None
        if self._leaving is None:  # a machine that was closed meanwhile drops it
            self._queue.append(follower)
        return follower

    def _begin_turn(self, machine: AnyMachine, turn: Turn) -> Token[tuple[Turn, ...]]:
        turns = present_turns.get()
        token = present_turns.set((*[each for each in turns if not each.is_over], turn) if turns else (turn,))
        self.show(machine)
        return token

    def _end_turn(self, machine: AnyMachine, turn: Turn, token: Optional[Token[tuple[Turn, ...]]]) -> None:
        """token: None if the turn has not begun, for want of memory say."""
        turn.is_over = True
        self._fault = self._present = machine._exception = None
        try:
            if token is not None:
                present_turns.reset(token)
        except ValueError:  # the coroutine is closed from elsewhere
            pass
        if self._leaving is not None:
            self._queue.clear()
            address, self._leaving = self._leaving, None
            library.sfsm_machine_release(address)
        self._line.pass_on()
        self.show(machine)
        if machine._objects:
            machine._settle()
        if machine._clock is not None:
            machine._clock.wake()
