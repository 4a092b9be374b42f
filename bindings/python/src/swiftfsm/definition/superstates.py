"""The word for superstates."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar, Union, overload

from .blocks import Adopted, Superstate
from .callables import Actions
from .clauses import Clauses, clauses
from .ids import NONE, Event, State

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
# Of what is adopted, as in `state_words`.
_T = TypeVar("_T", bound=State)
_F = TypeVar("_F", bound=Event)


@overload
def superstate(
    *, entry: Actions = (), exit: Actions = (), cycle: Actions = (), update: Actions = ()
) -> Superstate[NoReturn, NoReturn]: ...
@overload
def superstate(
    *rows: Clauses[_S, _E], entry: Actions = (), exit: Actions = (), cycle: Actions = (), update: Actions = ()
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
    *rows: Clauses[_S, _E],
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
) -> Superstate[Union[_S, _T], Union[_E, _F]]: ...
def superstate(
    *rows: Clauses[Any, Any],
    adopts: Adopted[Any, Any] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
) -> Superstate[Any, Any]:
    """Define rows and callbacks for every state that adopts the result."""
    own = [row for clause in clauses(rows) for row in clause.rows(NONE)]
    return Superstate(own, adopts=adopts, entry=entry, exit=exit, cycle=cycle, update=update)
