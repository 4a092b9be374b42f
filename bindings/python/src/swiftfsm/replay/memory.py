"""Memory that the library writes to."""

from __future__ import annotations

import mmap
from ctypes import addressof, c_char
from typing import Any

from .parts import View, viewed


class Memory:
    """A block of bytes that neither moves nor changes its size."""

    __slots__ = ("held", "address", "_export")

    def __init__(self, held: Any) -> None:
        """held: a bytearray or its like."""
        self.held: Any = held
        self._export = c_char.from_buffer(held) if len(held) else None
        self.address: int = 0 if self._export is None else addressof(self._export)

    @classmethod
    def zeros(cls, size: int) -> Memory:
        """Memory of so many bytes or some more, which the system provides as they are written. Errors: MemoryError."""
        try:
            return cls(mmap.mmap(-1, (size | 7) + 1))
        except (OSError, OverflowError, ValueError):
            raise MemoryError(f"there is no memory for {size} bytes") from None

    def view(self, code: str) -> View:
        """What is there, as numbers."""
        return viewed(self.held, code)
