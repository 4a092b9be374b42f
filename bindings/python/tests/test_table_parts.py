"""What a table is made of keeps the order in which it was given."""

from __future__ import annotations

from typing import Any

import pytest
from tracing import Event, State

from swiftfsm import GuardPolicy, Outcome, Row, StateBlock, Superstate, Table, define, superstate, then, when
from swiftfsm.definition.table_parts import Parts, Rows
from swiftfsm.library.generated.enumerations import DiagnosticKind

A, B, C, GO = 1, 2, 3, 7


def described(parts: Parts) -> list[Any]:
    return [part.rows if isinstance(part, Rows) else type(part) for part in parts]


def test_parts_stand_in_their_order() -> None:
    rows = [(A, GO, B), (B, GO, A)]
    block, above = StateBlock(C, final=True), superstate(when(8) | then(A))
    parts = Parts([rows, block, (C, GO, A), [above, (A, 8, A)], iter([(B, 8, B)])])
    assert described(parts) == [rows, StateBlock, [(C, GO, A)], Superstate, [(A, 8, A)], [(B, 8, B)]]
    assert parts.rows == [*rows, (C, GO, A), (A, 8, A), (B, 8, B)]
    assert parts.scopes == [block, above]


@pytest.mark.parametrize(
    "items",
    [
        [[(A, GO, A), (A, GO, B)], define(B, final=True)],
        [define(A)(when(GO) | then(A)), (A, GO, B), define(B, final=True)],
        [(A, GO, A), define(A)(when(GO) | then(B)), define(B, final=True)],
        [Row(A, GO, A), [(A, GO, B)], define(B, final=True)],
        [StateBlock(A, rows=[Row(A, GO, A)]), ((A, GO, B), Row(A, 8, A)), define(B, final=True)],
    ],
    ids=range(5),
)
def test_the_first_of_several_rows_is_taken_wherever_it_stands(items: list[Any]) -> None:
    table = Table(*items, initial=A, guards=GuardPolicy.FIRST_MATCH)
    machine = table.machine()
    assert machine.send(GO) is Outcome.TRANSITIONED
    assert machine.state == A


def test_a_superstate_that_no_state_adopts_is_told() -> None:
    lost: Any = superstate(when(Event.COIN) | then(State.LOCKED))
    table = Table((State.LOCKED, Event.COIN, State.LOCKED), lost, initial=State.LOCKED)
    (warning,) = [each for each in table.warnings if each.kind is DiagnosticKind.UNUSED_SUPERSTATE]
    assert warning.places == (lost.place,)


@pytest.mark.parametrize("item", [5, "ab", b"ab", None, when(GO), when(GO)(then(A)), [5], [[(A, GO, A)], "ab"]])
def test_what_no_table_is_made_of(item: Any) -> None:
    with pytest.raises(TypeError, match=r"a table is made of define\(\.\.\.\), rows and blocks|belongs to a state"):
        Parts([item])


def test_messages_stay_short_whatever_was_given() -> None:
    many: Any = list(range(10_000))
    with pytest.raises(TypeError) as found:
        Table([[many] * 3])
    assert len(str(found.value)) < 300
