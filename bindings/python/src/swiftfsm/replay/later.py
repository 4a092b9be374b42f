"""Values that become Python objects once one of them is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, Optional


class Later(Sequence[Any]):
    """Values that become Python objects once one of them is asked for: all of them."""

    __slots__ = ("_count", "_make", "_values")

    def __init__(self, count: int, make: Callable[[], list[Any]]) -> None:
        self._count = count
        self._make = make
        self._values: Optional[list[Any]] = None

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if self._values is None:
            self._values = self._make()
        return self._values[index]
