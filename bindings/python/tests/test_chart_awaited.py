"""Awaited calls of machines over charts: what comes of them is what comes of plain calls."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from awaiting import AnyMachine, Runner, pause, run, slow
from radio import (
    DISC,
    GONE,
    LOUD,
    NEXT,
    OFF,
    ON,
    POWER,
    QUIET,
    RADIO,
    SCRAP,
    SOUND,
    SOURCE,
    VOLUME,
    Event,
    State,
    words,
)
from tracing import Trace

from swiftfsm import (
    BusyError,
    Outcome,
    Table,
    always,
    define,
    parallel,
    raising,
    then,
    when,
)


def radio_with(trace: Trace, **callbacks: Any) -> Table[State, Event]:
    """A radio of two regions, all callbacks of which give way."""
    return Table(
        define(OFF)(when(POWER) | then(ON) | slow(trace, "power"), when(SCRAP) | then(GONE)),
        parallel(ON, **callbacks)(
            when(POWER) | then(OFF),
            define(SOUND, initial=QUIET)(
                define(QUIET, exit=slow(trace, "quiet"))(when(NEXT) | then(LOUD) | slow(trace, "louder")),
                define(LOUD, entry=slow(trace, "loud")),
            ),
            define(SOURCE, initial=RADIO)(
                define(RADIO)(when(NEXT) | then(DISC) | slow(trace, "eject")),
                define(DISC, entry=slow(trace, "disc")),
            ),
        ),
        define(GONE, final=True),
        initial=OFF,
    )


def test_a_step_in_two_regions(run: Runner) -> None:
    trace = Trace()
    radio = radio_with(trace).machine(ON)
    assert run(lambda: radio.asend(NEXT)) is Outcome.TRANSITIONED
    assert (words(trace), radio.states) == ("quiet louder eject loud disc", [LOUD, DISC])


def test_the_states_change_at_once_between_actions_and_entry(run: Runner) -> None:
    seen: list[Any] = []

    async def look(machine: AnyMachine) -> None:
        await pause()
        seen.append(machine.states)

    table = Table(
        parallel(ON)(
            define(SOUND, initial=QUIET)(define(QUIET)(when(NEXT) | then(LOUD) | look), define(LOUD, entry=look)),
            define(SOURCE, initial=RADIO)(define(RADIO)(when(NEXT) | then(DISC) | look), define(DISC, entry=look)),
        )
    )
    radio: Any = table.machine(QUIET)
    run(lambda: radio.asend(NEXT))
    assert seen == [[QUIET, RADIO], [QUIET, RADIO], [LOUD, DISC], [LOUD, DISC]]


def test_starting_stopping_and_coming_to_an_end(run: Runner) -> None:
    trace = Trace()
    radio = radio_with(trace, entry=slow(trace, "on"), exit=slow(trace, "off")).machine(None)
    run(lambda: radio.astart(DISC))
    assert (words(trace), radio.states) == ("on disc", [QUIET, DISC])
    assert run(lambda: radio.astop()) is None
    assert (words(trace), radio.states) == ("quiet off", [])
    run(lambda: radio.astart(OFF))
    assert run(lambda: radio.asend(SCRAP)) is Outcome.TRANSITIONED
    assert (radio.is_done, radio.states) == (True, [])


def test_an_exception_in_one_region_ends_the_step(run: Runner) -> None:
    trace = Trace()

    async def jam() -> None:
        await pause()
        raise RuntimeError("jammed")

    table = Table(
        parallel(ON)(
            when(POWER) | then() | trace("power"),
            define(SOUND, initial=QUIET)(define(QUIET)(when(NEXT) | then(LOUD) | jam), define(LOUD)),
            define(SOURCE, initial=RADIO)(
                define(RADIO)(when(NEXT) | then(DISC) | trace("eject")),
                define(DISC, entry=jam)(when(NEXT) | then(RADIO) | trace("insert")),
            ),
        )
    )
    radio = table.machine(ON)
    with pytest.raises(RuntimeError, match="jammed"):
        run(lambda: radio.asend(NEXT))
    assert (trace.take(), radio.states) == ("", [QUIET, RADIO])
    radio.set_states([LOUD, RADIO])
    with pytest.raises(RuntimeError, match="jammed"):
        run(lambda: radio.asend(NEXT))
    assert (trace.take(), radio.states) == ("eject", [LOUD, DISC])
    assert run(lambda: radio.asend(NEXT)) is Outcome.TRANSITIONED
    assert trace.take() == "insert"


def test_hooks_are_told_of_each_step(run: Runner) -> None:
    told: dict[bool, list[Any]] = {True: [], False: []}

    def looking(is_awaited: bool) -> Table[State, Event]:
        async def slowly(step: Any) -> None:
            await pause()
            told[True].append((step.event, step.source, step.target, step.outcome, step.row))

        def look(step: Any) -> None:
            told[False].append((step.event, step.source, step.target, step.outcome, step.row))

        return Table(
            define(OFF)(when(POWER) | then(ON) | raising(VOLUME)),
            parallel(ON)(
                define(SOUND, initial=QUIET)(define(QUIET)(when(NEXT) | then(LOUD)), define(LOUD)(always() | then(QUIET))),
                define(SOURCE, initial=RADIO)(define(RADIO)(when(NEXT) | then(DISC)), define(DISC)),
            ),
            on_step=slowly if is_awaited else look,
        )

    awaited, plain = looking(True).machine(OFF), looking(False).machine(OFF)
    for event in (POWER, NEXT, NEXT, VOLUME):
        assert run(lambda: awaited.asend(event)) is plain.send(event)
    run(lambda: awaited.astop())
    plain.stop()
    assert told[True] == told[False]
    assert len(told[True]) == 8


def test_cancelling_ends_the_step(run: Runner) -> None:
    async def main() -> None:
        entered = asyncio.Event()

        async def hold() -> None:
            entered.set()
            await asyncio.sleep(100)

        radio = Table(
            define(OFF)(when(POWER) | then(ON) | raising(NEXT)),
            define(ON)(define(QUIET)(when(NEXT) | then(OFF) | hold, when(VOLUME) | then(OFF))),
        ).machine(OFF)
        task = asyncio.create_task(radio.asend(POWER))
        await entered.wait()
        assert radio.state is QUIET
        waiting = asyncio.create_task(radio.asend(VOLUME))
        with pytest.raises(BusyError):
            radio.send(POWER)
        with pytest.raises(BusyError):
            radio.raise_(POWER)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await waiting is Outcome.TRANSITIONED
        assert radio.state is OFF

    asyncio.run(main())


def test_tasks_take_turns_with_all_that_follows() -> None:
    trace = Trace()
    table = Table(
        define(OFF)(when(POWER) | then(ON) | slow(trace, "power")),
        define(ON)(define(QUIET)(always() | then(OFF) | slow(trace, "back"))),
    )

    async def main() -> None:
        radio = table.machine(OFF)
        came = await asyncio.gather(*(radio.asend(POWER) for _ in range(3)))
        assert came == [Outcome.TRANSITIONED] * 3

    asyncio.run(main())
    assert words(trace) == "power back power back power back"
