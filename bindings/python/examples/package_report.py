"""The report of what dpkg should not have done: bindings/c/package_log.c describes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Optional

from package_life import Event, State
from package_lines import Line, NotUnderstood, parse

QUOTED_LENGTH = 60


class Fault(NamedTuple):
    """An event that is not permitted."""

    line: int
    package: str
    event: Event
    state: State
    """In which it came."""
    under_way: Optional[Event]
    """An action, or None."""
    is_refused: bool
    """The state has a row for it, but not in the course of this action."""

    def __str__(self) -> str:
        text = f"{self.package}: '{self.event.value}' is not permitted in {self.state.value}"
        if not self.is_refused:
            return text
        return f"{text} without an action" if self.under_way is None else f"{text} during {self.under_way.value}"


class Report:
    """What was found in a log. Events that are not permitted may be told later than others."""

    def __init__(self) -> None:
        self.lines = 0
        self.handled = 0
        self.not_permitted = 0
        self.not_understood = 0
        self._faults: list[tuple[int, str]] = []

    def read(self, lines: Iterable[bytes]) -> Iterator[Line]:
        """Read lines, without their ends, and yield those that concern a package."""
        for text in lines:
            self.lines += 1
            try:
                line = parse(text)
            except NotUnderstood:
                self.not_understand(text)
            else:
                if line is not None:
                    yield line

    def not_permit(self, fault: Fault) -> None:
        """An event came to nothing."""
        self.not_permitted += 1
        self._faults.append((fault.line, str(fault)))

    def not_understand(self, text: bytes) -> None:
        """The present line cannot be parsed."""
        self.not_understood += 1
        shown = "".join(
            chr(byte) if 32 <= byte <= 126 and byte != ord("\\") else f"\\x{byte:02x}" for byte in text[:QUOTED_LENGTH]
        )
        shown += "..." if len(text) > QUOTED_LENGTH else ""
        self._faults.append((self.lines, f"not understood: {shown or '(empty)'}"))

    def text(self, name: str, states: Iterable[State]) -> str:
        """What was found, without the time. states: of each package."""
        counts = Counter(states)
        return "\n".join(
            [
                f"log: {name}",
                f"lines read: {self.lines}",
                f"packages: {sum(counts.values())}",
                f"events handled: {self.handled}",
                f"events not permitted: {self.not_permitted}",
                f"lines not understood: {self.not_understood}",
                *(f"  line {line}: {fault}" for line, fault in sorted(self._faults)),
                "packages by state:",
                *(f"  {each.value}: {counts[each]}" for each in State if each is not State.UNKNOWN or counts[each]),
                "",
            ]
        )
