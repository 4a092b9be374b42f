"""What a table tells of its rows."""

from __future__ import annotations

from enum import Enum

from queried import TABLE, Mode
from tracing import Event, State

from swiftfsm import DYNAMIC, SAME, GuardPolicy, Reserved, Row, Table, define, matching, superstate, then, when

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def test_transitions() -> None:
    every = TABLE.transitions()
    own = [each for each in every if each.source is LOCKED and each.event is COIN]
    assert [(each.target, each.matching, each.guards, each.actions) for each in own] == [
        (UNLOCKED, (Mode.STRONG,), 0, 0),
        (LOCKED, (), 2, 0),
        (DYNAMIC, (), 0, 0),
        (ALARMING, (), 1, 0),
        (SAME, (), 1, 1),
    ]
    (inherited,) = [each for each in every if each.is_inherited]
    assert (inherited.source, inherited.event, inherited.target) == (UNLOCKED, RESET, LOCKED)
    assert {each.target for each in every if each.event is Reserved.REQUEST} == {LOCKED, ALARMING, UNLOCKED}
    (free,) = [each for each in every if each.source is Reserved.ANY]
    assert (free.event, free.target, free.row) == (PASS, LOCKED, 5)


def test_the_rank_of_a_transition_is_how_many_types_it_names() -> None:
    class Weather(Enum):
        DRY = 1
        WET = 2

    table = Table(
        Row(1, 1, 1),
        Row(1, 1, 1, matching=[Mode.WEAK, Weather.DRY, Weather.WET]),
        Row(1, 1, 1, matching=Mode.WEAK),
        guards=GuardPolicy.FIRST_MATCH,
    )
    # All cases of a type are named, and count, though that leaves none out.
    assert [(each.row, each.rank, each.matching) for each in table.transitions()] == [
        (1, 2, (Mode.WEAK,)),
        (2, 1, (Mode.WEAK,)),
        (0, 0, ()),
    ]


def test_how_rows_are_numbered() -> None:
    shared = superstate(when(3) | then(1), when(4) | then(1))
    table = Table(
        Row(1, 1, 2),
        define(1, adopts=shared)(when(2, 5) | then(2)),
        define(2, adopts=shared)(when(1) | then(1)),
        Row(2, 2, 1),
    )
    assert [(each.source, each.event, each.row) for each in table.transitions()] == [
        (1, 1, 0),
        (1, 2, 1),
        (1, 3, 3),
        (1, 4, 4),
        (1, 5, 2),
        (2, 1, 5),
        (2, 2, 6),
        (2, 3, 3),
        (2, 4, 4),
    ]
