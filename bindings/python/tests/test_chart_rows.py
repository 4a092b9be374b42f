"""Rows that only charts have: without an event, with conditions, raising and deferring events, local, several targets."""

from __future__ import annotations

from typing import Any

from radio import DISC, LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, READY, RESET, SOUND, SOURCE, VOLUME, Event, State
from tracing import Trace

from swiftfsm import (
    ANY,
    DEFER,
    INTERNAL,
    EntryExit,
    Outcome,
    Table,
    active,
    always,
    condition,
    defer,
    define,
    inactive,
    local,
    parallel,
    raising,
    then,
    when,
)


def test_rows_without_an_event_are_tried_after_each_step() -> None:
    is_dark = [False]
    table = Table(
        define(OFF)(when(POWER) | then(RADIO)),
        define(RADIO)(
            when(NEXT) | then(INTERNAL),
            always()(condition(lambda: is_dark[0]) | then(OFF)),
        ),
    )
    radio = table.machine(OFF)
    radio.send(POWER)
    assert radio.state is RADIO
    is_dark[0] = True
    radio.send(NEXT)
    assert radio.state is OFF


def test_rows_may_ask_which_states_are_active() -> None:
    def source(*clauses: Any) -> Table[State, Event]:
        return Table(
            parallel(ON)(
                define(SOUND, initial=QUIET)(define(QUIET)(when(VOLUME) | then(LOUD)), define(LOUD)),
                define(SOURCE, initial=RADIO)(define(RADIO)(*clauses), define(DISC)),
            ),
            initial=ON,
        )

    loud = source(when(NEXT) | active(LOUD, ON) | then(DISC))
    quiet = source(when(NEXT) | inactive(LOUD) | then(DISC))
    outcomes = []
    for table in (loud, quiet):
        radio = table.machine()
        outcomes.append(radio.send(NEXT))
        radio.set_states([LOUD, RADIO])
        outcomes.append(radio.send(NEXT))
    taken, refused = Outcome.TRANSITIONED, Outcome.REFUSED
    assert outcomes == [refused, taken, taken, refused]


def test_raised_events_come_before_those_that_were_sent() -> None:
    trace = Trace()
    send = trace("act", lambda step: step.machine.send(VOLUME))
    table = Table(
        define(SOUND, initial=QUIET)(
            when(READY) | then(INTERNAL) | trace("ready"),
            when(RESET) | then(INTERNAL) | trace("reset"),
            when(VOLUME) | then(INTERNAL) | trace("volume"),
            define(QUIET)(when(NEXT) | then(LOUD) | send | raising(READY, RESET)),
            define(LOUD),
        )
    )
    table.machine(SOUND).send(NEXT)
    assert trace.take() == "act ready reset volume"


def test_deferred_events_wait_until_other_states_are_active() -> None:
    trace = Trace()
    table = Table(
        define(OFF)(defer(VOLUME, NEXT), when(POWER) | then(ON)),
        define(ON)(when(VOLUME) | then(INTERNAL) | trace("volume"), when(NEXT) | then(INTERNAL) | trace("next")),
    )
    radio = table.machine(OFF)
    assert [radio.send(VOLUME), radio.send(NEXT)] == [Outcome.DEFERRED] * 2
    assert (radio.send(POWER), trace.take()) == (Outcome.TRANSITIONED, "volume next")


def test_deferral_is_a_target_too_and_may_depend_on_a_guard() -> None:
    is_full = [True]
    table = Table(
        define(OFF)(
            when(ANY) | then(DEFER) | condition(lambda: is_full[0]),
            defer(POWER) | condition(lambda: is_full[0]),
        ),
        initial=OFF,
    )
    radio = table.machine()
    assert [radio.send(NEXT), radio.send(POWER)] == [Outcome.DEFERRED] * 2
    is_full[0] = False
    assert [radio.send(NEXT), radio.send(POWER)] == [Outcome.REFUSED] * 2


def test_local_rows_leave_less() -> None:
    def left(*rows: Any) -> str:
        trace = Trace()
        table = Table(
            parallel(ON, exit=trace("on"))(
                define(SOUND, initial=QUIET, exit=trace("sound"))(
                    define(QUIET, exit=trace("quiet"))(*rows), define(LOUD, exit=trace("loud"))
                ),
                define(SOURCE, exit=trace("source"))(define(RADIO, exit=trace("radio"))),
            ),
            entry_exit=EntryExit.ALWAYS,
        )
        table.machine(ON).send(RESET)
        return trace.take()

    assert left(when(RESET) | then(SOUND)) == "radio source quiet sound on"
    assert left(local(when(RESET) | then(SOUND))) == "quiet sound"


def test_a_row_may_lead_to_a_state_in_each_of_several_regions() -> None:
    table = Table(
        define(OFF)(when(POWER) | then(LOUD, DISC)),
        parallel(ON)(
            define(SOUND, initial=QUIET)(define(QUIET), define(LOUD)),
            define(SOURCE, initial=RADIO)(define(RADIO), define(DISC)),
        ),
    )
    radio = table.machine(OFF)
    radio.send(POWER)
    assert radio.states == [LOUD, DISC]
