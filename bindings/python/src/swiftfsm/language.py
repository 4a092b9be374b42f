"""The words of a definition: define, when, then, matching, condition, and the rows that they come to.

    define(State.LOCKED, adopts=resettable)(
        when(Event.COIN) | then(State.UNLOCKED) | unlock,
        matching(Enforcement.STRONG) | when(Event.PASS) | then(State.ALARMING) | alarm,
    )

Each word makes a `Clause`, ``|`` joins clauses, and a clause that is called with others is a block: each of them is
joined to it. `Row` says the same in one call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Callable, Generic, NoReturn, Optional, TypeVar, Union, cast, overload

from .definition import Actions, Guards, Resolver, Row, Scope, StateBlock, Superstate, callables
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import DYNAMIC, NONE, SAME, Reserved, spell
from .places import Place, caller

_S = TypeVar("_S")
_E = TypeVar("_E")
_Function = Callable[..., Any]
# What a clause does not name has the type NoReturn, which vanishes where clauses are joined.


class _Missing(Enum):
    """What a clause does not say."""

    TARGET = "target"


class Clause(Generic[StateT_co, EventT_co]):
    """What has been said of a row so far. Immutable; made by the words of this module."""

    __slots__ = ("events", "requests", "target", "resolver", "matching", "guards", "actions", "overriding", "place")

    events: tuple[Any, ...]
    requests: tuple[Any, ...]
    target: Any
    resolver: Optional[Resolver]
    matching: tuple[Enum, ...]
    guards: tuple[_Function, ...]
    actions: tuple[_Function, ...]
    overriding: bool
    place: Optional[Place]

    def __init__(
        self,
        *,
        events: tuple[Any, ...] = (),
        requests: tuple[Any, ...] = (),
        target: Any = _Missing.TARGET,
        resolver: Optional[Resolver] = None,
        matching: tuple[Enum, ...] = (),
        guards: tuple[_Function, ...] = (),
        actions: tuple[_Function, ...] = (),
        overriding: bool = False,
        place: Optional[Place] = None,
    ) -> None:
        self.events, self.requests = events, requests
        self.target, self.resolver = target, resolver
        self.matching, self.guards, self.actions = matching, guards, actions
        self.overriding, self.place = overriding, place

    @overload
    def __or__(self, other: Clause[_S, _E]) -> Clause[Union[StateT_co, _S], Union[EventT_co, _E]]: ...
    # A clause can be called: without this one it would be taken for an action where its types do not fit.
    @overload
    def __or__(  # type: ignore[overload-cannot-match]
        self, other: Clause[object, object]
    ) -> Clause[object, object]: ...
    @overload
    def __or__(self, other: Union[_Function, str]) -> Clause[StateT_co, EventT_co]: ...
    def __or__(self, other: Union[Clause[Any, Any], _Function, str]) -> Clause[Any, Any]:
        """Both together; a function is an action."""
        if not isinstance(other, Clause):
            if not callable(other) and not isinstance(other, str):
                raise TypeError(f"{self!r} | {other!r}: only clauses and actions can be joined, and this is neither")
            other = Clause(actions=(cast(_Function, other),))
        return self._joined(other)

    def __call__(self, *more: Nested[_S, _E]) -> Block[Union[StateT_co, _S], Union[EventT_co, _E]]:
        """A block: each of these, joined to this one."""
        if not more:
            raise TypeError(f"the block of {self!r} is empty: put at least one clause into it")
        return Block([self._joined(clause) for clause in clauses(more)])

    def _joined(self, other: Clause[Any, Any]) -> Clause[Any, Any]:
        if (self.events or self.requests) and (other.events or other.requests):
            raise TypeError(f"{self!r} and {other!r} both say when: join only one of them")
        if self._leads and other._leads:
            raise TypeError(f"{self!r} and {other!r} both say where it leads: join only one of them")
        says_when = other if other.events or other.requests else self
        leads = other if other._leads else self
        return Clause(
            events=says_when.events,
            requests=says_when.requests,
            target=leads.target,
            resolver=leads.resolver,
            matching=self.matching + other.matching,
            guards=self.guards + other.guards,
            actions=self.actions + other.actions,
            overriding=self.overriding or other.overriding,
            place=says_when.place or self.place,
        )

    @property
    def _leads(self) -> bool:
        return self.target is not _Missing.TARGET or self.resolver is not None or bool(self.requests)

    def rows(self, source: Any) -> Iterator[Row[Any, Any]]:
        """The rows that it comes to in a state: one for each event, or state that may be requested."""
        if not self.events and not self.requests:
            raise TypeError(f"{self!r}{_at(self.place)} does not say when: join when(...) or request(...)")
        target = SAME if self.target is _Missing.TARGET else self.target
        pairs = [(Reserved.REQUEST, state) for state in self.requests] or [(event, target) for event in self.events]
        for event, leads_to in pairs:
            yield Row.at(
                self.place,
                source,
                event,
                leads_to,
                self.actions,
                self.guards,
                self.resolver,
                matching=self.matching,
                overriding=self.overriding,
            )

    def __repr__(self) -> str:
        words = [f"matching({_names(self.matching)})"] if self.matching else []
        words += [f"condition({_names(self.guards)})"] if self.guards else []
        words += [f"when({_names(self.events)})"] if self.events else []
        words += [f"request({_names(self.requests)})"] if self.requests else []
        if self.resolver is not None:
            words.append(f"then(by={_names((self.resolver,))})")
        elif self.target is not _Missing.TARGET:
            words.append("then()" if self.target is SAME else f"then({_names((self.target,))})")
        words += [_names((action,)) for action in self.actions]
        return " | ".join(words) or "nothing"


class Block(tuple[Clause[StateT_co, EventT_co], ...], Generic[StateT_co, EventT_co]):
    """Clauses side by side."""

    __slots__ = ()

    def __or__(self, other: object) -> NoReturn:
        raise TypeError(f"a block cannot be joined with {other!r}: put it into the block, or join before it")


Nested = Union[Clause[StateT, EventT], Iterable["Nested[StateT, EventT]"]]
"""A clause, or any nesting of blocks and lists of them."""


def clauses(nested: Iterable[Nested[Any, Any]]) -> Iterator[Clause[Any, Any]]:
    """All clauses of a nesting, in order."""
    for each in nested:
        if isinstance(each, Clause):
            yield each
        elif isinstance(each, Iterable) and not isinstance(each, (str, bytes)):
            yield from clauses(each)
        else:
            raise TypeError(f"a block holds clauses, such as when(...) | then(...), but not {each!r}")


# ----------------------------------------------------------------------------------------------------------------------
# Words
# ----------------------------------------------------------------------------------------------------------------------


@overload
def when(*events: Reserved) -> Clause[NoReturn, NoReturn]: ...
@overload
def when(*events: Union[_E, Reserved]) -> Clause[NoReturn, _E]: ...
def when(*events: Any) -> Clause[Any, Any]:
    """For this event, or each of these; ANY for every event."""
    if not events:
        raise TypeError("when() needs at least one event")
    return Clause(events=events, place=caller())


@overload
def request(*states: Reserved) -> Clause[NoReturn, NoReturn]: ...
@overload
def request(*states: Union[_S, Reserved]) -> Clause[_S, NoReturn]: ...
def request(*states: Any) -> Clause[Any, Any]:
    """For requests of this state, or each of these (`Machine.request`); ANY for every state. Takes the place of when."""
    if not states:
        raise TypeError("request() needs at least one state")
    return Clause(requests=states, place=caller())


@overload
def then(
    state: Optional[Reserved] = None, *, by: Union[Resolver, str, None] = None
) -> Clause[NoReturn, NoReturn]: ...
@overload
def then(state: _S) -> Clause[_S, NoReturn]: ...
def then(state: Any = None, *, by: Union[Resolver, str, None] = None) -> Clause[Any, Any]:
    """Leads to a state; without one the state stays, and counts as coming back. INTERNAL stays without leaving it.

    by: names the next state at each step, or None to refuse.
    """
    if by is not None:
        if state is not None:
            raise TypeError(f"then({state!r}, by={by!r}): name the state, or what names it, not both")
        if not callable(by) and not isinstance(by, str):
            raise TypeError(f"by must be a callable, not {by!r}")
        return Clause(target=DYNAMIC, resolver=cast(Resolver, by), place=caller())
    return Clause(target=SAME if state is None else state, place=caller())


def matching(*cases: Enum) -> Clause[NoReturn, NoReturn]:
    """For these cases of predicate types: of one type any of them, of several types each must match."""
    for case in cases:
        if not isinstance(case, Enum):
            raise TypeError(f"matching() takes members of Enums, not {case!r}")
    if not cases:
        raise TypeError("matching() needs at least one case")
    return Clause(matching=cases, place=caller())


def condition(*guards: Union[_Function, str]) -> Clause[NoReturn, NoReturn]:
    """If these say yes; they are asked in order, and no more after the first no."""
    return Clause(guards=_some(guards, "condition"), place=caller())


def do(*actions: Union[_Function, str]) -> Clause[NoReturn, NoReturn]:
    """Runs these, in order; in a block before those of what it holds."""
    return Clause(actions=_some(actions, "do"), place=caller())


def overriding(*more: Nested[_S, _E]) -> Block[_S, _E]:
    """Rows that replace those which superstates have for the same event and cases."""
    return Clause[NoReturn, NoReturn](overriding=True, place=caller())(*more)


class Define(Generic[StateT, EventT_co]):
    """What `define` says of a state."""

    __slots__ = ("block", "_entries")

    def __init__(self, block: StateBlock) -> None:
        self.block = block
        self._entries: tuple[Clause[Any, Any], ...] = ()

    def __call__(self, *rows: Nested[StateT, _E]) -> Define[StateT, Union[EventT_co, _E]]:
        """The same with more rows."""
        return self._with(rows)

    def _with(self, nested: Iterable[Nested[Any, Any]]) -> Define[Any, Any]:
        more: Define[Any, Any] = Define(self.block)
        more._entries = (*self._entries, *clauses(nested))
        return more

    def whole(self) -> StateBlock:
        """The block with all its rows, in order."""
        block = StateBlock.__new__(StateBlock)
        for word in ("state", "final", *Scope.__slots__):
            setattr(block, word, getattr(self.block, word))
        block.rows = tuple(row for clause in self._entries for row in clause.rows(self.block.state))
        return block

    def __repr__(self) -> str:
        return f"define({_names((self.block.state,))}) of {len(self._entries)} clauses"


@overload
def define(
    state: _S,
    *,
    adopts: Union[Superstate, Iterable[Superstate]] = (),
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
    adopts: Union[Superstate, Iterable[Superstate]] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[_S, _E]: ...
def define(
    state: Any,
    *rows: Nested[Any, Any],
    adopts: Union[Superstate, Iterable[Superstate]] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
    final: bool = False,
) -> Define[Any, Any]:
    """A state: its rows (or call the result with them), the superstates that it adopts, and its callbacks."""
    block = StateBlock(state, entry=entry, exit=exit, cycle=cycle, update=update, final=final, adopts=adopts)
    return Define[Any, Any](block)._with(rows)


def superstate(
    *rows: Nested[Any, Any],
    adopts: Union[Superstate, Iterable[Superstate]] = (),
    entry: Actions = (),
    exit: Actions = (),
    cycle: Actions = (),
    update: Actions = (),
) -> Superstate:
    """Rows and callbacks for every state that adopts it."""
    own = [row for clause in clauses(rows) for row in clause.rows(NONE)]
    return Superstate(own, adopts=adopts, entry=entry, exit=exit, cycle=cycle, update=update)


def _some(functions: Guards, word: str) -> tuple[_Function, ...]:
    several = callables(functions, word)
    if not several:
        raise TypeError(f"{word}() needs at least one callable")
    return several


def _at(place: Optional[Place]) -> str:
    return f" at {place}" if place else ""


def _names(values: Iterable[Any]) -> str:
    return ", ".join(
        spell(value) if isinstance(value, Enum) else getattr(value, "__name__", None) or repr(value) for value in values
    )
