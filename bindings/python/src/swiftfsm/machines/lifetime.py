"""Making a machine of the library, and releasing it."""

from __future__ import annotations

from ctypes import c_void_p
from sys import is_finalizing
from typing import Any, Callable, ClassVar, Generic, Optional
from weakref import ref

from ..calling.hook import STEP_HOOKS
from ..calling.machine_state import MachineState
from ..calling.strictness import must_be_taken
from ..calling.trampoline import machine_numbers, machines, trampoline
from ..calling.watch import NO_HOOKS
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL, NONE
from ..library.generated.constants import LENIENT
from ..library.generated.enumerations import Status
from ..library.generated.records import sfsm_finalizer
from ..library.loading import library
from ..library.results import error_of
from .commands import Queue, TellsTime
from .compiled_table import CompiledTable
from .library_calls import machine_create_with, machine_release
from .making import MOST_SPARES, Spare, free, keep_spare, to_any_address, tools
from .shared import Shared
from .uninitialised import Uninitialised


class MachineLifetime(MachineState, Generic[StateT, EventT, ContextT]):
    """Owns one machine of the library."""

    __slots__ = (
        "_table", "_in_common", "_number", "_event_arguments", "_members", "_is_lenient", "_queue",
        "_now", "_clock", "_spare",
    )  # fmt: skip
    _noun = "machine"
    _release = library.sfsm_machine_release

    context: ContextT
    """Any object of the program; may be replaced at any time."""

    _uninitialised_by: ClassVar[Optional[type]] = None
    """For a subclass: the class whose __init__ it has to call."""
    _class_table: ClassVar[Optional[CompiledTable[Any, Any]]] = None
    """The table of a class of machines."""

    _table: CompiledTable[StateT, EventT]
    _in_common: Shared
    """What it has in common with the other machines of the table."""
    _number: int
    """By which the trampoline finds it."""
    _event_arguments: dict[type, dict[Any, Any]]
    """What sending an event passes to the library: the table's, or NOTHING while a plain call has to be queued."""
    _members: dict[int, Any]
    """The states that the table has a member for, by number."""
    _is_lenient: bool
    _queue: Optional[Queue]
    """The commands of this machine, once something of it was awaited."""
    _now: int
    """The time that the machine was told last, in microseconds."""
    _clock: Optional[TellsTime]
    """Tells it the time, while there is one. Plain calls go through the queue of commands then."""
    _spare: Optional[Spare]
    """The memory in which it is, if the library has not allocated that."""

    def _make(
        self, table: CompiledTable[Any, Any], context: Any, state: Any, lenient: bool, strict: bool = False
    ) -> None:
        """Make the machine of the library. Errors: UnknownStateError."""
        # Each of these lines counts: making a machine is what a request of a server does. What was made for former ones
        # is used again, which takes a third of the time of new objects.
        self._table = table
        self.context = context
        parts = table._machine_parts
        self._in_common, self._vocabulary, self._entries, self._event_arguments, self._members, has_hooks = parts
        self._queue = self._clock = self._exception = None
        self._now = 0
        self._step_hooks = self._unhandled_hooks = ()
        self._watch_hooks = NO_HOOKS
        self._objects = {}
        self._is_lenient = lenient
        try:
            self._spare = spare = self._in_common.spares.pop()
        except IndexError:
            self._spare = None
            status = self._make_elsewhere(state)
        else:
            self._number, argument, address, options, to_options = spare
            machines[self._number] = ref(self)
            if state is INITIAL and not lenient:  # as `_make_in`, without its call
                status = machine_create_with(table._argument, to_options, to_any_address)
            else:
                status = self._make_in(state, options, to_options, to_any_address)
            # Only now: without an address there is nothing to release.
            self._argument, self._address = argument, address
        if status < 0:
            self._address = self._argument = None
            table._open()
            raise self._error_of_making(status, state)
        if strict or has_hooks:
            self._adopt_hooks(strict)

    def _adopt_hooks(self, strict: bool) -> None:
        """Have what is not handled told, if the machine is strict, and what its table watches."""
        table = self._table
        if strict or table._is_strict:
            self._step_hooks = (table._callbacks.hook(must_be_taken),)
            library.sfsm_machine_on_step(self._argument, trampoline, STEP_HOOKS, sfsm_finalizer())
        if table._vocabulary.is_watched:
            self._watch()

    def _make_elsewhere(self, state: Any) -> int:
        """Make the machine of the library in memory of its own. Returns the status."""
        self._number = number = next(machine_numbers)
        machines[number] = ref(self)
        try:
            made = free.pop()
        except IndexError:
            made = tools()
        options, to_options, address, to_address = made
        options.context = number
        status = self._make_in(state, options, to_options, to_address)
        found = address.value
        self._argument, self._address = None if found is None else _argument_of(found), found
        free.append(made)
        return status

    def _make_in(self, state: Any, options: Any, to_options: Any, to_address: Any) -> int:
        """Make the machine of the library with these options, which are then left as those of any machine in its initial
        state. Returns the status."""
        if state is INITIAL and not self._is_lenient:
            return machine_create_with(self._table._argument, to_options, to_address)
        try:
            options.initial = _INITIAL if state is INITIAL else self._state_id(state)
            options.flags = LENIENT if self._is_lenient else 0
            return machine_create_with(self._table._argument, to_options, to_address)
        finally:
            options.initial, options.flags = _INITIAL, 0

    def _watch(self) -> None:
        """Send plain calls through the queue of commands, if there is something to watch, and past it otherwise."""
        raise NotImplementedError

    def _error_of_making(self, status: int, state: Any) -> Exception:
        table = self._table
        return error_of(
            status,
            "this table was read without callbacks: name them to make machines, Table.read(..., callbacks=...)"
            if status == Status.UNBOUND_CALLBACKS
            else "this table declares no initial state: name the state in which the machine begins"
            if state == INITIAL and table.initial is None
            else f"this table has no {table._states.describe(state)} in which a machine could begin",
        )

    def close(self) -> Any:  # None; a class may have a decorated method of this name, which returns an outcome
        """Release the machine without running exit callbacks. Events that wait are dropped.

        Inside one of its own callbacks the current step is finished first. Closing twice has no effect.
        """
        self._close()

    def _close(self) -> None:
        # Attributes are missing if the constructor failed.
        address = getattr(self, "_address", None)
        if address is not None and self._queue is not None and self._queue.is_under_way:
            self._queue.release_later(address)
            self._address, self._argument = None, None
        super()._close()
        clock = getattr(self, "_clock", None)
        if address is not None and clock is not None:
            clock.wake()

    @classmethod
    def _mark_uninitialised(cls, base: type) -> None:
        """Has the instances of a subclass tell that `base.__init__` has not run, until it has."""
        if cls.__new__ is object.__new__:
            setattr(cls, "__new__", staticmethod(_new_uninitialised))
        cls._uninitialised_by = base

    def _open(self) -> int:
        if self._address is None:
            bool(self._queue)  # of a machine that was not initialised this tells so
        return super()._open()

    def __del__(
        self,
        # Kept here: the module's own names may be gone while the interpreter ends.
        is_finalizing: Callable[[], bool] = is_finalizing,
        release: Callable[[Any], object] = machine_release,
        remove: Callable[[int, None], object] = machines.pop,
    ) -> None:
        try:
            number, address = self._number, self._address
        except AttributeError:  # the constructor failed
            remove(getattr(self, "_number", 0), None)
            return
        if address is not None and not is_finalizing():
            if self._queue is None:
                argument, self._address, self._argument = self._argument, None, None
                release(argument)
                # Before its number may be that of the next machine.
                remove(number, None)
                spare, spares = self._spare, self._in_common.spares
                if spare is not None:
                    spares.append(spare)
                elif len(spares) < MOST_SPARES:
                    keep_spare(spares, self._table._argument)
                return
            self._close()
        # Only now: a machine that was closed inside its own step still had callbacks to run.
        remove(number, None)

    def _state_id(self, state: Any) -> int:
        return int(NONE) if state is None else self._table._states.identify(state)


_INITIAL = int(INITIAL)
_argument_of = c_void_p.from_param


def _new_uninitialised(kind: Any, *arguments: Any, **options: Any) -> Any:
    """Makes an instance of a subclass, which may forget to call the __init__ of `Machine`."""
    machine = object.__new__(kind)
    machine._address = machine._argument = None
    stand_in = Uninitialised(kind, kind._uninitialised_by)
    for name in {*MachineState.__slots__, *MachineLifetime.__slots__} - {"context", "_number"}:
        setattr(machine, name, stand_in)
    return machine
