"""A clock of asyncio, which tells a machine the time."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional

from ..library.results import BusyError
from ..machines.timers import Timers
from .command_queue import CommandQueue

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Event, Task


class Clock:
    """Tells a machine the time of the event loop for as long as its `async with` block runs; see `Machine.clock`."""

    __slots__ = ("_machine", "_queue", "_loop", "_offset", "_changed", "_task", "_host", "_has_failed")

    _loop: AbstractEventLoop
    _changed: Event
    _task: Task[None]
    _host: Optional[Task[Any]]

    def __init__(self, machine: Timers[Any, Any, Any], queue: CommandQueue) -> None:
        self._machine = machine
        self._queue = queue
        self._offset = 0.0
        self._has_failed = False

    async def __aenter__(self) -> None:
        import asyncio

        machine = self._machine
        machine._open()
        if machine._clock is not None:
            raise BusyError("this machine has a clock already")
        self._loop, self._host = asyncio.get_running_loop(), asyncio.current_task()
        self._changed = asyncio.Event()
        self.follow()
        self._has_failed = False
        self._queue.must_rest(machine)
        machine._clock = self
        self._queue.show(machine)
        self._task = self._loop.create_task(self._run())

    async def __aexit__(
        self, kind: Optional[type[BaseException]], exception: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._machine._clock = None
        self._queue.show(self._machine)
        self._task.cancel()
        await self._end(_is_cancelled(exception))
        fault = None if self._task.cancelled() else self._task.exception()
        if fault is not None and (exception is None or _is_cancelled(exception)):
            raise fault

    async def _end(self, is_cancelled: bool) -> None:
        """Wait for the end of the task: it is cancelled, or ends with what a callback has raised. In the latter case it
        has cancelled this task, which stays so no longer."""
        import asyncio

        try:
            if not self._task.done() or (self._has_failed and not is_cancelled):
                await asyncio.wait([self._task])
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            if not self._has_failed:
                raise
        uncancel = getattr(self._host, "uncancel", None)  # since Python 3.11
        if self._has_failed and uncancel is not None:
            uncancel()

    def time(self) -> float:
        """Return the present time of the machine, in seconds."""
        return self._loop.time() + self._offset

    def wake(self) -> None:
        """Look again when the next event is due."""
        self._changed.set()

    def follow(self) -> None:
        """Go on from the present time of the machine."""
        self._offset = self._machine.now - self._loop.time()
        self.wake()

    async def _run(self) -> None:
        try:
            while not self._machine.closed:
                self._changed.clear()
                due = self._machine.next_due
                # In whole microseconds, as it is told.
                if due is not None and due <= round(self.time(), 6):
                    await self._queue.advance(self._machine, None)
                else:
                    await self._wait(due)
        except Exception:
            if self._host is not None:
                self._has_failed = self._host.cancel()
            raise

    async def _wait(self, due: Optional[float]) -> None:
        """Wait until something is due, or may be due at another time."""
        timer = None if due is None else self._loop.call_at(due - self._offset, self._changed.set)
        try:
            await self._changed.wait()
        finally:
            if timer is not None:
                timer.cancel()


def _is_cancelled(exception: Optional[BaseException]) -> bool:
    import asyncio

    return isinstance(exception, asyncio.CancelledError)
