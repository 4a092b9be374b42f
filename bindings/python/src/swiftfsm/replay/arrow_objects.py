"""What Arrow has as numbers, but Python as objects: times, dates, durations and flags."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import Any, Callable, Optional

_TICKS = {"s": 1, "m": 10**3, "u": 10**6, "n": 10**9}
"""Of a unit in a second."""
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_ZERO_DAY = date(1970, 1, 1).toordinal()


def objects_of(format: str) -> Optional[Callable[[Iterable[int]], list[Any]]]:
    """Return what makes objects of the numbers of a format; None for a format of plain numbers.

    All of them stay numbers if datetime cannot tell one of them: it has no nanoseconds, and no year beyond 9999.
    """
    make = _maker(format)
    if make is None:
        return None
    made = make

    def objects(numbers: Iterable[int]) -> list[Any]:
        several = list(numbers)
        try:
            return [made(each) for each in several]
        except (OverflowError, ValueError):
            return several

    return objects


def _maker(format: str) -> Optional[Callable[[int], Any]]:
    if format == "b":
        return bool
    if format == "tdD":
        return lambda number: date.fromordinal(_ZERO_DAY + number)
    if format == "tdm":
        return lambda number: date.fromordinal(_ZERO_DAY + _exact(number, 86_400_000))
    ticks = _TICKS.get(format[2:3], 0)
    if format[:2] == "tD" and ticks:
        return lambda number: _duration(number, ticks)
    if format[:2] == "tt" and ticks:
        return lambda number: _time(number, ticks)
    if format[:2] == "ts" and ticks:
        zone = _zone(format.partition(":")[2])
        return lambda number: _datetime(number, ticks, zone)
    return None


def _exact(number: int, divisor: int) -> int:
    found, rest = divmod(number, divisor)
    if rest:
        raise ValueError(number)
    return found


def _duration(number: int, ticks: int) -> timedelta:
    micros = number * (10**6 // ticks) if ticks <= 10**6 else _exact(number, ticks // 10**6)
    return timedelta(microseconds=micros)


def _time(number: int, ticks: int) -> time:
    return (datetime.min + _duration(number, ticks)).time()


def _datetime(number: int, ticks: int, zone: Optional[tzinfo]) -> datetime:
    found = _EPOCH + _duration(number, ticks)
    return found.replace(tzinfo=None) if zone is None else found.astimezone(zone)


def _zone(name: str) -> Optional[tzinfo]:
    """The zone of a name; UTC for one that this system does not know, whose times are equal."""
    if not name:
        return None
    try:
        from zoneinfo import ZoneInfo  # which takes longer to import than the package may

        return timezone.utc if name in ("UTC", "Z") else ZoneInfo(name)
    except Exception:  # as of "+01:00"
        return timezone.utc
