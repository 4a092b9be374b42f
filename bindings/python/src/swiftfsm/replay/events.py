"""Events: each word of a column is matched once, with what the table calls an event."""

from __future__ import annotations

from ctypes import Array, c_int32
from typing import Any, NamedTuple, Optional

from ..definition.ids import NONE
from .columns import column
from .names import Names
from .parts import INTEGERS, Column, Part, bounds, filled, translated

_MANY_WORDS = 1 << 16


class Events(NamedTuple):
    """A column of events as the library takes it."""

    column: Column
    map: Optional[Array[c_int32]]
    """The event of each code; None if the values are ids."""

    def number(self, index: int) -> Optional[int]:
        """The id of an event; None for what is none."""
        for part in self.column.parts:
            if index < part.length:
                value: int = part.view()[index]
                if self.map is None:
                    return value
                return self.map[value] if 0 <= value < len(self.map) else None
            index -= part.length
        return None


def events_of(value: Any, names: Names) -> Events:
    """Return a column of events: their ids, members, or names. Null is an event that the table does not know.

    Errors: TypeError for what is no column of events.
    """
    given = column(value, "events", lists=True)
    if not given.length:  # of any type: that of an empty table means nothing
        given = given._replace(parts=(), bounds=None)
    odd = next((part.type for part in given.parts if part.type not in INTEGERS), None)
    if odd is not None:
        raise TypeError(f"events must be ids, names or members, not a column of the type {odd.name.lower()}")
    if given.words is None:
        return Events(_without_nulls(given, lambda part: filled(part, int(NONE))), None)
    known = [int(NONE)] * _used(given)
    for code, word in zip(range(len(known)), given.words):
        number = names.find(word)
        known[code] = int(NONE) if number is None else number
    count = len(known)
    return Events(
        _without_nulls(given, lambda part: translated(part, range(count), -1)),
        (c_int32 * max(count, 1))(*known or [int(NONE)]),
    )


def _used(given: Column) -> int:
    """How many words may be needed: a dictionary may be shared with columns that have many more."""
    assert given.words is not None
    count = len(given.words)
    return min(count, bounds(given)[1] + 1) if count > _MANY_WORDS and given.length else count


def _without_nulls(given: Column, fill: Any) -> Column:
    """Return a column without nulls: a copy of the parts that have some."""
    parts: list[Part] = [fill(part) if len(part.missing) else part for part in given.parts]
    return given._replace(parts=tuple(parts))
