"""Whose turn it is at a machine, and how a task waits for its turn, under whatever library of tasks."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from typing import Any, Optional, Protocol

present_turns: ContextVar[tuple[Turn, ...]] = ContextVar("swiftfsm_turns", default=())
"""The turns inside of which this task runs: its own, and those of the callbacks that have started it."""


class Turn:
    """One task's turn at a machine."""

    __slots__ = ("is_over", "alarm")

    def __init__(self) -> None:
        self.is_over = False
        self.alarm: Optional[Alarm] = None
        """What wakes the task that waits for it."""


class Alarm(Protocol):
    """Something to wait for."""

    async def wait(self) -> object:
        """Returns once it was set."""

    def set(self) -> object:
        """Wakes who waits."""


class _FutureAlarm:
    """An alarm for a task of asyncio."""

    __slots__ = ("_future",)

    def __init__(self, future: Any) -> None:
        self._future = future

    async def wait(self) -> None:
        await self._future

    def set(self) -> None:
        if not self._future.done():
            self._future.set_result(None)


def alarm() -> Alarm:
    """An alarm for the library under which this task runs; none is imported that is not there already."""
    trio = sys.modules.get("trio")
    if trio is not None:
        try:
            trio.lowlevel.current_task()
        except RuntimeError:
            pass
        else:
            found: Alarm = trio.Event()
            return found
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None:
        try:
            return _FutureAlarm(asyncio.get_running_loop().create_future())
        except RuntimeError:
            pass
    raise RuntimeError("this machine has something to do already, and only tasks of asyncio and trio can wait for it")
