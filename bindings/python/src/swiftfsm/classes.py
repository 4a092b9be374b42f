"""The class style: a class of machines whose body is the definition, and whose methods are the callbacks.

The table is built once, when the class is made. A subclass has a table of its own, of what its bases say and what it
says itself, with its own methods wherever it overrides one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Optional, TypeVar, overload

from .class_definition import ClassDefinition
from .ids import Event, State
from .places import caller

if TYPE_CHECKING:
    from .machine import Machine
    from .table import Table

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)


class TableOf:
    """The table of a class of machines, or of one machine."""

    __slots__ = ()

    @overload
    def __get__(self, machine: None, kind: type[Machine[_S, _E, Any]]) -> Table[_S, _E]: ...

    @overload
    def __get__(self, machine: Machine[_S, _E, Any], kind: object) -> Table[_S, _E]: ...

    def __get__(self, machine: Optional[Machine[Any, Any, Any]], kind: Any) -> Table[Any, Any]:
        if machine is not None:
            return machine._table
        table: Optional[Table[Any, Any]] = kind._class_table
        if table is None:
            raise AttributeError(f"{kind.__name__} has no rows, and so no table of its own")
        return table


class Declared:
    """What a class of machines may say in its body, beside its decorated methods."""

    __slots__ = ()

    rows: ClassVar[Sequence[Any]]
    """Rows, `define(...)` and all else that a `Table` is made of; names of methods may stand for callables."""
    superstates: ClassVar[Mapping[Any, Any]]
    """The superstates that states adopt: for a state, or a tuple of states, a superstate or several."""
    arguments: ClassVar[Mapping[Any, Any]]
    predicates: ClassVar[Iterable[Any]]
    providers: ClassVar[Mapping[Any, Any]]
    initial: ClassVar[Any]
    entry_exit: ClassVar[Any]
    guards: ClassVar[Any]
    order: ClassVar[Any]
    state_names: ClassVar[Any]
    event_names: ClassVar[Any]

    _class_table: ClassVar[Optional[Table[Any, Any]]] = None

    def __init_subclass__(cls, abstract: bool = False, **others: Any) -> None:
        """Builds the table, unless there is no row yet or the class is declared abstract (`abstract=True`)."""
        super().__init_subclass__(**others)
        cls._class_table = None
        definition = ClassDefinition(cls, caller())
        if definition.has_rows and not abstract:
            cls._class_table = definition.table()


def table_of(kind: type[Declared]) -> Table[Any, Any]:
    """The table of a class of machines. Raises TypeError for a class without one."""
    if kind._class_table is None:
        raise TypeError(
            f"{kind.__name__} has no rows: make machines with Table.machine(), or in a class whose body has rows"
        )
    return kind._class_table
