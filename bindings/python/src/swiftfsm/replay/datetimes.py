"""Python's own times, as columns of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

from ..library.results import BadValueError
from .parts import Column, joined, part_of

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_TICK = timedelta(microseconds=1)


def has_times(values: Sequence[Any]) -> bool:
    """Return whether Python's times or dates are among values."""
    return any(isinstance(each, date) for each in values)


def counted(given: Column, noun: str) -> Column:
    """Return a column of Python's times or dates as one of microseconds since 1970, and any other one as it is.

    Times with a zone count from 1970 in UTC, those without one as if theirs were UTC. noun: what they are, for errors.

    Errors: TypeError for other values among them; BadValueError for times both with a zone and without one.
    """
    if not given.length or given.words is None or not has_times(given.words):
        return given
    words = list(given.words)
    present = [each for each in words if each is not None and each == each]  # NaT is not itself
    _check(present, noun)
    ticks = [_ticks(each) if each is not None and each == each else None for each in words]
    part = joined(given)
    gone, count = set(part.missing), len(ticks)
    found = [ticks[code] if 0 <= code < count else None for code in part.view()]
    missing = [index for index, each in enumerate(found) if each is None or index in gone]
    numbers = array("q", [0 if each is None else each for each in found])
    return Column((part_of(numbers)._replace(missing=missing),), unit=1e-6)


def _check(present: Sequence[Any], noun: str) -> None:
    odd = next((each for each in present if not isinstance(each, date)), None)
    if odd is not None:
        raise TypeError(f"{noun} must all be times, but there is {odd!r} among them")
    zoned = next((each for each in present if _is_zoned(each)), None)
    bare = next((each for each in present if not _is_zoned(each)), None)
    if zoned is not None and bare is not None:
        raise BadValueError(f"{noun}: {zoned!r} has a time zone, but {bare!r} has none: give all of them one, or none")


def _is_zoned(value: date) -> bool:
    return isinstance(value, datetime) and value.utcoffset() is not None


def _ticks(value: date) -> int:
    moment = value if isinstance(value, datetime) else datetime.combine(value, time())
    return ((moment if _is_zoned(moment) else moment.replace(tzinfo=timezone.utc)) - _EPOCH) // _TICK
