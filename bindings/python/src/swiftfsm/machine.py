"""The machine: one token over a table, a state and a context."""

from __future__ import annotations

from ctypes import byref, c_int32, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, NoReturn, Optional

from .callbacks import Callbacks, Role, add_machine, finalizer, remove_machine, trampoline
from .definition import Action
from .handles import Handle
from .ids import FIRST_ID, INITIAL, NONE, Event, Member, State, identify
from .loading import library
from .prototypes import sfsm_finalizer, sfsm_function
from .results import ClosedError, Outcome, Status, error_of

if TYPE_CHECKING:
    from .table import Table

QUEUE_LIMIT = 16_777_216
"""So many events may wait in one machine's queue."""


def _quick(name: str) -> Callable[..., int]:
    """A function of the library that takes ready-made arguments as they are: half the time of one that checks."""
    function = library[name]
    function.restype = c_int32
    return function


_send = _quick("sfsm_machine_send")
_state = _quick("sfsm_machine_state")

# A tuple is looked up faster than Outcome(number); the first place is never asked for.
_OUTCOMES: tuple[Outcome, ...] = (Outcome.TRANSITIONED, *Outcome)


class Probe(NamedTuple):
    """What sending an event would come to."""

    outcome: Outcome
    target: Member
    """The state after such a step: the present one unless the outcome is TRANSITIONED."""


class Machine(Handle):
    """A machine in state `initial`: a state, INITIAL for the table's, or None for one that is not started yet.

    No callback runs when it is made: entry callbacks run with `start`. `context` is any object of yours; callbacks
    find it in their step.

    An exception of a callback ends the step at once and comes out of the call that ran it (send, start, stop, probe,
    permitted, run), KeyboardInterrupt too. If it came before the commit, the state is the old one, otherwise the new
    one; events that wait stay in the queue until `run` or the next send.

    Only one thread may use a machine at any time; different machines over one table are independent.
    Raises UnknownStateError; every call on a closed machine raises ClosedError.
    """

    __slots__ = ("context", "_table", "_number", "_event_arguments", "_members", "_exception", "_hooks")
    _noun = "machine"
    _release = library.sfsm_machine_release
    _remove = staticmethod(remove_machine)

    context: Any
    """Yours; may be replaced at any time."""

    def __init__(self, table: Table, initial: Optional[State] = INITIAL, context: Any = None) -> None:
        self._number = add_machine(self)
        self._table = table
        self.context = context
        # What a callback raised, until the call under way comes back; set by the trampoline.
        self._exception: Optional[BaseException] = None
        self._hooks: dict[str, Callbacks] = {}
        self._event_arguments = table._event_arguments
        self._members = table._states.members
        address = c_void_p()
        number = _state_id(initial)
        table._open()
        status = library.sfsm_machine_create(table._argument, number, self._number, byref(address))
        if status < 0:
            raise error_of(
                status,
                "this table declares no initial state: name the state in which the machine begins"
                if number == INITIAL and table.initial is None
                else f"this table has no {table._states.describe(initial)} in which a machine could begin",
            )
        assert address.value is not None
        super().__init__(address.value)

    @property
    def table(self) -> Table:
        """Its table."""
        return self._table

    @property
    def state(self) -> Member:
        """The present state; inside a step the old one until the commit. None if it is stopped."""
        number = _state(self._argument)
        state = self._members.get(number, number)
        if state is None:
            self._open()
        return state

    def send(self, event: Event) -> Outcome:
        """Sends an event and runs the step to completion, then those of all events that its callbacks sent here.

        Returns what came of `event` itself; QUEUED from inside a callback of this machine. O(1) in rows, states and
        events. Raises NotRunningError, UnknownEventError, QueueFullError; UnknownStateError if a resolver named a
        state that the table does not have; and whatever a callback raised, of this event or of one that runs before
        or behind it.
        """
        argument = self._event_arguments.get(event)
        if argument is None:
            argument = self._table._event_argument(event)
        outcome = _send(self._argument, argument)
        if outcome > 0:
            return _OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def start(self, state: Optional[State] = INITIAL) -> None:
        """Enters `state`, by default the table's initial one, and runs its entry callbacks, then what they sent.

        With LAST it enters the state in which it was when it stopped, or else the initial one.

        Raises AlreadyRunningError, UnknownStateError, BusyError, and what a callback raised: then it runs, in that
        state.
        """
        status = library.sfsm_machine_start(self._argument, _state_id(state))
        if status < 0:
            self._fail(status, state=state)

    def stop(self) -> None:
        """Runs the state's exit callbacks; then the machine has no state, and events that still wait are dropped.

        From inside one of its own callbacks: carried out after the events that wait already. Raises NotRunningError,
        and what an exit callback raised: then the machine still runs, in its state.
        """
        status = library.sfsm_machine_stop(self._argument)
        if status < 0:
            self._fail(status)

    def set_state(self, state: Optional[State]) -> None:
        """Puts the machine into a state (or INITIAL), without any callback, to restore one that was saved.

        Events that wait stay; with None the machine is stopped, and they are dropped. Raises UnknownStateError,
        BusyError.
        """
        status = library.sfsm_machine_set_state(self._argument, _state_id(state))
        if status < 0:
            self._fail(status, state=state)

    def probe(self, event: Event) -> Probe:
        """What sending `event` would come to now: (outcome, target). Nothing changes and no action runs.

        Guards and resolvers are asked, so let them have no effects. Raises as `send` does, but BusyError if a guard
        sends an event to this machine. May be called from inside a callback.
        """
        target = c_int32()
        outcome = library.sfsm_machine_probe(self._argument, identify(event, "event"), byref(target))
        if outcome <= 0:
            self._fail(outcome, event=event)
        return Probe(Outcome(outcome), self._table._states.member(target.value))

    def can(self, event: Event) -> bool:
        """Whether `event` would be taken now; as `probe`."""
        return self.probe(event).outcome is Outcome.TRANSITIONED

    def permitted(self) -> list[Member]:
        """The events that would be taken now, in ascending order of their ids. O(events of the table).

        Guards and resolvers are asked, as by `probe`. Raises NotRunningError, and what a guard or resolver raised.
        """
        table = library.sfsm_machine_table(self._argument)
        capacity = library.sfsm_table_event_count(table)
        events, count = (c_int32 * capacity)(), c_size_t()
        status = library.sfsm_machine_permitted(self._argument, events, capacity, byref(count))
        if status < 0:
            self._fail(status)
        member = self._table._events.member
        return [member(number) for number in events[: count.value]]

    def on_unhandled(self, function: Optional[Action]) -> None:
        """Calls `function` for an event that the table knows but has no row for in the present state.

        It may send events. Replaces the former hook; None removes it. Raises BusyError from inside a callback.
        """
        self._hook("on_unhandled", library.sfsm_machine_on_unhandled, function)

    def on_step(self, function: Optional[Action]) -> None:
        """Calls `function` after every step, handled or not, start and stop too; `step.outcome` tells what came of it.

        Replaces the former hook; None removes it. Raises BusyError from inside a callback.
        """
        self._hook("on_step", library.sfsm_machine_on_step, function)

    @property
    def pending(self) -> int:
        """How many events wait: inside a step those sent so far, otherwise those that an exception left behind."""
        self._open()
        return int(library.sfsm_machine_pending(self._argument))

    def run(self) -> None:
        """Runs the events that an exception left waiting. Raises what a callback raises, the rest still waiting;
        BusyError from inside a callback."""
        status = library.sfsm_machine_run(self._argument)
        if status < 0:
            self._fail(status)

    def discard(self) -> None:
        """Drops the events that wait. Allowed from inside a callback."""
        status = library.sfsm_machine_discard(self._argument)
        if status < 0:
            self._fail(status)

    def close(self) -> None:
        """Releases the machine, without running exit callbacks; events that wait are dropped.

        From inside one of its own callbacks: the present step is finished first. Closing twice does nothing.
        """
        super().close()

    def __del__(self) -> None:
        super().__del__()
        # Only now: a machine that was closed inside its own step still had callbacks to run.
        self._remove(getattr(self, "_number", 0))

    def _hook(self, word: str, register: Callable[..., int], function: Optional[Action]) -> None:
        callbacks = Callbacks()
        if function is None:
            status = register(self._argument, sfsm_function(), None, sfsm_finalizer())
        elif callable(function):
            (slot,) = callbacks.register([(function, Role.ACTION)])
            status = register(self._argument, trampoline, slot, finalizer)
        else:
            raise TypeError(f"a hook must be a callable or None, not {function!r}")
        if status < 0:
            self._fail(status)
        self._hooks[word] = callbacks

    def _fail(self, status: int, *, event: Any = None, state: Any = None) -> NoReturn:
        exception, self._exception = self._exception, None
        try:
            if exception is not None and status == Status.CALLBACK_FAILED:
                raise exception
        finally:
            del exception  # its traceback holds this frame
        if self.closed:
            raise ClosedError("this machine was closed")
        raise error_of(status, self._sentence(status, event, state))

    def _sentence(self, status: int, event: Any, state: Any) -> str:
        states, events = self._table._states, self._table._events
        if status == Status.NOT_RUNNING:
            return "this machine is stopped: start it first"
        if status == Status.ALREADY_RUNNING:
            return f"this machine runs already, in {states.describe(self.state)}: stop it first"
        if status == Status.UNKNOWN_EVENT:
            return f"this table has no {events.describe(event)}, and no row for any event"
        if status == Status.UNKNOWN_STATE and event is not None:
            return f"a resolver asked for {events.describe(event)} named a state that this table does not have"
        if status == Status.UNKNOWN_STATE and state == INITIAL:
            return "this table declares no initial state: name one"
        if status == Status.UNKNOWN_STATE:
            return f"this table has no {states.describe(state)}"
        if status == Status.RESERVED_ID:
            return f"{events.describe(event)} is reserved: use an id from {FIRST_ID} upwards"
        if status == Status.BUSY:
            return "not from inside a callback of this machine"
        if status == Status.QUEUE_FULL:
            return f"{QUEUE_LIMIT} events wait already in this machine"
        if status == Status.CALLBACK_FAILED:
            code = library.sfsm_machine_failure(self._argument)
            return f"a callback returned {code} without an exception that could be raised again"
        return "the call could not be carried out"

    def __repr__(self) -> str:
        if self.closed:
            return "<Machine, closed>"
        return "<Machine, stopped>" if self.state is None else f"<Machine in {self.state!r}>"


def _state_id(state: Optional[State]) -> int:
    return int(NONE) if state is None else identify(state, "state")
