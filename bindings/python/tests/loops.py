"""Running async functions under asyncio or trio, with a time of their own: nothing waits in earnest."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Callable

import trio
import trio.testing

Main = Callable[[], Coroutine[Any, Any, Any]]


def run_asyncio(main: Main) -> Any:
    """Run an async function in an event loop whose time passes as fast as nothing else is to be done."""
    loop = asyncio.new_event_loop()
    skipped = [1000.0]
    setattr(loop, "time", lambda: skipped[0])
    select = getattr(loop, "_selector").select

    def skip(timeout: Any) -> Any:
        if timeout is None or timeout > 0:
            found = select(0)
            if not found:
                skipped[0] += timeout if timeout is not None else 1
            return found
        return select(0)

    setattr(getattr(loop, "_selector"), "select", skip)
    try:
        return loop.run_until_complete(main())
    finally:
        loop.run_until_complete(_cancel_others())
        loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def run_trio(main: Main) -> Any:
    """The same under trio."""
    clock = trio.testing.MockClock(autojump_threshold=0)
    clock.jump(1000)
    return trio.run(main, clock=clock)


RUNS: dict[str, Callable[[Main], Any]] = {"asyncio": run_asyncio, "trio": run_trio}


def is_trio() -> bool:
    """Whether this task runs under trio."""
    try:
        trio.lowlevel.current_task()
    except RuntimeError:
        return False
    return True


async def sleep(seconds: float) -> None:
    """Sleep under either."""
    await (trio.sleep(seconds) if is_trio() else asyncio.sleep(seconds))
