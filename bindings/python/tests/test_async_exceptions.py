"""An exception in an asend: what it leaves is what it would leave in a send."""

from __future__ import annotations

import asyncio
from typing import Any, Callable

import pytest
from awaiting import AnyMachine, Runner, pause, run, slow
from tracing import Trace

from swiftfsm import ANY, DYNAMIC, AlreadyRunningError, Outcome, Row, StateBlock, Step, Table, UnknownEventError


@pytest.mark.parametrize("place", ["guards", "resolver", "exit", "actions", "entry", "on_step", "on_step of the table"])
def test_an_exception_leaves_what_send_would_leave(run: Runner, place: str) -> None:
    async def late(step: Step) -> None:
        await pause()
        raise ValueError(place)

    def at_once(step: Step) -> None:
        raise ValueError(place)

    def made(fault: Callable[[Step], Any]) -> AnyMachine:
        row: dict[str, Any] = {place: fault} if place in ("guards", "resolver", "actions") else {}
        block: dict[str, Any] = {place: fault} if place in ("entry", "exit") else {}
        machine: AnyMachine = Table(
            [Row(1, 1, DYNAMIC if place == "resolver" else 2, **row), Row(2, 1, 1)],
            [StateBlock(2 if place == "entry" else 1, **block)] if block else [],
            on_step=fault if place == "on_step of the table" else (),
        ).machine(1)
        if place == "on_step":
            machine.on_step(fault)
        return machine

    plain, machine = made(at_once), made(late)
    with pytest.raises(ValueError):
        plain.send(1)

    async def main() -> None:
        with pytest.raises(ValueError) as caught:
            await machine.asend(1)
        assert [entry.name for entry in caught.traceback].count("late") == 1

    run(main)
    assert (machine.state, machine.pending) == (plain.state, 0)
    plain.on_step(None)
    machine.on_step(None)


def test_a_hook_sees_that_a_step_failed(run: Runner) -> None:
    seen: list[Any] = []

    async def fail() -> None:
        await pause()
        raise KeyError("mine")

    async def look(outcome: Any, machine: AnyMachine) -> None:
        await pause()
        seen.append((outcome.name, machine.state))

    machine = Table([Row(1, 1, 2, fail), Row(2, 1, 1)]).machine(1)
    machine.on_step(look)

    async def main() -> None:
        with pytest.raises(KeyError, match="mine"):
            await machine.asend(1)

    run(main)
    assert seen == [("CALLBACK_FAILED", 1)]


def test_events_behind_a_failure_wait(run: Runner) -> None:
    trace = Trace()

    async def fail_once(machine: AnyMachine) -> None:
        assert await machine.asend(2) is Outcome.QUEUED
        assert machine.send(3) is Outcome.QUEUED
        await pause()
        if not trace:
            trace.append("failed")
            raise ValueError

    machine = Table(
        [Row(1, 1, 1, fail_once), Row(1, 2, 1, slow(trace, "two")), Row(1, 3, 1, slow(trace, "three"))]
    ).machine(1)

    async def main() -> None:
        with pytest.raises(ValueError):
            await machine.asend(1)
        assert trace.take() == "failed"
        assert machine.pending == 2
        await machine.arun()
        assert trace.take() == "two(1 1) three(1 1)"
        with pytest.raises(ValueError):
            await machine.asend(1)
        trace.clear()
        assert await machine.asend(3) is Outcome.TRANSITIONED
        assert trace.take() == "two(1 1) three(1 1) three(1 1)"
        with pytest.raises(ValueError):
            await machine.asend(1)
        machine.discard()
        assert machine.pending == 0

    run(main)


def test_what_waits_after_an_asend_runs_before_a_plain_send() -> None:
    trace = Trace()

    async def fail(machine: AnyMachine) -> None:
        machine.send(2)
        raise ValueError

    machine = Table([Row(1, 1, 1, fail), Row(1, 2, 1, trace("two", lambda step: step.machine.send(3) and None)),
                     Row(1, 3, 1, trace("three"))]).machine(1)

    async def main() -> None:
        with pytest.raises(ValueError):
            await machine.asend(1)

    asyncio.run(main())
    assert machine.send(3) is Outcome.TRANSITIONED
    assert trace.take() == "two three three"
    asyncio.run(main())
    machine.run()
    assert trace.take() == "two three"


def test_what_waits_runs_before_one_is_told_that_an_update_has_named_a_wrong_event(run: Runner) -> None:
    trace = Trace()

    async def tick(machine: AnyMachine) -> int:
        machine.send(2)
        await pause()
        return 99

    machine = Table([Row(1, 2, 1, slow(trace, "two"))], [StateBlock(1, update=tick)]).machine(1)

    async def main() -> None:
        with pytest.raises(UnknownEventError, match="99"):
            await machine.aupdate()
        assert (trace.take(), machine.pending) == ("two(1 1)", 0)

    run(main)


@pytest.mark.parametrize("word", ["send", "asend"])
@pytest.mark.parametrize("first", ["send", "asend"])
def test_what_waits_behind_an_unknown_event_runs_before_its_sender_is_told(run: Runner, first: str, word: str) -> None:
    trace = Trace()

    def leave(machine: AnyMachine) -> None:
        machine.send(2)
        raise ValueError

    machine = Table([Row(1, 1, 1, leave), Row(1, 2, 1, trace("two", lambda step: step.machine.send(3) and None)),
                     Row(1, 3, 1, trace("three")), Row(2, ANY, 1)]).machine(1)

    async def send(word: str, event: int) -> None:
        came = getattr(machine, word)(event)
        if word == "asend":
            await came

    async def main() -> None:
        with pytest.raises(ValueError):
            await send(first, 1)
        assert machine.pending == 1
        with pytest.raises(UnknownEventError, match="99"):
            await send(word, 99)  # which waits between two and three
        assert (trace.take(), machine.pending) == ("two three", 0)

    run(main)


def test_a_start_that_comes_too_late_leaves_waiting_what_waits(run: Runner) -> None:
    async def fail(machine: AnyMachine) -> None:
        machine.send(1)
        await pause()
        raise ValueError

    machine = Table([Row(1, 1, 1, fail)]).machine(1)

    async def main() -> None:
        with pytest.raises(ValueError):
            await machine.asend(1)
        with pytest.raises(AlreadyRunningError):
            await machine.astart(1)
        assert machine.pending == 1
        machine.discard()

    run(main)


@pytest.mark.parametrize("is_slow", [False, True])
def test_what_a_plain_send_left_and_that_raises_behind_an_update_is_raised(run: Runner, is_slow: bool) -> None:
    trace = Trace()

    def leave(machine: AnyMachine) -> None:
        machine.send(2)
        raise ValueError

    async def slowly() -> None: ...

    raising = slowly if is_slow else trace.raising("two", KeyError("left behind"))
    machine = Table(
        [Row(1, 1, 1, leave), Row(1, 2, 1, raising), Row(1, 3, 1, trace("three"))],
        [StateBlock(1, update=slow(trace, "tick", lambda step: 3))],
    ).machine(1)
    with pytest.raises(ValueError):
        machine.send(1)

    async def main() -> None:
        # It runs as in a plain send, which awaits nothing.
        with pytest.raises(TypeError if is_slow else KeyError, match="slowly.*asend" if is_slow else "left behind"):
            await machine.aupdate()
        trace.clear()
        assert machine.pending == 1
        await machine.arun()
        assert trace.take() == "three"

    run(main)
