"""Rows that are plain tuples of three ints, or of three ints and actions, read all at once.

Building 10,000 plain rows is to be 40 times as fast as in transitions, which leaves no time to check and pack 30,000
ids one after the other. `marshal` does both in one call: it writes a tuple, and an int of 32 bits, always with the same
tag and in the same number of bytes, and anything else (a bool, a member of an Enum, a larger int, a Row) with another
tag or not at all. So if the tags of what it wrote are those of tuples of three ints, at their distances, the ids lie
between them. If they are not, perhaps because a version of Python writes another format, rows are packed in the usual
way. Nothing is ever read that `marshal` has not just written here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from marshal import dumps
from operator import itemgetter
from typing import Any, NamedTuple, Optional

# The version of the format that has neither shared references nor short tuples.
_VERSION = 2
_HEAD, _ROW = 5, 20
# The byte at each place of a row that is no part of an id: a tuple of three, and three times an int.
_TAGS = ((0, b"("), (1, b"\3"), (2, b"\0"), (3, b"\0"), (4, b"\0"), (5, b"i"), (10, b"i"), (15, b"i"))
_IDS = (6, 11, 16)

_first_three = itemgetter(0, 1, 2)


class PlainRows(NamedTuple):
    """The sources, events and targets of plain rows, and their actions, if the rows have a fourth place for these."""

    ids: tuple[memoryview, ...]
    actions: Sequence[Any] = ()


def plain_rows(rows: list[Any]) -> Optional[PlainRows]:
    """Read rows that are all tuples of three ints, or all of three ints and actions. Returns None for all others."""
    if not rows or type(rows[0]) is not tuple:
        return None
    if len(rows[0]) != 4:
        ids = _ids(rows)
        return None if ids is None else PlainRows(ids)
    if set(map(type, rows)) != {tuple} or set(map(len, rows)) != {4}:
        return None
    ids = _ids(list(map(_first_three, rows)))
    return None if ids is None else PlainRows(ids, [row[3] for row in rows])


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
