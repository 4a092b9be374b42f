"""The words of states: define, and for charts parallel and history.

    define(State.SOUND, initial=State.QUIET)(
        when(Event.POWER) | then(State.OFF),
        define(State.QUIET)(when(Event.LOUDER) | then(State.LOUD)),
        define(State.LOUD)(when(Event.QUIETER) | then(State.QUIET)),
    )

A state that stands in the block of another is nested in it. A definition with nested states is a chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, NoReturn, Optional, TypeVar, Union, overload

from .blocks import Adopted, StateBlock, Tags
from .callables import Actions
from .clauses import Clause, spelt
from .generics import EventT, EventT_co, StateT
from .ids import Event, State
from .kinds import StateKind

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
# Of what is adopted. Both of each are joined by a Union, since mypy would find an Enum alone for two Enums.
_T = TypeVar("_T", bound=State)
_F = TypeVar("_F", bound=Event)
# What a word does not name has the type NoReturn, which vanishes where words are joined.


class Define(Generic[StateT, EventT_co]):
    """A state, as `define` returns it. Call it with more rows, and with the states that are nested in it."""

    __slots__ = ("block", "_entries")

    def __init__(self, block: StateBlock[StateT, EventT_co]) -> None:
        self.block: StateBlock[StateT, EventT_co] = block
        self._entries: tuple[_Entry, ...] = ()

    def __call__(self, *rows: Content[StateT, _E]) -> Define[StateT, Union[EventT_co, _E]]:
        """Add rows and nested states."""
        return self._with(rows)

    def _with(self, contents: Iterable[Content[Any, Any]]) -> Define[Any, Any]:
        more: Define[Any, Any] = Define(self.block)
        more._entries = (*self._entries, *_entries(contents))
        return more

    def whole(self, parent: Any = None) -> StateBlock[StateT, EventT_co]:
        """Return the block with all its rows, in order, nested in `parent`."""
        clauses = [each for each in self._entries if isinstance(each, Clause)]
        rows = [row for clause in clauses for row in clause.rows(self.block.state)]
        # Each once, though it may be that of several rows.
        timeouts = {id(clause.timeout): clause.timeout for clause in clauses if clause.timeout is not None}
        return self.block._with(rows, parent, list(timeouts.values()))

    def blocks(self, parent: Any = None) -> Iterator[StateBlock[StateT, EventT_co]]:
        """Return the whole block, then those of the states that are nested in it, each before its own."""
        waiting: list[tuple[_Entry, Any]] = [(self, parent)]
        while waiting:
            each, around = waiting.pop()
            if isinstance(each, Define):
                yield each.whole(around)
                waiting += [(entry, each.block.state) for entry in reversed(each._entries)]
            elif isinstance(each, StateBlock):
                yield each._with(each.rows, around)

    def __repr__(self) -> str:
        nested = sum(not isinstance(each, Clause) for each in self._entries)
        states = f" and {nested} nested states" if nested else ""
        return f"define({spelt((self.block.state,))}) of {len(self._entries) - nested} clauses{states}"


Content = Union[
    Clause[StateT, EventT],
    Define[StateT, EventT],
    StateBlock[StateT, EventT],
    Iterable["Content[StateT, EventT]"],
]
"""What stands in the block of a state: a clause, a nested state, or any nesting of blocks and lists of them."""

_Entry = Union[Clause[Any, Any], Define[Any, Any], StateBlock[Any, Any]]


def _entries(contents: Iterable[Any]) -> Iterator[_Entry]:
    for each in contents:
        if isinstance(each, (Clause, Define, StateBlock)):
            yield each
        elif isinstance(each, Iterable) and not isinstance(each, (str, bytes)):
            yield from _entries(each)
        else:
            raise TypeError(f"the block of a state holds clauses, when(...) | then(...), and states, but not {each!r}")


@overload
def define(
    state: _S,
    *,
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    final: bool = False,
    initial: Optional[_S] = None,
    on_initial: Actions = (),
    done: None = None,
    error_target: Optional[_S] = None,
    error_event: None = None,
) -> Define[_S, NoReturn]: ...
@overload
def define(
    state: _S,
    *rows: Content[_S, _E],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    final: bool = False,
    initial: Optional[_S] = None,
    on_initial: Actions = (),
    done: Optional[_E] = None,
    error_target: Optional[_S] = None,
    error_event: Optional[_E] = None,
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
    tags: Tags = (),
    final: bool = False,
    initial: Optional[_S] = None,
    on_initial: Actions = (),
    done: None = None,
    error_target: Optional[_S] = None,
    error_event: None = None,
) -> Define[Union[_S, _T], _F]: ...
@overload
def define(
    state: _S,
    *rows: Content[_S, _E],
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    final: bool = False,
    initial: Optional[_S] = None,
    on_initial: Actions = (),
    done: Optional[_E] = None,
    error_target: Optional[_S] = None,
    error_event: Optional[_E] = None,
) -> Define[Union[_S, _T], Union[_E, _F]]: ...
def define(
    state: Any,
    *rows: Content[Any, Any],
    adopts: Adopted[Any, Any] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    final: bool = False,
    initial: Any = None,
    on_initial: Actions = (),
    done: Any = None,
    error_target: Any = None,
    error_event: Any = None,
) -> Define[Any, Any]:
    """Define a state: its rows, the superstates that it adopts, and its callbacks. More rows may be given by calling
    the result.

    tags: words for `table.tagged` and `machine.has_tag`, a str or several. Documents have none.
    error_target, error_event: where an exception leads that a callback raises in this state; see `StateBlock`.

    In a chart also the states that are nested in it. While it is active, one of them is active too:

    initial: the child that is entered with it by default; may be left out if there is one child.
    on_initial: actions that run when the default is entered.
    done: the event that is raised when a final child is entered. It must have no arguments.
    """
    block = StateBlock(
        state,
        entry=entry,
        exit=exit,
        cycle=cycle,
        update=update,
        tags=tags,
        final=final,
        adopts=adopts,
        initial=initial,
        on_initial=on_initial,
        done=done,
        error_target=error_target,
        error_event=error_event,
    )
    return Define[Any, Any](block)._with(rows)


@overload
def parallel(
    state: _S,
    *,
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    done: None = None,
    error_target: Optional[_S] = None,
    error_event: None = None,
) -> Define[_S, NoReturn]: ...
@overload
def parallel(
    state: _S,
    *rows: Content[_S, _E],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    done: Optional[_E] = None,
    error_target: Optional[_S] = None,
    error_event: Optional[_E] = None,
) -> Define[_S, _E]: ...
@overload
def parallel(
    state: _S,
    *,
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    done: None = None,
    error_target: Optional[_S] = None,
    error_event: None = None,
) -> Define[Union[_S, _T], _F]: ...
@overload
def parallel(
    state: _S,
    *rows: Content[_S, _E],
    adopts: Adopted[_T, _F],
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    done: Optional[_E] = None,
    error_target: Optional[_S] = None,
    error_event: Optional[_E] = None,
) -> Define[Union[_S, _T], Union[_E, _F]]: ...
def parallel(
    state: Any,
    *rows: Content[Any, Any],
    adopts: Adopted[Any, Any] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    tags: Tags = (),
    done: Any = None,
    error_target: Any = None,
    error_event: Any = None,
) -> Define[Any, Any]:
    """Define a state whose children are all active at the same time. Otherwise as `define`.

    done: the event that is raised when all children are done.
    """
    block = StateBlock(
        state,
        entry=entry,
        exit=exit,
        cycle=cycle,
        update=update,
        tags=tags,
        adopts=adopts,
        kind=StateKind.PARALLEL,
        done=done,
        error_target=error_target,
        error_event=error_event,
    )
    return Define[Any, Any](block)._with(rows)


def history(
    state: _S, *, deep: bool = False, default: Optional[_S] = None, on_default: Actions = ()
) -> StateBlock[_S, NoReturn]:
    """Define a history, which stands among the children of a state. It is never active; a row that leads to it enters
    what was active when the state was last left.

    deep: remember the leaves, not the child alone.
    default: the state that is entered if the state was never left; without one, the state's own default.
    on_default: actions that run when `default` is entered.
    """
    kind = StateKind.DEEP_HISTORY if deep else StateKind.SHALLOW_HISTORY
    return StateBlock(state, kind=kind, initial=default, on_initial=on_default)
