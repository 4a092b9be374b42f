"""Queries to machines over charts: what they would do, and why not."""

from __future__ import annotations

from typing import Any

from radio import DISC, LAST, LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, SCRAP, SOUND, SOURCE, VOLUME, Event, State
from tracing import line

from swiftfsm import (
    Condition,
    Machine,
    Outcome,
    ReasonKind,
    Table,
    active,
    condition,
    defer,
    define,
    history,
    inactive,
    parallel,
    request,
    then,
    when,
)


def never() -> bool:
    return False


HERE = line()
TABLE = Table(
    define(OFF)(when(POWER) | then(LAST)),
    parallel(ON)(
        when(POWER) | then(OFF),
        request(LAST),
        history(LAST),
        define(SOUND, initial=QUIET)(define(QUIET)(when(VOLUME) | then(LOUD)), define(LOUD, defer(VOLUME))),
        define(SOURCE, initial=RADIO)(
            when(NEXT) | then(SOURCE) | condition(never),
            define(RADIO)(when(NEXT) | active(LOUD) | inactive(DISC) | condition(never) | then(DISC)),
            define(DISC),
        ),
    ),
    initial=OFF,
)


def turned_on() -> Machine[State, Event, Any]:
    return TABLE.machine(ON)


def test_what_would_be_taken() -> None:
    radio = turned_on()
    assert radio.probe(POWER) == (Outcome.TRANSITIONED, OFF)
    assert radio.probe(VOLUME) == (Outcome.TRANSITIONED, ON)
    assert radio.probe(NEXT) == (Outcome.REFUSED, ON)
    assert radio.probe(SCRAP) == (Outcome.UNHANDLED, ON)
    assert [event for event in Event if radio.can(event)] == [POWER, VOLUME]
    assert radio.permitted() == [POWER, VOLUME]
    assert radio.permitted(guards=False) == [POWER, VOLUME, NEXT]
    assert radio.states == [QUIET, RADIO]


def test_requests_of_a_history() -> None:
    radio = turned_on()
    assert radio.requestable() == [LAST]
    assert radio.can_request(LAST) and not radio.can_request(OFF)
    assert radio.request(LAST) is Outcome.TRANSITIONED
    assert radio.why_not_request(OFF) == "states 4 (QUIET) and 7 (RADIO) have no row for a request for state 1 (OFF)"


def test_reasons_of_all_levels() -> None:
    radio = turned_on()
    explanation = radio.explain(NEXT)
    inner, outer = explanation
    assert explanation.outcome is Outcome.REFUSED
    assert (inner.transition.target, inner.condition, inner.guard) == (DISC, Condition(LOUD, True), None)
    assert (outer.transition.target, outer.condition, outer.guard) == (SOURCE, None, 0)
    row = f"the row to State.DISC ({__file__}:{HERE + 10})"
    assert str(inner) == f"{row} wants State.LOUD to be active"
    assert radio.why_not(NEXT) == (
        f"event 3 (NEXT) in states 4 (QUIET) and 7 (RADIO): {row} wants State.LOUD to be active; "
        f"guard never of the row to State.SOURCE ({__file__}:{HERE + 9}) said no"
    )


def test_guards_are_counted_without_conditions() -> None:
    radio = turned_on()
    radio.send(VOLUME)
    inner, _ = radio.explain(NEXT)
    assert (inner.kind, inner.condition, inner.guard) == (ReasonKind.GUARD_REFUSED, None, 0)
    assert str(inner).startswith("guard never of the row to State.DISC")


def test_states_that_must_not_be_active() -> None:
    table = Table(define(ON)(define(QUIET)(when(NEXT) | inactive(ON) | then(QUIET))))
    why = table.machine(ON).why_not(NEXT)
    assert why is not None and why.endswith("wants State.ON to be inactive")


def test_an_event_that_would_wait() -> None:
    radio = turned_on()
    radio.send(VOLUME)
    assert radio.probe(VOLUME) == (Outcome.DEFERRED, ON)
    assert not radio.can(VOLUME)
    explanation = radio.explain(VOLUME)
    assert explanation.outcome is Outcome.DEFERRED
    assert str(explanation[0]).endswith("lets the event wait")
    assert "lets the event wait" in str(radio.why_not(VOLUME))
    assert radio.send(VOLUME) is Outcome.DEFERRED


def test_where_there_is_no_row_all_leaves_are_named() -> None:
    radio = turned_on()
    assert radio.why_not(SCRAP) == "states 4 (QUIET) and 7 (RADIO) have no row for event 4 (SCRAP)"
