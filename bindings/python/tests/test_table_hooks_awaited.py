"""Hooks of a table in awaited steps, and with predicate types that have a provider."""

from __future__ import annotations

from enum import Enum
from typing import Any, Callable

import pytest
from awaiting import AnyMachine, Runner, pause, run, slow
from tracing import Event, State, Trace

from swiftfsm import Outcome, Row, Table

LOCKED, UNLOCKED, _ = State
COIN, PASS, RESET = Event
ROWS = [Row(LOCKED, COIN, UNLOCKED), Row(UNLOCKED, PASS, LOCKED)]


class Weather(Enum):
    DRY = 1
    WET = 2


def test_they_are_awaited_in_their_order(run: Runner) -> None:
    trace = Trace()
    table = Table(ROWS, on_step=[slow(trace, "a"), trace("b")], on_unhandled=[trace("u"), slow(trace, "v")])
    machine = table.machine(LOCKED)
    machine.on_step(slow(trace, "own"))

    async def main() -> None:
        assert await machine.asend(COIN) is Outcome.TRANSITIONED
        assert trace.take() == "a(U U) b own(U U)".replace("U", repr(UNLOCKED))
        assert await machine.asend(RESET) is Outcome.UNHANDLED
        assert trace.take() == "u v(U U) a(U U) b own(U U)".replace("U", repr(UNLOCKED))
        await machine.astop()
        assert trace.take() == "a(None None) b own(None None)"

    run(main)


def test_an_awaited_one_that_raises_ends_the_step(run: Runner) -> None:
    trace = Trace()

    async def fail() -> None:
        await pause()
        raise KeyError("late")

    machines = [Table(ROWS, on_step=[fail, trace("b")]).machine(LOCKED), Table(ROWS, on_unhandled=fail).machine(LOCKED)]

    async def main() -> None:
        for machine, event in zip(machines, (COIN, RESET)):
            machine.on_step(trace("own"))
            machine.on_unhandled(trace("own u"))
            with pytest.raises(KeyError, match="late"):
                await machine.asend(event)

    run(main)
    assert (trace.take(), [machine.state for machine in machines]) == ("own", [UNLOCKED, LOCKED])
    with pytest.raises(TypeError, match=r"has to be awaited.*asend"):
        machines[0].send(PASS)


def with_a_provider(provider: Callable[[], Any], trace: Trace) -> AnyMachine:
    """A machine in whose table hooks of both kinds ask for the weather, and write it down."""

    def note(weather: Weather, outcome: Outcome) -> None:
        trace.append(f"{weather.name} {outcome.name}")

    def missing(weather: Weather) -> None:
        trace.append(weather.name)

    return Table(ROWS, on_step=note, on_unhandled=missing, providers={Weather: provider}).machine(LOCKED)


def test_a_provider_is_asked_for_a_hook() -> None:
    trace = Trace()
    machine = with_a_provider(lambda: Weather.WET, trace)
    machine.send(COIN)
    machine.send(RESET)
    machine.send(RESET, Weather.DRY)
    assert trace.take() == "WET TRANSITIONED WET WET UNHANDLED DRY DRY UNHANDLED"


def test_a_provider_is_awaited_for_a_hook(run: Runner) -> None:
    trace = Trace()

    async def later() -> Weather:
        await pause()
        trace.append("asked")
        return Weather.WET

    machine = with_a_provider(later, trace)

    async def main() -> None:
        await machine.asend(COIN)
        assert trace.take() == "asked WET TRANSITIONED"
        await machine.asend(RESET)
        assert trace.take() == "asked WET WET UNHANDLED"
        await machine.astop()
        assert trace.take() == "asked WET TRANSITIONED"

    run(main)


def test_a_provider_that_raises_for_a_hook_ends_the_step(run: Runner) -> None:
    trace = Trace()

    async def late() -> Weather:
        await pause()
        raise KeyError("no weather")

    def at_once() -> Weather:
        raise KeyError("no weather")

    plain, machine = with_a_provider(at_once, trace), with_a_provider(late, trace)
    for each in (plain, machine):
        each.on_step(trace("own"))
    with pytest.raises(KeyError, match="no weather"):
        plain.send(COIN)

    async def main() -> None:
        with pytest.raises(KeyError, match="no weather"):
            await machine.asend(COIN)

    run(main)
    assert (plain.state, machine.state, trace.take()) == (UNLOCKED, UNLOCKED, "")
