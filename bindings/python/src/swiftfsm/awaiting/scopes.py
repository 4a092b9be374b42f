"""Tasks in the background of a block, under asyncio or trio, which end with the block.

What one of them raises ends the block: the task that runs it is cancelled. No library is imported for that: the one under
which the block runs is there already. Under anyio it is one of these two.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Callable, Optional, Protocol

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Event, Task

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


def present_scope() -> Scope:
    """Make a scope of the library under which this task runs. Errors: RuntimeError if there is none."""
    trio = sys.modules.get("trio")
    if trio is not None:
        try:
            return TrioScope(trio)
        except RuntimeError:
            pass
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None:
        try:
            return AsyncioScope(asyncio)
        except RuntimeError:
            pass
    raise RuntimeError("a clock needs an event loop: use it in a task of asyncio or trio")


def add_context(exception: BaseException, other: BaseException) -> None:
    """Put an exception behind all that another was raised in the context of."""
    known = {id(exception)}
    while exception.__context__ is not None and id(exception.__context__) not in known:
        exception = exception.__context__
        known.add(id(exception))
    if id(other) not in known:
        exception.__context__ = other


class AsyncioScope:
    """The tasks of a block of asyncio."""

    def __init__(self, asyncio: Any) -> None:
        self.fault: Optional[BaseException] = None
        self._asyncio = asyncio
        self._loop: AbstractEventLoop = asyncio.get_running_loop()
        self._host: Optional[Task[Any]] = asyncio.current_task()
        self._tasks: set[Task[None]] = set()
        self._is_closing = self._has_cancelled = False

    def time(self) -> float:
        return self._loop.time()

    def signal(self) -> Signal:
        return _AsyncioSignal(self._loop, self._asyncio.Event())

    def start(self, run: Run) -> None:
        task = self._loop.create_task(self._perform(run))
        self._tasks.add(task)
        task.add_done_callback(self._end)

    async def rest(self) -> None:
        await self._asyncio.sleep(0)

    async def open(self) -> None:
        pass

    async def close(self, exception: Optional[BaseException]) -> Optional[BaseException]:
        self._is_closing = True
        cancelled = None
        for task in self._tasks:
            task.cancel()
        while self._tasks:
            try:
                await self._asyncio.wait(set(self._tasks))
                await self._asyncio.sleep(0)  # those that are done leave the set
            except self._asyncio.CancelledError as error:
                cancelled = error
        uncancel = getattr(self._host, "uncancel", None)  # since Python 3.11
        if self._has_cancelled and uncancel is not None:
            uncancel()
        if self._has_cancelled and self.is_cancelled(exception):
            exception = None
        return cancelled if cancelled is not None and exception is None else exception

    def is_cancelled(self, exception: Optional[BaseException]) -> bool:
        return exception is None or isinstance(exception, self._asyncio.CancelledError)

    def _end(self, task: Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # a KeyboardInterrupt or SystemExit, which the loop has raised already: asked for, it is quiet

    async def _perform(self, run: Run) -> None:
        try:
            await run()
        except Exception as exception:
            if self.fault is not None:
                add_context(self.fault, exception)
                return
            self.fault = exception
            # Nothing has to be woken that ends already.
            if self._host is not None and not self._is_closing:
                self._has_cancelled = self._host.cancel()


class _AsyncioSignal:
    __slots__ = ("_loop", "_event")

    def __init__(self, loop: AbstractEventLoop, event: Event) -> None:
        self._loop = loop
        self._event = event

    def set(self) -> None:
        if _running_loop() is self._loop:
            self._event.set()
            return
        try:
            self._loop.call_soon_threadsafe(self._event.set)
        except RuntimeError:
            pass  # the loop is closed, and so is the block

    async def wait(self, deadline: Optional[float]) -> None:
        timer = None if deadline is None else self._loop.call_at(deadline, self._event.set)
        try:
            await self._event.wait()
        finally:
            if timer is not None:
                timer.cancel()


def _running_loop() -> Optional[AbstractEventLoop]:
    """The event loop of asyncio that runs in this thread."""
    from asyncio import _get_running_loop

    return _get_running_loop()


class TrioScope:
    """The tasks of a block of trio."""

    def __init__(self, trio: Any) -> None:
        trio.lowlevel.current_task()
        self.fault: Optional[BaseException] = None
        self._trio = trio
        self._clock = trio.lowlevel.current_clock()
        self._token = trio.lowlevel.current_trio_token()
        self._manager = trio.open_nursery()
        self._nursery: Any = None
        # The block alone: what goes through a nursery comes out of it in a group.
        self._block = trio.CancelScope()

    def time(self) -> float:
        return float(self._clock.current_time())

    def signal(self) -> Signal:
        return _TrioSignal(self._trio, self._token)

    def start(self, run: Run) -> None:
        self._nursery.start_soon(self._perform, run)

    async def rest(self) -> None:
        await self._trio.lowlevel.checkpoint()

    async def open(self) -> None:
        self._nursery = await self._manager.__aenter__()
        self._block.__enter__()

    async def close(self, exception: Optional[BaseException]) -> Optional[BaseException]:
        left = exception
        try:
            if self._block.__exit__(type(exception), exception, getattr(exception, "__traceback__", None)):
                left = None
        except BaseException as others:  # of a group
            left = others
        scope = self._nursery.cancel_scope
        # What cancels the block from outside goes on behind it.
        scope.shield = True
        scope.cancel()
        await self._manager.__aexit__(None, None, None)
        return left

    def is_cancelled(self, exception: Optional[BaseException]) -> bool:
        cancelled = self._trio.Cancelled
        if exception is None or isinstance(exception, cancelled):
            return True
        split = getattr(exception, "split", None)  # of a group
        return split is not None and split(cancelled)[1] is None

    async def _perform(self, run: Run) -> None:
        try:
            await run()
        except (Exception, KeyboardInterrupt, SystemExit) as exception:
            if self.fault is not None:
                add_context(self.fault, exception)
                return
            self.fault = exception
            self._block.cancel()


class _TrioSignal:
    __slots__ = ("_trio", "_token", "_event")

    def __init__(self, trio: Any, token: Any) -> None:
        self._trio = trio
        self._token = token
        self._event = trio.Event()

    def set(self) -> None:
        try:
            if self._trio.lowlevel.current_trio_token() is self._token:
                self._event.set()
                return
        except RuntimeError:
            pass  # another thread
        try:
            self._token.run_sync_soon(self._event.set)
        except self._trio.RunFinishedError:
            pass  # and so is the block

    async def wait(self, deadline: Optional[float]) -> None:
        with self._trio.move_on_at(float("inf") if deadline is None else deadline):
            await self._event.wait()
