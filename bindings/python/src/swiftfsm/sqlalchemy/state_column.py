"""The type of a column that holds a state."""

from __future__ import annotations

from typing import Any, Optional

from sqlalchemy import Dialect, String
from sqlalchemy.types import TypeDecorator

from ..databases.state_names import StateNames, States
from ..definition.generics import StateT


class StateColumn(TypeDecorator[StateT]):
    """The type of a column that holds a state: its name in the database, your Enum member in Python.

    states: the table, whose states have the names of the definition; or an Enum, whose members have their own names.
    length: of the column, in characters.

    A state that the table does not have is refused when it is written and when it is read: it may have been written by
    another program, or by an older version of the definition. A name that a state had before (`was` in a document) is
    read as that state. In a query, compare with members: `select(Order).where(Order.state == State.PAID)`.

    Errors: BadValueError for a table whose states have no names, or for names that are longer than the column. Of a
    statement: UnknownStateError, as the `orig` of SQLAlchemy's StatementError when a value is written, and by itself
    when one is read.
    Threads: any number of threads may use it.
    """

    impl = String
    cache_ok = True

    def __init__(self, states: States[StateT], length: int = 64) -> None:
        self.states: States[StateT] = states
        self.length: int = length
        self._names: StateNames[StateT] = StateNames(states)
        self._names.must_fit(length)
        super().__init__(length)

    def process_bind_param(self, value: Optional[StateT], dialect: Dialect) -> Optional[str]:
        """Return the name of a state. Errors: UnknownStateError, TypeError."""
        return None if value is None else self._names.name(value)

    def process_result_value(self, value: Optional[Any], dialect: Dialect) -> Optional[StateT]:
        """Return the state of a name. Errors: UnknownStateError."""
        return None if value is None else self._names.state(value)

    def coerce_compared_value(self, op: Any, value: Any) -> Any:
        """Return this type, so that what a state is compared with must be a state too."""
        return self
