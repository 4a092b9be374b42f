"""The tasks of a block of asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from .scopes import Run, Signal, add_context

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Event, Task


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
            # A KeyboardInterrupt or SystemExit, which the loop has raised already: once it was asked for, it is quiet.
            task.exception()

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
