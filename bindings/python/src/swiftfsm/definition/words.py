"""The words of rows: when, then, matching, condition and others; those of states are in `state_words`.

    define(State.LOCKED, adopts=resettable)(
        when(Event.COIN) | then(State.UNLOCKED) | unlock,
        matching(Enforcement.STRONG) | when(Event.PASS) | then(State.ALARMING) | alarm,
    )

Each word returns a `Clause`, and ``|`` joins clauses. Calling a clause with others makes a block, in which each of
them is joined to it. `Row` makes the same row in one call.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NoReturn, Optional, TypeVar, Union, cast, overload

from ..library.generated.enumerations import Reserved
from .around import Around, OnError
from .callables import Function, Guards, Resolver, callables
from .clauses import Block, Clause, Clauses
from .ids import DEFER, DYNAMIC, EVENTLESS, SAME, Event, State
from .kinds import Condition, RowChart
from .places import caller
from .predicates import must_be_case
from .rows import split_targets
from .timeouts import Delay, Timeout

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
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
def after(delay: Delay) -> Clause[NoReturn, NoReturn]: ...
@overload
def after(delay: Delay, event: _E) -> Clause[NoReturn, _E]: ...
def after(delay: Delay, event: Any = None) -> Clause[Any, Any]:
    """Take the row when the state has been active for so long.

    delay: seconds, or a timedelta; kept as microseconds.
    event: sent then, and the event of the row. It must have no arguments. Alone, without `then`, it is only sent: other
        rows may take it. Without an event, nobody but the timeout can take the row, and callbacks get None for the event.

    Errors: TypeError and BadValueError for a wrong delay.
    """
    timeout = Timeout(delay, event)
    return Clause(events=(timeout.event,), place=caller(), timeout=timeout)


def always() -> Clause[NoReturn, NoReturn]:
    """Take the row without an event: it is tried after each step, and when the machine starts, before any event."""
    return Clause(events=(EVENTLESS,), place=caller())


@overload
def defer(*events: Reserved) -> Clause[NoReturn, NoReturn]: ...
@overload
def defer(*events: Union[_E, Reserved]) -> Clause[NoReturn, _E]: ...
def defer(*events: Any) -> Clause[Any, Any]:
    """Let these events wait until other states are active. They are sent again after a step that changed the state."""
    if not events:
        raise TypeError("defer() needs at least one event")
    return Clause(events=events, target=DEFER, place=caller())


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
def then(state: _S, *more: _S) -> Clause[_S, NoReturn]: ...
def then(state: Any = None, *more: Any, by: Union[Resolver, str, None] = None) -> Clause[Any, Any]:
    """Lead to a state. Without one, stay and count as coming back; INTERNAL stays without running entry and exit.

    more: in a chart, further states, each in another child of a parallel state.
    by: a callable that returns the next state at each step, or None to refuse.
    """
    if by is not None:
        if state is not None:
            raise TypeError(f"then({state!r}, by={by!r}): name the state, or what names it, not both")
        if not callable(by) and not isinstance(by, str):
            raise TypeError(f"by must be a callable, not {by!r}")
        return Clause(target=DYNAMIC, resolver=cast(Resolver, by), place=caller())
    if more:
        first, others = split_targets((state, *more))
        return Clause(target=first, chart=RowChart(others), place=caller())
    return Clause(target=SAME if state is None else state, place=caller())


def matching(*cases: Enum) -> Clause[NoReturn, NoReturn]:
    """Take the row for these cases of predicate types: of one type any of them, of several types each must match."""
    for case in cases:
        if not isinstance(case, Enum):
            raise TypeError(f"matching() takes members of Enums, not {case!r}")
        must_be_case(case)
    if not cases:
        raise TypeError("matching() needs at least one case")
    return Clause(matching=cases, place=caller())


def condition(*guards: Union[Function, str]) -> Clause[NoReturn, NoReturn]:
    """Take the row if all of these return true. They are called in order, up to the first that returns false."""
    return Clause(guards=_some(guards, "condition"), place=caller())


def active(*states: _S) -> Clause[_S, NoReturn]:
    """Take the row only while all of these states are active. Checked before guards."""
    return Clause(chart=RowChart(conditions=_conditions(states, True)), place=caller())


def inactive(*states: _S) -> Clause[_S, NoReturn]:
    """Take the row only while none of these states is active. Checked before guards."""
    return Clause(chart=RowChart(conditions=_conditions(states, False)), place=caller())


def raising(*events: _E) -> Clause[NoReturn, _E]:
    """Raise these events when the row is taken. They are handled after the step, before events that were sent."""
    if not events:
        raise TypeError("raising() needs at least one event")
    return Clause(chart=RowChart(raising=events), place=caller())


def do(*actions: Union[Function, str]) -> Clause[NoReturn, NoReturn]:
    """Run these actions, in order. Those of a block run before those of the clauses in it."""
    return Clause(actions=_some(actions, "do"), place=caller())


def do_before(*actions: Union[Function, str]) -> Clause[NoReturn, NoReturn]:
    """Call these, in order, before all else of the step: exit callbacks have not run, and the state is the old one."""
    return Clause(around=Around(before=_some(actions, "do_before")), place=caller())


def do_after(*actions: Union[Function, str]) -> Clause[NoReturn, NoReturn]:
    """Call these, in order, when the step is done: entry callbacks have run, and the state is the new one."""
    return Clause(around=Around(after=_some(actions, "do_after")), place=caller())


@overload
def on_error(state: _S) -> Clause[_S, NoReturn]: ...
@overload
def on_error(*, event: _E) -> Clause[NoReturn, _E]: ...
def on_error(state: Any = None, *, event: Any = None) -> Clause[Any, Any]:
    """Go to this state, or send this event, if a callback raises an exception in the step of the row, guards included."""
    error = OnError.of(state, event)
    if error is None:
        raise TypeError("on_error() needs the state to go to, or the event to send: on_error(State.…)")
    return Clause(around=Around(error=error), place=caller())


def overriding(*more: Clauses[_S, _E]) -> Block[_S, _E]:
    """Let these rows replace those that superstates have for the same event and cases."""
    return Clause[NoReturn, NoReturn](overriding=True, place=caller())(*more)


def local(*more: Clauses[_S, _E]) -> Block[_S, _E]:
    """Let these rows leave no more states than needed: their own state stays active if it contains the target, and so
    do the other children of a parallel state if source and target lie in the same one.
    """
    return Clause[NoReturn, NoReturn](chart=RowChart(is_local=True), place=caller())(*more)


def _conditions(states: tuple[Any, ...], is_active: bool) -> tuple[Condition, ...]:
    if not states:
        raise TypeError(f"{'active' if is_active else 'inactive'}() needs at least one state")
    return tuple(Condition(state, is_active) for state in states)


def _some(functions: Guards, word: str) -> tuple[Function, ...]:
    several = callables(functions, word)
    if not several:
        raise TypeError(f"{word}() needs at least one callable")
    return several
