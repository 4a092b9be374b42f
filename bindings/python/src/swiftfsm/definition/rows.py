"""Rows: in a state, an event leads to another state."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Generic, NamedTuple, Optional, Union, cast

from ..library.generated.enumerations import Reserved
from .around import Around, OnError
from .callables import Action, Actions, Guard, Guards, Resolver, callables
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import Event, State
from .kinds import OneOrMore, RowChart
from .places import Place, caller


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
    chart: Optional[RowChart]
    around: Optional[Around] = None


class Row(_RowFields, Generic[StateT_co, EventT_co]):
    """One row of a table: in state `source`, `event` leads to `target`.

    source: a state, or ANY.
    event: an event, or ANY; EVENTLESS for a row that is tried after each step, without an event.
    target: a state, SAME, INTERNAL, DYNAMIC, or DEFER for an event that is to wait; or several states as a tuple, each
        in another child of a parallel state.
    actions: a callable, several in order, or nothing.
    guards: likewise; all of them must return true.
    resolver: for target DYNAMIC, the callable that returns the next state.
    matching: a member of a predicate type, or several: of one type any of them, of several types each must match.
    overriding: replace the rows that superstates have for the same event and cases.
    local: leave no more states than needed.
    active, inactive: a state, or several, that must be active, or must not be.
    raising: an event, or several, to raise when the row is taken.
    before: a callable or several, called before all else of the step, exit callbacks included.
    after: likewise, called when the new state is there and its entry callbacks have run.
    error_target: the state to which the machine goes if a callback raises an exception in the step of the row, its guards
        included; or error_event: the event that is sent then. See `Table`.

    `local`, `active`, `inactive` and `raising` are for charts (see `define`).

    Callables are called with what their parameters ask for (see `swiftfsm.calling.signatures`). A row remembers the
    line on which it was made. Errors: TypeError for what cannot be called; everything else is reported when the table
    is built.
    """

    __slots__ = ()

    def __new__(
        cls,
        source: Union[StateT_co, Reserved],
        event: Union[EventT_co, Reserved],
        target: Union[StateT_co, Reserved, tuple[StateT_co, ...]],
        actions: Actions = (),
        guards: Guards = (),
        resolver: Union[Resolver, str, None] = None,
        *,
        matching: Matching = (),
        overriding: bool = False,
        local: bool = False,
        active: Optional[OneOrMore[StateT_co]] = None,
        inactive: Optional[OneOrMore[StateT_co]] = None,
        raising: Optional[OneOrMore[EventT_co]] = None,
        before: Actions = (),
        after: Actions = (),
        error_target: Optional[StateT_co] = None,
        error_event: Optional[EventT_co] = None,
    ) -> Row[StateT_co, EventT_co]:
        first, more = split_targets(target)
        is_flat = not more and not local and active is None and inactive is None and raising is None
        is_alone = before == () == after and error_target is None is error_event
        return cls.at(
            caller(),
            source,
            event,
            first,
            actions,
            guards,
            resolver,
            matching=matching,
            overriding=overriding,
            chart=None if is_flat else RowChart.of(more, active, inactive, raising, local),
            around=None if is_alone else Around.of(before, after, OnError.of(error_target, error_event)),
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
        chart: Optional[RowChart] = None,
        around: Optional[Around] = None,
    ) -> Row[Any, Any]:
        """Make a row with a place of its own."""
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
            chart,
            around,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _row_again, tuple(self)


def _row_again(*fields: Any) -> Row[Any, Any]:
    row: Row[Any, Any] = _RowFields.__new__(Row, *fields)
    return row


def split_targets(target: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the first target and the others. Errors: TypeError for none, and for a reserved one among several."""
    if not isinstance(target, tuple) or isinstance(target, Enum):
        return target, ()
    if len(target) == 0:
        raise TypeError("a row needs at least one target")
    if len(target) > 1 and any(isinstance(each, Reserved) for each in target):
        raise TypeError(f"of several targets each must be a state, not {next(filter(_is_reserved, target))}")
    several: tuple[Any, ...] = target
    return several[0], several[1:]


def _is_reserved(target: object) -> bool:
    return isinstance(target, Reserved)


Matching = Union[Enum, Iterable[Enum]]
"""A case of a predicate type, or several."""
PlainRow = Union[
    tuple[Union[StateT, Reserved], Union[EventT, Reserved], Union[StateT, Reserved]],
    tuple[Union[StateT, Reserved], Union[EventT, Reserved], Union[StateT, Reserved], Actions],
]
"""A row as a plain tuple: (source, event, target) or (source, event, target, action). It has the table's place."""
AnyRow = Union[Row[StateT, EventT], PlainRow[StateT, EventT]]
