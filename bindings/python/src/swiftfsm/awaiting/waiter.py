"""How a task waits for its turn, under asyncio or trio."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Waiter(Protocol):
    """Something to wait for."""

    async def wait(self) -> object:
        """Returns once it was set."""

    def set(self) -> object:
        """Wakes the task that waits."""


class _FutureWaiter:
    """A waiter for a task of asyncio."""

    __slots__ = ("_future",)

    def __init__(self, future: Any) -> None:
        self._future = future

    async def wait(self) -> None:
        await self._future

    def set(self) -> None:
        if not self._future.done():
            self._future.set_result(None)


def waiter() -> Waiter:
    """Make a waiter for the library under which this task runs. No library is imported for that."""
    trio = sys.modules.get("trio")
    if trio is not None:
        try:
            trio.lowlevel.current_task()
        except RuntimeError:
            pass
        else:
            found: Waiter = trio.Event()
            return found
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None:
        try:
            return _FutureWaiter(asyncio.get_running_loop().create_future())
        except RuntimeError:
            pass
    raise RuntimeError("this machine has something to do already, and only tasks of asyncio and trio can wait for it")
