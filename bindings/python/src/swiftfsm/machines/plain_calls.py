"""The calls that act on a machine at once: send, request, update, start, stop and others."""

from __future__ import annotations

from ctypes import byref, c_int32
from enum import Enum
from typing import Any, Optional, Union

from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL, NONE
from ..definition.keywords import in_order
from ..library.generated.enumerations import Outcome, Reserved, Status
from ..library.loading import library
from ..library.results import OUTCOMES
from .commands import seconds, starting, stopping, updating
from .core import MachineCore
from .library_calls import machine_request, machine_send, machine_send_message, machine_set_state, machine_update
from .message import pack_event, pack_request, requesting, sending


class PlainCalls(MachineCore[StateT, EventT, ContextT]):
    """The calls that act on a machine at once, in the calling thread."""

    __slots__ = ()

    def send(self, event: EventT, /, *arguments: Any, **named: Any) -> Outcome:
        """Send an event, and run its step to completion, then the steps of all events that callbacks sent.

        arguments: the arguments of the event, in order, and members of the table's predicate types, in any place.
        named: arguments by their names, if the table declares these (`arguments={event: {"amount": int}}`).

        Returns: the outcome of `event` itself. QUEUED if it was only put into the queue: inside a callback of this
        machine, or because an event before it failed.
        Errors: NotRunningError, UnknownEventError, QueueFullError; TypeError for an object that is no event of the
        table; ArgumentsError and PredicateError for wrong arguments or predicates, in which case nothing has happened;
        UnknownStateError if a resolver returned a state that the table does not have; any exception of a callback,
        called for this event or for one that ran before or after it.
        Cost: O(1) in rows, states and events.
        """
        if named:
            arguments = in_order(self._vocabulary, event, arguments, named)
        try:
            # By type and value: 1.0 is equal to 1, but no event. Faster than type(event).
            argument = self._event_arguments[event.__class__][event]
        except KeyError:
            argument = None
        if argument is None:
            if self._is_occupied:
                return Outcome(
                    self._occupied_queue().perform_plainly(
                        self, sending(self._vocabulary, event, arguments, self._is_lenient)
                    )
                )
            argument = self._table._event_argument(event)
        if arguments:
            try:
                perform = self._in_common.quick[argument].perform
            except KeyError:
                sent = None
            else:
                sent = perform(machine_send_message, self._argument, arguments)
            outcome = self._send_slowly(event, arguments) if sent is None else sent
        else:
            outcome = machine_send(self._argument, argument)
        if outcome > 0 and not self._objects:
            return OUTCOMES[outcome]
        try:
            if self._objects:
                self._settle()
                if outcome > 0 and self._exception is not None:
                    self._raise_left()
            if outcome > 0:
                return OUTCOMES[outcome]
            self._fail(outcome, event=event)
        except RecursionError:
            self._exception = None  # this one may be another, which left no room to raise what was kept
            raise

    def _send_slowly(self, event: EventT, arguments: tuple[Any, ...]) -> int:
        """Send an event whose arguments need a message of their own. Errors: those of the arguments."""
        message = pack_event(self._vocabulary, event, arguments, self._is_lenient, self._objects)
        return machine_send_message(self._argument, message.reference)

    def request(self, state: StateT, *cases: Enum) -> Outcome:
        """Request a transition to `state`, which takes a row for requests. Otherwise as `send`."""
        if self._is_occupied:
            return Outcome(
                self._occupied_queue().perform_plainly(
                    self, requesting(self._vocabulary, state, cases, self._is_lenient)
                )
            )
        if cases:
            message = pack_request(self._vocabulary, state, cases, self._is_lenient)
            outcome = machine_send_message(self._argument, message.reference)
        else:
            outcome = machine_request(self._argument, self._vocabulary.states.identify(state))
        self._finish(outcome, state=state)
        return OUTCOMES[outcome]

    def update(self, time: float = 0.0) -> Optional[Outcome]:
        """Run the update callbacks of the current state, up to the first that returns an event, and send that event.

        The event is sent after those that the callbacks sent themselves.
        time: any number, such as a timestamp or the time since the last update; callbacks get it as `time`.

        Returns: the outcome of the event; None if no callback returned one.
        Errors: as `send`; TypeError if `time` is no number; ArgumentsError for an event with arguments (use `due`);
        BusyError inside a callback.
        """
        if self._is_occupied:
            self._must_be_idle()
            came = self._occupied_queue().perform_plainly(self, updating(time))
            return Outcome(came) if came else None
        outcome = machine_update(self._argument, seconds(time), None, None)
        self._finish(outcome)
        return OUTCOMES[outcome] if outcome else None

    def due(self, time: float = 0.0) -> Optional[EventT]:
        """Run the update callbacks as `update` does, and return their event without sending it.

        The caller may send it later, or with arguments.

        Returns: the event; None if no callback returned one.
        Errors: NotRunningError, what a callback raised, BusyError inside a callback.
        """
        if self._is_occupied:
            self._must_be_idle()
            command = updating(time, is_followed=False)
            self._occupied_queue().perform_plainly(self, command)
            event: Optional[EventT] = command.event_named(self._vocabulary)
            return event
        named = c_int32(NONE)
        self._finish(machine_update(self._argument, seconds(time), None, byref(named)))
        event = self._vocabulary.events.member(named.value)
        return event

    def start(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """Enter a state, run its entry callbacks, then the steps of the events that they sent.

        state: by default the initial state of the table. LAST_STATE is the state in which the machine stopped, or else
        the initial one.

        Errors: AlreadyRunningError, UnknownStateError, BusyError inside a callback; any exception of a callback, in
        which case the machine is running nevertheless.
        """
        number = self._state_id(state)
        self._must_be_idle()
        if self._is_occupied:
            self._occupied_queue().perform_plainly(self, starting(number, state))
        else:
            self._finish(library.sfsm_machine_start(self._argument, number), state=state)

    def stop(self) -> Optional[Outcome]:
        """Run the exit callbacks of the current state, and stop. Events that still wait are dropped.

        Returns: None; inside a callback of this machine QUEUED, as it stops only after the events that already wait.
        Errors: NotRunningError; any exception of an exit callback, in which case the machine is still running.
        """
        if self._is_occupied:
            came = self._occupied_queue().perform_plainly(self, stopping())
        else:
            came = library.sfsm_machine_stop(self._argument)
            self._finish(came)
        return OUTCOMES[came] if came else None

    def set_state(self, state: Union[StateT, Reserved, None]) -> None:
        """Set the state without running any callback, to restore a saved one.

        Events that wait stay in the queue. None stops the machine and drops them.

        Errors: UnknownStateError, BusyError.
        """
        if self._queue is None and not self._objects:
            try:
                argument = self._in_common.state_arguments[state.__class__][state]
            except (KeyError, TypeError):
                argument = None
            if argument is None:
                argument = self._table._state_argument(state)
            if argument is not None and not machine_set_state(self._argument, argument):  # its status is OK
                return
        self._must_be_idle()
        self._tell_time()
        number = self._state_id(state)
        self._finish(library.sfsm_machine_set_state(self._argument, number), state=state)
        if number == NONE and self._queue is not None:
            self._queue.clear(self)

    def run(self) -> Any:  # None, as `close`
        """Run the events that an exception left in the queue.

        Errors: those of `send` for each of these events, after which the rest still wait; BusyError inside a callback.
        """
        if self._is_occupied:
            self._must_be_idle()
            self._occupied_queue().perform_plainly(self, None)
            return
        self._finish(library.sfsm_machine_run_pending(self._argument))

    def discard(self) -> Any:  # None, as `close`
        """Drop all events that wait, and a stop if one waits. Allowed inside a callback."""
        if self._queue is not None:
            self._queue.clear(self)
        self._finish(library.sfsm_machine_discard_pending(self._argument))
