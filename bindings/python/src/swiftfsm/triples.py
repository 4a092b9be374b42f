"""Rows that are nothing but tuples of three ints, or of these and actions, seen and read at once.

Asking each of 30,000 ids for its type, and packing it, takes longer than the library takes for the whole table.
`marshal` does both in one go: it writes a tuple and an int of 32 bits always with the same tag and in as many bytes,
and anything else (a bool, a member of an Enum, a larger int, a Row) with another tag or not at all. So where the tags
of what it wrote are those that tuples of three ints have, at their distances, the ids lie between them. Where they are
not, be it that a version of Python writes otherwise, rows are packed in the usual way, which takes all that a row may
be.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from marshal import dumps
from operator import itemgetter
from typing import Any, NamedTuple, Optional

# The format's version, of which neither shared references nor short tuples are part.
_VERSION = 2
_HEAD, _ROW = 5, 20
# At which byte of a row which byte stands: a tuple of three, and each time an int.
_TAGS = ((0, b"("), (1, b"\3"), (2, b"\0"), (3, b"\0"), (4, b"\0"), (5, b"i"), (10, b"i"), (15, b"i"))
_IDS = (6, 11, 16)


_first_three = itemgetter(0, 1, 2)


class Triples(NamedTuple):
    """Sources, events and targets of such rows, and their actions, if each has a fourth place for these."""

    ids: tuple[memoryview, ...]
    actions: Sequence[Any] = ()


def triples(rows: list[Any]) -> Optional[Triples]:
    """What rows say of which each is a tuple of three ints, or each of three ints and actions; None for all others."""
    if not rows or type(rows[0]) is not tuple:
        return None
    if len(rows[0]) != 4:
        ids = _ids(rows)
        return None if ids is None else Triples(ids)
    if set(map(type, rows)) != {tuple} or set(map(len, rows)) != {4}:
        return None
    ids = _ids(list(map(_first_three, rows)))
    return None if ids is None else Triples(ids, [row[3] for row in rows])


def _ids(rows: list[Any]) -> Optional[tuple[memoryview, ...]]:
    try:
        written = dumps(rows, _VERSION)
    except ValueError:  # there is something that it cannot write
        return None
    count = len(rows)
    if len(written) != _HEAD + _ROW * count or sys.byteorder != "little":
        return None
    for at, tag in _TAGS:
        if written[_HEAD + at :: _ROW] != tag * count:
            return None
    whole = memoryview(written)
    starts = [_HEAD + at for at in _IDS]
    return tuple(whole[start : start + _ROW * (count - 1) + 4].cast("i")[:: _ROW // 4] for start in starts)
