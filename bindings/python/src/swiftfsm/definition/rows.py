"""Rows: in a state, an event leads to a state."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Generic, NamedTuple, Optional, Union, cast

from .callables import Action, Actions, Guard, Guards, Resolver, callables
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import Event, Reserved, State
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
