"""Where the library writes the answers to queries: made once, since that takes longer than most queries.

A room belongs to the query that has taken it, until that puts it back. One that raised keeps it: others are made then.
"""

from __future__ import annotations

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

free_rooms: list[ReasonsRoom] = []
"""Those for reasons that nobody uses at present."""
# Those for ids, by their sizes.
_free_ids: dict[int, list[IdsRoom]] = {}


def reasons_room() -> ReasonsRoom:
    """Return room for reasons, which is put back into `free_rooms`."""
    try:
        return free_rooms.pop()
    except IndexError:
        reasons, count = _FewReasons(), c_size_t()
        return reasons, _as_bytes(reasons), count, byref(count)


def ids_room(capacity: int) -> tuple[list[IdsRoom], IdsRoom]:
    """Return where room for so many ids is put back, and the room."""
    try:
        rooms = _free_ids[capacity]
        return rooms, rooms.pop()
    except (KeyError, IndexError):
        ids, count = (c_int32 * capacity)(), c_size_t()
        room = ids, _as_bytes(ids), c_size_t(capacity), count, byref(count)
        # A list that nobody keeps, for too many.
        return (_free_ids.setdefault(capacity, []) if capacity <= _LARGEST else []), room


def _as_bytes(array: Any) -> Bytes:
    memory: Any = (c_char * sizeof(array)).from_buffer(array)
    found: Bytes = memory
    return found
