"""Tasks that are cancelled, or thrown away, while they await a machine or wait for their turn."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import trio
import trio.testing
from awaiting import Held, forever
from tracing import Trace

from swiftfsm import Outcome, Row, Table


def test_cancelling_a_step_is_a_failure_at_that_point_and_others_go_on() -> None:
    async def main() -> None:
        held = Held()
        machine = held.machine
        first = asyncio.create_task(machine.asend(1))
        second = asyncio.create_task(machine.asend(2, "second"))
        third = asyncio.create_task(machine.asend(2, "third"))
        await held.entered.wait()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert machine.state == 2, "after the commit"
        assert [await second, await third] == 2 * [Outcome.TRANSITIONED]
        assert list(held.trace) == ["sent from inside", "second", "third"]

    asyncio.run(main())


def test_cancelling_who_waits_leaves_the_machine_alone() -> None:
    async def main() -> None:
        held = Held()
        machine = held.machine
        first = asyncio.create_task(machine.asend(1))
        await held.entered.wait()
        second = asyncio.create_task(machine.asend(2, "second"))
        third = asyncio.create_task(machine.asend(2, "third"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        held.let_go.set()
        assert await third is Outcome.TRANSITIONED
        assert (first.result(), second.cancelled()) == (Outcome.TRANSITIONED, True)
        assert list(held.trace) == ["settled", "sent from inside", "third"]

    asyncio.run(main())


def test_who_is_cancelled_just_as_its_turn_comes_passes_it_on() -> None:
    async def main() -> None:
        held = Held()
        machine = held.machine
        first = asyncio.create_task(machine.asend(1))
        await held.entered.wait()
        second = asyncio.create_task(machine.asend(2, "second"))
        third = asyncio.create_task(machine.asend(2, "third"))
        await asyncio.sleep(0)
        first.add_done_callback(lambda task: second.cancel())
        held.let_go.set()
        await asyncio.wait({first, second, third})
        assert list(held.trace)[-1] == "third"
        assert machine.send(1) is Outcome.TRANSITIONED

    asyncio.run(main())


def test_cancelling_under_trio() -> None:
    trace = Trace()

    async def hold() -> None:
        try:
            await trio.sleep_forever()
        finally:
            trace.append("cancelled")

    machine = Table([Row(1, 1, 2, hold), Row(2, 1, 1), Row(1, 2, 1, trace("two"))]).machine(1)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            with trio.move_on_after(1) as scope:
                nursery.start_soon(machine.asend, 2)
                await machine.asend(1)
            assert scope.cancelled_caught
            assert machine.state == 1, "before the commit"
        with trio.move_on_after(1):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(machine.asend, 1)
                nursery.start_soon(machine.asend, 1)
                nursery.start_soon(machine.asend, 1)
        assert await machine.asend(2) is Outcome.TRANSITIONED

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    assert trace.take().replace("two ", "", 1) in ("cancelled cancelled two", "cancelled cancelled cancelled two")


def test_a_coroutine_that_is_thrown_away_gives_up_its_turn() -> None:
    trace = Trace()

    async def hook(step: Any) -> None:
        trace(step.outcome.name)(step)

    async def hold() -> None:
        await forever()

    machine = Table([Row(1, 1, 2, hold), Row(2, 1, 1), Row(1, 2, 1)]).machine(1)
    machine.on_step(hook)
    thrown_away = machine.asend(1)
    thrown_away.send(None)
    thrown_away.close()
    assert machine.state == 1
    assert trace.take() == "", "the hook cannot be awaited any more"
    machine.on_step(None)
    assert machine.send(2) is Outcome.TRANSITIONED
