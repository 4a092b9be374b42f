"""Tokens: whose each event is. Numbers are taken as they are, all else by codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Optional

from ..library.results import BadValueError
from .coding import coded, repeated
from .columns import column
from .later import Later
from .parts import INTEGERS, Column, bounds, joined

_SPARSE = 4
"""Numbers of tokens are taken as they are if they are less than so many times the number of events."""


class Tokens(NamedTuple):
    """The tokens of a replay."""

    column: Optional[Column]
    """The number of the token of each event; None if there is but one token, or the events are lists."""
    number: int
    """How many there are."""
    labels: Sequence[Any]
    """What the caller calls each of them."""


def tokens_of(value: Any, event_count: int, count: Optional[int], coded: bool = False) -> Tokens:
    """Return a column of tokens.

    count: how many there are, where the caller says so, who then numbers them from 0.
    coded: numbers are keys, and no numbers of tokens, whatever they are.

    Errors: BadValueError for a column of another length, or with nulls; TypeError for what is no column of tokens.
    """
    given = column(value, "tokens")
    if given.lists is not None:
        raise TypeError("tokens must be a column of values, not of lists")
    if given.length != event_count:
        raise BadValueError(f"there are {given.length} tokens for {event_count} events: give each event its token")
    if not event_count:  # as events
        given = given._replace(parts=(), bounds=None)
    _refuse_nulls(given)
    if given.keyed is not None and given.length:
        given = given.keyed()
    if given.words is not None:
        is_large = coded and len(given.words) > 1024 and len(given.words) > _SPARSE * event_count
        return _used(given, given.words) if is_large else Tokens(given, len(given.words), given.words)
    odd = next((part.type for part in given.parts if part.type not in INTEGERS), None)
    if odd is not None:
        raise TypeError(f"tokens must be numbers, texts or other keys, not a column of the type {odd.name.lower()}")
    if count is not None:
        return Tokens(given, count, range(count))
    low, high = bounds(given) if event_count else (0, -1)
    if not coded and 0 <= low and high < _SPARSE * event_count + 1024:
        return Tokens(given, high + 1, range(high + 1))
    return _coded_tokens(given)


def _refuse_nulls(given: Column) -> None:
    index = next(given.missing(), None)
    if index is None and given.words is not None and given.length:
        low, high = bounds(given)
        if low < 0 or high >= len(given.words):
            index = next(index for index in range(given.length) if given.at(index) is None)
    if index is not None:
        raise BadValueError(f"the event at index {index} has no token: tokens has null there")


def _coded_tokens(given: Column) -> Tokens:
    """Return codes for numbers that are too high, or negative, to be numbers of tokens. Null is not among them."""
    codes, numbers = coded(given)
    return Tokens(codes, len(numbers), numbers)


def _used(given: Column, words: Sequence[Any]) -> Tokens:
    """Return other codes, for the words alone that occur: a dictionary may be that of a much larger column."""
    found = _coded_tokens(given)
    labels = [words[code] for code in found.labels]
    return Tokens(found.column, len(labels), labels)


def labels_of(value: Any, count: int) -> Sequence[Any]:
    """Return what the caller calls the tokens of lists: a value for each list. Errors: BadValueError for another number
    of them, or for two that are the same; TypeError."""
    given = column(value, "tokens")
    if given.length != count:
        raise BadValueError(f"there are {given.length} tokens for {count} lists of events: give each list its token")
    pair = repeated(given)
    if pair is not None:
        raise BadValueError(
            f"the lists at index {pair[0]} and {pair[1]} have the same token, {given.at(pair[1])!r}: give each list a "
            f"token of its own, or put all events of a token into one list"
        )
    return Later(given.length, lambda: _values(given))


def _values(given: Column) -> list[Any]:
    """The values of a column as Python objects."""
    gone = list(given.missing())
    if given.keyed is not None and given.length:
        given = given.keyed()
    part, words = joined(given), given.words
    values: list[Any] = part.view().tolist()
    if words is not None:
        count = len(words)
        values = [words[code] if 0 <= code < count else None for code in values]
    for index in gone:
        values[index] = None
    return values
