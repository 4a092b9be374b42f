"""Telling how far a replay is."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Callable, Optional, Union

ProgressOption = Union[bool, Callable[[int, int], object]]
"""Whether to show it, or a function that is told how many events were replayed, of how many."""


class Shown:
    """Shows progress: with tqdm where that is installed, otherwise as a line on the standard error."""

    def __init__(self, option: ProgressOption, total: int) -> None:
        self._function: Optional[Callable[[int, int], object]] = None
        self._bar: Any = None
        self._is_line = False
        if callable(option):
            self._function = option
        elif option:
            try:
                bars = import_module("tqdm.auto")
            except ImportError:
                self._is_line = True
            else:
                self._bar = bars.tqdm(total=total, unit=" events", unit_scale=True)

    @property
    def is_wanted(self) -> bool:
        """Whether anybody is told."""
        return self._function is not None or self._bar is not None or self._is_line

    def tell(self, done: int, total: int) -> None:
        """Tell how far it is. Errors: what the caller's function raises."""
        if self._function is not None:
            self._function(done, total)
        elif self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif self._is_line:
            print(f"\rreplayed {done:,} of {total:,} events", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._bar is not None:
            self._bar.close()
        elif self._is_line:
            print(file=sys.stderr)
