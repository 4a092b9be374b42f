"""Awaited sends that are performed alone, since it is known what they do: nothing differs but the time that they take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Callable
from weakref import ref

import pytest

from swiftfsm import BusyError, ClosedError, Machine, Outcome, Table, condition, define, then, when
from swiftfsm.awaiting import awaited_calls
from swiftfsm.awaiting.lone_step import perform_alone

GO, BACK, STAY = 1, 2, 3
AnyMachine = Machine[Any, Any, Any]
Act = Callable[[AnyMachine], Any]
acts: list[Act] = []
"""What the action of the next send does."""
gives: list[Act] = []
"""What the action behind it returns."""
trace: list[Any] = []


async def act(machine: AnyMachine) -> None:
    trace.append(("act", machine.state))
    await asyncio.sleep(0)
    if acts:
        await acts.pop(0)(machine)
    trace.append(("acted", machine.state))


def give(machine: AnyMachine) -> Any:
    return gives.pop()(machine) if gives else None


def enter(machine: AnyMachine) -> None:
    trace.append(("enter", machine.state))


def make_table() -> Table[int, int]:
    return Table(
        define(1)(when(GO) | then(2) | act | give, when(STAY) | then() | act),
        define(2, entry=enter)(when(BACK) | then(1) | act, when(STAY) | then()),
        initial=1,
    )


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The events that are performed alone."""
    events: list[Any] = []

    async def spy(queue: Any, machine: Any, quick: Any) -> int:
        events.append(quick.message.event)
        return await perform_alone(queue, machine, quick)

    monkeypatch.setattr(awaited_calls, "perform_alone", spy)
    yield events


async def learned() -> AnyMachine:
    """A machine over a table of which it is known what sends do."""
    machine = make_table().machine()
    for event in (STAY, GO, BACK):
        await machine.asend(event)
    return machine


def compare(scenario: Callable[[AnyMachine], Any], alone: list[Any], count: int = 1) -> list[Any]:
    """Run a scenario over a new table, and over one that is known; returns what happened, which is the same in both."""

    async def run(is_learned: bool) -> list[Any]:
        machine = await learned() if is_learned else make_table().machine()
        trace.clear()
        acts.clear()
        gives.clear()
        alone.clear()
        try:
            trace.append(("result", await scenario(machine)))
        except BaseException as error:
            trace.append((type(error), str(error)))
        try:
            trace.append((machine.state, machine.send(STAY) if machine.state == 2 else None))
        except ClosedError:
            trace.append("closed")
        return trace[:]

    first = asyncio.run(run(False))
    assert alone == []
    assert asyncio.run(run(True)) == first
    assert len(alone) == count
    return first


def test_an_action_is_awaited(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> list[Outcome]:
        return [await machine.asend(GO), await machine.asend(BACK)]

    happened = compare(scenario, alone, 2)
    assert ("result", [Outcome.TRANSITIONED] * 2) in happened and ("enter", 2) in happened


def test_an_action_that_raises(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> None:
        async def fail(machine: AnyMachine) -> None:
            raise ValueError("meant")

        acts.append(fail)
        await machine.asend(GO)

    assert (ValueError, "meant") in compare(scenario, alone)


def test_a_task_that_is_cancelled(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> bool:
        async def wait(machine: AnyMachine) -> None:
            await asyncio.sleep(60)

        acts.append(wait)
        task = asyncio.ensure_future(machine.asend(GO))
        await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert ("result", True) in compare(scenario, alone)


def test_a_coroutine_that_is_closed(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> Outcome:
        coroutine = machine.asend(GO)
        coroutine.send(None)
        coroutine.close()
        acts.clear()
        return await machine.asend(GO)

    assert ("result", Outcome.TRANSITIONED) in compare(scenario, alone, 2)


def test_an_action_that_closes_the_machine(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> Outcome:
        async def close(machine: AnyMachine) -> None:
            machine.close()

        acts.append(close)
        return await machine.asend(STAY)

    assert compare(scenario, alone)[-1] == "closed"


def test_a_hook_ends_that(alone: list[Any]) -> None:
    async def told(machine: AnyMachine) -> None:
        await asyncio.sleep(0)
        trace.append(("hook", machine.state))

    async def scenario(machine: AnyMachine) -> Outcome:
        async def add(machine: AnyMachine) -> None:
            with pytest.raises(BusyError):
                machine.on_step(told)

        acts.append(add)
        await machine.asend(GO)
        machine.on_step(told)
        return await machine.asend(BACK)

    assert ("hook", 1) in compare(scenario, alone)


def test_what_an_action_sends_comes_next(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> Outcome:
        async def send(machine: AnyMachine) -> None:
            trace.append((await machine.asend(BACK), machine.send(GO)))

        acts.append(send)
        return await machine.asend(GO)

    happened = compare(scenario, alone)
    assert (Outcome.QUEUED, Outcome.QUEUED) in happened and happened[-1] == (2, Outcome.TRANSITIONED)


def test_what_an_action_has_sent_before_it_raises(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> Outcome:
        async def send(machine: AnyMachine) -> None:
            await machine.asend(BACK)
            raise ValueError("meant")

        acts.append(send)
        try:
            await machine.asend(GO)
        except ValueError:
            trace.append(machine.state)
        return await machine.asend(STAY)

    compare(scenario, alone)


class Result:
    """What an action returns, of which is known when it is gone."""


def test_what_an_action_returns_is_dropped(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> None:
        results: list[ref[Result]] = []

        async def look(machine: AnyMachine) -> None:
            trace.append(("gone", results[0]() is None))

        def give(machine: AnyMachine) -> Result:
            result = Result()
            results.append(ref(result))
            return result

        acts[:] = [send_back, look]
        gives.append(give)
        await machine.asend(GO)

    async def send_back(machine: AnyMachine) -> None:
        await machine.asend(BACK)

    assert ("gone", True) in compare(scenario, alone)


def test_other_tasks_wait_their_turn(alone: list[Any]) -> None:
    async def scenario(machine: AnyMachine) -> list[Any]:
        async def pause(machine: AnyMachine) -> None:
            await asyncio.sleep(0.001)

        acts.append(pause)
        first = asyncio.ensure_future(machine.asend(GO))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            machine.send(STAY)
        return list(await asyncio.gather(first, machine.asend(BACK), machine.asend(GO)))

    assert ("result", [Outcome.TRANSITIONED] * 3) in compare(scenario, alone)


def test_where_somebody_is_asked_nothing_is_performed_alone(alone: list[Any]) -> None:
    async def agree() -> bool:
        return True

    def find() -> int:
        return 2

    table: Table[int, int] = Table(
        define(1)(when(GO) | condition(agree) | then(2) | act, when(STAY) | then(by=find) | act),
        define(2)(when(BACK) | then(1)),
        initial=1,
    )

    async def main() -> None:
        machine = table.machine()
        for event in (GO, BACK, STAY, BACK, GO, BACK, STAY):
            await machine.asend(event)
        assert machine.state == 2

    asyncio.run(main())
    assert alone == []
