"""Mistakes in charts: each is told with the file and the lines of the program that made it."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import pytest
from tracing import line

from swiftfsm import (
    DEFER,
    DiagnosticKind,
    InvalidDefinitionError,
    Place,
    ReservedIdError,
    Row,
    Severity,
    StateBlock,
    Status,
    SwiftFSMError,
    Table,
    active,
    always,
    define,
    history,
    parallel,
    raising,
    then,
    when,
)


class State(Enum):
    ON = auto()
    SOUND = auto()
    QUIET = auto()
    LOUD = auto()
    LAST = auto()


class Event(Enum):
    NEXT = auto()
    READY = auto()


ON, SOUND, QUIET, LOUD, LAST = State
NEXT, READY = Event


def noise() -> None: ...


def a(mistake: Any) -> Any:
    """Something that a type checker would have found."""
    return mistake


def errors(*items: Any, **options: Any) -> list[tuple[Any, list[int]]]:
    """The errors of a definition, with their lines in this file."""
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(*items, **options)
    found = []
    for each in caught.value.diagnostics:
        if each.severity is Severity.ERROR:
            assert {place.file for place in each.places if place} == {__file__}
            found.append((each.kind, [place.line for place in each.places if place]))
    return found


def test_a_state_that_is_nested_in_two_others() -> None:
    here = line()
    found = errors(
        define(ON)(define(LOUD)(when(NEXT) | then(LOUD))),
        define(SOUND)(
            define(LOUD),
            when(NEXT) | then(LOUD),
        ),
    )
    assert found == [(DiagnosticKind.SECOND_PARENT, [here + 2, here + 4])]


def test_a_parent_that_is_no_state() -> None:
    here = line()
    found = errors(StateBlock(LOUD, parent=ON, rows=[Row(LOUD, NEXT, LOUD)]))
    assert found == [(DiagnosticKind.UNKNOWN_PARENT, [here + 1])]


def test_states_that_are_nested_in_each_other() -> None:
    here = line()
    found = errors(define(ON)(define(SOUND)(when(NEXT) | then(ON), define(ON))))
    assert found == [(DiagnosticKind.CIRCULAR_NESTING, [here + 1, here + 1])]


def test_several_children_without_a_default() -> None:
    here = line()
    found = errors(define(ON)(define(QUIET)(when(NEXT) | then(LOUD)), define(LOUD)))
    assert [kind for kind, _ in found] == [DiagnosticKind.MISSING_DEFAULT]
    assert found[0][1][0] == here + 1


def test_a_default_that_is_no_child() -> None:
    here = line()
    found = errors(define(ON, initial=SOUND)(define(QUIET)(when(NEXT) | then(SOUND))), define(SOUND, final=True))
    assert found == [(DiagnosticKind.MISPLACED_DEFAULT, [here + 1])]


def test_a_parallel_state_has_no_default() -> None:
    here = line()
    block: Any = parallel(ON)(define(SOUND)(when(NEXT) | then(LOUD)), define(LOUD)).block
    block.initial = SOUND
    found = errors(block, StateBlock(SOUND, parent=ON), Row(SOUND, NEXT, LOUD), StateBlock(LOUD, parent=ON))
    assert found == [(DiagnosticKind.MISPLACED_DEFAULT, [here + 1])]


def test_histories_have_no_rows_and_stand_in_a_state() -> None:
    here = line()
    outside = errors(history(LAST), define(ON)(when(NEXT) | then(LAST)))
    row = Row(LAST, NEXT, ON)
    inside = errors(define(ON)(history(LAST), define(QUIET)(when(NEXT) | then(LAST))), row)
    assert outside == [(DiagnosticKind.INVALID_HISTORY, [here + 1])]
    assert [kind for kind, _ in inside] == [DiagnosticKind.INVALID_HISTORY]
    assert here + 2 in inside[0][1]


def test_final_states_have_no_children() -> None:
    found = errors(define(ON)(define(SOUND, final=True)(define(QUIET)(when(NEXT) | then(QUIET)))))
    assert [kind for kind, _ in found] == [DiagnosticKind.INVALID_FINAL_STATE]


def test_targets_that_cannot_be_active_together() -> None:
    here = line()
    found = errors(
        define(ON, initial=QUIET)(
            define(QUIET),
            define(LOUD),
            when(NEXT) | then(QUIET, LOUD),
        )
    )
    assert found == [(DiagnosticKind.EXCLUSIVE_TARGETS, [here + 5])]


def test_deferral_does_nothing_else() -> None:
    found = errors(define(ON)(define(QUIET)(when(NEXT) | then(DEFER) | noise)))
    assert [kind for kind, _ in found] == [DiagnosticKind.MISPLACED_TARGET]


def test_rows_without_an_event_that_never_end() -> None:
    here = line()
    found = errors(
        define(ON, initial=QUIET)(
            define(QUIET)(always() | then(LOUD)),
            define(LOUD)(always() | then(QUIET)),
        )
    )
    assert found == [(DiagnosticKind.EVENTLESS_CIRCLE, [here + 3, here + 4])]


def test_a_condition_on_what_is_no_state() -> None:
    here = line()
    found = errors(define(ON)(define(QUIET)(when(NEXT) | active(LOUD) | then(QUIET))))
    assert found == [(DiagnosticKind.UNKNOWN_CONDITION, [here + 1])]


def test_superstates_nest_nothing() -> None:
    with pytest.raises(TypeError, match="a block holds clauses"):
        when(NEXT)(then(QUIET), define(LOUD))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "block", [define(ON, done=READY)(define(QUIET, final=True)), define(ON)(when(NEXT) | then() | raising(READY))]
)
def test_events_that_are_raised_have_no_arguments(block: Any) -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(block, define(SOUND)(when(READY, NEXT) | then(ON)), arguments={READY: int})
    kinds = {each.kind for each in caught.value.diagnostics if each.severity is Severity.ERROR}
    assert kinds and DiagnosticKind.EMPTY_DEFINITION not in kinds


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(
            define(ON)(define(QUIET)(when(NEXT) | then(QUIET, LOUD)), define(LOUD)),
            define(SOUND)(when(NEXT) | active(LAST) | then(QUIET), when(READY) | then(DEFER) | noise),
        )
    kinds = {each.kind for each in caught.value.diagnostics if each.severity is Severity.ERROR}
    assert kinds == {
        DiagnosticKind.MISSING_DEFAULT,
        DiagnosticKind.EXCLUSIVE_TARGETS,
        DiagnosticKind.UNKNOWN_CONDITION,
        DiagnosticKind.MISPLACED_TARGET,
    }


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        (define(ON, done=DEFER), "state 1 (ON) cannot have the done event DEFER"),
        (define(ON, initial=DEFER), "state 1 (ON) cannot have the default DEFER"),
        (StateBlock(ON, parent=DEFER), "state 1 (ON) cannot be nested in DEFER"),
        (define(ON)(a(when(NEXT) | active(DEFER) | then())), "DEFER cannot be active or not"),
        (define(ON)(when(NEXT) | raising(DEFER) | then()), "DEFER cannot be raised"),
    ],
)
def test_reserved_ids(block: Any, sentence: str) -> None:
    with pytest.raises(ReservedIdError) as caught:
        Table(block, Row(ON, NEXT, ON))
    assert (str(caught.value), caught.value.status) == (sentence, Status.RESERVED_ID)
    assert isinstance(caught.value, SwiftFSMError)


def test_members_of_another_enum_are_other_states() -> None:
    class Other(Enum):
        LOUD = 4

    wrong: Any = Other.LOUD
    with pytest.raises(ValueError, match="are different states with the same id 4"):
        Table(define(ON)(define(LOUD)(when(NEXT) | then(LOUD)), define(wrong)))


def test_warnings() -> None:
    here = line()
    table = Table(
        parallel(ON)(
            define(SOUND)(
                define(QUIET)(when(NEXT) | then(QUIET)),
            ),
        ),
    )
    kinds = {each.kind: each.places for each in table.warnings}
    assert kinds[DiagnosticKind.SINGLE_REGION][0] == Place(__file__, here + 2)
