"""Inside a step: events, stops and queries of callbacks, and machines that are closed or dropped there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tracing import Event, State, Trace

from swiftfsm import (
    INTERNAL,
    NONE,
    BusyError,
    ClosedError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Step,
    Table,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


@pytest.fixture
def trace() -> Trace:
    return Trace()


def test_events_sent_inside_a_step_wait_for_its_end(trace: Trace) -> None:
    def more(step: Step) -> None:
        trace.append(str([step.machine.send(2), step.machine.send(3), step.machine.pending]))

    table = Table([Row(1, 1, 2, more), Row(2, 2, 3, trace("second")), Row(3, 3, 1, trace("third"))])
    machine = table.machine(1)
    assert machine.send(1) is Outcome.TRANSITIONED
    assert trace.take() == f"{[Outcome.QUEUED, Outcome.QUEUED, 2]} second third"
    assert (machine.state, machine.pending) == (1, 0)


def test_100000_events_from_one_callback() -> None:
    def many(step: Step) -> None:
        for _ in range(100_000):
            step.machine.send(2)

    counted: list[None] = []
    machine = Table([Row(1, 1, INTERNAL, many), Row(1, 2, INTERNAL, lambda: counted.append(None))]).machine(1)
    machine.send(1)
    assert (len(counted), machine.pending) == (100_000, 0)


def test_inside_a_step(trace: Trace) -> None:
    seen: list[Any] = []

    def look(step: Step) -> None:
        machine = step.machine
        seen.append((machine.state, machine.can(RESET), machine.permitted()))
        calls: list[Any] = [machine.start, lambda: machine.set_state(1), machine.run]
        for call in calls:
            with pytest.raises(BusyError):
                call()
        machine.send(2)
        machine.discard()
        machine.stop()

    machine: Machine[Any, Any, Any] = Table([Row(1, 1, 2, look), (2, 2, 1), (2, RESET, 2)]).machine(1)
    machine.send(1)
    assert seen == [(1, False, [1])]
    assert (machine.state, machine.pending) == (None, 0)


def test_stopping_from_inside_is_queued(trace: Trace) -> None:
    seen: list[Any] = []

    def stop(machine: Machine[Any, Any, Any]) -> None:
        machine.send(2)
        seen.append((machine.stop(), machine.pending, machine.state))
        machine.send(3)

    table: Table[Any, Any] = Table(
        [Row(1, 1, 2, stop), Row(2, 2, 2, trace("2")), Row(2, 3, 2, trace("3"))],
        [StateBlock(2, entry=trace("+2"), exit=trace("-2"))],
    )
    machine = table.machine(1)
    assert machine.send(1) is Outcome.TRANSITIONED
    assert seen == [(Outcome.QUEUED, 2, 1)]
    assert trace.take() == "+2 2 -2"
    assert (machine.state, machine.pending) == (None, 0)
    machine.start(2)
    assert machine.stop() is None


def test_discarding_drops_a_stop_that_waits() -> None:
    def stop(machine: Machine[Any, Any, Any]) -> None:
        assert machine.stop() is Outcome.QUEUED
        machine.discard()

    machine = Table(Row(1, 1, 1, stop)).machine(1)
    machine.send(1)
    assert machine.state == 1


def test_what_an_entry_callback_sent_may_fail_behind_a_start() -> None:
    def fail() -> None:
        raise OSError

    def go_on(machine: Machine[Any, Any, Any]) -> None:
        machine.send(1)

    machine = Table([Row(1, 1, 2), Row(2, 1, 1)], [StateBlock(1, entry=go_on), StateBlock(2, entry=fail)]).machine(None)
    with pytest.raises(OSError):
        machine.start(1)
    assert machine.state == 2


def test_stopping_by_restoring_drops_what_an_awaited_step_left_behind() -> None:
    async def fail(machine: Machine[Any, Any, Any]) -> None:
        await machine.asend(2)
        raise OSError

    table: Table[Any, Any] = Table([Row(1, 1, 1, fail), Row(1, 2, 1)])

    async def main(stopped: Any) -> None:
        machine = table.machine(1)
        with pytest.raises(OSError):
            await machine.asend(1)
        assert machine.pending == 1
        machine.set_state(stopped)
        assert (machine.state, machine.pending) == (None, 0)

    for stopped in (None, NONE):
        asyncio.run(main(stopped))


def test_a_guard_that_sends_while_it_is_probed() -> None:
    machine = Table([Row(1, 1, 1, guards=lambda step: step.machine.send(1))]).machine(1)
    with pytest.raises(BusyError):
        machine.probe(1)
    assert (machine.state, machine.pending) == (1, 0)


def test_an_action_that_closes_its_own_machine(trace: Trace) -> None:
    table = Table(
        [Row(1, 1, 2, [trace("close", lambda step: step.machine.close()), trace("still here")]), (2, 2, 2)],
        [StateBlock(2, entry=trace("+2"))],
    )
    machine = table.machine(1)
    assert machine.send(1) is Outcome.TRANSITIONED
    assert machine.closed
    assert trace.take() == "close still here +2"


def test_an_action_that_drops_the_last_reference_to_its_machine(trace: Trace) -> None:
    held: list[Any] = []
    table = Table([Row(1, 1, 1, [lambda: held.clear(), trace("still here")])])
    held.append(table.machine(1))
    assert held[0].send(1) is Outcome.TRANSITIONED
    assert (held, trace.take()) == ([], "still here")


def test_a_machine_closed_inside_its_own_step_is_shown_what_was_sent_to_the_end() -> None:
    seen: list[Any] = []
    machines: list[Machine[int, int]] = []
    sent = object()

    def close(step: Step) -> None:
        machines[0].close()
        with pytest.raises(ClosedError):
            machines[0].send(1, object())

    def note(step: Step) -> None:
        seen.extend(step.arguments)

    machines.append(Table(Row(1, 1, 1, [close, note]), arguments={1: (object,)}).machine(1))
    machines[0].send(1, sent)
    assert seen == [sent]


def test_a_call_of_a_machine_closed_inside_its_own_step_leaves_an_exception_to_the_step() -> None:
    machines: list[Machine[int, int]] = []

    def fail(step: Step) -> None:
        machines[0].close()
        raise LookupError("the action's")

    def call_closed(step: Step) -> None:
        with pytest.raises(ClosedError):
            machines[0].set_state(1)

    machines.append(Table(Row(1, 1, 1, fail)).machine(1))
    machines[0].on_step(call_closed)
    with pytest.raises(LookupError, match="the action's"):
        machines[0].send(1)
