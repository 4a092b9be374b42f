"""One thing at a time for a machine, under asyncio and trio: turns, cancellation, and who may come in between."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from types import coroutine
from typing import Any, Callable

import pytest
import trio
import trio.testing
from tracing import Trace

from swiftfsm import BusyError, Machine, Outcome, Row, StateBlock, Table

AnyMachine = Machine[Any, Any, Any]


@coroutine
def forever() -> Any:
    """Gives way once, to nobody in particular."""
    yield


class Together:
    """Whether two were ever inside at once."""

    def __init__(self) -> None:
        self.inside = self.most = 0

    def __enter__(self) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)

    def __exit__(self, *exception: object) -> None:
        self.inside -= 1


def counting(sleep: Any, together: Together, order: list[int]) -> AnyMachine:
    async def act(number: int) -> None:
        with together:
            order.append(number)
            await sleep(0)
            await sleep(0)
            order.append(number)

    return Table([Row(1, 1, 2, act), Row(2, 1, 1, act)], arguments={1: int}).machine(1)


EXPECTED = [number for number in range(50) for _ in range(2)]


def test_tasks_of_asyncio_take_turns_in_the_order_of_their_calls() -> None:
    together, order = Together(), list[int]()
    machine = counting(asyncio.sleep, together, order)

    async def main() -> None:
        assert set(await asyncio.gather(*(machine.asend(1, number) for number in range(50)))) == {Outcome.TRANSITIONED}

    asyncio.run(main())
    assert (order, together.most, machine.state) == (EXPECTED, 1, 1)


def test_tasks_of_trio_take_turns_in_the_order_of_their_calls() -> None:
    together, order = Together(), list[int]()
    machine = counting(trio.sleep, together, order)

    async def wait_and_send(number: int) -> None:
        await trio.sleep(number / 10)  # trio starts tasks in any order
        await machine.asend(1, number)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            for number in range(50):
                nursery.start_soon(wait_and_send, number)

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    assert (order, together.most, machine.state) == (EXPECTED, 1, 1)


def test_many_tasks_of_trio_at_once_are_still_one_at_a_time() -> None:
    together, order = Together(), list[int]()
    machine = counting(trio.sleep, together, order)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            for number in range(50):
                nursery.start_soon(machine.asend, 1, number)

    trio.run(main)
    assert (sorted(order), together.most) == (EXPECTED, 1)
    assert order[::2] == order[1::2]


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


def test_a_plain_call_of_another_task_is_busy() -> None:
    async def main() -> None:
        held = Held()
        machine = held.machine
        first = asyncio.create_task(machine.asend(1))
        await held.entered.wait()
        assert (machine.state, machine.pending) == (2, 1)
        wrongs: list[Callable[[], object]] = [
            lambda: machine.send(1),
            lambda: machine.send(2, "x"),
            lambda: machine.request(1),
            lambda: machine.stop(),
            lambda: machine.start(),
            lambda: machine.update(),
            lambda: machine.run(),
            lambda: machine.set_state(1),
            lambda: machine.on_step(None),
        ]
        for wrong in wrongs:
            with pytest.raises(BusyError, match="another task awaits a step"):
                wrong()
        assert machine.can(1), "asking is allowed"
        held.let_go.set()
        assert await first is Outcome.TRANSITIONED
        assert held.trace.take() == "settled sent from inside"
        assert machine.send(1) is Outcome.TRANSITIONED

    asyncio.run(main())


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


def test_what_a_callback_starts_counts_as_inside_while_it_runs() -> None:
    trace = Trace()
    late: list[Any] = []

    async def act(machine: AnyMachine) -> None:
        async def later() -> Outcome:
            await asyncio.sleep(0.01)
            return await machine.asend(2)

        # Both at once would wait for each other for ever if these sends were not queued.
        assert set(await asyncio.gather(machine.asend(2), machine.asend(2))) == {Outcome.QUEUED}
        late.append(asyncio.create_task(later()))

    async def two() -> None:
        await asyncio.sleep(0)
        trace.append("two")

    machine = Table([Row(1, 1, 1, act), Row(1, 2, 1, two)]).machine(1)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "two two"
        assert await late[0] is Outcome.TRANSITIONED, "by then it was no longer inside"
        assert trace.take() == "two"

    asyncio.run(main())


def test_two_machines_that_send_to_each_other_do_not_wait_for_each_other() -> None:
    machines: list[AnyMachine] = []
    trace = Trace()

    async def to_second() -> None:
        trace.append((await machines[1].asend(1)).name)

    async def to_first() -> None:
        trace.append((await machines[0].asend(2)).name)

    machines.append(Table([Row(1, 1, 1, to_second), Row(1, 2, 1, trace("back"))]).machine(1))
    machines.append(Table([Row(1, 1, 1, to_first)]).machine(1))

    asyncio.run(asyncio.wait_for(machines[0].asend(1), 5))
    assert trace.take() == "QUEUED TRANSITIONED back"
    machines.clear()


def test_only_asyncio_and_trio_can_wait() -> None:
    async def hold() -> None:
        await forever()

    machine = Table([Row(1, 1, 1, hold)]).machine(1)
    first, second, another_task = machine.asend(1), machine.asend(1), copy_context()
    first.send(None)
    with pytest.raises(RuntimeError, match="asyncio and trio"):
        another_task.run(second.send, None)
    first.close()
