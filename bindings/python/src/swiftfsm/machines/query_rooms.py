"""Where the library writes the answers to queries: made once, since that takes longer than most queries.

A room belongs to the query that has taken it, until that puts it back. One that raised keeps it: others are made then.
"""

from __future__ import annotations

from collections import deque
from ctypes import Array, byref, c_char, c_int32, c_size_t, sizeof
from typing import Any, Protocol

from ..library.generated.records import sfsm_reason

REASON_BYTES = sizeof(sfsm_reason)
REASON_SIZE = c_size_t(REASON_BYTES)
FEW = 8
"""A state has seldom more rows for one event."""
MOST = c_size_t(FEW)
_LARGEST = 4096
"""The number of ids of the largest room that is kept."""
_FewReasons: type[Array[sfsm_reason]] = sfsm_reason * FEW


class Bytes(Protocol):
    """An array of c_char, of which slices are bytes."""

    def __getitem__(self, places: slice, /) -> bytes: ...


ReasonsRoom = tuple[Array[sfsm_reason], Bytes, c_size_t, Any]
"""Room for a few reasons, the same as bytes, and their number, with a reference to it."""
IdsRoom = tuple[Array[c_int32], Bytes, c_size_t, c_size_t, Any]
"""Room for so many ids, the same as bytes, its size as the library takes it, and their number, with a reference to it.
"""
Lists = tuple[int, "deque[IdsRoom]", dict[bytes, list[Any]]]
"""For lists of so many ids: the rooms that nobody uses at present, and which members former ids were."""

free_rooms: deque[ReasonsRoom] = deque()  # a list that runs empty is allocated anew
"""Those for reasons that nobody uses at present."""
# Those for ids, by their sizes.
_free_ids: dict[int, deque[IdsRoom]] = {}


def reasons_room() -> ReasonsRoom:
    """Return room for reasons, which is put back into `free_rooms`."""
    try:
        return free_rooms.pop()
    except IndexError:
        reasons, count = _FewReasons(), c_size_t()
        return reasons, _as_bytes(reasons), count, byref(count)


def lists_of(capacity: int) -> Lists:
    """Return what lists of so many ids need. Tables of one size share rooms; large ones are not kept."""
    return capacity, deque(maxlen=0) if capacity > _LARGEST else _free_ids.setdefault(capacity, deque()), {}


def ids_room(capacity: int) -> IdsRoom:
    """Make room for so many ids."""
    ids, count = (c_int32 * capacity)(), c_size_t()
    return ids, _as_bytes(ids), c_size_t(capacity), count, byref(count)


def _as_bytes(array: Any) -> Bytes:
    memory: Any = (c_char * sizeof(array)).from_buffer(array)
    found: Bytes = memory
    return found
