"""Queries: what a machine would do. Nothing changes and no action runs."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int32, c_size_t, c_uint32, sizeof
from enum import Enum
from typing import Any, Callable, NamedTuple, Optional

from ..building.transitions import read_transition
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import Member
from ..library.generated.constants import PERMITTED_STATES, WITHOUT_GUARDS
from ..library.generated.enumerations import Outcome, ReasonKind
from ..library.generated.records import sfsm_reason
from ..library.loading import library
from .core import MachineCore
from .library_calls import machine_explain, machine_permitted, machine_probe
from .message import Message, pack_any, pack_event, pack_request
from .reasons import Explanation, Reason


_REASON_SIZE = c_size_t(sizeof(sfsm_reason))


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
        message, target = pack_event(self._vocabulary, event, arguments, self._is_lenient, self._objects), c_int32()
        outcome = self._ask(machine_probe, message, byref(target))
        return Probe(Outcome(outcome), self._vocabulary.states.member(target.value))

    def can(self, event: EventT, *arguments: Any) -> bool:
        """Return whether some row would take `event` now; see `probe`."""
        return Queries.probe(self, event, *arguments).outcome is Outcome.TRANSITIONED

    def explain(self, event: EventT, *arguments: Any) -> Explanation:
        """Return why each row that the state has for `event` would be taken or not, in the order in which it is tried.

        Guards are called as by `probe`. Cost: O(these rows).
        """
        message = pack_event(self._vocabulary, event, arguments, self._is_lenient, self._objects)
        return self._explained(message, self._vocabulary.events.describe(event))

    def why_not(self, event: EventT, *arguments: Any) -> Optional[str]:
        """Return a sentence that says why no row would take `event` now; None if one would. See `explain`."""
        return Queries.explain(self, event, *arguments).sentence

    def can_request(self, state: StateT, *cases: Enum) -> bool:
        """Return whether a request for `state` would be taken now; guards are called as by `probe`."""
        message = pack_request(self._vocabulary, state, cases, self._is_lenient)
        return self._ask(machine_probe, message, None) == Outcome.TRANSITIONED

    def explain_request(self, state: StateT, *cases: Enum) -> Explanation:
        """Explain a request for `state`, as `explain` does an event."""
        message = pack_request(self._vocabulary, state, cases, self._is_lenient)
        return self._explained(message, f"a request for {self._vocabulary.states.describe(state)}")

    def why_not_request(self, state: StateT, *cases: Enum) -> Optional[str]:
        """Return a sentence that says why a request for `state` would not be taken now; None if it would be."""
        return Queries.explain_request(self, state, *cases).sentence

    def permitted(self, *cases: Enum, guards: bool = True) -> list[EventT]:
        """Return the events that some row would take now, in ascending order of their ids.

        guards: call guards and resolvers, as `probe` does. Those of events with arguments are never called, since
        there are no arguments to call them with.

        Errors: NotRunningError, PredicateError, what a guard raised. Cost: O(events of the table).
        """
        return self._permitted(cases, guards, 0, self._table._sizes[1], self._vocabulary.events.member)

    def requestable(self, *cases: Enum, guards: bool = True) -> list[StateT]:
        """Return the states that may be requested now; as `permitted`."""
        return self._permitted(cases, guards, PERMITTED_STATES, self._table._sizes[0], self._vocabulary.states.member)

    def _explained(self, message: Message, subject: str) -> Explanation:
        capacity = 64
        while True:
            reasons, count = (sfsm_reason * capacity)(), c_size_t()
            outcome = self._ask(machine_explain, message, reasons, _REASON_SIZE, c_size_t(capacity), byref(count))
            if count.value <= capacity:
                told = [self._reason(reason) for reason in reasons[: count.value]]
                return Explanation(told, Outcome(outcome), subject, self._described())
            capacity = count.value

    def _described(self) -> str:
        """The state, or the active leaves of a chart, for messages: "states 4 (QUIET) and 7 (RADIO)"."""
        several = [self._vocabulary.states.describe(state) for state in self._active_leaves()]
        if len(several) == 1:
            return several[0]
        return f"states {' and '.join(each.removeprefix('state ') for each in several)}"

    def _reason(self, reason: sfsm_reason) -> Reason:
        vocabulary = self._vocabulary
        # The table may have been closed.
        transition = read_transition(library.sfsm_machine_table(self._argument), reason.transition, vocabulary)
        # The library counts conditions before guards.
        conditions = transition.conditions
        guard = reason.guard - len(conditions)
        return Reason(
            ReasonKind(reason.kind),
            transition,
            vocabulary.predicates.kind(reason.predicate),
            vocabulary.predicates.member(reason.predicate, reason.value),
            None if reason.guard < 0 or guard < 0 else guard,
            conditions[reason.guard] if 0 <= reason.guard < len(conditions) else None,
        )

    def _permitted(
        self, cases: Sequence[Enum], guards: bool, flags: int, capacity: int, member: Callable[[int], Any]
    ) -> list[Any]:
        message = pack_any(self._vocabulary, cases, self._is_lenient)
        found, count = (c_int32 * capacity)(), c_size_t()
        choice = c_uint32(flags if guards else flags | WITHOUT_GUARDS)
        self._ask(machine_permitted, message, choice, found, c_size_t(capacity), byref(count))
        # Timeouts without an event are none that could be sent.
        return [each for each in map(member, found[: count.value]) if each is not None]
