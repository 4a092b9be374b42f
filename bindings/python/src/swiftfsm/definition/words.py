"""The words of a definition: define, when, then, matching, condition and others.

    define(State.LOCKED, adopts=resettable)(
        when(Event.COIN) | then(State.UNLOCKED) | unlock,
        matching(Enforcement.STRONG) | when(Event.PASS) | then(State.ALARMING) | alarm,
    )

Each word returns a `Clause`, and ``|`` joins clauses. Calling a clause with others makes a block, in which each of
them is joined to it. `Row` makes the same row in one call.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Generic, NoReturn, Optional, TypeVar, Union, cast, overload

from ..library.generated.enumerations import Reserved
from .blocks import Adopted, Scope, StateBlock, Superstate
from .callables import Actions, Function, Guards, Resolver, callables
from .clauses import Block, Clause, Nested, clauses, spelt
from .generics import EventT_co, StateT
from .ids import DYNAMIC, NONE, SAME, Event, State
from .places import caller

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
# Of what is adopted. Both of each are joined by a Union, since mypy would find an Enum alone for two Enums.
_T = TypeVar("_T", bound=State)
_F = TypeVar("_F", bound=Event)
# What a clause does not name has the type NoReturn, which vanishes where clauses are joined.


@overload
def when(*events: Reserved) -> Clause[NoReturn, NoReturn]: ...
@overload
def when(*events: Union[_E, Reserved]) -> Clause[NoReturn, _E]: ...
def when(*events: Any) -> Clause[Any, Any]:
    """Take the row for this event, or for each of these. ANY stands for every event."""
    if not events:
        raise TypeError("when() needs at least one event")
    return Clause(events=events, place=caller())


@overload
def request(*states: Reserved) -> Clause[NoReturn, NoReturn]: ...
@overload
def request(*states: Union[_S, Reserved]) -> Clause[_S, NoReturn]: ...
def request(*states: Any) -> Clause[Any, Any]:
    """Take the row for requests of this state, or of each of these (`Machine.request`), instead of events. ANY stands
    for every state.
    """
    if not states:
        raise TypeError("request() needs at least one state")
    return Clause(requests=states, place=caller())


@overload
def then(state: Optional[Reserved] = None, *, by: Union[Resolver, str, None] = None) -> Clause[NoReturn, NoReturn]: ...
@overload
def then(state: _S) -> Clause[_S, NoReturn]: ...
def then(state: Any = None, *, by: Union[Resolver, str, None] = None) -> Clause[Any, Any]:
    """Lead to a state. Without one, stay and count as coming back; INTERNAL stays without running entry and exit.

    by: a callable that returns the next state at each step, or None to refuse.
    """
    if by is not None:
        if state is not None:
            raise TypeError(f"then({state!r}, by={by!r}): name the state, or what names it, not both")
        if not callable(by) and not isinstance(by, str):
            raise TypeError(f"by must be a callable, not {by!r}")
        return Clause(target=DYNAMIC, resolver=cast(Resolver, by), place=caller())
    return Clause(target=SAME if state is None else state, place=caller())


def matching(*cases: Enum) -> Clause[NoReturn, NoReturn]:
    """Take the row for these cases of predicate types: of one type any of them, of several types each must match."""
    for case in cases:
        if not isinstance(case, Enum):
            raise TypeError(f"matching() takes members of Enums, not {case!r}")
    if not cases:
        raise TypeError("matching() needs at least one case")
    return Clause(matching=cases, place=caller())


def condition(*guards: Union[Function, str]) -> Clause[NoReturn, NoReturn]:
    """Take the row if all of these return true. They are called in order, up to the first that returns false."""
    return Clause(guards=_some(guards, "condition"), place=caller())


def do(*actions: Union[Function, str]) -> Clause[NoReturn, NoReturn]:
    """Run these actions, in order. Those of a block run before those of the clauses in it."""
    return Clause(actions=_some(actions, "do"), place=caller())


def overriding(*more: Nested[_S, _E]) -> Block[_S, _E]:
    """Let these rows replace those that superstates have for the same event and cases."""
    return Clause[NoReturn, NoReturn](overriding=True, place=caller())(*more)


class Define(Generic[StateT, EventT_co]):
    """A state, as `define` returns it. Call it with more rows."""

    __slots__ = ("block", "_entries")

    def __init__(self, block: StateBlock[StateT, EventT_co]) -> None:
        self.block: StateBlock[StateT, EventT_co] = block
        self._entries: tuple[Clause[Any, Any], ...] = ()

    def __call__(self, *rows: Nested[StateT, _E]) -> Define[StateT, Union[EventT_co, _E]]:
        """Add rows."""
        return self._with(rows)

    def _with(self, nested: Iterable[Nested[Any, Any]]) -> Define[Any, Any]:
        more: Define[Any, Any] = Define(self.block)
        more._entries = (*self._entries, *clauses(nested))
        return more

    def whole(self) -> StateBlock[StateT, EventT_co]:
        """Return the block with all its rows, in order."""
        block: StateBlock[StateT, EventT_co] = StateBlock.__new__(StateBlock)
        for word in ("state", "final", *Scope.__slots__):
            setattr(block, word, getattr(self.block, word))
        block.rows = tuple(row for clause in self._entries for row in clause.rows(self.block.state))
        return block

    def __repr__(self) -> str:
        return f"define({spelt((self.block.state,))}) of {len(self._entries)} clauses"


@overload
def define(
    state: _S,
    *,
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[_S, NoReturn]: ...
@overload
def define(
    state: _S,
    *rows: Nested[_S, _E],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[_S, _E]: ...
@overload
def define(
    state: _S,
    *,
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[Union[_S, _T], _F]: ...
@overload
def define(
    state: _S,
    *rows: Nested[_S, _E],
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[Union[_S, _T], Union[_E, _F]]: ...
def define(
    state: Any,
    *rows: Nested[Any, Any],
    adopts: Adopted[Any, Any] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[Any, Any]:
    """Define a state: its rows, the superstates that it adopts, and its callbacks. More rows may be given by calling
    the result.
    """
    block = StateBlock(state, entry=entry, exit=exit, cycle=cycle, update=update, final=final, adopts=adopts)
    return Define[Any, Any](block)._with(rows)


@overload
def superstate(
    *, entry: Actions = (), exit: Actions = (), cycle: Actions = (), update: Actions = ()
) -> Superstate[NoReturn, NoReturn]: ...
@overload
def superstate(
    *rows: Nested[_S, _E], entry: Actions = (), exit: Actions = (), cycle: Actions = (), update: Actions = ()
) -> Superstate[_S, _E]: ...
@overload
def superstate(
    *,
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
) -> Superstate[_T, _F]: ...
@overload
def superstate(
    *rows: Nested[_S, _E],
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
) -> Superstate[Union[_S, _T], Union[_E, _F]]: ...
def superstate(
    *rows: Nested[Any, Any],
    adopts: Adopted[Any, Any] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
) -> Superstate[Any, Any]:
    """Define rows and callbacks for every state that adopts the result."""
    own = [row for clause in clauses(rows) for row in clause.rows(NONE)]
    return Superstate(own, adopts=adopts, entry=entry, exit=exit, cycle=cycle, update=update)


def _some(functions: Guards, word: str) -> tuple[Function, ...]:
    several = callables(functions, word)
    if not several:
        raise TypeError(f"{word}() needs at least one callable")
    return several
