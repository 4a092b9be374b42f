"""The policies of a definition."""

from __future__ import annotations

from ..library.results import NamedNumber


class EntryExit(NamedNumber):
    """When entry and exit callbacks run."""

    ON_CHANGE = 0
    """Default: when the state changes."""
    ALWAYS = 1
    """Also when the state stays the same (target SAME, or the state itself), but never for INTERNAL."""


class GuardPolicy(NamedNumber):
    """How guards choose between rows."""

    EXCLUSIVE = 0
    """Default: one row for each source and event; if its guard returns false, the event is refused."""
    FIRST_MATCH = 1
    """Matching rows are tried in order of precedence, then in the order of the definition. The first row whose guards
    pass, and whose resolver returns a state, is taken.
    """


class Phase(NamedNumber):
    """The phases of a step, in the default order. `Table` takes them in another order."""

    RESOLVE = 1
    EXIT = 2
    ACTIONS = 3
    COMMIT = 4
    ENTRY = 5
