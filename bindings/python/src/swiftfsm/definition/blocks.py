"""Blocks: everything about a state, or a superstate, other than its rows' targets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NoReturn, Optional, TypeVar, Union, overload

from .callables import Action, Actions, Update, callables
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import State
from .places import Place, caller
from .rows import AnyRow

_S = TypeVar("_S", bound=State)


class Scope(Generic[StateT_co, EventT_co]):
    """The common part of states and superstates: rows, callbacks, and the superstates that they adopt."""

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
        self.rows: tuple[AnyRow[StateT_co, EventT_co], ...] = tuple(rows)
        self.adopts: tuple[Superstate[StateT_co, EventT_co], ...] = (
            (adopts,) if isinstance(adopts, Superstate) else tuple(adopts)
        )
        for each in self.adopts:
            if not isinstance(each, Superstate):
                raise TypeError(f"adopts must be a superstate or several of them, but {each!r} is not")
        self.entry: tuple[Action, ...] = callables(entry, "entry")
        self.exit: tuple[Action, ...] = callables(exit, "exit")
        self.cycle: tuple[Action, ...] = callables(cycle, "cycle")
        self.update: tuple[Update, ...] = callables(update, "update")
        self.place: Optional[Place] = caller()

    def _said(self) -> list[str]:
        words = ("adopts", "entry", "exit", "cycle", "update", "rows")
        return [f"{word}={getattr(self, word)!r}" for word in words if getattr(self, word)]


class Superstate(Scope[StateT_co, EventT_co]):
    """Rows and callbacks for every state that adopts it. Its rows have the source NONE; `superstate` sets that.

    Its type parameters are the states to which its rows lead, and their events.
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
    """Everything about a state other than its outgoing rows, which may stand here too.

    entry: runs after a step that came from another state.
    exit: runs before a step to another state.
    cycle: runs after a step that came back to this state.
    update: runs on `Machine.update`. Each of these is a callable, several in order, or nothing.
    final: the state is meant to be a dead end: no row need leave it.
    rows: rows of this state.
    adopts: superstates, whose rows and callbacks come before those of the state.

    A state that is only a target needs a block, with `final` or with callbacks. Several blocks of one state add up. A
    block remembers the line on which it was made. Errors: TypeError for what cannot be called.
    """

    __slots__ = ("state", "final")

    @overload
    def __init__(
        self: StateBlock[_S, NoReturn],
        state: _S,
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
        state: Any,
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
        self.state: StateT_co = state
        self.final: bool = final

    def __repr__(self) -> str:
        final = ["final=True"] if self.final else []
        return f"StateBlock({', '.join([repr(self.state), *self._said(), *final])})"
