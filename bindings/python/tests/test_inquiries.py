"""What machines and tables tell without a step: explain, why_not, permitted, requestable, transitions."""

from __future__ import annotations

from enum import Enum

import pytest
from tracing import Event, State, line

from swiftfsm import (
    ANY,
    DYNAMIC,
    SAME,
    GuardPolicy,
    Outcome,
    Place,
    ReasonKind,
    Reserved,
    Row,
    Table,
    UnknownEventError,
    UnknownStateError,
    define,
    matching,
    request,
    superstate,
    then,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Mode(Enum):
    WEAK = 1
    STRONG = 2


FIRST = line() + 2
TABLE = Table(
    Row(LOCKED, COIN, UNLOCKED, matching=Mode.STRONG),
    Row(LOCKED, COIN, LOCKED, guards=[lambda: True, lambda context: context]),
    Row(LOCKED, COIN, DYNAMIC, resolver=lambda: None),
    Row(LOCKED, COIN, ALARMING, guards=lambda context: context is None),
    Row(LOCKED, COIN, SAME, lambda: None, guards=lambda context: context is None),
    Row(ANY, PASS, LOCKED),
    define(UNLOCKED, adopts=superstate(when(RESET) | then(LOCKED)))(
        request(LOCKED, ALARMING),
        matching(Mode.WEAK) | request(UNLOCKED),
    ),
    define(ALARMING, final=True),
    guards=GuardPolicy.FIRST_MATCH,
)


def test_reasons_in_the_order_in_which_rows_are_tried() -> None:
    reasons = TABLE.machine(LOCKED, context=False).explain(COIN, Mode.WEAK)
    assert [(each.kind, each.guard) for each in reasons] == [
        (ReasonKind.NOT_MATCHED, None),
        (ReasonKind.GUARD_REFUSED, 1),
        (ReasonKind.RESOLVER_REFUSED, None),
        (ReasonKind.GUARD_REFUSED, 0),
        (ReasonKind.GUARD_REFUSED, 0),
    ]
    assert [each.transition.place for each in reasons] == [Place(__file__, FIRST + number) for number in range(5)]
    assert (reasons[0].predicate, reasons[0].case) == (Mode, Mode.WEAK)


def test_the_sentence_of_a_refusal_has_every_reason() -> None:
    sentence = TABLE.machine(LOCKED, context=False).why_not(COIN, Mode.WEAK)
    assert sentence == (
        f"event 1 (COIN) in state 10 (LOCKED): "
        f"the row to State.UNLOCKED ({__file__}:{FIRST}) is for Mode.STRONG, not Mode.WEAK; "
        f"guard number 1 of the row to State.LOCKED ({__file__}:{FIRST + 1}) said no; "
        f"the resolver of the row to Reserved.DYNAMIC ({__file__}:{FIRST + 2}) named no state; "
        f"guard number 0 of the row to State.ALARMING ({__file__}:{FIRST + 3}) said no; "
        f"guard number 0 of the row to Reserved.SAME ({__file__}:{FIRST + 4}) said no"
    )


def test_what_would_be_taken_and_what_comes_behind_it() -> None:
    machine = TABLE.machine(LOCKED)
    kinds = [each.kind for each in machine.explain(COIN, Mode.WEAK)]
    assert kinds[3:] == [ReasonKind.TAKEN, ReasonKind.NOT_TRIED]
    assert machine.why_not(COIN, Mode.WEAK) is None
    (free,) = machine.explain(PASS, Mode.WEAK)
    assert str(free) == f"the row to State.LOCKED ({__file__}:{FIRST + 5}) would be taken"


def test_an_event_without_a_row() -> None:
    machine = TABLE.machine(LOCKED)
    assert machine.explain(RESET, Mode.WEAK) == []
    assert machine.why_not(RESET, Mode.WEAK) == "state 10 (LOCKED) has no row for event 3 (RESET)"
    for call in (machine.explain, machine.why_not):
        with pytest.raises(UnknownEventError):
            call(99, Mode.WEAK)  # type: ignore[arg-type]


def test_permitted_with_cases_and_without_guards() -> None:
    machine = TABLE.machine(LOCKED, context=False)
    assert machine.permitted(Mode.WEAK) == [PASS]
    assert machine.permitted(Mode.STRONG) == [COIN, PASS]
    assert machine.permitted(Mode.WEAK, guards=False) == [COIN, PASS]


def test_requests() -> None:
    machine = TABLE.machine(UNLOCKED)
    assert machine.requestable(Mode.WEAK) == [ALARMING, LOCKED, UNLOCKED]
    assert machine.requestable(Mode.STRONG) == [ALARMING, LOCKED]
    assert machine.request(UNLOCKED, Mode.STRONG) is Outcome.UNHANDLED
    assert (machine.request(ALARMING, Mode.STRONG), machine.state) == (Outcome.TRANSITIONED, ALARMING)
    assert machine.requestable(Mode.WEAK) == []
    with pytest.raises(UnknownStateError, match="this table has no state 99"):
        machine.request(99, Mode.WEAK)  # type: ignore[arg-type]


def test_more_reasons_than_expected() -> None:
    rows = [Row(1, 1, number + 1, guards=lambda: False) for number in range(100)]
    rows += [Row(number + 2, 1, 1) for number in range(100)]
    machine = Table(rows, guards=GuardPolicy.FIRST_MATCH).machine(1)
    assert [each.transition.target for each in machine.explain(1)] == list(range(1, 101))


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
