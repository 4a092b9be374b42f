"""The calls of a machine that await its callbacks."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional, Union

from .errands import requesting, sending, starting, stopping, updating
from .generics import ContextT, EventT, StateT
from .ids import INITIAL, Reserved
from .machine_handle import MachineHandle
from .results import OUTCOMES, Outcome


class AsynchronousCalls(MachineHandle[StateT, EventT, ContextT]):
    """What a machine does in tasks of asyncio and trio: `asend`, and others that await as it does."""

    __slots__ = ()

    async def asend(self, event: EventT, *things: Any) -> Outcome:
        """As `send`, for tasks of asyncio and trio; callbacks may be coroutine functions, or return what is awaited.

        Every callback is called, and awaited, at the moment at which `send` would call it, one after the other, and
        `state` meanwhile is what it would be then. One thing at a time: while a step is awaited, other tasks that use
        asend or its like wait their turn, first come, first served; a plain send of theirs raises BusyError. From
        inside a callback, and from the tasks that it starts, as long as it runs: QUEUED, as with `send`.

        A task that is cancelled leaves the machine as an exception of the callback that it awaits would; one that
        waits for its turn leaves it as it is. `can` and its like cannot await, and so not ask guards that have to be.
        """
        return OUTCOMES[await self._agenda_of().carry_out(self, sending(self, event, things))]

    async def arequest(self, state: StateT, *cases: Enum) -> Outcome:
        """As `request`; see `asend`."""
        return OUTCOMES[await self._agenda_of().carry_out(self, requesting(self, state, cases))]

    async def aupdate(self, time: float = 0.0) -> Optional[Outcome]:
        """As `update`; see `asend`."""
        agenda = self._agenda_of()
        agenda.must_not_be_inside(self)
        came = await agenda.carry_out(self, updating(time))
        return OUTCOMES[came] if came else None

    async def adue(self, time: float = 0.0) -> Optional[EventT]:
        """As `due`; see `asend`."""
        agenda, errand = self._agenda_of(), updating(time, is_followed=False)
        agenda.must_not_be_inside(self)
        await agenda.carry_out(self, errand)
        event: Optional[EventT] = errand.event_named(self)
        return event

    async def astart(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """As `start`; see `asend`."""
        agenda = self._agenda_of()
        agenda.must_not_be_inside(self)
        await agenda.carry_out(self, starting(self, state))

    async def astop(self) -> Optional[Outcome]:
        """As `stop`; see `asend`. Waits for its turn, but not for events that an exception left behind."""
        came = await self._agenda_of().carry_out(self, stopping())
        return OUTCOMES[came] if came else None

    async def arun(self) -> None:
        """As `run`; see `asend`."""
        await self._agenda_of().carry_out(self, None)
