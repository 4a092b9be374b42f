"""Rows and state blocks, before any table."""

from __future__ import annotations

from typing import Any

import pytest
from tracing import Event, State

from swiftfsm import ANY, DYNAMIC, Row, StateBlock, Step


def one(step: Step) -> None: ...


def two(step: Step) -> None: ...


def a(mistake: Any) -> Any:
    """Something that a type checker would have found."""
    return mistake


def test_callbacks_come_alone_or_several() -> None:
    assert Row(1, 2, 3).actions == ()
    assert Row(1, 2, 3, one).actions == (one,)
    assert Row(1, 2, 3, [one, two]).actions == (one, two)
    assert Row(1, 2, 3, None, one).guards == (one,)
    assert Row(1, 2, 3, guards=iter([two, one])).guards == (two, one)
    assert Row(1, 2, DYNAMIC, resolver=two).resolver is two


def test_a_row_is_a_tuple_with_names() -> None:
    row = Row(State.LOCKED, Event.COIN, State.UNLOCKED, one)
    assert row[:3] == (State.LOCKED, Event.COIN, State.UNLOCKED)
    assert "source=<State.LOCKED: 10>" in repr(row)


def test_a_block_with_everything() -> None:
    block = StateBlock(State.LOCKED, entry=one, exit=[one, two], cycle=None, final=True, rows=[(1, 2, ANY)])
    assert (block.entry, block.exit, block.cycle, block.final) == ((one,), (one, two), (), True)
    assert block.rows == ((1, 2, ANY),)
    assert repr(StateBlock(5, final=True)) == "StateBlock(5, final=True)"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Row(1, 2, 3, a(4)), "actions must be a callable or several of them, not 4"),
        (lambda: Row(1, 2, 3, a([b"go"])), "actions must be callables, but b'go' is not"),
        (lambda: Row(1, 2, 3, guards=a([one, 5])), "guards must be callables, but 5 is not"),
        (lambda: Row(1, 2, 3, resolver=a(6)), "resolver must be a callable, not 6"),
        (lambda: StateBlock(1, entry=a(7)), "entry must be a callable or several of them, not 7"),
        (lambda: StateBlock(1, exit=a([8])), "exit must be callables, but 8 is not"),
        (lambda: StateBlock(1, cycle=a(9)), "cycle must be a callable or several of them, not 9"),
    ],
)
def test_what_cannot_be_called(make: Any, sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value) == sentence
