"""Tasks in the background of a block, under asyncio or trio, which end with the block.

What one of them raises ends the block: the task that runs it is cancelled.
Under anyio the library is one of these two.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Callable, Optional, Protocol

Run = Callable[[], Awaitable[None]]


class Signal(Protocol):
    """Wakes one task, once. May be set in any thread."""

    def set(self) -> None:
        """Wakes the task that waits; or will wait."""

    async def wait(self, deadline: Optional[float]) -> None:
        """Returns when it was set, or when the scope's time is the deadline, if there is one."""


class Scope(Protocol):
    """The tasks of one block."""

    fault: Optional[BaseException]
    """What the first of them has raised; what others have is in its context."""

    def time(self) -> float:
        """The present time of the event loop, in seconds. In any thread."""
        ...

    def signal(self) -> Signal:
        """Makes a signal."""
        ...

    def start(self, run: Run) -> None:
        """Starts a task."""

    async def rest(self) -> None:
        """Lets other tasks run."""

    async def open(self) -> None:
        """Begins the block in the present task."""

    async def close(self, exception: Optional[BaseException]) -> Optional[BaseException]:
        """Cancels all tasks that were started, and returns when all of them have ended. Returns what is left of the
        exception that ends the block, without what has cancelled it for a fault."""

    def is_cancelled(self, exception: Optional[BaseException]) -> bool:
        """Whether nothing has gone wrong but that the block was cancelled, if anything ends it at all."""
        ...


def add_context(exception: BaseException, other: BaseException) -> None:
    """Put an exception behind all that another was raised in the context of."""
    known = {id(exception)}
    while exception.__context__ is not None and id(exception.__context__) not in known:
        exception = exception.__context__
        known.add(id(exception))
    if id(other) not in known:
        exception.__context__ = other
