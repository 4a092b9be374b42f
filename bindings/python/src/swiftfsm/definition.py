"""What a definition says: rows, state blocks and policies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Callable, NamedTuple, Optional, Union

from .ids import Event, State
from .places import Place, caller
from .results import NamedNumber
from .step import Step

Action = Callable[[Step], object]
"""Called for what it does; its result is ignored."""
Guard = Callable[[Step], object]
"""Asked whether a row may be taken: yes if its result is true."""
Resolver = Callable[[Step], Optional[State]]
"""Names the next state of a row with target DYNAMIC; None refuses the event."""

Actions = Union[Action, Iterable[Action], None]
Guards = Union[Guard, Iterable[Guard], None]


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


FINAL = 1
"""The flag SFSM_FINAL of a state block."""


class _RowFields(NamedTuple):
    source: State
    event: Event
    target: State
    actions: tuple[Action, ...]
    guards: tuple[Guard, ...]
    resolver: Optional[Resolver]
    place: Optional[Place]


class Row(_RowFields):
    """One row of a table: in state `source`, `event` leads to `target`.

    source: a state, or ANY. event: an event, or ANY. target: a state, SAME, INTERNAL or DYNAMIC.
    actions, guards: a callable, several (run or asked in order; all guards must say yes), or nothing.
    resolver: for target DYNAMIC. Each callable receives a `Step`.

    Remembers the line on which it was made, for diagnostics. Raises TypeError for what cannot be called; whether ids
    and rows fit together is told when the table is built.
    """

    __slots__ = ()

    def __new__(
        cls,
        source: State,
        event: Event,
        target: State,
        actions: Actions = (),
        guards: Guards = (),
        resolver: Optional[Resolver] = None,
    ) -> Row:
        if resolver is not None and not callable(resolver):
            raise TypeError(f"resolver must be a callable, not {resolver!r}")
        return super().__new__(
            cls,
            source,
            event,
            target,
            callables(actions, "actions"),
            callables(guards, "guards"),
            resolver,
            caller(),
        )


PlainRow = Union[tuple[State, Event, State], tuple[State, Event, State, Actions]]
"""A row as a plain tuple: (source, event, target) or (source, event, target, action). It has the table's place."""
AnyRow = Union[Row, PlainRow]


class StateBlock:
    """What is to be said of a state beside its rows.

    entry: runs after a step that came from another state. exit: before a step to another state. cycle: after a step
    that came back to this state. Each a callable, several (in order), or nothing. final: nothing is meant to leave
    this state. rows: rows of this state, for those who like to keep them together.

    A state that is only ever a target needs a block, with `final` or with callbacks. Several blocks of one state add
    up. Remembers the line on which it was made. Raises TypeError for what cannot be called.
    """

    __slots__ = ("state", "entry", "exit", "cycle", "final", "rows", "place")

    def __init__(
        self,
        state: State,
        *,
        entry: Actions = (),
        exit: Actions = (),
        cycle: Actions = (),
        final: bool = False,
        rows: Sequence[AnyRow] = (),
    ) -> None:
        self.state = state
        self.entry: tuple[Action, ...] = callables(entry, "entry")
        self.exit: tuple[Action, ...] = callables(exit, "exit")
        self.cycle: tuple[Action, ...] = callables(cycle, "cycle")
        self.final = final
        self.rows = tuple(rows)
        self.place = caller()

    def __repr__(self) -> str:
        said = [f"{word}={getattr(self, word)!r}" for word in self.__slots__[1:-1] if getattr(self, word)]
        return f"StateBlock({', '.join([repr(self.state), *said])})"


def callables(given: Any, word: str) -> tuple[Callable[[Step], Any], ...]:
    """One callable, an iterable of them, or None, as a tuple. Raises TypeError for anything else."""
    if given is None:
        return ()
    if callable(given):
        return (given,)
    try:
        several = tuple(given)
    except TypeError:
        raise TypeError(f"{word} must be a callable or several of them, not {given!r}") from None
    for each in several:
        if not callable(each):
            raise TypeError(f"{word} must be callables, but {each!r} is not")
    return several
