"""What is sent with an event or a request that is awaited: arguments, cases, and what providers say."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from awaiting import AnyMachine, Runner, pause, run
from tracing import Trace

from swiftfsm import (
    MissingPredicateError,
    Outcome,
    Row,
    Table,
    UnknownStateError,
    define,
    matching,
    request,
    then,
    when,
)


class Weather(Enum):
    DRY = 0
    WET = 1


def test_an_argument_lives_until_it_is_handled(run: Runner) -> None:
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
            # What it does not name itself is that of this step.
            assert await machine.arequest(2) is Outcome.QUEUED
            assert machine.request(3, Weather.WET) is Outcome.QUEUED
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
