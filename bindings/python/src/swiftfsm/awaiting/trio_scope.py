"""The tasks of a block of trio, which need not be installed otherwise."""

from __future__ import annotations

from typing import Any, Optional

from .scopes import Run, Signal, add_context


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
            kind = None if exception is None else type(exception)
            if self._block.__exit__(kind, exception, getattr(exception, "__traceback__", None)):
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
