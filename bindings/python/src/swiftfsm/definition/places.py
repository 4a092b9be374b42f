"""Lines of the user's program."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple, Optional


class Place(NamedTuple):
    """A line of a file; lines count from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def caller() -> Optional[Place]:
    """Return the line that called this package: that of the nearest frame outside of it."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith(_PACKAGE):
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


# From the code object, as the frames have it: __file__ may be spelt in another way.
_PACKAGE = os.path.dirname(os.path.dirname(caller.__code__.co_filename)) + os.sep
