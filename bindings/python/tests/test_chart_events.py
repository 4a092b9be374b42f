"""Machines over charts: events that follow, and exceptions."""

from __future__ import annotations

import weakref
from typing import Any

import pytest
from radio import LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, RADIO_TABLE, VOLUME, Event, State, radio_with
from tracing import Trace

from swiftfsm import (
    STEP_LIMIT,
    ArgumentsError,
    BadValueError,
    Machine,
    Outcome,
    Row,
    Status,
    StepLimitError,
    Table,
    UnknownStateError,
    defer,
    define,
    history,
    raising,
    then,
    when,
)


def test_callbacks_raise_events() -> None:
    trace = Trace()

    def enter(machine: Machine[State, Event, Any]) -> None:
        assert machine.send(POWER) is Outcome.QUEUED
        assert machine.raise_(VOLUME) is Outcome.QUEUED

    table = Table(
        define(OFF)(when(POWER) | then(ON) | trace("on")),
        define(ON, entry=enter)(
            define(QUIET)(when(VOLUME) | then(QUIET) | trace("volume"), when(POWER) | then(OFF) | trace("off"))
        ),
    )
    radio = table.machine(OFF)
    radio.send(POWER)
    assert (radio.state, trace.take()) == (OFF, "on volume off")


def test_an_event_that_is_raised_from_outside_is_sent() -> None:
    radio = RADIO_TABLE.machine()
    assert [radio.raise_(POWER), radio.raise_(POWER)] == [Outcome.TRANSITIONED] * 2


def test_only_charts_raise_events_inside() -> None:
    def act(machine: Machine[State, Event, Any]) -> None:
        with pytest.raises(BadValueError, match="only a machine over a chart raises events"):
            machine.raise_(POWER)

    flat = Table(Row(OFF, POWER, OFF, act)).machine(OFF)
    assert flat.send(POWER) is Outcome.TRANSITIONED


def test_raised_events_have_no_arguments() -> None:
    table = Table(define(ON)(define(QUIET)(when(VOLUME) | then(QUIET))), arguments={VOLUME: int})
    with pytest.raises(ArgumentsError, match="takes"):
        table.machine(ON).raise_(VOLUME)


def test_steps_without_end_are_stopped() -> None:
    table = Table(
        define(ON)(
            when(POWER) | then(QUIET) | raising(VOLUME),
            when(VOLUME) | then(QUIET) | raising(VOLUME),
            define(QUIET),
        )
    )
    radio = table.machine(ON)
    with pytest.raises(StepLimitError, match=f"one event has led to {STEP_LIMIT} steps") as caught:
        radio.send(POWER)
    assert caught.value.status is Status.STEP_LIMIT_REACHED
    assert radio.state is QUIET


def test_an_exception_after_the_commit_leaves_the_new_states() -> None:
    trace = Trace()
    radio = radio_with(entry=trace.raising("entry", RuntimeError("no power"))).machine()
    with pytest.raises(RuntimeError, match="no power"):
        radio.send(POWER)
    assert radio.states == [QUIET, RADIO]


def test_an_exception_before_the_commit_leaves_the_old_states() -> None:
    trace = Trace()
    radio = radio_with(exit=trace.raising("exit", RuntimeError("stuck"))).machine(ON)
    with pytest.raises(RuntimeError, match="stuck"):
        radio.send(POWER)
    assert radio.states == [QUIET, RADIO]


class Disc:
    """What is put in."""


def test_deferred_events_keep_their_arguments() -> None:
    got: list[Any] = []
    table = Table(
        define(OFF)(defer(NEXT), when(VOLUME) | then(), when(POWER) | then(RADIO)),
        define(RADIO)(when(NEXT) | then() | (lambda disc, title: got.append((disc, title)))),
        arguments={NEXT: (object, str)},
    )
    radio = table.machine(OFF)
    disc = Disc()
    assert radio.send(NEXT, disc, "Blue") is Outcome.DEFERRED
    radio.send(VOLUME)
    radio.send(POWER)
    assert got == [(disc, "Blue")]
    # They are not kept for longer than the machine runs.
    gone = weakref.ref(disc)
    got.clear()
    del disc
    radio.stop()
    assert gone() is None


def test_a_history_is_no_state_to_be_in() -> None:
    table = Table(define(ON, initial=QUIET)(define(QUIET), history(LOUD), when(POWER) | then(LOUD)))
    with pytest.raises(UnknownStateError, match=r"no state 5 \(LOUD\) in which a machine could begin"):
        table.machine(LOUD)
    radio = table.machine(ON)
    with pytest.raises(UnknownStateError):
        radio.set_state(LOUD)
    assert (radio.states, LOUD in radio) == ([QUIET], False)
