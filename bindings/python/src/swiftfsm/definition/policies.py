"""The policies of a definition."""

from __future__ import annotations

from ..library.results import NamedNumber


class EntryExit(NamedNumber):
    """When entry and exit callbacks run."""

    ON_CHANGE = 0
    """Default: only if the state changes."""
    ALWAYS = 1
    """Also if it stays (SAME or the state itself as target), never for INTERNAL."""


class GuardPolicy(NamedNumber):
    """How guards choose among rows."""

    EXCLUSIVE = 0
    """Default: one row for a source and event; a guard that says no refuses the event."""
    FIRST_MATCH = 1
    """Matching rows are tried in order of precedence, then as added; the first whose guards pass, and whose resolver
    names a state, is taken."""


class Phase(NamedNumber):
    """The phases of a step. `Table` takes them in another order than this default one."""

    RESOLVE = 1
    EXIT = 2
    ACTIONS = 3
    COMMIT = 4
    ENTRY = 5
