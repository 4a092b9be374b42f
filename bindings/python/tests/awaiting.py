"""Callbacks that give way, and tests that run under each library of tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import coroutine
from typing import Any, Callable

import pytest
import trio
from tracing import Trace

from swiftfsm import Machine, Outcome, Row, StateBlock, Step, Table

AnyMachine = Machine[Any, Any, Any]
Runner = Callable[[Callable[[], Coroutine[Any, Any, Any]]], Any]


def on_asyncio(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(main())


def on_trio(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return trio.run(main)


async def pause() -> None:
    """Lets other tasks run, whatever library this is."""
    try:
        trio.lowlevel.current_task()
    except RuntimeError:
        await asyncio.sleep(0)
    else:
        await trio.lowlevel.checkpoint()


@coroutine
def forever() -> Any:
    """Gives way once, to nobody in particular."""
    yield


@pytest.fixture(params=[on_asyncio, on_trio])
def run(request: pytest.FixtureRequest) -> Runner:
    """Runs an async function under each library."""
    runner: Runner = request.param
    return runner


Send = Callable[..., Outcome]
"""Sends an event to a machine, with its arguments."""


@pytest.fixture(params=["plain", "awaited"])
def send(request: pytest.FixtureRequest, run: Runner) -> Send:
    """Sends an event in either way: both run the same step."""
    if request.param == "plain":
        return lambda machine, event, *arguments: machine.send(event, *arguments)

    def awaited(machine: Machine[Any, Any, Any], event: Any, *arguments: Any) -> Outcome:
        outcomes: list[Outcome] = []

        async def main() -> None:
            outcomes.append(await machine.asend(event, *arguments))

        run(main)
        return outcomes[0]

    return awaited


def slow(trace: Trace, word: str, then: Callable[[Step], Any] = lambda step: None) -> Callable[[Step], Any]:
    """A coroutine function that writes `word` and the machine's state before and after it gives way."""

    async def callback(step: Step) -> Any:
        trace(f"{word}({step.machine.state!r}")(step)
        await pause()
        trace(f"{step.machine.state!r})")(step)
        return then(step)

    return callback


class Held:
    """A machine whose event 1 leads from 1 to 2, entering which takes until it is let go; event 2 is written down."""

    def __init__(self) -> None:
        self.trace = Trace()
        self.entered, self.let_go = asyncio.Event(), asyncio.Event()
        self.machine: AnyMachine = Table(
            [Row(1, 1, 2, self.leave), Row(2, 1, 1), Row(1, 2, 1, self.write), Row(2, 2, 2, self.write)],
            [StateBlock(2, entry=[self.hold, self.settle])],
            arguments={2: str},
        ).machine(1)

    def leave(self, machine: AnyMachine) -> None:
        machine.send(2, "sent from inside")

    async def hold(self) -> None:
        self.entered.set()
        await self.let_go.wait()

    def settle(self) -> None:
        self.trace.append("settled")

    async def write(self, text: str) -> None:
        await asyncio.sleep(0)
        self.trace.append(text)
