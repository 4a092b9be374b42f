"""asend and its like: the same step as send, awaiting whatever a callback returns that has to be awaited."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Coroutine
from enum import Enum
from typing import Any, Callable

import pytest
import trio
from tracing import Event, State, Trace

from swiftfsm import (
    DYNAMIC,
    BusyError,
    ClosedError,
    Machine,
    MissingPredicateError,
    NotRunningError,
    Outcome,
    Row,
    StateBlock,
    Step,
    Table,
    UnknownEventError,
    UnknownStateError,
    define,
    matching,
    request,
    then,
    when,
)

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


@pytest.fixture(params=[on_asyncio, on_trio])
def run(request: pytest.FixtureRequest) -> Runner:
    """Runs an async function under each library."""
    runner: Runner = request.param
    return runner


def slow(trace: Trace, word: str, then: Callable[[Step], Any] = lambda step: None) -> Callable[[Step], Any]:
    """A coroutine function that writes `word` and the machine's state before and after it gives way."""

    async def callback(step: Step) -> Any:
        trace(f"{word}({step.machine.state!r}")(step)
        await pause()
        trace(f"{step.machine.state!r})")(step)
        return then(step)

    return callback


def everywhere(trace: Trace) -> AnyMachine:
    """A machine in state 1 with a slow callback in every place: event 1 leads to 2, event 2 stays, and so does 3."""
    table: Table[Any, Any] = Table(
        [
            Row(1, 1, DYNAMIC, slow(trace, "act"), slow(trace, "ask", lambda step: True),
                resolver=slow(trace, "choose", lambda step: 2)),
            Row(2, 1, 2, slow(trace, "act")),
            Row(2, 2, 1),
        ],
        [
            StateBlock(1, exit=slow(trace, "leave")),
            StateBlock(2, entry=[slow(trace, "enter"), slow(trace, "settle")], cycle=slow(trace, "cycle"),
                       update=slow(trace, "tick", lambda step: 2)),
        ],
        event_names={9: "nine"},
    )
    return table.machine(1)


def test_everything_that_a_step_calls_is_awaited_in_order(run: Runner) -> None:
    trace = Trace()
    machine = everywhere(trace)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "ask(1 1) choose(1 1) leave(1 1) act(1 1) enter(2 2) settle(2 2)"
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "act(2 2) cycle(2 2)"
        assert await machine.aupdate() is Outcome.TRANSITIONED
        assert trace.take() == "tick(2 2)"
        assert machine.state == 1
        assert await machine.asend(9) is Outcome.UNHANDLED
        await machine.astop()
        assert trace.take() == "leave(1 1)"
        await machine.astart(2)
        assert trace.take() == "enter(2 2) settle(2 2)"

    run(main)
    assert machine.state == 2


def test_hooks_are_called_once_and_awaited(run: Runner) -> None:
    trace = Trace()
    machine = everywhere(trace)
    machine.on_step(slow(trace, "step", lambda step: trace(getattr(step.outcome, "name"))(step)))
    machine.on_unhandled(slow(trace, "unhandled"))

    async def main() -> None:
        await machine.asend(1)
        assert trace.take().endswith("settle(2 2) step(2 2) TRANSITIONED")
        assert await machine.asend(9) is Outcome.UNHANDLED
        assert trace.take() == "unhandled(2 2) step(2 2) UNHANDLED"
        await machine.astop()
        assert trace.take() == "step(None None) TRANSITIONED"

    run(main)


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


@pytest.mark.parametrize("place", ["guards", "resolver", "exit", "actions", "entry", "on_step"])
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


def test_a_send_from_inside_tells_at_once_what_is_wrong(run: Runner) -> None:
    said: list[str] = []

    async def act(machine: AnyMachine) -> None:
        wrongs: list[Callable[[], object]] = [
            lambda: machine.send(77),
            lambda: machine.start(1),
            lambda: machine.set_state(1),
            lambda: machine.update(),
            lambda: machine.run(),
            lambda: machine.on_step(None),
        ]
        for wrong in wrongs:
            with pytest.raises((UnknownEventError, BusyError)) as caught:
                wrong()
            said.append(type(caught.value).__name__)
        with pytest.raises(UnknownEventError):
            await machine.asend(77)
        await pause()
        with pytest.raises(BusyError):
            await machine.arun()

    machine = Table([Row(1, 1, 1, act)]).machine(1)
    run(lambda: machine.asend(1))
    assert said == ["UnknownEventError"] + 5 * ["BusyError"]


def test_stop_from_inside_comes_after_what_waits_already(run: Runner) -> None:
    trace = Trace()

    async def act(machine: AnyMachine) -> None:
        machine.send(2)
        machine.stop()
        await pause()
        machine.send(2)

    machine = Table([Row(1, 1, 1, act), Row(1, 2, 1, slow(trace, "two"))], [StateBlock(1, exit=slow(trace, "exit"))]
                    ).machine(1)
    run(lambda: machine.asend(1))
    assert (trace.take(), machine.state, machine.pending) == ("two(1 1) exit(1 1)", None, 0)
    with pytest.raises(NotRunningError):
        run(lambda: machine.asend(1))


def test_a_machine_may_be_closed_during_a_step(run: Runner) -> None:
    trace = Trace()

    async def act(machine: AnyMachine) -> None:
        machine.send(1)
        machine.close()
        await pause()
        assert machine.closed

    machine = Table([Row(1, 1, 2, [act, trace("after")]), Row(2, 1, 1)]).machine(1)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        with pytest.raises(ClosedError):
            await machine.asend(1)

    run(main)
    assert trace.take() == "after"


def test_a_plain_call_says_that_it_cannot_await() -> None:
    async def guard() -> bool:
        return True

    async def act() -> None: ...

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for row in (Row(1, 1, 1, act), Row(1, 1, 1, guards=guard), Row(1, 1, DYNAMIC, resolver=act)):
            machine = Table([row]).machine(1)
            with pytest.raises(TypeError, match=r"\(.*\).* has to be awaited.*asend"):
                machine.send(1)


def test_what_an_event_carries_lives_until_it_is_handled(run: Runner) -> None:
    seen: list[Any] = []

    class Thing:
        pass

    async def take(thing: Any, text: str, machine: AnyMachine) -> None:
        await pause()
        if text == "first":
            await machine.asend(1, Thing(), "second")
        seen.append((type(thing), text))

    machine = Table([Row(1, 1, 1, [take, take])], arguments={1: (object, str)}).machine(1)
    run(lambda: machine.asend(1, Thing(), "first"))
    assert seen == 2 * [(Thing, "first")] + 4 * [(Thing, "second")]
    assert machine._objects == {}


def test_without_a_library_nobody_has_to_wait() -> None:
    async def act() -> str:
        return "ignored"

    machine = Table([Row(State.LOCKED, Event.COIN, State.LOCKED, act)]).machine(State.LOCKED)
    with pytest.raises(StopIteration) as done:
        machine.asend(Event.COIN).send(None)
    assert done.value.value is Outcome.TRANSITIONED


class Weather(Enum):
    DRY = 0
    WET = 1


def test_providers_are_awaited_and_asked_once_a_step(run: Runner) -> None:
    trace = Trace()
    weather = [Weather.DRY]

    async def look() -> Weather:
        await pause()
        trace.append("looked")
        return weather[0]

    async def walk(now: Weather) -> None:
        await pause()
        trace.append(f"walked {now.name}")

    machine = Table(
        define(1)(
            matching(Weather.DRY) | when(1) | then() | walk | walk,
            matching(Weather.WET) | when(1) | then(2) | walk,
        ),
        define(2, final=True),
        providers={Weather: look},
    ).machine(1)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "looked walked DRY walked DRY"
        weather[0] = Weather.WET
        assert await machine.asend(1, Weather.DRY) is Outcome.TRANSITIONED
        assert trace.take() == "walked DRY walked DRY"
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "looked walked WET"

    run(main)
    assert machine.state == 2


def test_requests_and_cases_go_the_same_way(run: Runner) -> None:
    trace = Trace()

    async def act(machine: AnyMachine, now: Weather) -> None:
        await pause()
        trace.append(now.name)
        if now is Weather.DRY:
            assert machine.request(3, Weather.WET) is Outcome.QUEUED
            with pytest.raises(MissingPredicateError):
                await machine.arequest(3)
            with pytest.raises(UnknownStateError):
                await machine.arequest(99, Weather.WET)

    machine = Table(
        define(1)(request(2) | act), define(2)(request(3) | act), define(3, final=True), predicates=[Weather]
    ).machine(1)

    async def main() -> None:
        assert await machine.arequest(2, Weather.DRY) is Outcome.TRANSITIONED
        assert await machine.arequest(2, Weather.DRY) is Outcome.UNHANDLED

    run(main)
    assert (trace.take(), machine.state) == ("DRY WET", 3)


def test_a_guard_that_has_to_be_awaited_cannot_be_asked_by_probe(run: Runner) -> None:
    async def guard() -> bool:
        await pause()
        return True

    def act(machine: AnyMachine) -> None:
        with pytest.raises(TypeError, match="has to be awaited"):
            machine.can(2)
        assert machine.can(3)

    machine = Table([Row(1, 1, 1, act), Row(1, 2, 1, guards=guard), Row(1, 3, 1, guards=lambda: True)]).machine(1)
    assert run(lambda: machine.asend(1)) is Outcome.TRANSITIONED
    assert run(lambda: machine.asend(2)) is Outcome.TRANSITIONED
