"""The calls of a machine that await its callbacks."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional, Union

from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL
from ..definition.keywords import in_order
from ..definition.timeouts import Delay, microseconds
from ..library.generated.enumerations import Outcome, Reserved
from ..library.results import OUTCOMES, BusyError
from ..machines.commands import starting, stopping, updating
from ..machines.message import requesting, sending
from ..machines.timers import Timers
from .clock import Clock
from .command_queue import CommandQueue
from .lone_step import lone_event, perform_alone
from .quick_steps import kept_command, quick_step
from .shared_queue import queue_of


class AwaitedCalls(Timers[StateT, EventT, ContextT]):
    """The calls for tasks of asyncio and trio."""

    __slots__ = ()

    async def asend(self, event: EventT, /, *arguments: Any, **named: Any) -> Outcome:
        """Send an event as `send` does, and await the callbacks that are coroutine functions or return awaitables.

        Callbacks are called and awaited one after the other, each at the moment at which `send` would call it;
        `state` is the same then too. While a step is awaited, other tasks that use `asend` or another awaited call
        wait their turn, first come, first served; a plain `send` in another task raises BusyError. Inside a callback,
        and in tasks that the callback started while it runs, the result is QUEUED, as with `send`.

        Cancelling the task has the effect of an exception in the callback that it awaits; cancelling a task that waits
        for its turn has none. Queries such as `can` cannot await guards.
        """
        if named:
            arguments = in_order(self._vocabulary, event, arguments, named)
        queue, command = self._commands(), None
        if not arguments:
            outcome = quick_step(self, event)
            if outcome is not None:
                return OUTCOMES[outcome]
            if not queue.is_under_way:
                quick = lone_event(self, event, queue)
                if quick is not None:
                    return OUTCOMES[await perform_alone(queue, self, quick)]
                command = kept_command(self, event)
        command = command or sending(self._vocabulary, event, arguments, self._is_lenient)
        return OUTCOMES[await queue.perform(self, command)]

    async def arequest(self, state: StateT, *cases: Enum) -> Outcome:
        """Request a state as `request` does; see `asend`."""
        return OUTCOMES[
            await self._commands().perform(self, requesting(self._vocabulary, state, cases, self._is_lenient))
        ]

    async def aupdate(self, time: float = 0.0) -> Optional[Outcome]:
        """Update as `update` does; see `asend`."""
        queue = self._commands()
        queue.must_not_be_inside(self)
        came = await queue.perform(self, updating(time))
        return OUTCOMES[came] if came else None

    async def adue(self, time: float = 0.0) -> Optional[EventT]:
        """Return the event that is due, as `due` does; see `asend`."""
        queue, command = self._commands(), updating(time, is_followed=False)
        queue.must_not_be_inside(self)
        await queue.perform(self, command)
        event: Optional[EventT] = command.event_named(self._vocabulary)
        return event

    async def astart(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """Start as `start` does; see `asend`."""
        queue = self._commands()
        queue.must_not_be_inside(self)
        await queue.perform(self, starting(self._state_id(state), state))

    async def astop(self) -> Optional[Outcome]:
        """Stop as `stop` does; see `asend`. Events that an exception left in the queue are dropped, not run."""
        came = await self._commands().perform(self, stopping())
        return OUTCOMES[came] if came else None

    async def arun(self) -> None:
        """Run the events in the queue, as `run` does; see `asend`."""
        await self._commands().perform(self, None)

    async def aadvance(self, now: Delay) -> None:
        """Tell the machine the time as `advance` does; see `asend`."""
        count = microseconds(now, "a time")
        if self._clock is not None:
            raise BusyError("this machine has a clock, which tells it the time")
        queue = self._commands()
        queue.must_not_be_inside(self)
        await queue.advance(self, count)

    def clock(self) -> Clock:
        """Return a clock of asyncio or trio: it tells the machine the time for as long as an `async with` block runs.

            async with machine.clock():
                await machine.asend(event)
                ...

        Events that are due are sent as `aadvance` sends them: their callbacks may be awaited. A callback that is awaited
        as the block ends is cancelled. Every other call tells the time too, so that delays count from the present; a
        plain one awaits no callbacks. The time goes on from `now`. `Clock` tells several machines the time.

        Errors: in the block, any exception that a callback of such an event has raised: the task that runs the block is
        cancelled, and the block raises it. BusyError if the machine has a clock, or while a step is under way.
        RuntimeError outside of asyncio and trio.
        """
        return Clock(self)

    def _watch(self) -> None:
        self._commands().show(self)

    def _commands(self) -> CommandQueue:
        """The commands of this machine."""
        return queue_of(self)
