"""Clauses: what the words of a definition return, and how clauses are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Generic, NoReturn, Optional, TypeVar, Union, cast, overload

from ..library.generated.enumerations import Reserved
from .around import Around
from .callables import Function, Resolver
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import EVENTLESS, NONE, SAME, Event, State, spell
from .kinds import RowChart
from .places import Place
from .rows import Row
from .timeouts import Timeout

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)


_NO_TRUTH = "{} is neither true nor false: join clauses with |, not with or, and or not"


# What most clauses say of charts, and of what runs around a step: nothing.
_FLAT = RowChart()
_ALONE = Around()


class _Missing(Enum):
    """The value of a part that a clause leaves open."""

    TARGET = "target"


class Clause(Generic[StateT_co, EventT_co]):
    """Part of a row. Immutable; made by the words of a definition."""

    __slots__ = (
        "events", "requests", "target", "resolver", "matching", "guards", "actions", "overriding", "place", "chart", "timeout",
        "around",
    )  # fmt: skip

    events: tuple[Any, ...]
    requests: tuple[Any, ...]
    target: Any
    resolver: Optional[Resolver]
    matching: tuple[Enum, ...]
    guards: tuple[Function, ...]
    actions: tuple[Function, ...]
    overriding: bool
    place: Optional[Place]
    chart: RowChart
    timeout: Optional[Timeout]
    around: Around

    def __init__(
        self,
        *,
        events: tuple[Any, ...] = (),
        requests: tuple[Any, ...] = (),
        target: Any = _Missing.TARGET,
        resolver: Optional[Resolver] = None,
        matching: tuple[Enum, ...] = (),
        guards: tuple[Function, ...] = (),
        actions: tuple[Function, ...] = (),
        overriding: bool = False,
        place: Optional[Place] = None,
        chart: RowChart = _FLAT,
        timeout: Optional[Timeout] = None,
        around: Around = _ALONE,
    ) -> None:
        self.events, self.requests = events, requests
        self.target, self.resolver = target, resolver
        self.matching, self.guards, self.actions = matching, guards, actions
        self.overriding, self.place = overriding, place
        self.chart = chart
        self.timeout = timeout
        self.around = around

    @overload
    def __or__(self, other: Clause[_S, _E]) -> Clause[Union[StateT_co, _S], Union[EventT_co, _E]]: ...
    # A clause can be called: without this one it would be taken for an action where its types do not fit.
    @overload
    def __or__(  # type: ignore[overload-cannot-match]
        self, other: Clause[State, Event]
    ) -> Clause[State, Event]: ...
    @overload
    def __or__(self, other: Union[Function, str]) -> Clause[StateT_co, EventT_co]: ...
    def __or__(self, other: Union[Clause[Any, Any], Function, str]) -> Clause[Any, Any]:
        """Join two clauses. A function counts as an action."""
        if not isinstance(other, Clause):
            if not callable(other) and not isinstance(other, str):
                raise TypeError(f"{self!r} | {other!r}: only clauses and actions can be joined, and this is neither")
            other = Clause(actions=(cast(Function, other),))
        return self._joined(other)

    def __call__(self, *more: Clauses[_S, _E]) -> Block[Union[StateT_co, _S], Union[EventT_co, _E]]:
        """Make a block: join this clause to each of these."""
        if not more:
            raise TypeError(f"the block of {self!r} is empty: put at least one clause into it")
        return Block([self._joined(clause) for clause in clauses(more)])

    def __bool__(self) -> NoReturn:
        raise TypeError(_NO_TRUTH.format(self))

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
            chart=_FLAT if self.chart is other.chart is _FLAT else _joined(self.chart, other.chart),
            timeout=says_when.timeout,
            around=_ALONE if self.around is other.around is _ALONE else self.around.joined(other.around),
        )

    @property
    def _leads(self) -> bool:
        return self.target is not _Missing.TARGET or self.resolver is not None or bool(self.requests)

    @property
    def _is_timeout_alone(self) -> bool:
        """Whether it says no more than when an event is sent, which rows of their own may take."""
        if self.timeout is None or self.timeout.is_anonymous or self._leads:
            return False
        says_more = self.matching or self.guards or self.actions or self.overriding
        return not says_more and self.chart == _FLAT and self.around == _ALONE

    def rows(self, source: Any) -> Iterator[Row[Any, Any]]:
        """Return the rows of this clause in a state: one for each event, or for each state that may be requested."""
        if not self.events and not self.requests:
            raise TypeError(f"{self!r}{_at(self.place)} does not say when: join when(...) or request(...)")
        if self.timeout is not None and source is NONE:
            raise TypeError(f"{self!r}{_at(self.place)}: a superstate has no timeouts, put it into the block of a state")
        if self._is_timeout_alone:
            return
        if not self._leads:
            raise TypeError(f"{self!r}{_at(self.place)} does not say where it leads: join then(...), or then() to stay")
        target = self.target
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
                chart=None if self.chart == _FLAT else self.chart,
                around=None if self.around == _ALONE else self.around,
            )

    def __repr__(self) -> str:
        words = [f"matching({spelt(self.matching)})"] if self.matching else []
        words += [f"condition({spelt(self.guards)})"] if self.guards else []
        for word, is_active in (("active", True), ("inactive", False)):
            states = [state for state, each in self.chart.conditions if each is is_active]
            words += [f"{word}({spelt(states)})"] if states else []
        if self.events == (EVENTLESS,):
            words.append("always()")
        elif self.timeout is not None:
            words.append(repr(self.timeout))
        elif self.events:
            words.append(f"when({spelt(self.events)})")
        words += [f"request({spelt(self.requests)})"] if self.requests else []
        if self.resolver is not None:
            words.append(f"then(by={spelt((self.resolver,))})")
        elif self.target is not _Missing.TARGET:
            words.append("then()" if self.target is SAME else f"then({spelt((self.target, *self.chart.targets))})")
        words += [f"do_before({spelt(self.around.before)})"] if self.around.before else []
        words += [spelt((action,)) for action in self.actions]
        words += [f"do_after({spelt(self.around.after)})"] if self.around.after else []
        if self.around.error is not None:
            target, event = self.around.error
            words.append(f"on_error({spelt((target,)) if event is None else f'event={spelt((event,))}'})")
        words += [f"raising({spelt(self.chart.raising)})"] if self.chart.raising else []
        return " | ".join(words) or "nothing"


class Block(tuple[Clause[StateT_co, EventT_co], ...], Generic[StateT_co, EventT_co]):
    """Several clauses, as calling a clause with others returns them."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError(_NO_TRUTH.format("a block"))

    def __or__(self, other: object) -> NoReturn:
        raise TypeError(f"a block cannot be joined with {other!r}: put it into the block, or join before it")


Clauses = Union[Clause[StateT, EventT], Iterable["Clauses[StateT, EventT]"]]
"""A clause, or any nesting of blocks and lists of them."""


def clauses(nested: Iterable[Clauses[Any, Any]]) -> Iterator[Clause[Any, Any]]:
    """Return all clauses of a nesting, in order."""
    for each in nested:
        if isinstance(each, Clause):
            yield each
        elif isinstance(each, Iterable) and not isinstance(each, (str, bytes)):
            yield from clauses(each)
        else:
            raise TypeError(f"a block holds clauses, such as when(...) | then(...), but not {each!r}")


def _joined(one: RowChart, other: RowChart) -> RowChart:
    return RowChart(
        one.targets + other.targets,
        one.conditions + other.conditions,
        one.raising + other.raising,
        one.is_local or other.is_local,
    )


def spelt(values: Iterable[Any]) -> str:
    """Members and functions by their names, for messages."""
    return ", ".join(
        spell(value) if isinstance(value, Enum) else getattr(value, "__name__", None) or repr(value) for value in values
    )


def _at(place: Optional[Place]) -> str:
    return f" at {place}" if place else ""
