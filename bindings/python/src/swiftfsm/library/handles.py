"""Owners of the library's objects."""

from __future__ import annotations

import sys
from ctypes import c_void_p
from pickle import UnpicklingError
from typing import Any, Callable, Optional, TypeVar

from .results import ClosedError

_Self = TypeVar("_Self", bound="Handle")


class Handle:
    """Owns one object of the library and releases it once: by `close()`, at the end of ``with``, or when it is
    collected.

    Objects may be closed and collected in any order: inside the library each keeps what it needs. Nothing is released
    at the exit of the interpreter, when the memory of the process goes as a whole; exit handlers may use every object.
    """

    __slots__ = ("_address", "_argument", "__weakref__")

    _noun = "object"
    # Functions that __del__ needs are kept here: the module's own names may be gone while the interpreter ends.
    _release: Callable[[Any], object]
    _is_finalizing = staticmethod(sys.is_finalizing)

    def __init__(self, address: int) -> None:
        self._address: Optional[int] = address
        # Made once: ctypes passes such an argument on as it is, where an int is converted at each call. Once closed it
        # is None, which the library sees as NULL and answers with a status: so no call has to look first.
        self._argument: Any = c_void_p.from_param(address)

    @property
    def closed(self) -> bool:
        """Whether the object was released."""
        # The attribute is missing if the constructor failed.
        return getattr(self, "_address", None) is None

    def close(self) -> Any:  # None; see `MachineCore.close`
        """Release the object. Closing twice has no effect; every other use of a closed object raises ClosedError."""
        self._close()

    def _close(self) -> None:
        address, self._address, self._argument = self._address, None, None
        if address is not None:
            self._release(address)

    def __enter__(self: _Self) -> _Self:
        self._open()
        return self

    def __exit__(self, *exception: object) -> None:
        self._close()

    def __del__(self) -> None:
        # The attribute is missing if the constructor failed.
        if getattr(self, "_address", None) is not None and not self._is_finalizing():
            self._close()

    def __setstate__(self, held: object) -> None:
        """Refuse whatever a pickle holds: an address means nothing in another process."""
        raise UnpicklingError(f"a pickle sets no field of a {self._noun}")

    def _open(self) -> int:
        """Return the address. Errors: ClosedError."""
        if self._address is None:
            raise ClosedError(f"this {self._noun} was closed")
        return self._address
