"""What machines and tables tell without a step: explain, why_not, permitted, requestable, transitions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from queried import FILE, FIRST, TABLE, Mode
from tracing import Event, State

from swiftfsm import (
    ArgumentsError,
    ClosedError,
    Explanation,
    GuardPolicy,
    NotRunningError,
    Outcome,
    Place,
    ReasonKind,
    Row,
    Table,
    UnknownEventError,
    UnknownPredicateError,
    UnknownStateError,
    condition,
    define,
    request,
    then,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def test_reasons_in_the_order_in_which_rows_are_tried() -> None:
    reasons = TABLE.machine(LOCKED, context=False).explain(COIN, Mode.WEAK)
    assert [(each.kind, each.guard) for each in reasons] == [
        (ReasonKind.NOT_MATCHED, None),
        (ReasonKind.GUARD_REFUSED, 1),
        (ReasonKind.RESOLVER_REFUSED, None),
        (ReasonKind.GUARD_REFUSED, 0),
        (ReasonKind.GUARD_REFUSED, 0),
    ]
    assert [each.transition.place for each in reasons] == [Place(FILE, FIRST + number) for number in range(5)]
    assert (reasons[0].predicate, reasons[0].case) == (Mode, Mode.WEAK)


def test_the_sentence_of_a_refusal_has_every_reason() -> None:
    sentence = TABLE.machine(LOCKED, context=False).why_not(COIN, Mode.WEAK)
    assert sentence == (
        f"event 1 (COIN) in state 10 (LOCKED): "
        f"the row to State.UNLOCKED ({FILE}:{FIRST}) is for Mode.STRONG, not Mode.WEAK; "
        f"guard number 1 of the row to State.LOCKED ({FILE}:{FIRST + 1}) said no; "
        f"the resolver of the row to Reserved.DYNAMIC ({FILE}:{FIRST + 2}) named no state; "
        f"guard number 0 of the row to State.ALARMING ({FILE}:{FIRST + 3}) said no; "
        f"guard number 0 of the row to Reserved.SAME ({FILE}:{FIRST + 4}) said no"
    )


def test_what_would_be_taken_and_what_comes_behind_it() -> None:
    machine = TABLE.machine(LOCKED)
    kinds = [each.kind for each in machine.explain(COIN, Mode.WEAK)]
    assert kinds[3:] == [ReasonKind.TAKEN, ReasonKind.NOT_TRIED]
    assert machine.why_not(COIN, Mode.WEAK) is None
    (free,) = machine.explain(PASS, Mode.WEAK)
    assert str(free) == f"the row to State.LOCKED ({FILE}:{FIRST + 5}) would be taken"


def test_an_event_without_a_row() -> None:
    machine = TABLE.machine(LOCKED)
    assert machine.explain(RESET, Mode.WEAK) == ()
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


def test_an_explanation_has_the_outcome_and_prints_as_several_lines() -> None:
    machine = TABLE.machine(LOCKED)
    explanation = machine.explain(COIN, Mode.WEAK)
    assert explanation.outcome is Outcome.TRANSITIONED
    assert str(explanation) == (
        f"event 1 (COIN) in state 10 (LOCKED) comes to TRANSITIONED:\n"
        f"    the row to State.UNLOCKED ({FILE}:{FIRST}) is for Mode.STRONG, not Mode.WEAK\n"
        f"    guard number 1 of the row to State.LOCKED ({FILE}:{FIRST + 1}) said no\n"
        f"    the resolver of the row to Reserved.DYNAMIC ({FILE}:{FIRST + 2}) named no state\n"
        f"    the row to State.ALARMING ({FILE}:{FIRST + 3}) would be taken\n"
        f"    the row to Reserved.SAME ({FILE}:{FIRST + 4}) was not tried"
    )
    assert str(machine.explain(RESET, Mode.WEAK)) == (
        "event 3 (RESET) in state 10 (LOCKED) comes to UNHANDLED:\n    there is no row for it"
    )
    assert repr(machine.explain(RESET, Mode.WEAK)) == f"Explanation({Outcome.UNHANDLED!r}, ())"


def test_an_explanation_is_a_sequence_that_can_be_kept() -> None:
    machine = TABLE.machine(LOCKED, context=False)
    explanation = machine.explain(COIN, Mode.STRONG)
    assert [reason.kind for reason in explanation][:2] == [ReasonKind.TAKEN, ReasonKind.NOT_TRIED]
    assert (len(explanation), explanation[0].transition.target) == (5, UNLOCKED)
    for again in (copy.copy(explanation), copy.deepcopy(explanation), pickle.loads(pickle.dumps(explanation))):
        assert isinstance(again, Explanation) and again == explanation
        assert (again.outcome, str(again)) == (explanation.outcome, str(explanation))
    refused = machine.explain(COIN, Mode.WEAK)
    machine.close()
    assert (refused.outcome, len(str(refused).splitlines())) == (Outcome.REFUSED, 6)


def test_why_not_asks_each_guard_once() -> None:
    asked: list[str] = []

    def refuse() -> bool:
        asked.append("guard")
        return False

    machine = Table(define(1)(when(1) | condition(refuse) | then())).machine(1)
    assert machine.why_not(1) is not None
    assert asked == ["guard"]


def test_reasons_outlive_the_table() -> None:
    table = Table(Row(1, 1, 1, guards=lambda: False))
    machine = table.machine(1)
    table.close()
    (reason,) = machine.explain(1)
    assert (reason.kind, reason.transition.target) == (ReasonKind.GUARD_REFUSED, 1)


def test_requests_can_be_asked_about() -> None:
    machine = TABLE.machine(UNLOCKED)
    assert [machine.can_request(state, Mode.STRONG) for state in State] == [True, False, True]
    assert machine.why_not_request(LOCKED, Mode.STRONG) is None
    assert machine.explain_request(LOCKED, Mode.STRONG).outcome is Outcome.TRANSITIONED
    explanation = machine.explain_request(UNLOCKED, Mode.STRONG)
    assert [(each.kind, each.predicate, each.case) for each in explanation] == [
        (ReasonKind.NOT_MATCHED, Mode, Mode.STRONG)
    ]
    assert explanation.outcome is Outcome.UNHANDLED
    place = explanation[0].transition.place
    assert machine.why_not_request(UNLOCKED, Mode.STRONG) == (
        f"a request for state 20 (UNLOCKED) in state 20 (UNLOCKED): "
        f"the row to State.UNLOCKED ({place}) is for Mode.WEAK, not Mode.STRONG"
    )
    machine.request(ALARMING, Mode.STRONG)
    assert machine.why_not_request(LOCKED, Mode.WEAK) == (
        "state -5 (ALARMING) has no row for a request for state 10 (LOCKED)"
    )
    assert machine.state is ALARMING, "asking changes nothing"


def test_guards_of_requests_are_asked() -> None:
    table = Table(define(1)(request(2) | condition(lambda context: context)), define(2, final=True))
    machine = table.machine(1, context=False)
    assert machine.can_request(2) is False
    assert [each.kind for each in machine.explain_request(2)] == [ReasonKind.GUARD_REFUSED]
    machine.context = True
    assert machine.can_request(2) is True


def test_questions_about_requests_that_cannot_be_answered() -> None:
    machine = TABLE.machine(UNLOCKED)
    calls: list[Any] = [machine.can_request, machine.explain_request, machine.why_not_request, machine.request]
    for call in calls:
        with pytest.raises(UnknownStateError, match="this table has no state 99"):
            call(99, Mode.WEAK)
        with pytest.raises(UnknownPredicateError, match="is of no predicate type of this table"):
            call(LOCKED, State.LOCKED)
        with pytest.raises(ArgumentsError, match="only members of the table's predicate types belong here, not 5"):
            call(LOCKED, 5)
        with pytest.raises(TypeError, match="state must be an int"):
            call("LOCKED", Mode.WEAK)
    machine.stop()
    for call in calls:
        with pytest.raises(NotRunningError):
            call(LOCKED, Mode.WEAK)
    machine.close()
    for call in calls:
        with pytest.raises(ClosedError, match="this machine was closed"):
            call(LOCKED, Mode.WEAK)


def test_what_a_guard_of_a_request_raises_comes_out() -> None:
    def broken() -> bool:
        raise OSError("no sensor")

    machine = Table(define(1)(request(1) | condition(broken))).machine(1)
    calls: list[Any] = [machine.can_request, machine.explain_request, machine.why_not_request]
    for call in calls:
        with pytest.raises(OSError, match="no sensor"):
            call(1)


def test_questions_from_inside_a_callback() -> None:
    seen: list[Any] = []

    def look(machine: Any) -> None:
        seen.append((machine.can_request(2), machine.why_not_request(1), machine.explain(1).outcome))

    table = Table(define(1)(when(1) | then() | look, request(2)), define(2, final=True))
    table.machine(1).send(1)
    assert seen == [(True, "state 1 has no row for a request for state 1", Outcome.TRANSITIONED)]


def test_more_reasons_than_expected() -> None:
    rows = [Row(1, 1, number + 1, guards=lambda: False) for number in range(100)]
    rows += [Row(number + 2, 1, 1) for number in range(100)]
    machine = Table(rows, guards=GuardPolicy.FIRST_MATCH).machine(1)
    assert [each.transition.target for each in machine.explain(1)] == list(range(1, 101))
