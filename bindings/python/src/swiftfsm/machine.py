"""The machine: one token over a table, a state and a context."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int32, c_void_p, sizeof
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Optional, Union

from .asynchronous import QUEUE_LIMIT as QUEUE_LIMIT
from .asynchronous_calls import AsynchronousCalls
from .callbacks import add_machine
from .classes import Declared, TableOf, table_of
from .copies import Copies
from .errands import requesting, sending, stopping, updating
from .generics import ContextT, EventT, StateT
from .hooks import Hooks
from .ids import INITIAL, NONE, Reserved
from .inquiries import Inquiries
from .inquiries import Probe as Probe
from .loading import library
from .machine_handle import quick
from .prototypes import LENIENT, sfsm_machine_options
from .results import OUTCOMES, Outcome, error_of
from .sent import pack, pack_cases

if TYPE_CHECKING:
    from .table import Table

_send = quick("sfsm_machine_send")
_send_with = quick("sfsm_machine_send_with")


class Machine(
    Declared,
    Inquiries[StateT, EventT, ContextT],
    AsynchronousCalls[StateT, EventT, ContextT],
    Hooks[StateT, EventT, ContextT],
    Copies[StateT, EventT, ContextT],
    Generic[StateT, EventT, ContextT],
):
    """A machine in state `state`: a state, INITIAL for the table's, or None for one that is not started yet.

    Made by `Table.machine`, or by a class of machines, whose body is the definition (see `swiftfsm.classes`).

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

    table = TableOf()
    """Its table; of a class of machines also that of the class."""

    def __init__(
        self,
        context: ContextT = None,  # type: ignore[assignment]
        state: Union[StateT, Reserved, None] = INITIAL,
        *,
        lenient: bool = False,
        table: Optional[Table[StateT, EventT]] = None,
    ) -> None:
        self._table = table = table_of(type(self)) if table is None else table
        self._number = add_machine(self)
        self.context = context
        self._runs = table._callbacks.entries
        self._agenda = None
        self._exception = None
        self._hooks = {}
        self._objects = {}
        self._is_lenient = lenient
        self._event_arguments = table._event_arguments
        self._members = table._states.members
        address = c_void_p()
        number = self._state_id(state)
        table._open()
        options = sfsm_machine_options(
            sizeof(sfsm_machine_options), number, LENIENT if lenient else 0, self._number
        )
        status = library.sfsm_machine_create_with(table._argument, byref(options), byref(address))
        if status < 0:
            raise error_of(
                status,
                "this table declares no initial state: name the state in which the machine begins"
                if number == INITIAL and table.initial is None
                else f"this table has no {table._states.describe(state)} in which a machine could begin",
            )
        assert address.value is not None
        super().__init__(address.value)

    def send(self, event: EventT, *things: Any) -> Outcome:
        """Sends an event and runs the step to completion, then those of all events that its callbacks sent here.

        things: cases, members of the table's predicate types; everything else is what the event carries, in order.

        Returns what came of `event` itself; QUEUED from inside a callback of this machine. O(1) in rows, states and
        events. Raises NotRunningError, UnknownEventError, QueueFullError; PredicateError and ArgumentsError for
        `things` that do not fit, nothing having happened then; UnknownStateError if a resolver named a state that the
        table does not have; and whatever a callback raised, of this event or of one that runs before or behind it.
        """
        argument = self._event_arguments.get(event)
        if argument is None:
            if self._is_occupied:
                return Outcome(self._agenda_of().carry_out_plainly(self, sending(self, event, things)))
            argument = self._table._event_argument(event)
        if things:
            return self._send_things(event, argument, things)
        outcome = _send(self._argument, argument)
        if self._objects:
            self._settle()
        if outcome > 0:
            return OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def _send_things(self, event: Any, argument: Any, things: Sequence[Any]) -> Outcome:
        sent = pack(self._table._layout, event, things, self._is_lenient, self._objects)
        outcome = _send_with(self._argument, argument, sent.cases, sent.case_count, sent.arguments, sent.argument_count)
        if self._objects:
            self._settle()
        if outcome > 0:
            return OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def request(self, state: StateT, *cases: Enum) -> Outcome:
        """Requests that the machine go to a state, by a row for requests; as `send` in all else."""
        if self._is_occupied:
            return Outcome(self._agenda_of().carry_out_plainly(self, requesting(self, state, cases)))
        table = self._table
        packed = pack_cases(table._layout, cases, self._is_lenient)
        outcome = library.sfsm_machine_request_matching(self._argument, table._states.identify(state), *packed)
        if self._objects:
            self._settle()
        if outcome <= 0:
            self._fail(outcome, state=state)
        return Outcome(outcome)

    def update(self, time: float = 0.0) -> Optional[Outcome]:
        """Tells the machine that time has passed: the update callbacks of its state run, up to the first that names an
        event, which is sent, behind those that the callbacks sent themselves.

        time: yours, a date or what has passed since; callbacks find it in `step.time`. Returns what came of the event;
        None if none was named. Raises as `send` does, ArgumentsError for an event that carries something (see `due`),
        and BusyError from inside a callback.
        """
        if self._is_occupied:
            self._must_be_idle()
            came = self._agenda_of().carry_out_plainly(self, updating(time))
            return Outcome(came) if came else None
        outcome = library.sfsm_machine_update(self._argument, time, None)
        if self._objects:
            self._settle()
        if outcome < 0:
            self._fail(outcome)
        return Outcome(outcome) if outcome else None

    def due(self, time: float = 0.0) -> Optional[EventT]:
        """Runs the update callbacks as `update` does, and returns the event that they name, which is not sent: to be
        sent later, or with what it carries. None if none is named.

        Raises NotRunningError, what a callback raised, and BusyError from inside a callback.
        """
        if self._is_occupied:
            self._must_be_idle()
            errand = updating(time, is_followed=False)
            self._agenda_of().carry_out_plainly(self, errand)
            event: Optional[EventT] = errand.event_named(self)
            return event
        named = c_int32(NONE)
        status = library.sfsm_machine_update(self._argument, time, byref(named))
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)
        event = self._table._events.member(named.value)
        return event

    def start(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """Enters `state`, by default the table's initial one, and runs its entry callbacks, then what they sent.

        With LAST it enters the state in which it was when it stopped, or else the initial one.

        Raises AlreadyRunningError, UnknownStateError, BusyError from inside a callback, and what a callback raised:
        then it runs, in that state, or in the one to which what was sent has led.
        """
        self._must_be_idle()
        status = library.sfsm_machine_start(self._argument, self._state_id(state))
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status, state=state)

    def stop(self) -> Optional[Outcome]:
        """Runs the state's exit callbacks; then the machine has no state, and events that still wait are dropped.

        Returns None; from inside a callback of this machine QUEUED: it is carried out behind the events that wait
        already. Raises NotRunningError, and what an exit callback raised: then the machine still runs, in its state.
        """
        if self._is_occupied:
            came = self._agenda_of().carry_out_plainly(self, stopping())
        else:
            came = library.sfsm_machine_stop(self._argument)
            if self._objects:
                self._settle()
            if came < 0:
                self._fail(came)
        return OUTCOMES[came] if came else None

    def set_state(self, state: Union[StateT, Reserved, None]) -> None:
        """Puts the machine into a state (or INITIAL), without any callback, to restore one that was saved.

        Events that wait stay; with None the machine is stopped, and they are dropped. Raises UnknownStateError,
        BusyError.
        """
        self._must_be_idle()
        number = self._state_id(state)
        status = library.sfsm_machine_set_state(self._argument, number)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status, state=state)
        if number == NONE and self._agenda is not None:
            self._agenda.clear(self)

    def run(self) -> None:
        """Runs the events that an exception left waiting. Raises what is wrong with one of them or a callback raises,
        the rest still waiting; BusyError from inside a callback."""
        if self._is_occupied:
            self._must_be_idle()
            self._agenda_of().carry_out_plainly(self, None)
            return
        status = library.sfsm_machine_run_pending(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)

    def discard(self) -> None:
        """Drops the events that wait, and a stop that waits among them. Allowed from inside a callback."""
        if self._agenda is not None:
            self._agenda.clear(self)
        status = library.sfsm_machine_discard_pending(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)
