"""What everything that a machine can do is built on: its parts, how the library is asked, and what goes wrong."""

from __future__ import annotations

from ctypes import c_int32
from typing import TYPE_CHECKING, Any, Callable, Generic, NoReturn, Optional, Protocol

from .asynchronous import NOTHING, Agenda
from .callbacks import Callbacks, remove_machine
from .generics import ContextT, EventT, StateT
from .handles import Handle
from .ids import NONE, Member
from .loading import library
from .results import ClosedError, Status
from .sentences import error_of_call

if TYPE_CHECKING:
    from .answers import Entry
    from .payloads import Objects
    from .table import Table


def quick(name: str) -> Callable[..., int]:
    """A function of the library that takes ready-made arguments as they are: half the time of one that checks."""
    function = library[name]
    function.restype = c_int32
    return function


_state = quick("sfsm_machine_state")


class Runs(Protocol):
    """What calls the callbacks of a machine, by slot."""

    def __getitem__(self, slot: int, /) -> Entry: ...


class MachineHandle(Handle, Generic[StateT, EventT, ContextT]):
    """Owns one machine of the library. `Machine` fills the parts in; its other bases have none of their own."""

    __slots__ = (
        "context",
        "_table",
        "_number",
        "_event_arguments",
        "_members",
        "_exception",
        "_hooks",
        "_objects",
        "_is_lenient",
        "_runs",
        "_agenda",
    )
    _noun = "machine"
    _release = library.sfsm_machine_release
    _remove = staticmethod(remove_machine)

    context: ContextT
    """Yours; may be replaced at any time."""

    _table: Table[StateT, EventT]
    _number: int
    """By which the trampoline finds it."""
    _event_arguments: dict[Any, Any]
    """What sending an event passes to the library: the table's, or NOTHING while the agenda has to be looked at."""
    _members: dict[int, Any]
    """The states that the table has a member for, by number."""
    _exception: Optional[BaseException]
    """What a callback raised, until the call under way comes back; set by the trampoline."""
    _hooks: dict[str, Callbacks]
    _objects: Objects
    """Objects that were sent and have not been handled yet."""
    _is_lenient: bool
    _runs: Runs
    """What the trampoline calls; an asend has its own instead, while it asks the library for a step."""
    _agenda: Optional[Agenda]
    """What is to be done in turn, once there was an asend."""

    @property
    def state(self) -> Member:
        """The present state; inside a step the old one until the commit. None if it is stopped."""
        number = _state(self._argument)
        state = self._members.get(number, number)
        if state is None:
            self._open()
        return state

    @property
    def pending(self) -> int:
        """How many events wait: inside a step those sent so far, otherwise those that an exception left behind. A stop
        that was asked for from inside counts as one."""
        self._open()
        waiting = 0 if self._agenda is None else self._agenda.waiting
        return int(library.sfsm_machine_pending(self._argument)) + waiting

    def close(self) -> None:
        """Releases the machine, without running exit callbacks; events that wait are dropped.

        From inside one of its own callbacks: the present step is finished first. Closing twice does nothing.
        """
        # The attribute is missing if the constructor failed.
        agenda = getattr(self, "_agenda", None)
        if agenda is not None and agenda.is_under_way and self._address is not None:
            agenda.release_later(self._address)
            self._address, self._argument = None, None
        super().close()

    def __del__(self) -> None:
        super().__del__()
        # Only now: a machine that was closed inside its own step still had callbacks to run.
        self._remove(getattr(self, "_number", 0))

    def _state_id(self, state: Any) -> int:
        return int(NONE) if state is None else self._table._states.identify(state)

    def _ask(self, ask: Callable[..., int], *arguments: Any, event: Any = None, state: Any = None) -> int:
        """Asks the library something, and raises what comes of it; `event` and `state` are what sentences name.

        Inside an asend too guards and resolvers are called as in a plain send. What an earlier callback of the step
        under way has raised is kept for that.
        """
        runs, self._runs = self._runs, self._table._callbacks
        exception, self._exception = self._exception, None
        try:
            status = ask(self._argument, *arguments)
            if status < 0:
                self._fail(status, event=event, state=state)
            return status
        finally:
            self._runs, self._exception = runs, exception
            del exception  # its traceback holds this frame
            if self._objects:
                self._settle()

    def _settle(self) -> None:
        """Drops the objects that were sent, once nothing is left that could ask for them."""
        if library.sfsm_machine_pending(self._argument) or self._is_occupied:
            return
        # With nothing waiting this only tells whether a step is under way.
        if library.sfsm_machine_run_pending(self._argument) != Status.BUSY:
            self._objects.clear()

    def _agenda_of(self) -> Agenda:
        """What is to be done in turn."""
        if self._agenda is None:
            self._agenda = Agenda()
        return self._agenda

    @property
    def _is_occupied(self) -> bool:
        """Whether a plain call has to go by what is to be done in turn."""
        return self._event_arguments is NOTHING

    def _must_be_idle(self) -> None:
        if self._agenda is not None:
            self._agenda.must_rest(self)

    def _fail(self, status: int, *, event: Any = None, state: Any = None) -> NoReturn:
        """Raises what a callback raised, or what is wrong with the call that came to a status below zero."""
        exception = self._exception
        # A call that was refused inside a hook must not take away what an earlier callback of the step has raised.
        if status in (Status.CALLBACK_FAILED, Status.UNKNOWN_CASE):
            self._exception = None
        elif status == Status.UNKNOWN_STATE and (state is None or self._has_state(state)):
            self._exception = None  # it was a resolver that named an unknown one
        try:
            if exception is not None and status == Status.CALLBACK_FAILED:
                raise exception
        finally:
            del exception  # its traceback holds this frame
        if self.closed:
            raise ClosedError("this machine was closed")
        raise error_of_call(self, status, event, state)

    def _has_state(self, state: Any) -> bool:
        return self._table.closed or self._state_id(state) in map(self._state_id, self._table.states)

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        where = ", stopped" if self.state is None else f" in {self.state!r}"
        return f"<{type(self).__name__}{where}>"
