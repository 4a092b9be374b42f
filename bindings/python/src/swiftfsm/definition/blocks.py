"""Blocks: everything about a state, or a superstate, other than its rows' targets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NoReturn, Optional, TypeVar, Union, overload

from .around import OnError
from .callables import Action, Actions, Update, callables
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import Event, State
from .kinds import StateKind
from .places import Place, caller
from .rows import AnyRow
from .timeouts import Delay, Timeout

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
_B = TypeVar("_B", bound="StateBlock[Any, Any]")


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


Tags = Union[str, Iterable[str]]
"""A tag, or several."""


class StateBlock(Scope[StateT_co, EventT_co]):
    """Everything about a state other than its outgoing rows, which may stand here too.

    entry: runs after a step that came from another state.
    exit: runs before a step to another state.
    cycle: runs after a step that came back to this state.
    update: runs on `Machine.update`. Each of these is a callable, several in order, or nothing.
    final: the state is meant to be a dead end: no row need leave it. The same as the kind FINAL.
    tags: words by which the state can be found; see `CompiledTable.tagged`.
    error_target: the state to which the machine goes if a callback raises an exception in a step of an event that came in
        this state; or error_event: the event that is sent then. What a row says of this counts first, then what the state
        says, then those around it, then the table.
    rows: rows of this state.
    adopts: superstates, whose rows and callbacks come before those of the state.

    For charts (see `define`):

    kind: what the state is; see `StateKind`.
    parent: the state in which it is nested.
    initial: the child that is entered with it by default. Of a history: the state that is entered if nothing is
        recorded.
    on_initial: actions that run when the default is entered.
    done: the event that is raised when the state is done.
    timeouts: pairs of a delay, in seconds or as a timedelta, and the event that is sent when the state has been active
        for so long. The event must have no arguments.

    A state that is only a target needs a block, with `final` or with callbacks. Several blocks of one state add up. A
    block remembers the line on which it was made. Errors: TypeError for what cannot be called.
    """

    __slots__ = ("state", "kind", "parent", "initial", "on_initial", "done", "timeouts", "tags", "error")

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
        kind: StateKind = StateKind.PLAIN,
        parent: Optional[_S] = None,
        initial: Optional[_S] = None,
        on_initial: Actions = (),
        done: None = None,
        error_target: Optional[_S] = None,
        error_event: None = None,
        tags: Tags = (),
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
        kind: StateKind = StateKind.PLAIN,
        parent: Optional[StateT_co] = None,
        initial: Optional[StateT_co] = None,
        on_initial: Actions = (),
        done: Optional[EventT_co] = None,
        error_target: Optional[StateT_co] = None,
        error_event: Optional[EventT_co] = None,
        timeouts: Sequence[tuple[Delay, EventT_co]] = (),
        tags: Tags = (),
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
        kind: StateKind = StateKind.PLAIN,
        parent: Any = None,
        initial: Any = None,
        on_initial: Actions = (),
        done: Any = None,
        error_target: Any = None,
        error_event: Any = None,
        timeouts: Sequence[tuple[Delay, Any]] = (),
        tags: Tags = (),
    ) -> None:
        super().__init__(rows, adopts, entry, exit, cycle, update)
        if not isinstance(kind, StateKind) or (final and kind not in (StateKind.PLAIN, StateKind.FINAL)):
            raise TypeError(f"a state is of one StateKind, not {kind!r}{' and final' if final else ''}")
        self.state: StateT_co = state
        self.kind: StateKind = StateKind.FINAL if final else kind
        self.parent: Any = parent
        self.initial: Any = initial
        self.on_initial: tuple[Action, ...] = callables(on_initial, "on_initial")
        self.done: Any = done
        self.error: Optional[OnError] = OnError.of(error_target, error_event)
        self.timeouts: tuple[Timeout, ...] = tuple(Timeout(*each) for each in timeouts)
        if not isinstance(tags, Iterable):
            raise TypeError(f"tags are a str or several, not {tags!r}")
        self.tags: frozenset[str] = frozenset((tags,) if isinstance(tags, str) else tags)
        for tag in self.tags:
            if not isinstance(tag, str):
                raise TypeError(f"a tag is a str, not {tag!r}")

    @property
    def final(self) -> bool:
        """Whether no row need leave it."""
        return self.kind is StateKind.FINAL

    @property
    def is_of_chart(self) -> bool:
        """Whether something is said that only charts have."""
        is_nested = self.parent is not None or self.initial is not None or self.done is not None
        return is_nested or self.kind > StateKind.FINAL or bool(self.on_initial or self.timeouts)

    @property
    def is_tagged_alone(self) -> bool:
        """Whether it says no more than what the library knows nothing of: tags, and where exceptions lead."""
        says_more = self.rows or self.adopts or self.entry or self.exit or self.cycle or self.update or self.is_of_chart
        return bool(self.tags or self.error) and self.kind is StateKind.PLAIN and not says_more

    def _with(
        self: _B, rows: Sequence[AnyRow[Any, Any]], parent: Any, timeouts: Sequence[Timeout] = ()
    ) -> _B:
        """Return the same block with other rows and more timeouts, nested in `parent`."""
        block: _B = type(self).__new__(type(self))
        for word in (*StateBlock.__slots__, *Scope.__slots__):
            setattr(block, word, getattr(self, word))
        block.rows = tuple(rows)
        block.timeouts = (*self.timeouts, *timeouts)
        if parent is not None:
            if self.parent is not None and self.parent != parent:
                raise TypeError(f"{self!r} names its parent, and stands in the block of another: {parent!r}")
            block.parent = parent
        return block

    def __repr__(self) -> str:
        said = ["final=True"] if self.final else [f"kind={self.kind}"] if self.kind else []
        words = [word for word in ("parent", "initial", "done") if getattr(self, word) is not None]
        said += [f"{word}={getattr(self, word)!r}" for word in words]
        said += [f"tags={sorted(self.tags)!r}"] if self.tags else []
        said += [f"error={self.error!r}"] if self.error else []
        said += [f"on_initial={self.on_initial!r}"] if self.on_initial else []
        said += [f"timeouts={list(self.timeouts)!r}"] if self.timeouts else []
        return f"StateBlock({', '.join([repr(self.state), *self._said(), *said])})"
