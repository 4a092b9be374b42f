"""What a definition says: rows, state blocks and policies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, Callable, Generic, NamedTuple, NoReturn, Optional, Union, cast, overload

from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import Event, Reserved, State
from .places import Place, caller
from .results import NamedNumber

Action = Callable[..., object]
"""Called for what it does, with what its parameters ask for (see `swiftfsm.signatures`); its result is ignored."""
Guard = Callable[..., object]
"""Asked whether a row may be taken: yes if its result is true."""
Resolver = Callable[..., Any]
"""Names the next state of a row with target DYNAMIC; None refuses the event."""
Update = Callable[..., Any]
"""Called when the machine is told that time has passed; names an event to send, or None."""
Provider = Callable[..., Any]
"""Says which case a predicate type has at present: a member of its Enum."""

Actions = Union[Action, str, Iterable[Union[Action, str]], None]
Guards = Union[Guard, str, Iterable[Union[Guard, str]], None]
"""In the body of a class of machines names of methods may stand for callables."""


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
    matching: tuple[Enum, ...]
    overriding: bool


class Row(_RowFields, Generic[StateT_co, EventT_co]):
    """One row of a table: in state `source`, `event` leads to `target`.

    source: a state, or ANY. event: an event, or ANY. target: a state, SAME, INTERNAL or DYNAMIC.
    actions, guards: a callable, several (run or asked in order; all guards must say yes), or nothing.
    resolver: for target DYNAMIC. Each callable is called with what its parameters ask for (`swiftfsm.signatures`).
    matching: a member of a predicate type's Enum, or several: of one type any of them, of several types each must
    match.
    overriding: replaces the rows that superstates have for the same event and cases.

    Remembers the line on which it was made, for diagnostics. Raises TypeError for what cannot be called; whether ids
    and rows fit together is told when the table is built.
    """

    __slots__ = ()

    def __new__(
        cls,
        source: Union[StateT_co, Reserved],
        event: Union[EventT_co, Reserved],
        target: Union[StateT_co, Reserved],
        actions: Actions = (),
        guards: Guards = (),
        resolver: Union[Resolver, str, None] = None,
        *,
        matching: Matching = (),
        overriding: bool = False,
    ) -> Row[StateT_co, EventT_co]:
        return cls.at(
            caller(),
            source,
            event,
            target,
            actions,
            guards,
            resolver,
            matching=matching,
            overriding=overriding,
        )

    @classmethod
    def at(
        cls,
        place: Optional[Place],
        source: Any,
        event: Any,
        target: Any,
        actions: Actions = (),
        guards: Guards = (),
        resolver: Union[Resolver, str, None] = None,
        *,
        matching: Matching = (),
        overriding: bool = False,
    ) -> Row[Any, Any]:
        """The same with a place of its own."""
        if resolver is not None and not callable(resolver) and not isinstance(resolver, str):
            raise TypeError(f"resolver must be a callable, not {resolver!r}")
        return super().__new__(
            cls,
            source,
            event,
            target,
            callables(actions, "actions"),
            callables(guards, "guards"),
            cast(Optional[Resolver], resolver),
            place,
            (matching,) if isinstance(matching, Enum) else tuple(matching),
            overriding,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _row_again, tuple(self)


def _row_again(*fields: Any) -> Row[Any, Any]:
    row: Row[Any, Any] = _RowFields.__new__(Row, *fields)
    return row


Matching = Union[Enum, Iterable[Enum]]
"""A case of a predicate type, or several."""
PlainRow = Union[
    tuple[Union[StateT, Reserved], Union[EventT, Reserved], Union[StateT, Reserved]],
    tuple[Union[StateT, Reserved], Union[EventT, Reserved], Union[StateT, Reserved], Actions],
]
"""A row as a plain tuple: (source, event, target) or (source, event, target, action). It has the table's place."""
AnyRow = Union[Row[StateT, EventT], PlainRow[StateT, EventT]]


class Scope(Generic[StateT_co, EventT_co]):
    """What states and superstates have in common: callbacks, rows, and the superstates that they adopt."""

    __slots__ = ("adopts", "entry", "exit", "cycle", "update", "rows", "place")

    def __init__(
        self,
        rows: Sequence[AnyRow[StateT_co, EventT_co]],
        adopts: Adopted[StateT_co, EventT_co],
        entry: Actions,
        exit: Actions,
        cycle: Actions,
        update: Actions,
    ) -> None:
        self.rows = tuple(rows)
        self.adopts = (adopts,) if isinstance(adopts, Superstate) else tuple(adopts)
        for each in self.adopts:
            if not isinstance(each, Superstate):
                raise TypeError(f"adopts must be a superstate or several of them, but {each!r} is not")
        self.entry: tuple[Action, ...] = callables(entry, "entry")
        self.exit: tuple[Action, ...] = callables(exit, "exit")
        self.cycle: tuple[Action, ...] = callables(cycle, "cycle")
        self.update: tuple[Update, ...] = callables(update, "update")
        self.place = caller()

    def _said(self) -> list[str]:
        words = ("adopts", "entry", "exit", "cycle", "update", "rows")
        return [f"{word}={getattr(self, word)!r}" for word in words if getattr(self, word)]


class Superstate(Scope[StateT_co, EventT_co]):
    """Rows and callbacks for every state that adopts it. Its rows have the source NONE (`superstate` sees to that).

    To type checkers it is one of the states to which its rows lead, and of their events.
    """

    __slots__ = ()

    def __init__(
        self,
        rows: Sequence[AnyRow[StateT_co, EventT_co]] = (),
        *,
        adopts: Adopted[StateT_co, EventT_co] = (),
        entry: Actions = (),
        exit: Actions = (),
        cycle: Actions = (),
        update: Actions = (),
    ) -> None:
        super().__init__(rows, adopts, entry, exit, cycle, update)

    def __repr__(self) -> str:
        return f"Superstate({', '.join(self._said())})"


Adopted = Union[Superstate[StateT, EventT], Iterable[Superstate[StateT, EventT]]]
"""A superstate, or several."""


class StateBlock(Scope[StateT_co, EventT_co]):
    """What is to be said of a state beside its rows.

    entry: runs after a step that came from another state. exit: before a step to another state. cycle: after a step
    that came back to this state. update: when the machine is told that time has passed. Each a callable, several (in
    order), or nothing. final: nothing is meant to leave this state. rows: rows of this state, for those who like to
    keep them together. adopts: superstates whose rows and callbacks come before its own.

    A state that is only ever a target needs a block, with `final` or with callbacks. Several blocks of one state add
    up. Remembers the line on which it was made. Raises TypeError for what cannot be called.
    """

    __slots__ = ("state", "final")

    @overload
    def __init__(
        self: StateBlock[StateT_co, NoReturn],
        state: StateT_co,
        *,
        entry: Actions = (),
        exit: Actions = (),
        cycle: Actions = (),
        update: Actions = (),
        final: bool = False,
    ) -> None: ...
    @overload
    def __init__(
        self,
        state: StateT_co,
        *,
        entry: Actions = (),
        exit: Actions = (),
        cycle: Actions = (),
        update: Actions = (),
        final: bool = False,
        rows: Sequence[AnyRow[StateT_co, EventT_co]] = (),
        adopts: Adopted[StateT_co, EventT_co] = (),
    ) -> None: ...
    def __init__(
        self,
        state: StateT_co,
        *,
        entry: Actions = (),
        exit: Actions = (),
        cycle: Actions = (),
        update: Actions = (),
        final: bool = False,
        rows: Sequence[AnyRow[StateT_co, EventT_co]] = (),
        adopts: Adopted[StateT_co, EventT_co] = (),
    ) -> None:
        super().__init__(rows, adopts, entry, exit, cycle, update)
        self.state = state
        self.final = final

    def __repr__(self) -> str:
        final = ["final=True"] if self.final else []
        return f"StateBlock({', '.join([repr(self.state), *self._said(), *final])})"


def callables(given: Any, word: str) -> tuple[Callable[..., Any], ...]:
    """One callable, an iterable of them, or None, as a tuple. Raises TypeError for anything else.

    Names of methods are let through: a class of machines looks them up before anybody calls them.
    """
    if given is None:
        return ()
    if callable(given) or isinstance(given, str):
        return (given,)
    try:
        several = tuple(given)
    except TypeError:
        raise TypeError(f"{word} must be a callable or several of them, not {given!r}") from None
    for each in several:
        if not callable(each) and not isinstance(each, str):
            raise TypeError(f"{word} must be callables, but {each!r} is not")
    return several
