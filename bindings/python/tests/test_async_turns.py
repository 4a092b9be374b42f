"""One thing at a time for a machine, under asyncio and trio: turns, and who may come in between."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from typing import Any, Callable

import pytest
import trio
import trio.testing
from awaiting import AnyMachine, Held, forever
from tracing import Trace

from swiftfsm import BusyError, Outcome, Row, Table


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
