"""The calls of a machine, and the errors of these calls."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int32, c_size_t
from typing import Any, Callable, NoReturn

from ..calling.trampoline import unclaimed
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import NONE
from ..library.generated.enumerations import Status
from ..library.loading import library
from .commands import Queue
from .error_messages import error_of_call
from .library_calls import machine_pending, machine_start, machine_state
from .lifetime import MachineLifetime
from .message import Message
from .prepared import prepare_query
from .uninitialised import Uninitialised

NOTHING: dict[type, dict[Any, Any]] = {}
"""What a plain send finds in place of known events while commands wait, or one is under way. Always empty."""


class MachineCore(MachineLifetime[StateT, EventT, ContextT]):
    """The calls of one machine. The other bases of `Machine` add methods, but no fields."""

    __slots__ = ()

    @property
    def state(self) -> StateT:
        """The current state; inside a step the old one until the commit. Of a chart the active leaf, or the outermost
        active parallel state: see `states`.

        None if the machine is stopped. The type does not say so, since a running machine always has a state.
        """
        number = machine_state(self._argument)
        state: Any = self._members.get(number, number)
        if state is None:
            self._open()
        return state  # type: ignore[no-any-return]

    def _active_leaves(self) -> list[StateT]:
        """The active leaves of a chart, in order; the state of any other machine. Errors: ClosedError."""
        capacity = 8
        while True:
            found, count = (c_int32 * capacity)(), c_size_t()
            status = library.sfsm_machine_states(self._argument, found, capacity, byref(count))
            if status < 0:
                self._fail(status)
            if count.value <= capacity:
                return [self._members.get(number, number) for number in found[: count.value]]
            capacity = count.value

    def _set_states(self, states: Sequence[Any]) -> None:
        """Set the active leaves. Errors: UnknownStateError, BadConfigurationError, BusyError."""
        numbers = (c_int32 * len(states))(*map(self._state_id, states))
        status = library.sfsm_machine_set_states(self._argument, numbers, len(states))
        unknown = (each for each in states if status == Status.UNKNOWN_STATE and not self._has_state(each))
        self._finish(status, state=next(unknown, None))

    @property
    def pending(self) -> int:
        """The number of events in the queue: inside a step those sent so far, otherwise those that an exception left
        there. A stop that waits counts as one."""
        self._open()
        waiting = 0 if self._queue is None else self._queue.waiting
        return int(library.sfsm_machine_pending(self._argument)) + waiting

    def _ask(self, ask: Callable[..., int], message: Message, *arguments: Any) -> int:
        """Make a query about a message, and raise its error.

        Guards and resolvers are called as in a plain send, while a step is awaited too. An exception that an earlier
        callback of the current step has raised is kept for that step.
        """
        prepare_query(self, message)
        entries, self._entries = self._entries, self._table._callbacks.entries
        exception, self._exception = self._exception, None
        try:
            status = ask(self._argument, message.reference, *arguments)
            if status < 0:
                self._fail(status, event=message.event, state=message.state)
            return status
        finally:
            self._entries, self._exception = entries, exception
            del exception  # its traceback holds this frame
            if self._objects:
                self._settle()

    def _settle(self) -> None:
        """Drop the objects that were sent, once no step can need them any more."""
        # Of a machine that was closed inside its own step nobody can tell whether that is still under way.
        if self._address is None or machine_pending(self._argument):
            return
        if self._queue is not None and self._queue.is_under_way:
            return
        if self._vocabulary.keeps_objects and machine_state(self._argument) != NONE:
            return  # those of deferred events are needed until the machine stops
        # A start that can only be refused tells whether a step is under way.
        if machine_start(self._argument, _NONE) != Status.BUSY:
            self._objects.clear()

    @property
    def _is_occupied(self) -> bool:
        """Whether a plain call has to go through the queue of commands."""
        return self._event_arguments is NOTHING

    def _occupied_queue(self) -> Queue:
        """The queue of a machine that is occupied."""
        assert self._queue is not None
        return self._queue

    def _tell_time(self) -> None:
        """Between two calls, have the clock tell the time, if there is one."""
        if self._clock is not None:
            self._occupied_queue().tell_time(self)

    def _must_be_idle(self) -> None:
        if self._queue is not None:
            self._queue.must_rest(self)

    def _finish(self, status: int, *, event: Any = None, state: Any = None) -> None:
        """End a call: raise its error, or what a callback of an event raised that ran in the same call."""
        try:
            if self._objects:
                self._settle()
            if status < 0:
                self._fail(status, event=event, state=state)
            if self._exception is not None:
                self._raise_left()
        except RecursionError:
            self._exception = None  # as in `send`
            raise

    def _raise_left(self) -> None:
        """Raise what a callback of an event has raised that ran before or after the one of this call. Inside a step it
        is left to the call that this step belongs to."""
        if not self._is_inside:
            self._raise_kept()

    def _raise_kept(self) -> None:
        """Raise what a callback has raised, if there is anything, which is kept no longer."""
        exception, self._exception = self._exception, None
        self._objects.pop(0, None)
        try:
            if exception is not None:
                raise exception
        finally:
            del exception  # its traceback holds this frame

    @property
    def _is_inside(self) -> bool:
        """Whether a step of this machine is under way."""
        if self._queue is not None and self._queue.is_under_way:
            return True
        # A start that can only be refused; what else is wrong with it is looked at later.
        return machine_start(self._argument, _NONE) == Status.BUSY

    def _fail(self, status: int, *, event: Any = None, state: Any = None) -> NoReturn:
        """Raise what a callback raised, or the error for the negative status of a call."""
        exception = self._exception
        # A call that was refused inside a hook must not take away what an earlier callback of the step has raised.
        if status in (Status.CALLBACK_FAILED, Status.UNKNOWN_CASE):
            self._exception = None
        elif status == Status.UNKNOWN_STATE and (state is None or self._has_state(state)):
            self._exception = None  # it was a resolver that named an unknown one
        elif exception is not None and status != Status.NULL_POINTER:  # closed: the step may still be under way
            del exception
            self._raise_left()
            exception = None
        try:
            if exception is not None and status == Status.CALLBACK_FAILED:
                self._objects.pop(0, None)
                raise exception
        finally:
            del exception  # its traceback holds this frame
        if status == Status.CALLBACK_FAILED and unclaimed:
            raise unclaimed.popitem()[1]
        self._open()
        raise error_of_call(self._argument, self._vocabulary, status, event, state)

    def _has_state(self, state: Any) -> bool:
        """Whether the table has a state; True also if it is closed, and cannot tell."""
        return self._table.closed or self._state_id(state) in map(self._state_id, self._table.states)

    def __repr__(self) -> str:
        if isinstance(self._queue, Uninitialised):
            return f"<{type(self).__name__}, not initialised>"
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        leaves = self._active_leaves()
        where = f" in {', '.join(map(repr, leaves))}" if leaves else ", stopped"
        return f"<{type(self).__name__}{where}>"


_NONE = int(NONE)
