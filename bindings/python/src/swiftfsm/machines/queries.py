"""Queries: what a machine would do. Nothing changes and no action runs."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int32, c_size_t, c_uint32
from enum import Enum
from typing import Any, Callable, NamedTuple, Optional

from ..building.transitions import read_transition
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import Member, Reserved
from ..library.loading import library
from ..library.prototypes import REQUESTS, WITHOUT_GUARDS, sfsm_reason
from ..library.results import Outcome
from .core import MachineCore
from .library_calls import machine_explain, machine_explain_with, machine_permitted_matching, machine_probe_with
from .message import pack_cases, pack_message
from .reasons import Explanation, Reason, ReasonKind


class Probe(NamedTuple):
    """The result that sending an event would have."""

    outcome: Outcome
    target: Member
    """The state afterwards: the present one unless the outcome is TRANSITIONED."""


class Queries(MachineCore[StateT, EventT, ContextT]):
    """Queries may be made at any time, inside a callback and while a step is awaited too.

    Guards, resolvers and providers are called, perhaps more than once, so they must be free of side effects.
    Errors of all queries: those of `Machine.send`, what such a callback raised, and BusyError if one of them sends to
    the machine.
    """

    __slots__ = ()

    def probe(self, event: EventT, *arguments: Any) -> Probe:
        """Return the outcome that sending `event` would have now, and the state afterwards.

        Nothing changes and no action runs; guards and resolvers are called. Allowed inside a callback.
        Errors: those of `send`; BusyError if a guard sends an event to this machine.
        """
        message = pack_message(self._vocabulary, event, arguments, self._is_lenient, self._objects)
        number, target = self._vocabulary.events.identify(event), c_int32()
        outcome = self._ask(machine_probe_with, number, *message.parts(), byref(target), event=event)
        return Probe(Outcome(outcome), self._vocabulary.states.member(target.value))

    def can(self, event: EventT, *arguments: Any) -> bool:
        """Return whether some row would take `event` now; see `probe`."""
        return self.probe(event, *arguments).outcome is Outcome.TRANSITIONED

    def explain(self, event: EventT, *arguments: Any) -> Explanation:
        """Return why each row of the present state for `event` would be taken or not, in the order of trial.

        Guards are called as by `probe`. Cost: O(these rows).
        """
        message = pack_message(self._vocabulary, event, arguments, self._is_lenient, self._objects)
        events = self._vocabulary.events
        asked = events.identify(event), *message.parts()
        return self._explained(machine_explain_with, asked, events.describe(event), event=event)

    def why_not(self, event: EventT, *arguments: Any) -> Optional[str]:
        """Return a sentence that says why no row would take `event` now; None if one would. See `explain`."""
        return self.explain(event, *arguments).sentence

    def can_request(self, state: StateT, *cases: Enum) -> bool:
        """Return whether a request for `state` would be taken now; guards are called as by `probe`."""
        number, packed = self._requested(state, cases)
        asked = int(Reserved.REQUEST), number, *packed, None, c_size_t(0), None
        outcome = self._ask(machine_explain, *asked, state=state)
        return outcome == Outcome.TRANSITIONED

    def explain_request(self, state: StateT, *cases: Enum) -> Explanation:
        """Explain a request for `state`, as `explain` does an event."""
        number, packed = self._requested(state, cases)
        asked = int(Reserved.REQUEST), number, *packed
        subject = f"a request for {self._vocabulary.states.describe(state)}"
        return self._explained(machine_explain, asked, subject, state=state)

    def why_not_request(self, state: StateT, *cases: Enum) -> Optional[str]:
        """Return a sentence that says why a request for `state` would not be taken now; None if it would be."""
        return self.explain_request(state, *cases).sentence

    def permitted(self, *cases: Enum, guards: bool = True) -> list[EventT]:
        """Return the events that some row would take now, in ascending order of their ids.

        guards: call guards and resolvers, as `probe` does. Those of events with arguments are never called, since
        there are no arguments to call them with.

        Errors: NotRunningError, PredicateError, what a guard raised. Cost: O(events of the table).
        """
        return self._permitted(cases, guards, 0, self._table._sizes[1], self._vocabulary.events.member)

    def requestable(self, *cases: Enum, guards: bool = True) -> list[StateT]:
        """Return the states that may be requested now; as `permitted`."""
        return self._permitted(cases, guards, REQUESTS, self._table._sizes[0], self._vocabulary.states.member)

    def _requested(self, state: Any, cases: Sequence[Any]) -> tuple[int, tuple[bytes, c_size_t]]:
        return self._vocabulary.states.identify(state), pack_cases(self._vocabulary, cases, self._is_lenient)

    def _explained(
        self, ask: Callable[..., int], asked: Sequence[Any], subject: str, *, event: Any = None, state: Any = None
    ) -> Explanation:
        """Explain. event, state: what is sent or requested, for errors."""
        capacity = 64
        while True:
            reasons, count = (sfsm_reason * capacity)(), c_size_t()
            outcome = self._ask(ask, *asked, reasons, c_size_t(capacity), byref(count), event=event, state=state)
            if count.value <= capacity:
                told = [self._reason(reason) for reason in reasons[: count.value]]
                return Explanation(told, Outcome(outcome), subject, self._vocabulary.states.describe(self.state))
            capacity = count.value

    def _reason(self, reason: sfsm_reason) -> Reason:
        vocabulary = self._vocabulary
        return Reason(
            ReasonKind(reason.kind),
            # The table may have been closed.
            read_transition(library.sfsm_machine_table(self._argument), reason.transition, vocabulary),
            vocabulary.predicates.kind(reason.predicate),
            vocabulary.predicates.member(reason.predicate, reason.value),
            None if reason.guard < 0 else reason.guard,
        )

    def _permitted(
        self, cases: Sequence[Enum], guards: bool, flags: int, capacity: int, member: Callable[[int], Any]
    ) -> list[Any]:
        packed = pack_cases(self._vocabulary, cases, self._is_lenient)
        found, count = (c_int32 * capacity)(), c_size_t()
        self._ask(
            machine_permitted_matching,
            *packed,
            c_uint32(flags | (0 if guards else WITHOUT_GUARDS)),
            found,
            c_size_t(capacity),
            byref(count),
        )
        return [member(number) for number in found[: count.value]]
