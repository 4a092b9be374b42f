"""Rows that are read at once, and those that must not be."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from enum import IntEnum
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swiftfsm import Row, Table
from swiftfsm.definition import plain_rows as module
from swiftfsm.definition.plain_rows import plain_rows


class State(IntEnum):
    ONE = 1


class Triple(tuple[int, int, int]):
    """A tuple, but not a plain one."""


class Quadruple(tuple[Any, ...]):
    """Another one."""


def act() -> None: ...


def read(rows: list[Any]) -> Optional[list[tuple[int, ...]]]:
    found = plain_rows(rows)
    return None if found is None else list(zip(*found.ids))


# What `marshal` writes between the rows has bytes that may occur in ids too: ids are drawn from those as well.
ids = st.integers(-(2**31), 2**31 - 1) | st.sampled_from([0x69696969, 0x28, 0x03000000, 0x28000000, 3, 0x6900])
strangers = st.sampled_from([True, None, 2**31, -(2**31) - 1, 1.0, "a", State.ONE, (), (1, 2, 3), act])
anything = st.lists(st.tuples(ids, ids, ids) | st.lists(ids | strangers, max_size=5).map(tuple), max_size=6)


@given(st.lists(st.tuples(ids, ids, ids), min_size=1))
def test_plain_rows_are_read_as_they_are(rows: list[tuple[int, int, int]]) -> None:
    assert read(rows) == rows


@given(anything)
def test_what_is_read_is_what_there_is(rows: list[Any]) -> None:
    # A fourth place is for actions, of which it is told elsewhere whether they can be called.
    are_alike = bool(rows) and {len(row) for row in rows} in ({3}, {4})
    are_plain = are_alike and all({type(each) for each in row[:3]} == {int} for row in rows)
    fit = are_plain and all(-(2**31) <= each < 2**31 for row in rows for each in row[:3])
    assert read(rows) == ([row[:3] for row in rows] if fit else None)


def test_actions_stand_beside_the_ids() -> None:
    found = plain_rows([(1, 2, 3, act), (4, 5, 6, None), (7, 8, 9, [act, act])])
    assert found is not None
    assert list(zip(*found.ids)) == [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    assert found.actions == [act, None, [act, act]]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [(1, 2, 3), [1, 2, 3]],
        [(1, 2, 3), Triple((1, 2, 3))],
        [(1, 2, 3, act), (1, 2, 3)],
        [(1, 2, 3), (1, 2, 3, act)],
        [(1, 2), (1, 2, 3, 4)],
        [(1, 2, 3, act), Quadruple((1, 2, 3, act))],
        [(1, 2, State.ONE)],
        [(1, 2, True)],
        [Row(1, 2, 3)],
        [(1, 2, 3), Row(1, 2, 3)],
        ["abc"],
        [(1, 2, (3,))],
        [((1, 2, 3), (4, 5, 6), (7, 8, 9))],
    ],
)
def test_what_has_to_be_looked_at_one_by_one(rows: list[Any]) -> None:
    assert plain_rows(rows) is None


@pytest.mark.parametrize(
    "other",
    [
        lambda rows, version: marshal.dumps(rows, 4),
        lambda rows, version: marshal.dumps(rows, version).replace(b"(", b"T"),
        lambda rows, version: marshal.dumps(rows, version) + b"0",
        lambda rows, version: b"",
    ],
)
def test_a_format_that_is_not_known_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, other: Callable[[Any, int], bytes]
) -> None:
    monkeypatch.setattr(module, "dumps", other)
    assert plain_rows([(1, 2, 3), (3, 2, 1)]) is None
    table = Table([(1, 2, 3), (3, 2, 1)], initial=1)
    assert [(each.source, each.event, each.target) for each in table.transitions()] == [(1, 2, 3), (3, 2, 1)]
