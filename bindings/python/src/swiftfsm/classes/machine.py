"""The classes that programs use: `Table`, `Machine`, and the `Step` of a callback.

A class of machines is a subclass of `Machine` whose body is the definition, and whose methods are the callbacks. Its
table is built once, when the class is made. A subclass has a table of its own, of what its bases say and what it says
itself, with its own methods wherever it overrides one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Optional, TypeVar, Union, overload

from ..awaiting.awaited_calls import AwaitedCalls
from ..calling.step import BaseStep
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL, Event, Reserved, State
from ..definition.places import caller
from ..machines.compiled_table import CompiledTable
from ..machines.copies import Copies
from ..machines.plain_calls import PlainCalls
from ..machines.queries import Queries
from .class_definition import ClassDefinition

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)


class TableOf:
    """The table of a class of machines, or of one machine."""

    __slots__ = ()

    @overload
    def __get__(self, machine: None, kind: type[Machine[_S, _E, Any]]) -> Table[_S, _E]: ...

    @overload
    def __get__(self, machine: Machine[_S, _E, Any], kind: object) -> Table[_S, _E]: ...

    def __get__(self, machine: Optional[Machine[Any, Any, Any]], kind: Any) -> Any:
        if machine is not None:
            return getattr(machine, "_table", None) or machine._open()
        if kind._class_table is None:
            raise AttributeError(f"{kind.__name__} has no rows, and so no table of its own")
        return kind._class_table


class Machine(
    PlainCalls[StateT, EventT, ContextT],
    Queries[StateT, EventT, ContextT],
    AwaitedCalls[StateT, EventT, ContextT],
    Copies[StateT, EventT, ContextT],
    Generic[StateT, EventT, ContextT],
):
    """A machine in state `state`: a state, INITIAL for the table's, or None for one that is not started yet.

    Made by `Table.machine`, or by a class of machines, whose body is the definition.

    No callback runs when it is made: entry callbacks run with `start`. `context` is any object of yours; callbacks
    find it in their step. A lenient machine may be sent events without cases of some predicate types.

    What it does: `send`, `request`, `update`, `start`, `stop`; `set_state`, `run`, `discard`, `close`
    The same awaited: `asend`, `arequest`, `aupdate`, `adue`, `astart`, `astop`, `arun`
    What it would do: `probe`, `can`, `explain`, `why_not`, `permitted`; `can_request`, `explain_request`,
        `why_not_request`, `requestable`; `due`
    What it is: `state`, `context`, `table`, `pending`, `closed`
    What it calls: `on_unhandled`, `on_step`, beside the callbacks of its table

    An exception of a callback ends the step at once and comes out of the call that ran it (any of the first three
    lines), KeyboardInterrupt too. If it came before the commit, the state is the old one, otherwise the new one; events
    that wait stay in the queue until `run` or the next send.

    Only one thread may use a machine at any time; different machines over one table are independent.
    Raises UnknownStateError; every call on a closed machine raises ClosedError.
    """

    __slots__ = ()

    rows: ClassVar[Sequence[Any]]
    """In the body of a class: rows, `define(...)` and all else that a `Table` is made of; names of methods may stand
    for callables."""
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

    table: TableOf = TableOf()
    """Its table; of a class of machines also that of the class."""

    def __init_subclass__(cls, abstract: bool = False, **others: Any) -> None:
        """Builds the table, unless there is no row yet or the class is declared abstract (`abstract=True`)."""
        super().__init_subclass__(**others)
        cls._class_table = None
        cls._mark_uninitialised(Machine)
        definition = ClassDefinition(cls, Machine, caller())
        if definition.has_rows and not abstract:
            cls._class_table = definition.table(Table)

    def __init__(
        self,
        context: ContextT = None,  # type: ignore[assignment]
        state: Union[StateT, Reserved, None] = INITIAL,
        *,
        lenient: bool = False,
        table: Optional[Table[StateT, EventT]] = None,
    ) -> None:
        self._make(_table_of(type(self)) if table is None else table, context, state, lenient)


class Table(CompiledTable[StateT, EventT]):
    """A validated, immutable table.

    items: see `Item`; rows and states are the same, for those who like to say so. initial: the state in which machines
    begin unless they are told otherwise. entry_exit, guards, order: see `EntryExit`, `GuardPolicy` and `Phase`.
    predicates: Enums that are predicate types though no row names them. providers: for a predicate type what is asked
    for its present case where a send brings none. arguments: what events carry, `{Event.COIN: (int, str)}`.
    state_names, event_names: names for ids, a mapping or an Enum. Enum members among the rows bring theirs by
    themselves, and with them all members of their Enum: an event without a row is then known, and unhandled.

    Raises InvalidDefinitionError, which holds every fault with file and line; TypeError or ValueError for what is not
    a row, an id or a policy at all. Building takes O(rows) and lets other threads run meanwhile.

    Any number of threads may use one table at the same time; it may be closed before its machines, which keep what
    they need.
    """

    __slots__ = ()

    def machine(
        self, initial: Union[StateT, Reserved, None] = INITIAL, context: Any = None, *, lenient: bool = False
    ) -> Machine[StateT, EventT, Any]:
        """A new machine in state `initial`; see `Machine`."""
        return Machine(context, initial, lenient=lenient, table=self)


class Step(BaseStep):
    """The step under way, for a callback that asks for it.

    Its values are those of the step for which it was made, and stay so if it is kept; the context is the machine's.
    """

    __slots__ = ()

    machine: Machine[Any, Any, Any]
    """The machine that steps."""


Table._step_type = Step


def _table_of(kind: type[Machine[Any, Any, Any]]) -> Table[Any, Any]:
    """The table of a class of machines. Raises TypeError for a class without one."""
    if not isinstance(kind._class_table, Table):
        raise TypeError(
            f"{kind.__name__} has no rows: make machines with Table.machine(), or in a class whose body has rows"
        )
    return kind._class_table
