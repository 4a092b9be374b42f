"""Time that passes: what update callbacks are told, and what becomes of the event that they name."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Callable, Optional

import pytest
from tracing import Trace

from swiftfsm import (
    NONE,
    ArgumentsError,
    BusyError,
    ClosedError,
    Machine,
    NotRunningError,
    Outcome,
    ReservedIdError,
    Row,
    StateBlock,
    Step,
    Table,
    UnknownEventError,
)

WAITING, DONE = 1, 2
TIMEOUT, TICK = 7, 8


@pytest.fixture
def trace() -> Trace:
    return Trace()


def waiting(trace: Trace, update: Any) -> Machine[Any, Any, Any]:
    """A machine that waits for TIMEOUT, with update callbacks."""
    table = Table(
        [
            Row(WAITING, TIMEOUT, DONE, trace("timeout")),
            Row(WAITING, TICK, WAITING, trace("tick")),
            Row(DONE, TIMEOUT, WAITING),
        ],
        [StateBlock(WAITING, update=update)],
    )
    return table.machine(WAITING)


def after(limit: float) -> Callable[[float], Optional[int]]:
    """An update callback that names TIMEOUT once so much time has passed."""
    return lambda time: TIMEOUT if time >= limit else None


def test_an_update_sends_the_event_that_is_named(trace: Trace) -> None:
    machine = waiting(trace, after(5))
    assert machine.update(4.5) is None
    assert machine.update(5) is Outcome.TRANSITIONED
    assert (machine.state, trace.take()) == (DONE, "timeout")
    assert machine.update(9) is None, "that state has no update callback"


def test_what_is_due_is_not_sent(trace: Trace) -> None:
    machine = waiting(trace, after(5))
    assert machine.due(4.5) is None
    assert machine.due(5) == machine.due(6.5) == TIMEOUT
    assert (machine.state, machine.pending, trace.take()) == (WAITING, 0, "")
    event = machine.due(5)
    assert event is not None and machine.send(event) is Outcome.TRANSITIONED
    assert machine.due(5) is None


def test_only_the_first_callback_that_names_an_event_counts(trace: Trace) -> None:
    machine = waiting(trace, [trace("first"), trace("second", lambda step: TICK), trace("third", lambda step: TIMEOUT)])
    assert machine.due() == TICK
    assert trace.take() == "first second"


def test_callbacks_are_told_the_time(trace: Trace) -> None:
    machine = waiting(trace, trace("update", lambda step: trace.append(f"{step.event} {step.source} {step.time}")))
    machine.update(2.5)
    machine.due(3)
    machine.due()
    assert trace == ["update", "None 1 2.5", "update", "None 1 3.0", "update", "None 1 0.0"]


def test_an_event_is_due_as_its_member(trace: Trace) -> None:
    from tracing import Event

    table = Table([(WAITING, Event.COIN, WAITING)], [StateBlock(WAITING, update=lambda: int(Event.COIN))])
    assert table.machine(WAITING).due() is Event.COIN


def test_what_is_due_may_be_sent_with_its_arguments() -> None:
    paid: list[int] = []
    table = Table(
        Row(WAITING, TICK, WAITING, lambda cents: paid.append(cents)),
        StateBlock(WAITING, update=lambda: TICK),
        arguments={TICK: int},
    )
    machine = table.machine(WAITING)
    with pytest.raises(ArgumentsError):
        machine.update()
    event = machine.due()
    assert event is not None and machine.send(event, 5) is Outcome.TRANSITIONED
    assert paid == [5]


def test_events_that_update_callbacks_send_run_at_once(trace: Trace) -> None:
    def tick(step: Step) -> int:
        assert step.machine.send(TICK) is Outcome.QUEUED
        return TIMEOUT

    machine = waiting(trace, tick)
    assert machine.due() == TIMEOUT
    assert (machine.state, machine.pending, trace.take()) == (WAITING, 0, "tick")
    assert machine.update() is Outcome.TRANSITIONED
    assert trace.take() == "tick timeout"


def test_an_event_that_is_not_the_table_s_is_due_as_it_was_named(trace: Trace) -> None:
    machine = waiting(trace, lambda: 99)
    assert machine.due() == 99
    with pytest.raises(UnknownEventError):
        machine.update()


def test_what_an_update_callback_may_not_say(trace: Trace) -> None:
    for answer, kind in (("soon", TypeError), (-(2**31), ReservedIdError)):
        machine = waiting(trace, lambda answer=answer: answer)
        for call in (machine.update, machine.due):
            with pytest.raises(kind):
                call()
    machine = waiting(trace, lambda: NONE)
    assert (machine.update(), machine.due()) == (None, None)


def test_an_exception_of_an_update_callback_comes_out(trace: Trace) -> None:
    machine = waiting(trace, trace.raising("update", OSError("no clock")))
    for call in (machine.update, machine.due):
        with pytest.raises(OSError, match="no clock"):
            call(1)
    assert (machine.state, trace.take()) == (WAITING, "update update")


def test_updates_that_cannot_be_carried_out(trace: Trace) -> None:
    def inside(machine: Machine[Any, Any, Any]) -> None:
        for call in (machine.update, machine.due):
            with pytest.raises(BusyError):
                call()
        trace.append("busy")

    machine = waiting(trace, after(5))
    machine.on_step(inside)
    machine.send(TICK)
    assert trace.take() == "tick busy"
    machine.on_step(None)
    machine.stop()
    for call in (machine.update, machine.due):
        with pytest.raises(NotRunningError):
            call()
    machine.close()
    for call in (machine.update, machine.due):
        with pytest.raises(ClosedError):
            call()


# ----------------------------------------------------------------------------------------------------------------------
# Awaited
# ----------------------------------------------------------------------------------------------------------------------


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(main())


def test_an_awaited_callback_says_what_is_due(trace: Trace) -> None:
    async def update(time: float) -> Optional[int]:
        trace.append("asked")
        await asyncio.sleep(0)
        return TIMEOUT if time >= 5 else None

    async def main() -> None:
        machine = waiting(trace, update)
        assert (await machine.adue(4), await machine.adue(5)) == (None, TIMEOUT)
        assert (machine.state, machine.pending, trace.take()) == (WAITING, 0, "asked asked")
        with pytest.raises(TypeError, match="has to be awaited"):
            machine.due(5)

    run(main)


def test_what_is_due_waits_for_its_turn(trace: Trace) -> None:
    async def slow(machine: Machine[Any, Any, Any]) -> None:
        with pytest.raises(BusyError):
            machine.due()
        with pytest.raises(BusyError):
            await machine.adue()
        await asyncio.sleep(0)
        trace.append("slow")

    table = Table(
        Row(WAITING, TICK, DONE, slow),
        StateBlock(WAITING, update=lambda: TICK),
        StateBlock(DONE, update=lambda: TIMEOUT, final=True),
        event_names={TIMEOUT: "timeout"},
    )

    async def main() -> None:
        machine = table.machine(WAITING)
        sending = asyncio.ensure_future(machine.asend(TICK))
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="another task awaits a step"):
            machine.due()
        assert await machine.adue() == TIMEOUT, "asked of the state behind the send"
        assert await sending is Outcome.TRANSITIONED
        assert trace.take() == "slow"

    run(main)


def test_what_is_due_while_awaited_events_wait(trace: Trace) -> None:
    async def fail(machine: Machine[Any, Any, Any]) -> None:
        await machine.asend(TICK)
        raise OSError

    table = Table(
        [Row(WAITING, TIMEOUT, WAITING, fail), Row(WAITING, TICK, WAITING, trace("tick"))],
        [StateBlock(WAITING, update=trace("update", lambda step: TIMEOUT))],
    )

    async def main() -> None:
        machine = table.machine(WAITING)
        for each in ("plain", "awaited"):
            with pytest.raises(OSError):
                await machine.asend(TIMEOUT)
            assert machine.pending == 1
            assert (machine.due() if each == "plain" else await machine.adue()) == TIMEOUT
            assert (machine.pending, trace.take()) == (0, "update tick"), "what waited runs behind it"

    run(main)


def test_stopping_says_whether_it_waits() -> None:
    seen: list[Any] = []

    async def stop(machine: Machine[Any, Any, Any]) -> None:
        seen.append((await machine.astop(), machine.state))

    table = Table(Row(WAITING, TICK, WAITING, stop))

    async def main() -> None:
        machine: Machine[Any, Any, Any] = table.machine(WAITING)
        assert await machine.asend(TICK) is Outcome.TRANSITIONED
        assert (seen, machine.state) == ([(Outcome.QUEUED, WAITING)], None)
        machine.start(WAITING)
        assert await machine.astop() is None

    run(main)
