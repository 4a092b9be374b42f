"""Awaited calls of machines over charts: what follows by itself, raised and deferred events."""

from __future__ import annotations

from typing import Any

import pytest
from awaiting import AnyMachine, Runner, pause, run, slow
from radio import DISC, LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, SCRAP, VOLUME, words
from tracing import Trace

from swiftfsm import (
    STEP_LIMIT,
    BadValueError,
    BusyError,
    GuardPolicy,
    Outcome,
    Row,
    StepLimitError,
    Table,
    UnknownEventError,
    after,
    always,
    condition,
    defer,
    define,
    raising,
    then,
    when,
)


def test_what_follows_by_itself_is_awaited_too(run: Runner) -> None:
    trace = Trace()
    table = Table(
        define(OFF)(when(POWER) | then(ON) | raising(NEXT) | slow(trace, "power")),
        define(ON, initial=QUIET)(
            define(QUIET)(always() | then(LOUD) | slow(trace, "always")),
            define(LOUD)(when(NEXT) | then(DISC) | slow(trace, "raised"), defer(VOLUME)),
            define(DISC)(when(VOLUME) | then(OFF) | slow(trace, "recalled"), when(POWER) | then()),
        ),
    )
    radio = table.machine(OFF)
    assert run(lambda: radio.asend(POWER)) is Outcome.TRANSITIONED
    assert (words(trace), radio.state) == ("power always raised", DISC)
    radio.set_state(LOUD)
    assert run(lambda: radio.asend(VOLUME)) is Outcome.DEFERRED
    run(lambda: radio.asend(NEXT))
    assert (words(trace), radio.state) == ("raised recalled", OFF)


def test_an_event_that_is_raised_comes_before_one_that_is_sent(run: Runner) -> None:
    trace = Trace()

    async def enter(machine: AnyMachine) -> None:
        assert machine.send(POWER) is Outcome.QUEUED
        await pause()
        assert machine.raise_(VOLUME) is Outcome.QUEUED
        with pytest.raises(UnknownEventError):
            machine.raise_(77)

    table: Table[Any, Any] = Table(
        define(OFF)(when(POWER) | then(ON)),
        define(ON, entry=enter)(
            define(QUIET)(when(VOLUME) | then(QUIET) | trace("volume"), when(POWER) | then(OFF) | trace("off"))
        ),
    )
    radio = table.machine(OFF)
    run(lambda: radio.asend(POWER))
    assert (radio.state, trace.take()) == (OFF, "volume off")


@pytest.mark.parametrize("answer", [True, False])
def test_a_guard_that_is_awaited_may_raise_events(run: Runner, answer: bool) -> None:
    trace = Trace()

    async def agree(machine: AnyMachine) -> bool:
        machine.raise_(VOLUME)
        await pause()
        machine.raise_(VOLUME)
        return answer

    table = Table(
        define(ON, initial=QUIET)(
            define(QUIET)(
                when(POWER) | condition(agree) | then() | trace("power"), when(VOLUME) | then() | trace("volume")
            )
        )
    )
    radio = table.machine(ON)
    assert run(lambda: radio.asend(POWER)) is (Outcome.TRANSITIONED if answer else Outcome.REFUSED)
    assert trace.take() == "power volume volume"[0 if answer else 6 :]


@pytest.mark.parametrize("is_awaited", [True, False])
def test_each_guard_of_events_that_follow_is_given_its_own_answer(run: Runner, is_awaited: bool) -> None:
    trace = Trace()

    def guard(name: str, answer: bool) -> Any:
        async def agree() -> bool:
            trace.append(name)
            await pause()
            return answer

        def agree_at_once() -> bool:
            trace.append(name)
            return answer

        return agree if is_awaited else agree_at_once

    table = Table(
        define(OFF)(when(POWER) | then(ON) | raising(NEXT, VOLUME)),
        define(ON, initial=QUIET)(
            always() | condition(guard("always", False)) | then(RADIO),
            when(NEXT) | condition(guard("next", False)) | then(OFF),
            when(VOLUME) | condition(guard("volume", True)) | then(DISC),
            define(QUIET)(),
        ),
        define(DISC)(when(POWER) | then(OFF)),
        define(RADIO)(when(POWER) | then(OFF)),
    )
    radio = table.machine(OFF)
    assert run(lambda: radio.asend(POWER)) is Outcome.TRANSITIONED
    assert (radio.state, trace.take()) == (DISC, "always next volume")


def test_only_charts_raise_events_inside(run: Runner) -> None:
    async def act(machine: AnyMachine) -> None:
        with pytest.raises(BadValueError, match="only a machine over a chart raises events"):
            machine.raise_(POWER)

    async def agree(machine: AnyMachine) -> bool:
        await pause()
        with pytest.raises(BadValueError):
            machine.raise_(POWER)
        return True

    flat: AnyMachine = Table(Row(OFF, POWER, OFF, act, guards=agree)).machine(OFF)
    assert run(lambda: flat.asend(POWER)) is Outcome.TRANSITIONED


def test_guards_of_what_follows_are_awaited(run: Runner) -> None:
    trace = Trace()
    table = Table(
        define(OFF)(
            when(POWER) | then(QUIET) | raising(NEXT),
            when(VOLUME) | then(QUIET) | raising(NEXT, VOLUME),
        ),
        define(ON, initial=QUIET)(
            define(QUIET)(
                always() | condition(slow(trace, "eventless", lambda step: True)) | then(LOUD),
            ),
            define(LOUD)(
                when(NEXT) | condition(slow(trace, "next", lambda step: False)) | then(OFF),
                when(NEXT) | condition(slow(trace, "again", lambda step: True)) | then(DISC),
                when(VOLUME) | then(),
            ),
            define(DISC)(when(VOLUME) | condition(slow(trace, "volume", lambda step: True)) | then(RADIO)),
            define(RADIO),
        ),
        guards=GuardPolicy.FIRST_MATCH,
    )
    radio = table.machine(OFF)
    run(lambda: radio.asend(POWER))
    assert (words(trace), radio.state) == ("eventless next again", DISC)
    radio.set_state(OFF)
    run(lambda: radio.asend(VOLUME))
    assert (words(trace), radio.state) == ("eventless next again volume", RADIO)


def test_guards_of_deferred_events_with_arguments_are_awaited(run: Runner) -> None:
    got: list[Any] = []

    async def like(disc: object, title: str) -> bool:
        await pause()
        got.append((disc, title))
        return True

    table = Table(
        define(OFF)(defer(NEXT), when(POWER) | then(RADIO)),
        define(RADIO)(when(NEXT) | condition(like) | then(DISC) | (lambda disc, title: got.append(title))),
        define(DISC, final=True),
        arguments={NEXT: (object, str)},
    )
    radio, disc = table.machine(OFF), object()
    assert run(lambda: radio.asend(NEXT, disc, "Blue")) is Outcome.DEFERRED
    run(lambda: radio.asend(POWER))
    assert got == [(disc, "Blue"), "Blue"]


def test_an_event_is_deferred_once_whatever_hooks_are_awaited(run: Runner) -> None:
    trace = Trace()
    table = Table(
        define(OFF)(defer(NEXT), when(POWER) | then(RADIO)),
        define(RADIO)(when(NEXT) | then() | trace("next")),
    )
    radio = table.machine(OFF)
    radio.on_step(slow(trace, "first"))
    radio.on_step(slow(trace, "second"))
    assert run(lambda: radio.asend(NEXT)) is Outcome.DEFERRED
    assert words(trace) == "first second"
    run(lambda: radio.asend(POWER))
    assert trace.take().split().count("next") == 1


def test_events_that_are_due_are_awaited(run: Runner) -> None:
    trace = Trace()

    async def fail() -> None:
        await pause()
        raise RuntimeError("jammed")

    async def send(machine: AnyMachine) -> None:
        await pause()
        assert machine.send(VOLUME) is Outcome.QUEUED
        machine.send_later(NEXT, 5)
        with pytest.raises(BusyError):
            await machine.aadvance(100)

    table = Table(
        define(OFF)(after(10, POWER) | condition(slow(trace, "guard", lambda step: True)) | then(ON) | send),
        define(ON)(
            when(VOLUME) | then() | slow(trace, "volume"),
            when(NEXT) | then(OFF) | slow(trace, "next"),
            when(SCRAP) | then() | fail,
        ),
        initial=OFF,
    )
    radio = table.machine()
    run(lambda: radio.aadvance(9))
    assert (trace.take(), radio.now) == ("", 9)
    run(lambda: radio.aadvance(20))
    assert (words(trace), radio.state, radio.now, radio.next_due) == ("guard volume next", OFF, 20, 25)
    run(lambda: radio.aadvance(26))
    assert (words(trace), radio.state) == ("guard volume", ON)
    with pytest.raises(BadValueError, match="time does not run backwards"):
        run(lambda: radio.aadvance(25))
    # What fails is over, and the rest stays due.
    radio.send_later(SCRAP, 1)
    with pytest.raises(RuntimeError, match="jammed"):
        run(lambda: radio.aadvance(50))
    assert (radio.now, radio.next_due) == (50, 30)
    run(lambda: radio.aadvance(50))
    assert words(trace).startswith("next guard volume")
    run(lambda: radio.astop())
    assert radio.next_due is None


def test_what_an_exception_leaves_is_done_by_the_next_call(run: Runner) -> None:
    trace = Trace()

    async def fail_once() -> None:
        await pause()
        trace.append("fails" if len(trace) == 1 else "works")
        if trace[-1] == "fails":
            raise RuntimeError

    table = Table(
        define(OFF)(when(POWER) | then(QUIET) | raising(NEXT, VOLUME) | trace("power")),
        define(ON, initial=QUIET)(
            define(QUIET)(
                when(NEXT) | then() | fail_once,
                when(VOLUME) | then() | trace("volume"),
                when(SCRAP) | then() | trace("scrap"),
            )
        ),
    )
    for word, given in (("asend", [SCRAP]), ("arun", [])):
        radio = table.machine(OFF)
        with pytest.raises(RuntimeError):
            run(lambda: radio.asend(POWER))
        assert trace.take() == "power fails"
        run(lambda: getattr(radio, word)(*given))
        assert trace.take() == "volume scrap"[: 12 if given else 6]


def test_steps_without_end_are_stopped(run: Runner) -> None:
    table = Table(
        define(ON)(when(POWER) | then(QUIET) | raising(POWER), when(VOLUME) | then(QUIET), define(QUIET)),
    )
    radio = table.machine(ON)
    with pytest.raises(StepLimitError, match=f"one event has led to {STEP_LIMIT} steps"):
        run(lambda: radio.asend(POWER))


def test_deferred_events_keep_their_arguments(run: Runner) -> None:
    got: list[Any] = []

    async def take(disc: object, title: str) -> None:
        await pause()
        got.append((disc, title))

    table = Table(
        define(OFF)(defer(NEXT), when(POWER) | then(RADIO)),
        define(RADIO)(when(NEXT) | then() | take),
        arguments={NEXT: (object, str)},
    )
    radio, disc = table.machine(OFF), object()
    assert run(lambda: radio.asend(NEXT, disc, "Blue")) is Outcome.DEFERRED
    run(lambda: radio.asend(POWER))
    assert got == [(disc, "Blue")]
    run(lambda: radio.astop())
    assert radio._objects == {}
