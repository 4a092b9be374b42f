"""Which events reach the callbacks of states that are nested: what these ask for must be what the events carry."""

from __future__ import annotations

from typing import Any, Optional

import pytest
from tracing import line

from swiftfsm import (
    ANY,
    EVENTLESS,
    SAME,
    DiagnosticKind,
    EntryExit,
    InvalidDefinitionError,
    Place,
    Row,
    StateBlock,
    StateKind,
    Table,
    always,
    defer,
    define,
    then,
    when,
)

A, B, C, D, E, F, G, H = range(1, 9)
NUMBER, TEXT, BARE = 10, 11, 12
"""Events: one carries an int, one a str, one nothing."""

Asked = tuple[int, str, str]
"""Of which state which callback asks for an int or a str."""


def take_int(value: int) -> None: ...


def take_text(value: str) -> None: ...


def wrong(chart: list[Any], asked: list[Asked], entry_exit: EntryExit = EntryExit.ON_CHANGE) -> list[Asked]:
    """The callbacks that are told not to fit."""
    found = []
    for state, word, kind in asked:
        options: Any = {word: take_int if kind == "int" else take_text}
        try:
            Table(
                chart, StateBlock(state, **options), arguments={NUMBER: int, TEXT: str}, entry_exit=entry_exit
            ).close()
        except InvalidDefinitionError as error:
            kinds = {each.kind for each in error.diagnostics if each.severity == 1}
            assert kinds == {DiagnosticKind.SIGNATURE_MISMATCH}
            found.append((state, word, kind))
    return found


def otherwise(asked: list[Asked]) -> list[Asked]:
    return [(state, word, "str" if kind == "int" else "int") for state, word, kind in asked]


def nested(*rows: Any, initial: Optional[int] = B) -> list[Any]:
    """B and C in A."""
    return [StateBlock(A, initial=initial), StateBlock(B, parent=A), StateBlock(C, parent=A), *rows]


def regions(*rows: Any) -> list[Any]:
    """A is parallel: region B holds C and D, region E holds F and G."""
    return [
        StateBlock(A, kind=StateKind.PARALLEL),
        StateBlock(B, parent=A, initial=C),
        StateBlock(C, parent=B),
        StateBlock(D, parent=B),
        StateBlock(E, parent=A, initial=F),
        StateBlock(F, parent=E),
        StateBlock(G, parent=E),
        *rows,
    ]


def test_states_around_are_left_and_entered() -> None:
    chart = nested(Row(B, NUMBER, C), Row(D, TEXT, B), Row(C, TEXT, D))
    right: list[Asked] = [
        (A, "entry", "str"), (A, "exit", "str"), (B, "entry", "str"), (B, "exit", "int"), (C, "entry", "int"),
        (C, "exit", "str"), (D, "entry", "str"), (D, "exit", "str"), (A, "on_initial", "str"),
    ]  # fmt: skip
    assert wrong(chart, right) == []
    # Nothing is entered by default in A, and nothing comes back.
    assert wrong(chart, otherwise(right)) == otherwise(right)[:8]
    assert wrong(chart, [(A, "cycle", "int"), (A, "cycle", "str")]) == []


def test_defaults_and_their_actions() -> None:
    chart = nested(Row(D, TEXT, A), Row(B, NUMBER, D), Row(C, NUMBER, D))
    asked: list[Asked] = [(A, "on_initial", "int"), (B, "entry", "int"), (C, "entry", "int"), (C, "exit", "str")]
    assert wrong(chart, asked) == [asked[0], asked[1], asked[3]]


def test_all_regions() -> None:
    # Row 1 enters D, not C, and F by default; row 2 leaves whatever is active in E.
    chart = regions(Row(H, TEXT, D), Row(C, NUMBER, H), Row(F, NUMBER, G))
    asked: list[Asked] = [
        (C, "entry", "int"), (D, "entry", "int"), (F, "entry", "int"), (G, "entry", "str"), (G, "exit", "str"),
        (E, "exit", "str"), (D, "exit", "int"),
    ]  # fmt: skip
    assert wrong(chart, asked) == asked[1:6]


def test_histories_may_lead_to_any_child() -> None:
    chart = nested(
        StateBlock(H, parent=A, kind=StateKind.SHALLOW_HISTORY), Row(D, TEXT, H), Row(A, NUMBER, D)
    )
    entries: list[Asked] = [(A, "entry", "int"), (B, "entry", "int"), (C, "entry", "int")]
    assert wrong(chart, entries) == entries
    assert wrong(chart, [(A, "entry", "str"), (B, "exit", "int"), (C, "entry", "str")]) == []


def test_what_stays_is_come_back_to() -> None:
    # A stays, but its children are left and entered.
    chart = nested(Row(A, TEXT, A), Row(B, NUMBER, B), Row(C, NUMBER, C))
    asked: list[Asked] = [
        (A, "cycle", "str"), (A, "entry", "int"), (A, "exit", "int"), (B, "cycle", "int"), (B, "entry", "str"),
        (C, "exit", "str"), (C, "cycle", "int"),
    ]  # fmt: skip
    assert wrong(chart, asked) == []
    assert wrong(chart, asked, EntryExit.ALWAYS) == [asked[1], asked[2], asked[4], asked[5]]


def test_rows_without_an_event_carry_nothing() -> None:
    chart = nested(Row(B, EVENTLESS, D), Row(D, BARE, A), Row(C, NUMBER, B), Row(B, NUMBER, C))
    asked: list[Asked] = [(B, "exit", "int"), (D, "entry", "int"), (C, "entry", "int")]
    assert wrong(chart, asked) == asked[:2]


def test_rows_for_any_state_and_those_that_stay() -> None:
    chart = nested(Row(ANY, TEXT, D), Row(D, NUMBER, SAME), Row(D, BARE, B), Row(C, BARE, B))
    asked: list[Asked] = [(C, "exit", "int"), (D, "entry", "int"), (D, "cycle", "str"), (D, "exit", "int")]
    assert wrong(chart, asked)[:3] == asked[:3]


def test_deferred_events_reach_nothing() -> None:
    chart = [define(A)(defer(TEXT), when(NUMBER) | then(B)), define(B)(when(NUMBER) | then(A))]
    assert wrong(chart, [(A, "exit", "int"), (B, "entry", "int")]) == []


def test_local_rows_leave_less() -> None:
    def chart(is_local: bool) -> list[Any]:
        return regions(Row(B, NUMBER, D, local=is_local), Row(H, TEXT, A), Row(A, TEXT, H))

    asked: list[Asked] = [(F, "exit", "str"), (G, "exit", "str"), (B, "exit", "str")]
    assert wrong(chart(True), asked) == []
    assert wrong(chart(False), asked, EntryExit.ALWAYS) == asked


def test_faults_of_nesting_are_told_with_those_of_callbacks() -> None:
    around = StateBlock(A, parent=B, entry=take_int)
    for blocks in ([around, StateBlock(B, parent=A)], [StateBlock(A, parent=A, exit=take_int)], [around]):
        with pytest.raises(InvalidDefinitionError) as caught:
            Table(blocks, Row(A, TEXT, C), Row(C, BARE, A), arguments={TEXT: str})
        kinds = {each.kind for each in caught.value.diagnostics}
        assert DiagnosticKind.SIGNATURE_MISMATCH in kinds
        assert kinds & {DiagnosticKind.CIRCULAR_NESTING, DiagnosticKind.UNKNOWN_PARENT}


def test_the_text_says_what_reaches_which_callback() -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(
            define(A, initial=B, on_initial=take_int)(
                define(B)(always() | then(C) | take_int), define(C)(when(TEXT) | then(D))
            ),
            define(D)(when(TEXT) | then(A)),
            arguments={TEXT: str},
        )
    action, default = [each for each in caught.value.diagnostics if each.kind is DiagnosticKind.SIGNATURE_MISMATCH]
    assert action.text.startswith("action of (2, EVENTLESS) -> 3 is take_int(value: int), but a row without an event")
    assert action.places == (Place(__file__, here + 4),)
    assert default.text.startswith("default action of state 1 is take_int(value: int), but event 11 has the arguments")
    assert default.places == (Place(__file__, here + 3),)
