"""Awaited sends in which nothing is called, and those that only seem to be such."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Coroutine
from enum import Enum
from typing import Any

import pytest

from swiftfsm import (
    ANY,
    ClosedError,
    Machine,
    MissingPredicateError,
    NotRunningError,
    Outcome,
    Table,
    UnhandledEventError,
    UnknownEventError,
    after,
    condition,
    define,
    matching,
    then,
    when,
)


class Weather(Enum):
    DRY = "dry"
    WET = "wet"


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


def test_hooks_are_called_of_every_machine_that_has_some() -> None:
    async def main() -> None:
        plain, hooked, strict = TABLE.machine(), TABLE.machine(), TABLE.machine(strict=True)
        for _ in range(2):  # what calls nothing is known from then on
            assert [await plain.asend(each) for each in (STAY, BACK)] == [Outcome.TRANSITIONED, Outcome.UNHANDLED]
        hooked.on_step(lambda event, outcome: ran.append((event, outcome)))
        await hooked.asend(STAY)
        await hooked.asend(BACK)
        assert ran == [(STAY, Outcome.TRANSITIONED), (BACK, Outcome.UNHANDLED)]
        assert await strict.asend(STAY) is Outcome.TRANSITIONED
        with pytest.raises(UnhandledEventError):
            await strict.asend(BACK)
        # A copy has the hooks, and its table knows what calls nothing.
        again = copy.copy(hooked)
        await again.asend(STAY)
        assert len(ran) == 3
        assert ran[-1] == (STAY, Outcome.TRANSITIONED)

    run(main())


def test_entering_and_leaving_call_something_in_one_direction() -> None:
    async def leave() -> None:
        await asyncio.sleep(0)
        ran.append("left")

    table = Table(
        define(1, exit=leave)(when(GO) | then(2), when(STAY) | then()), define(2)(when(BACK) | then(1)), initial=1
    )

    async def main() -> None:
        machine = table.machine()
        for _ in range(3):
            await machine.asend(GO)
            assert (machine.state, ran.pop()) == (2, "left")
            await machine.asend(BACK)
            await machine.asend(STAY)
            assert (machine.state, ran) == (1, [])

    run(main())


def test_a_row_for_any_event() -> None:
    async def note(event: int) -> None:
        ran.append(event)

    table = Table(define(1)(when(ANY) | then(2)), define(2)(when(GO) | then(1) | note, when(ANY) | then()), initial=1)

    async def main() -> None:
        machine = table.machine()
        for _ in range(3):
            await machine.asend(7)
            assert await machine.asend(8) is Outcome.TRANSITIONED
            await machine.asend(GO)
            assert (ran.pop(), machine.state) == (GO, 1)

    run(main())


def test_cases_are_asked_for_each_time() -> None:
    weather = [Weather.DRY]

    async def wait() -> None:
        ran.append("wait")

    table = Table(
        define(1)(when(GO)(matching(Weather.DRY) | then(), matching(Weather.WET) | then() | wait), when(STAY) | then()),
        initial=1,
        providers={Weather: lambda: weather[0]},
    )

    async def main() -> None:
        machine = table.machine()
        for _ in range(2):
            weather[0] = Weather.DRY
            await machine.asend(GO)
            weather[0] = Weather.WET
            await machine.asend(GO)
            assert ran.pop() == "wait"
        # Without a provider, an event without a case is an error for one that is not lenient.
        bare = Table(
            define(1)(when(GO)(matching(Weather.WET) | then() | wait), when(STAY) | then()), initial=1
        )
        lenient, strict = bare.machine(lenient=True), bare.machine()
        for _ in range(2):
            assert await lenient.asend(GO) is Outcome.UNHANDLED
            with pytest.raises(MissingPredicateError):
                await strict.asend(GO)

    run(main())


def test_timeouts_begin_and_end_with_such_steps() -> None:
    table = Table(
        define(1)(when(GO) | then(2), when(STAY) | then() | fail),
        define(2)(after(5) | then(3), when(BACK) | then(1)),
        define(3)(when(BACK) | then(1)),
        initial=1,
    )

    async def main() -> None:
        machine = table.machine()
        for start in (0, 10, 20):
            machine.advance(start)
            await machine.asend(GO)
            assert machine.next_due == start + 5
            await machine.asend(BACK)
            assert machine.next_due is None
            await machine.asend(GO)
            await machine.aadvance(start + 6)
            assert (machine.state, await machine.asend(BACK)) == (3, Outcome.TRANSITIONED)

    run(main())


def test_a_message_that_is_kept_belongs_to_the_table() -> None:
    """Cases that a callback's event inherits are not those of the next one."""

    async def follow(machine: Machine[Any, Any, Any]) -> None:
        assert await machine.asend(STAY) is Outcome.QUEUED

    async def note(weather: Weather) -> None:
        ran.append(weather)

    table = Table(
        define(1)(when(GO)(matching(*Weather) | then() | follow), when(STAY) | then() | note),
        initial=1,
        predicates=[Weather],
    )

    async def main() -> None:
        machine = table.machine(lenient=True)
        for weather in (*Weather, *Weather):
            await machine.asend(GO, weather)
            assert ran.pop() is weather
            with pytest.raises(MissingPredicateError):
                await table.machine().asend(STAY)
        assert ran == []

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
