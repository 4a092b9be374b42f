"""What a machine does, called plainly: send, request, update, start, stop, and their like."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int32
from enum import Enum
from typing import Any, Optional, Union

from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import INITIAL, NONE, Reserved
from ..library.loading import library
from ..library.results import OUTCOMES, Outcome
from .commands import requesting, seconds, sending, stopping, updating
from .core import MachineCore
from .library_calls import machine_request_matching, machine_send, machine_send_with, machine_update
from .message import pack_cases, pack_message


class PlainCalls(MachineCore[StateT, EventT, ContextT]):
    """What a machine does at once, in the thread that calls."""

    __slots__ = ()

    def send(self, event: EventT, *arguments: Any) -> Outcome:
        """Sends an event and runs the step to completion, then those of all events that its callbacks sent here.

        things: cases, members of the table's predicate types; everything else is what the event carries, in order.

        Returns what came of `event` itself; QUEUED from inside a callback of this machine. O(1) in rows, states and
        events. Raises NotRunningError, UnknownEventError, QueueFullError; PredicateError and ArgumentsError for
        `things` that do not fit, nothing having happened then; UnknownStateError if a resolver named a state that the
        table does not have; and whatever a callback raised, of this event or of one that runs before or behind it.
        """
        try:
            # In less time than by type(event), for what tells the truth of its class.
            argument = self._event_arguments[event.__class__][event]
        except KeyError:
            argument = None
        if argument is None:
            if self._is_occupied:
                return Outcome(self._occupied_queue().perform_plainly(self, sending(self._vocabulary, event, arguments, self._is_lenient)))
            argument = self._table._event_argument(event)
        if arguments:
            return self._send_arguments(event, argument, arguments)
        outcome = machine_send(self._argument, argument)
        if self._objects:
            self._settle()
        if outcome > 0:
            return OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def _send_arguments(self, event: Any, argument: Any, arguments: Sequence[Any]) -> Outcome:
        message = pack_message(self._vocabulary, event, arguments, self._is_lenient, self._objects)
        outcome = machine_send_with(self._argument, argument, *message.parts())
        if self._objects:
            self._settle()
        if outcome > 0:
            return OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def request(self, state: StateT, *cases: Enum) -> Outcome:
        """Requests that the machine go to a state, by a row for requests; as `send` in all else."""
        if self._is_occupied:
            return Outcome(self._occupied_queue().perform_plainly(self, requesting(self._vocabulary, state, cases, self._is_lenient)))
        packed = pack_cases(self._vocabulary, cases, self._is_lenient)
        outcome = machine_request_matching(self._argument, self._vocabulary.states.identify(state), *packed)
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
            came = self._occupied_queue().perform_plainly(self, updating(time))
            return Outcome(came) if came else None
        outcome = machine_update(self._argument, seconds(time), None)
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
            command = updating(time, is_followed=False)
            self._occupied_queue().perform_plainly(self, command)
            event: Optional[EventT] = command.event_named(self._vocabulary)
            return event
        named = c_int32(NONE)
        status = machine_update(self._argument, seconds(time), byref(named))
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)
        event = self._vocabulary.events.member(named.value)
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
            came = self._occupied_queue().perform_plainly(self, stopping())
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
        if number == NONE and self._queue is not None:
            self._queue.clear(self)

    def run(self) -> None:
        """Runs the events that an exception left waiting. Raises what is wrong with one of them or a callback raises,
        the rest still waiting; BusyError from inside a callback."""
        if self._is_occupied:
            self._must_be_idle()
            self._occupied_queue().perform_plainly(self, None)
            return
        status = library.sfsm_machine_run(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)

    def discard(self) -> None:
        """Drops the events that wait, and a stop that waits among them. Allowed from inside a callback."""
        if self._queue is not None:
            self._queue.clear(self)
        status = library.sfsm_machine_discard(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)
