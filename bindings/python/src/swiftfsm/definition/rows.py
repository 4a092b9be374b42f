"""Rows: in a state, an event leads to another state."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Generic, NamedTuple, Optional, Union, cast

from ..library.generated.enumerations import Reserved
from .callables import Action, Actions, Guard, Guards, Resolver, callables
from .generics import EventT, EventT_co, StateT, StateT_co
from .ids import Event, State
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

    source: a state, or ANY.
    event: an event, or ANY.
    target: a state, SAME, INTERNAL or DYNAMIC.
    actions: a callable, several in order, or nothing.
    guards: likewise; all of them must return true.
    resolver: for target DYNAMIC, the callable that returns the next state.
    matching: a member of a predicate type, or several: of one type any of them, of several types each must match.
    overriding: replace the rows that superstates have for the same event and cases.

    Callables are called with what their parameters ask for (see `swiftfsm.calling.signatures`). A row remembers the
    line on which it was made. Errors: TypeError for what cannot be called; everything else is reported when the table
    is built.
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
