"""The type variables of tables and machines.

Each defaults to Any: `Table` alone means `Table[Any, Any]`, and a table whose types a checker cannot infer needs no
annotation. Only type checkers know such defaults in every version of Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from .ids import Event, State

    StateT = TypeVar("StateT", bound=State, default=Any)
    EventT = TypeVar("EventT", bound=Event, default=Any)
    ContextT = TypeVar("ContextT", default=Any)
    StateT_co = TypeVar("StateT_co", bound=State, covariant=True, default=Any)
    EventT_co = TypeVar("EventT_co", bound=Event, covariant=True, default=Any)
else:
    from typing import TypeVar

    StateT, EventT, ContextT = TypeVar("StateT"), TypeVar("EventT"), TypeVar("ContextT")
    StateT_co, EventT_co = TypeVar("StateT_co", covariant=True), TypeVar("EventT_co", covariant=True)
