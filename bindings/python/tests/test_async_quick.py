"""Awaited sends in which nothing is called, and those that only seem to be such."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from swiftfsm import ClosedError, Machine, NotRunningError, Outcome, Table, UnknownEventError, condition, define, then, when

GO, BACK, STAY, TRY, FAIL = 1, 2, 3, 4, 5
ran: list[Any] = []


async def enter(machine: Machine[Any, Any, Any]) -> None:
    await asyncio.sleep(0)
    ran.append(("enter", machine.state, await machine.asend(STAY)))


async def agree() -> bool:
    await asyncio.sleep(0)
    return True


def fail(machine: Machine[Any, Any, Any]) -> None:
    machine.send(GO)
    raise ValueError("meant")


TABLE = Table(
    define(1)(when(GO) | then(2), when(STAY) | then(), when(TRY) | condition(agree) | then(2), when(FAIL) | then() | fail),
    define(2)(when(GO) | then(3), when(BACK) | then(1), when(STAY) | then()),
    define(3, entry=enter)(when(BACK) | then(2), when(STAY) | then()),
    initial=1,
)


def run(main: Coroutine[Any, Any, None]) -> None:
    ran.clear()
    asyncio.run(main)


def test_one_event_calls_something_in_some_states() -> None:
    async def main() -> None:
        machine = TABLE.machine()
        for _ in range(3):
            assert [await machine.asend(each) for each in (STAY, BACK)] == [Outcome.TRANSITIONED, Outcome.UNHANDLED]
            assert (await machine.asend(GO), machine.state) == (Outcome.TRANSITIONED, 2)
            assert (await machine.asend(GO), machine.state) == (Outcome.TRANSITIONED, 3)
            assert ran.pop() == ("enter", 3, Outcome.QUEUED)
            assert (await machine.asend(BACK), await machine.asend(BACK), machine.state) == (Outcome.TRANSITIONED,) * 2 + (1,)

    run(main())


def test_a_guard_is_awaited_in_every_send() -> None:
    async def main() -> None:
        machine = TABLE.machine()
        for _ in range(3):
            assert (await machine.asend(TRY), machine.state) == (Outcome.TRANSITIONED, 2)
            assert await machine.asend(BACK) is Outcome.TRANSITIONED

    run(main())


def test_hooks_are_called() -> None:
    async def main() -> None:
        machine = TABLE.machine()
        await machine.asend(STAY)
        await machine.asend(STAY)
        machine.on_step(lambda event: ran.append(event))
        await machine.asend(STAY)
        machine.on_step(None)
        machine.on_unhandled(lambda event: ran.append(-event))
        await machine.asend(BACK)
        assert ran == [STAY, -BACK]

    run(main())


def test_what_an_exception_left_behind_comes_first() -> None:
    async def main() -> None:
        machine = TABLE.machine()
        await machine.asend(STAY)
        for is_plain in (True, False):
            machine.set_state(1)
            with pytest.raises(ValueError, match="meant"):
                machine.send(FAIL) if is_plain else await machine.asend(FAIL)
            assert machine.pending == 1
            assert (await machine.asend(BACK), machine.state, machine.pending) == (Outcome.TRANSITIONED, 1, 0)

    run(main())


def test_tasks_wait_for_a_step_that_is_awaited() -> None:
    async def main() -> None:
        machine = TABLE.machine(2)
        await machine.asend(STAY)
        first = asyncio.ensure_future(machine.asend(GO))
        await asyncio.sleep(0)
        assert (await machine.asend(BACK), machine.state) == (Outcome.TRANSITIONED, 2)
        assert (first.done(), ran) == (True, [("enter", 3, Outcome.QUEUED)])

    run(main())


def test_a_table_without_callbacks() -> None:
    async def main() -> None:
        machine = Table((1, GO, 2), (2, GO, 1), (1, STAY, 1), initial=1).machine()
        for _ in range(3):
            assert (await machine.asend(GO), machine.state) == (Outcome.TRANSITIONED, 2)
            assert (await machine.asend(STAY), machine.state) == (Outcome.UNHANDLED, 2)
            assert (await machine.asend(GO), machine.state) == (Outcome.TRANSITIONED, 1)
        machine.on_step(lambda outcome: ran.append(outcome))
        await machine.asend(GO)
        assert ran == [Outcome.TRANSITIONED]
        machine.close()
        with pytest.raises(ClosedError):
            await machine.asend(GO)

    run(main())


def test_mistakes() -> None:
    async def main() -> None:
        machine = TABLE.machine()
        for _ in range(2):
            await machine.asend(STAY)
            with pytest.raises(UnknownEventError):
                await machine.asend(99)
            stranger: Any = "go"
            with pytest.raises(TypeError):
                await machine.asend(stranger)
        machine.stop()
        with pytest.raises(NotRunningError):
            await machine.asend(STAY)

    run(main())
