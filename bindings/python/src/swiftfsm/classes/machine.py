"""The classes that programs use: `Table`, `Machine`, and the `Step` of a callback.

A class of machines is a subclass of `Machine` whose body is the definition and whose methods are the callbacks. Its
table is built once, when the class is made. A subclass has its own table: the definitions of its bases and its own,
with its own methods wherever it overrides one. A class in the body that is based on `Nested` is a state of a chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, Optional, TypeVar, Union, overload

from ..awaiting.awaited_calls import AwaitedCalls
from ..calling.step import BaseStep
from ..definition.callables import Actions, callables
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL, Event, Names, State
from ..definition.places import caller
from ..documents.agreement import GivenEnums
from ..documents.source import Source, document
from ..documents.supply import Supplied
from ..library.generated.enumerations import EntryExit, GuardPolicy, Phase, Reserved
from ..machines.charts import Charts
from ..machines.copies import Copies
from ..machines.migration import Migrate
from ..machines.plain_calls import PlainCalls
from ..machines.queries import Queries
from ..machines.read_table import Watched
from ..machines.shown import ShownMachine
from ..machines.snapshots import Snapshot
from ..replay.replayed_table import ReplayedTable
from .class_definition import ClassDefinition
from .triggers import Triggers, install

_new = object.__new__
_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
_M = TypeVar("_M", bound="Machine[Any, Any, Any]")


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
    Charts[StateT, EventT, ContextT],
    Queries[StateT, EventT, ContextT],
    AwaitedCalls[StateT, EventT, ContextT],
    Copies[StateT, EventT, ContextT],
    ShownMachine[StateT, EventT, ContextT],
    Generic[StateT, EventT, ContextT],
):
    """A state machine that runs from a table. Make one with `Table.machine`, or by calling a subclass with a table.

    state: the state to begin in, INITIAL for that of the table, or None for a machine that is not started yet.
    context: any object of yours, for the callbacks.
    lenient: accept events without a case of each predicate type.
    strict: an event that no row takes is an error, whoever has sent it: UnhandledEventError or RefusedEventError. A guard
        that returns None is a TypeError. Machines over a strict table always are.

    Making a machine runs no callbacks. To run entry callbacks, make it with state None and call `start`.

    Act: `send`, `request`, `raise_`, `update`, `due`, `start`, `stop`, `set_state`, `set_states`, `run`, `discard`,
        `close`
    Act and await: `asend`, `arequest`, `aupdate`, `adue`, `astart`, `astop`, `arun`
    Time: `now`, `next_due`, `send_later`, `advance`; `aadvance` and `clock` await
    Ask: `probe`, `can`, `explain`, `why_not`, `permitted`, `can_request`, `explain_request`, `why_not_request`,
        `requestable`
    Keep: `snapshot`, `restore`; `from_snapshot` makes a machine
    Look: `state`, `states`, `is_done`, `is_final`, `is_strict`, `context`, `table`, `pending`, `closed`; `state in machine`
    Hooks: `on_step`, `on_unhandled`, `prepare`, `on_exception`, `remove_hook`; hooks for all machines belong to the table
        (see `Table`)

    An exception raised by a callback ends the step and is raised again by the call that ran it, KeyboardInterrupt
    included. The state is the old one if the exception came before the commit, otherwise the new one. Events that wait
    stay in the queue until `run` or the next send.

    Threads: one thread at a time may use a machine; machines over one table are independent.
    Errors: UnknownStateError if the table has no such state; ClosedError for every call on a closed machine.
    """

    __slots__ = ()

    rows: ClassVar[Sequence[Any]]
    """In the body of a class: rows, `define(...)` and whatever else a `Table` takes. A method may be given by name."""
    superstates: ClassVar[Mapping[Any, Any]]
    """The superstates that states adopt: for a state, or a tuple of states, one superstate or several."""
    arguments: ClassVar[Mapping[Any, Any]]
    predicates: ClassVar[Iterable[type[Enum]]]
    providers: ClassVar[Mapping[Any, Any]]
    initial: ClassVar[Any]
    entry_exit: ClassVar[EntryExit]
    guards: ClassVar[GuardPolicy]
    order: ClassVar[Optional[Sequence[Phase]]]
    state_names: ClassVar[Optional[Names]]
    event_names: ClassVar[Optional[Names]]
    strict: ClassVar[bool]
    error_target: ClassVar[Any]
    error_event: ClassVar[Any]
    """The last twelve are those of `Table`; the hooks of a table are methods decorated with `on_step`, `on_unhandled`,
    `prepare` or `on_exception`."""

    table: TableOf = TableOf()
    """The table of the machine, or of a class of machines."""

    def __init_subclass__(cls, abstract: bool = False, **others: Any) -> None:
        """Build the table, unless the class has no row yet or is declared with `abstract=True`."""
        super().__init_subclass__(**others)
        cls._class_table, cls._triggers = None, {}
        cls._mark_uninitialised(Machine)
        definition = ClassDefinition(cls, Machine, caller())
        if definition.has_rows and not abstract:
            cls._class_table = definition.table(Table)
            cls._triggers = install(cls, definition.marked, cls._class_table)

    _triggers: ClassVar[Triggers] = {}

    def __init__(
        self,
        state: Union[StateT, Reserved, None] = INITIAL,
        context: ContextT = None,  # type: ignore[assignment]
        *,
        lenient: bool = False,
        strict: bool = False,
        table: Optional[Table[StateT, EventT]] = None,
    ) -> None:
        self._make(_table_of(type(self)) if table is None else table, context, state, lenient, strict)

    @classmethod
    def from_snapshot(
        cls: type[_M], snapshot: Snapshot, *arguments: Any, migrate: Optional[Migrate] = None, **options: Any
    ) -> _M:
        """Make a machine from a snapshot, of a class of machines: `Turnstile.from_snapshot(snapshot, price=150)`.

        arguments, options: what the class is called with to make a machine, which is then restored.

        Errors: those of the class and of `restore`.
        """
        machine = cls(*arguments, **options)
        machine._restore_or_close(snapshot, migrate)
        return machine

    def _restore_or_close(self, snapshot: Snapshot, migrate: Optional[Migrate]) -> None:
        try:
            Copies.restore(self, snapshot, migrate=migrate)
        except BaseException:
            self._close()
            raise


class Table(ReplayedTable[StateT, EventT]):
    """A validated, immutable table, which any number of machines share.

    Made of code, as follows, or of a document by `Table.read`. `text`, `json`, `fingerprint` and `diagram` write it;
    `replay` and `replayer` replay logs over it; `discover` makes a first draft of a document from a log.

    items, rows, states: the definition, joined in this order: what `define(...)` returns, `Row`s, plain tuples,
        `StateBlock`s, or iterables of these. With states that are nested in others it is a chart.
    initial: the state in which machines begin unless another is given.
    entry_exit, guards, order: policies; see `EntryExit`, `GuardPolicy` and `Phase`.
    predicates: Enums that are predicate types although no row names them.
    providers: for a predicate type, the callable that returns its current case when a send has none.
    arguments: the types of the arguments of events, such as `{Event.COIN: (int, str)}`.
    on_step: hooks for all machines, a callable or several: called after every step, handled or not, start and stop
        included.
    on_unhandled: the same, called for each event that the table knows but the current state has no row for. Hooks of
        the table are called in their order, before those of the machine; one that raises ends the step.
    prepare: hooks for all machines, a callable or several: called once for each event or request, before its guards are
        asked, or, if it has none, before the row is taken; not for an event that the state has no row for. Queries call
        them too, with `event` None where a query is about several events, but not inside a callback.
    on_exception: handlers for all machines, a callable or several, which are told what a callback has raised as their
        parameter `exception` or `error`. If one of them returns true, that is not raised again; send returns TRANSITIONED
        then, or REFUSED if the state has not changed. What a handler raises takes its place. KeyboardInterrupt, a
        cancelled task and the errors of a strict machine are no matter of handlers.
    error_target: the state to which a machine goes if a callback raises an exception, after the handlers; or error_event:
        the event that is sent then. The exception is raised again nevertheless, unless a handler returns true. See
        `StateBlock` and `Row`, which may say otherwise.
    state_names, event_names: names for ids, as a mapping or an Enum. Enum members in rows bring their own names, and
        all members of their Enum become known: an event without a row is then unhandled instead of unknown.

    strict: all machines are strict; see `Machine`.

    Warnings are in `warnings`, and are shown once through Python's `warnings`, as DefinitionWarning; but not those of
    events that no row has.

    Errors: InvalidDefinitionError with every error of the definition; TypeError or ValueError for what is no row, id
    or policy at all.
    Cost: O(rows). Other threads run while a table is built.
    Threads: any number of threads may use a table. It may be closed before its machines, which keep what they need.
    """

    __slots__ = ()

    @overload
    @classmethod
    def read(
        cls,
        source: Source,
        *,
        callbacks: Supplied = None,
        states: type[_S],
        events: type[_E],
        predicates: Iterable[type[Enum]] = (),
        file: Optional[str] = None,
        strict: bool = False,
        prepare: Actions = (),
        on_exception: Actions = (),
        error_event: Optional[_E] = None,
    ) -> Table[_S, _E]: ...

    @overload
    @classmethod
    def read(
        cls,
        source: Source,
        *,
        callbacks: Supplied = None,
        states: Optional[type[Enum]] = None,
        events: Optional[type[Enum]] = None,
        predicates: Iterable[type[Enum]] = (),
        file: Optional[str] = None,
        strict: bool = False,
        prepare: Actions = (),
        on_exception: Actions = (),
        error_event: Any = None,
    ) -> Table[Any, Any]: ...

    @classmethod
    def read(
        cls,
        source: Source,
        *,
        callbacks: Supplied = None,
        states: Optional[type[Any]] = None,
        events: Optional[type[Any]] = None,
        predicates: Iterable[type[Enum]] = (),
        file: Optional[str] = None,
        strict: bool = False,
        prepare: Actions = (),
        on_exception: Actions = (),
        error_event: Any = None,
    ) -> Table[Any, Any]:
        """Read a document, and make a table of it.

        source: a path, as a str of one line or a path object; or the text, as a str of several lines or as bytes.
        callbacks: a mapping from names to functions, or an object or module that has them as attributes. A name of the
            document is looked up as it stands, then with `_` instead of `-` and `.`; one that begins with `_` is never
            found. Without callbacks the table can be asked, written and drawn, but makes no machines.
        states, events: your Enums. Their members must have the names of the document (a member `not_installed` is
            `not-installed`, and so is one whose value is that str), and, if their values are ints, its numbers.
            Without them `State` and `Event` are made of the document.
        predicates: your Enums of predicate types, of the same names. The others are made, as attributes of the table.
        file: names the document in errors; otherwise its path does.
        strict: all machines are strict; see `Machine`.
        prepare, on_exception, error_event: those of `Table`. The event is a member of the Enum, or a name that the document
            has.

        Functions are called with what their parameters ask for. Where the document declares a signature, they get the
        arguments that it lists, and must take these.

        Errors: InvalidDefinitionError with the faults of the document, or with all callbacks that are missing, or that
        cannot be called as the document says; BadValueError with all differences between the document and your Enums;
        OSError for a file that cannot be read.
        """
        watched = Watched(callables(prepare, "prepare"), callables(on_exception, "on_exception"), error_event)
        enums = GivenEnums.of(states, events, predicates)
        return cls._read(document(source, file), callbacks, enums, bool(strict), watched)

    def machine(
        self,
        initial: Union[StateT, Reserved, None] = INITIAL,
        context: Any = None,
        *,
        lenient: bool = False,
        strict: bool = False,
    ) -> Machine[StateT, EventT, Any]:
        """Make a machine in state `initial`; see `Machine`."""
        machine: Machine[StateT, EventT, Any] = _new(Machine)
        machine._make(self, context, initial, lenient, strict)
        return machine

    def restore(
        self,
        snapshot: Snapshot,
        context: Any = None,
        *,
        lenient: bool = False,
        strict: bool = False,
        migrate: Optional[Migrate] = None,
    ) -> Machine[StateT, EventT, Any]:
        """Make a machine from a snapshot, bytes or JSON, of this or another version of the definition; see
        `Machine.restore`. lenient, strict: as for `machine`."""
        machine = self.machine(None, context, lenient=lenient, strict=strict)
        machine._restore_or_close(snapshot, migrate)
        return machine


class Step(BaseStep):
    """The current step, for a callback with a parameter `step`.

    A step may be kept: its values do not change. Only its context is always the machine's current one.
    """

    __slots__ = ()

    machine: Machine[Any, Any, Any]
    """The machine that performs the step."""


Table._step_type = Step
# What Python says of an unknown keyword names the class that programs know.
getattr(Table, "__init__").__qualname__ = "Table.__init__"


def _table_of(kind: type[Machine[Any, Any, Any]]) -> Table[Any, Any]:
    """The table of a class of machines. Raises TypeError for a class without one."""
    if not isinstance(kind._class_table, Table):
        raise TypeError(
            f"{kind.__name__} has no rows: make machines with Table.machine(), or in a class whose body has rows"
        )
    return kind._class_table
