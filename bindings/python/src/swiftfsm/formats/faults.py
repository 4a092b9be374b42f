"""What is wrong with a foreign definition: all faults of a file in one error, each with its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..library.results import SwiftFSMError

FAULT_LIMIT = 20
"""The most faults that are told of one file."""

_SHOWN = 60


class Fault(NamedTuple):
    """One fault of a foreign definition."""

    file: str
    line: int
    """From 1; 0 if the definition was not read from a text."""
    text: str
    """What cannot be read or said, and what to do."""

    def __str__(self) -> str:
        """ "file:line: text"."""
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class FormatError(SwiftFSMError, ValueError):
    """A foreign definition cannot be read, or no document can say it. `faults` has up to 20 of its faults."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults: tuple[Fault, ...] = faults

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class Faults:
    """Collects the faults of a file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._found: list[Fault] = []

    def add(self, line: int, text: str) -> None:
        """Note a fault. Raises FormatError with all of them when there are as many as are told."""
        fault = Fault(self.file, line, text)
        if fault not in self._found:
            self._found.append(fault)
        if len(self._found) == FAULT_LIMIT:
            self.check()

    def error(self, line: int, text: str) -> FormatError:
        """Return the error of all faults so far and this one, behind which nothing can be read."""
        return FormatError((*self._found, Fault(self.file, line, text)))

    def check(self) -> None:
        """Raise FormatError if there are faults."""
        if self._found:
            raise FormatError(tuple(sorted(self._found, key=lambda fault: fault.line)))


def shown(text: object) -> str:
    """A text from a file as faults show it: in quotes, short, and without characters that a terminal would obey."""
    full = str(text)
    visible = "".join(each if each.isprintable() else "\ufffd" for each in full[:_SHOWN])
    return f"'{visible}{'...' if len(full) > _SHOWN else ''}'"


def listed(names: Sequence[str], last: str = "or") -> str:
    """'a', 'b' or 'c'."""
    quoted = [shown(name) for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
