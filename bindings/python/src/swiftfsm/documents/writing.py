"""What the library writes: documents, pictures and fingerprints."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int32, c_size_t, c_void_p, cast, string_at
from typing import Any, Optional

from ..library.generated.records import sfsm_writer

# As sfsm_writer, but what is written is passed as an address: it does not end with a zero.
_Writer = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t)


def written(write: Callable[[Any], int]) -> tuple[int, bytes]:
    """Return the status and the bytes of a function of the library that is passed a writer."""
    pieces: list[bytes] = []
    exceptions: list[BaseException] = []

    def take(context: Optional[int], address: Optional[int], count: int) -> int:
        try:
            pieces.append(string_at(address or 0, count) if count else b"")
            return 0
        except BaseException as exception:  # no memory, or a signal
            exceptions.append(exception)
            return -1

    writer = _Writer(take)
    status = write(cast(writer, sfsm_writer))
    if exceptions:
        raise exceptions[0]
    return status, b"".join(pieces)
