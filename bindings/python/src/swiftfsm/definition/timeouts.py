"""Delays, and the timeouts of states.

The library counts whole microseconds. Programs tell seconds, as numbers, or a timedelta.
"""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any, Union

from ..library.results import BadValueError

Delay = Union[float, timedelta]
"""Seconds, or a timedelta."""

_LARGEST = 2**63 - 1


class Timeout:
    """An event that is sent once a state has been active for so long. Without an event it is one itself, which no
    program can send."""

    __slots__ = ("delay", "event")

    def __init__(self, delay: Delay, event: Any = None) -> None:
        self.delay: int = microseconds(delay, "a delay")
        """In microseconds."""
        if self.delay < 0:
            raise BadValueError(f"a delay cannot be negative: {delay!r}")
        self.event: Any = self if event is None else event

    @property
    def is_anonymous(self) -> bool:
        """Whether it has no event of its own."""
        return self.event is self

    def __repr__(self) -> str:
        event = "" if self.is_anonymous else f", {self.event}"
        return f"after({self.delay / 1_000_000:.15g}{event})"


def microseconds(time: Delay, word: str) -> int:
    """Return a time as the library counts it, rounded.

    Errors: TypeError for what is no time; BadValueError for one that 64 bits do not hold.
    """
    if isinstance(time, timedelta):
        number = time // timedelta(microseconds=1)
    elif not isinstance(time, (int, float)):
        raise TypeError(f"{word} is a number of seconds or a timedelta, not {time!r}")
    else:
        number = round(time * 1_000_000) if math.isfinite(time) else _LARGEST + 1
    if abs(number) > _LARGEST:
        raise BadValueError(f"{word} of {time!r} is too long to be counted in microseconds")
    return number


def seconds(count: int) -> float:
    """Return a time of the library in seconds."""
    return count / 1_000_000
