"""What an audit trail keeps of a step."""

from __future__ import annotations

from pathlib import Path
from typing import Optional, TypedDict

from swiftfsm import Step

from .document import TABLE
from .words import Event, State

_ROWS = {each.row: each for each in TABLE.transitions()}


class Trace(TypedDict):
    """A step, as a row of a database."""

    event: Optional[str]
    """None for the first step, and for rows that need no event."""
    source: Optional[State]
    target: Optional[State]
    outcome: str
    row_label: Optional[str]
    row_place: Optional[str]
    """Which row of the document it was: file and line."""


def trace(step: Step) -> Trace:
    """Return what is kept of a step, in a hook `on_step`."""
    row = None if step.row is None else _ROWS[step.row]
    place = None if row is None else row.place
    return Trace(
        event=step.event.value if isinstance(step.event, Event) else None,
        source=step.source,
        target=step.target,
        outcome="" if step.outcome is None else step.outcome.name,
        row_label=None if row is None else row.label,
        row_place=None if place is None else f"{Path(place.file).name}:{place.line}",
    )
