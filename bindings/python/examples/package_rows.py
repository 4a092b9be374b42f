"""What rows of package-life.fsm have to do with time, and how often they were taken."""

from __future__ import annotations

from package_life import Event, State
from package_program import Unwritable

from swiftfsm import Replay, Table

UNITS = {"s": (1, 120), "min": (60, 7200), "h": (3600, 172800), "d": (86400, float("inf"))}
"""Units of time: their seconds, and the seconds from which on the next unit is better."""


def duration(seconds: float) -> str:
    """Return a duration in words: "3.2 h"."""
    unit, size = next((unit, size) for unit, (size, limit) in UNITS.items() if seconds < limit)
    return f"{seconds / size:.1f} {unit}"


def row_names(table: Table[State, Event]) -> dict[int, str]:
    """Return of each row, by its number, its event and its state; those of superstates are in several."""
    states: dict[int, list[str]] = {}
    events: dict[int, str] = {}
    for each in table.transitions():
        if isinstance(each.source, State) and isinstance(each.event, Event):
            states.setdefault(each.row, []).append(each.source.value)
            events[each.row] = each.event.value
    return {
        row: f"{events[row]} in {names[0] if len(names) == 1 else f'{len(names)} states'}"
        for row, names in states.items()
    }


def slow_rows(table: Table[State, Event], row_count: int, replay: Replay[State, Event]) -> str:
    """Return how long packages had been in their state as a row was taken, slowest first: the mean, the sum, how often
    the row was taken, and its event and state. Rows for which no time passed are left out."""
    assert replay.row_counts is not None and replay.row_times is not None
    names = row_names(table)
    rows = list(zip(range(row_count), replay.row_counts, replay.row_times))
    slow = sorted((-seconds / taken, row, taken, seconds) for row, taken, seconds in rows if taken > 0 and seconds > 0)
    lines = ["time before each row:", f"  {'mean':>10} {'total':>10} {'taken':>8}"]
    for mean, row, taken, seconds in slow:
        lines.append(f"  {duration(-mean):>10} {duration(seconds):>10} {taken:>8}  {names[row]}")
    return "\n".join(lines) + "\n"


def write_counts(path: str, row_count: int, replay: Replay[State, Event]) -> None:
    """Write how often each row was taken, as "swiftfsm draw --counts" reads it. Raises Unwritable."""
    assert replay.row_counts is not None
    lines = ["row,taken", *(f"{row},{taken}" for row, taken in zip(range(1, row_count + 1), replay.row_counts))]
    try:
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as error:
        raise Unwritable(f"{path}: cannot be written: {error.strerror}") from None
