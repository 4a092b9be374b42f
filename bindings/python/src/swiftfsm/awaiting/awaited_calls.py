"""The calls of a machine that await its callbacks."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional, Union, cast

from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL, Reserved
from ..library.results import OUTCOMES, Outcome
from ..machines.commands import requesting, sending, starting, stopping, updating
from ..machines.core import MachineCore
from .command_queue import CommandQueue


class AwaitedCalls(MachineCore[StateT, EventT, ContextT]):
    """What a machine does in tasks of asyncio and trio: `asend`, and others that await as it does."""

    __slots__ = ()

    async def asend(self, event: EventT, *arguments: Any) -> Outcome:
        """As `send`, for tasks of asyncio and trio; callbacks may be coroutine functions, or return what is awaited.

        Every callback is called, and awaited, at the moment at which `send` would call it, one after the other, and
        `state` meanwhile is what it would be then. One thing at a time: while a step is awaited, other tasks that use
        asend or its like wait their turn, first come, first served; a plain send of theirs raises BusyError. From
        inside a callback, and from the tasks that it starts, as long as it runs: QUEUED, as with `send`.

        A task that is cancelled leaves the machine as an exception of the callback that it awaits would; one that
        waits for its turn leaves it as it is. `can` and its like cannot await, and so not ask guards that have to be.
        """
        return OUTCOMES[await self._commands().perform(self, sending(self._vocabulary, event, arguments, self._is_lenient))]

    async def arequest(self, state: StateT, *cases: Enum) -> Outcome:
        """As `request`; see `asend`."""
        return OUTCOMES[await self._commands().perform(self, requesting(self._vocabulary, state, cases, self._is_lenient))]

    async def aupdate(self, time: float = 0.0) -> Optional[Outcome]:
        """As `update`; see `asend`."""
        queue = self._commands()
        queue.must_not_be_inside(self)
        came = await queue.perform(self, updating(time))
        return OUTCOMES[came] if came else None

    async def adue(self, time: float = 0.0) -> Optional[EventT]:
        """As `due`; see `asend`."""
        queue, command = self._commands(), updating(time, is_followed=False)
        queue.must_not_be_inside(self)
        await queue.perform(self, command)
        event: Optional[EventT] = command.event_named(self._vocabulary)
        return event

    async def astart(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """As `start`; see `asend`."""
        queue = self._commands()
        queue.must_not_be_inside(self)
        await queue.perform(self, starting(self._state_id(state), state))

    async def astop(self) -> Optional[Outcome]:
        """As `stop`; see `asend`. Waits for its turn, but not for events that an exception left behind."""
        came = await self._commands().perform(self, stopping())
        return OUTCOMES[came] if came else None

    async def arun(self) -> None:
        """As `run`; see `asend`."""
        await self._commands().perform(self, None)

    def _commands(self) -> CommandQueue:
        """The commands of this machine."""
        if self._queue is None:
            self._queue = CommandQueue()
        return cast(CommandQueue, self._queue)
