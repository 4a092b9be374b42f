"""Rows that are plain tuples of three ints, or of three ints and actions, read all at once.

Ten thousand such rows are read in a few calls instead of a hundred thousand steps of the interpreter. Rows with
anything else in them, such as members of an Enum, are read one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from operator import countOf
from struct import error, pack
from typing import Any, NamedTuple, Optional


class PlainRows(NamedTuple):
    """The sources, events and targets of plain rows, and their actions, if the rows have a fourth place for these."""

    ids: tuple[memoryview, ...]
    actions: Sequence[Any] = ()


def plain_rows(rows: list[Any]) -> Optional[PlainRows]:
    """Read rows that are all tuples of three ints, or all of three ints and actions. Returns None for all others."""
    if not rows or type(rows[0]) is not tuple:
        return None
    width = len(rows[0])
    if width not in (3, 4) or countOf(map(type, rows), tuple) < len(rows) or countOf(map(len, rows), width) < len(rows):
        return None
    ids: list[Any] = []
    deque(map(ids.extend, rows), maxlen=0)
    actions = ids[3::4] if width == 4 else []
    if width == 4:
        del ids[3::4]
    if countOf(map(type, ids), int) < len(ids):
        return None
    try:
        packed = memoryview(pack(f"{len(ids)}i", *ids)).cast("i")
    except error:  # an id beyond 32 bits
        return None
    return PlainRows(tuple(packed[place::3] for place in range(3)), actions)
