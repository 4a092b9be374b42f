"""The compiled table: built once, then run by any number of machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import c_int32
from typing import Any, Optional

from .builder import Builder
from .callbacks import Callbacks
from .definition import AnyRow, EntryExit, GuardPolicy, Phase, StateBlock
from .diagnostics import Diagnostic
from .handles import Handle
from .ids import INITIAL, Alphabet, Event, Member, Names, State, identify
from .loading import library
from .machine import Machine
from .places import caller


class Table(Handle):
    """A validated, immutable table.

    rows: `Row`s, or plain tuples (source, event, target[, action]).
    states: `StateBlock`s, for states with entry, exit or cycle callbacks, and for those that are only ever targets.
    initial: the state in which machines begin unless they are told otherwise.
    entry_exit, guards, order: see `EntryExit`, `GuardPolicy` and `Phase`.
    state_names, event_names: names for ids, a mapping or an Enum. Enum members among the rows bring theirs by
    themselves, and with them all members of their Enum: an event without a row is then known, and unhandled.

    Raises InvalidDefinitionError, which holds every fault with file and line; TypeError or ValueError for what is not
    a row, an id or a policy at all. Building takes O(rows) and lets other threads run meanwhile.

    Any number of threads may use one table at the same time; it may be closed before its machines, which keep what
    they need.
    """

    __slots__ = ("warnings", "_states", "_events", "_callbacks", "_event_arguments")
    _noun = "table"
    _release = library.sfsm_table_release

    warnings: tuple[Diagnostic, ...]
    """What the build had to remark."""

    def __init__(
        self,
        rows: Iterable[AnyRow] = (),
        states: Iterable[StateBlock] = (),
        *,
        initial: Optional[State] = None,
        entry_exit: EntryExit = EntryExit.ON_CHANGE,
        guards: GuardPolicy = GuardPolicy.EXCLUSIVE,
        order: Optional[Sequence[Phase]] = None,
        state_names: Optional[Names] = None,
        event_names: Optional[Names] = None,
    ) -> None:
        # The names and Enum members of its ids.
        self._states, self._events = Alphabet("state"), Alphabet("event")
        self._callbacks = Callbacks()
        # Filled by machines as events are sent; see Machine.send.
        self._event_arguments: dict[Event, Any] = {}
        with Builder(self._states, self._events, self._callbacks, caller()) as builder:
            builder.set_policies(entry_exit, guards, order)
            builder.add(list(rows), states)
            if initial is not None:
                builder.set_initial(initial)
            for alphabet, names in ((self._states, state_names), (self._events, event_names)):
                if names is not None:
                    alphabet.name(names)
            builder.name_all()
            address, self.warnings = builder.build()
        super().__init__(address)

    def machine(self, initial: Optional[State] = INITIAL, context: Any = None) -> Machine:
        """A new machine in state `initial`; see `Machine`."""
        return Machine(self, initial, context)

    @property
    def initial(self) -> Member:
        """The declared initial state, or None."""
        self._open()
        return self._states.member(library.sfsm_table_initial(self._argument))

    @property
    def state_count(self) -> int:
        """How many states it has."""
        return self._count(library.sfsm_table_state_count)

    @property
    def event_count(self) -> int:
        """How many events it has."""
        return self._count(library.sfsm_table_event_count)

    @property
    def row_count(self) -> int:
        """How many rows it has."""
        return self._count(library.sfsm_table_row_count)

    @property
    def size(self) -> int:
        """The bytes that the compiled table takes, without names and places."""
        return self._count(library.sfsm_table_size)

    def state_name(self, state: State) -> Optional[str]:
        """The name of a state; None if it has none or is unknown."""
        return self._name(library.sfsm_table_state_name, state)

    def event_name(self, event: Event) -> Optional[str]:
        """The name of an event; None if it has none or is unknown."""
        return self._name(library.sfsm_table_event_name, event)

    def _event_argument(self, event: Event) -> Any:
        """What sending `event` passes to the library, made at its first sending."""
        argument = c_int32.from_param(identify(event, "event"))
        # Events that no row and no name mentions are not kept: with rows for any event there may be billions.
        if len(self._event_arguments) < 65_536:
            self._event_arguments[event] = argument
        return argument

    def _count(self, function: Any) -> int:
        self._open()
        return int(function(self._argument))

    def _name(self, function: Any, value: State) -> Optional[str]:
        self._open()
        name: Optional[bytes] = function(self._argument, identify(value))
        return None if name is None else name.decode()

    def __repr__(self) -> str:
        if self.closed:
            return "<Table, closed>"
        return f"<Table of {self.state_count} states, {self.event_count} events, {self.row_count} rows>"
