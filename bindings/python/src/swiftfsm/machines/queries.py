"""Queries: what a machine would do. Nothing changes and no action runs."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int32, c_size_t, c_uint32
from enum import Enum
from struct import unpack
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple, NoReturn, Optional, Union

from ..building.transitions import read_transition
from ..definition.generics import ContextT, EventT, StateT
from ..definition.ids import NONE, Member
from ..definition.keywords import in_order
from ..library.generated.constants import PERMITTED_STATES, WITHOUT_GUARDS
from ..library.generated.enumerations import Outcome, ReasonKind
from ..library.generated.records import sfsm_reason
from ..library.loading import library
from ..library.results import OUTCOMES
from .core import NOTHING, MachineCore
from .library_calls import Call, machine_explain, machine_permitted, machine_probe, machine_state
from .message import Message, pack_any, pack_event, pack_request
from .query_rooms import FEW, MOST, REASON_BYTES, REASON_SIZE, Lists, free_rooms, ids_room, reasons_room
from .reasons import Explanation, Reason


_CHOICES = {choice: c_uint32(choice) for choice in range(2 * max(PERMITTED_STATES, WITHOUT_GUARDS))}
_KINDS: dict[int, ReasonKind] = {int(kind): kind for kind in ReasonKind}
_MOST_SENTENCES = 256
"""How many are kept of one event."""
_MOST_LISTS = 256
"""How many lists of what is permitted are kept of one table, if they are no longer than this."""


if TYPE_CHECKING:
    from ..definition.generics import StateT_co

    class Probe(NamedTuple, Generic[StateT_co]):
        """As below, with the type of the state. It may also be None, or an int without a member."""

        outcome: Outcome
        target: Union[StateT_co, Any]

else:

    class Probe(NamedTuple):  # a generic one needs Python 3.11
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

    def probe(self, event: EventT, /, *arguments: Any, **named: Any) -> Probe[StateT]:
        """Return the outcome that sending `event` would have now, and the state afterwards.

        Nothing changes and no action runs; guards and resolvers are called. Allowed inside a callback.
        Errors: those of `send`; BusyError if a guard sends an event to this machine.
        """
        if named:
            arguments = in_order(self._vocabulary, event, arguments, named)
        message, target = pack_event(self._vocabulary, event, arguments, self._is_lenient, self._objects), c_int32()
        outcome = self._ask(machine_probe, message, byref(target))
        return Probe(Outcome(outcome), self._vocabulary.states.member(target.value))

    def can(self, event: EventT, /, *arguments: Any, **named: Any) -> bool:
        """Return whether some row would take `event` now; see `probe`."""
        if named:
            arguments = in_order(self._vocabulary, event, arguments, named)
        status = self._ask_quickly(machine_probe, event, arguments, None)
        if status is None:  # the long way
            return Queries.probe(self, event, *arguments).outcome is Outcome.TRANSITIONED
        return status == 1

    def explain(self, event: EventT, /, *arguments: Any, **named: Any) -> Explanation:
        """Return why each row that the state has for `event` would be taken or not, in the order in which it is tried.

        Guards are called as by `probe`. Cost: O(these rows).
        """
        if named:
            arguments = in_order(self._vocabulary, event, arguments, named)
        room = reasons, _, count, to_count = reasons_room()
        outcome = self._ask_quickly(machine_explain, event, arguments, reasons, REASON_SIZE, MOST, to_count)
        subject = self._vocabulary.events.describe(event)
        if outcome is not None and count.value <= FEW:
            explanation = self._explanation(reasons, count.value, outcome, subject)
            free_rooms.append(room)
            return explanation
        message = pack_event(self._vocabulary, event, arguments, self._is_lenient, self._objects)
        return self._explained(message, subject)

    def why_not(self, event: EventT, /, *arguments: Any, **named: Any) -> Optional[str]:
        """Return a sentence that says why no row would take `event` now; None if one would. See `explain`."""
        if named:
            arguments = in_order(self._vocabulary, event, arguments, named)
        room = reasons, as_bytes, count, to_count = reasons_room()
        outcome = self._ask_quickly(machine_explain, event, arguments, reasons, REASON_SIZE, MOST, to_count)
        if outcome == 1:
            free_rooms.append(room)
            return None
        if outcome is None or count.value > FEW or self._table._is_chart:
            return Queries.explain(self, event, *arguments).sentence
        # What the sentence says follows from these; making it takes five times as long as finding out why.
        why = machine_state(self._argument), outcome, as_bytes[: count.value * REASON_BYTES]
        shared = self._in_common
        sentences = shared.quick[shared.event_arguments[event.__class__][event]].sentences
        sentence = sentences.get(why)
        if sentence is None:
            subject = self._vocabulary.events.describe(event)
            sentence = self._explanation(reasons, count.value, outcome, subject).sentence
            if len(sentences) < _MOST_SENTENCES:
                sentences[why] = sentence
        free_rooms.append(room)
        return sentence

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
        return self._listed(self._in_common.permitted, cases, 0 if guards else WITHOUT_GUARDS)

    def requestable(self, *cases: Enum, guards: bool = True) -> list[StateT]:
        """Return the states that may be requested now; as `permitted`."""
        choice = PERMITTED_STATES if guards else PERMITTED_STATES | WITHOUT_GUARDS
        return self._listed(self._in_common.requestable, cases, choice)

    def _ask_quickly(self, ask: Call, event: EventT, arguments: tuple[Any, ...], *more: Any) -> Optional[int]:
        """Make a query by a message that was made once. Returns None if that is not possible: `_ask` finds out why."""
        if self._exception is not None:
            return None
        try:
            argument = self._event_arguments[event.__class__][event]
        except KeyError:
            argument = None
        if argument is None:
            if self._is_occupied:
                return None
            argument = self._table._event_argument(event)
        quick = self._in_common.quick.get(argument)
        if quick is None:
            return None
        if arguments:
            status = quick.perform(ask, self._argument, arguments, more)
        elif quick.bare is None:
            return None
        else:
            status = ask(self._argument, quick.bare, *more)
        if status is not None and status < 0:
            self._fail_quickly(status, event)
        return status

    def _fail_quickly(self, status: int, event: Optional[EventT] = None) -> NoReturn:
        try:
            self._fail(status, event=event)
        finally:
            if self._objects:
                self._settle()

    def _explained(self, message: Message, subject: str) -> Explanation:
        capacity = 64
        while True:
            reasons, count = (sfsm_reason * capacity)(), c_size_t()
            outcome = self._ask(machine_explain, message, reasons, REASON_SIZE, c_size_t(capacity), byref(count))
            if count.value <= capacity:
                return self._explanation(reasons, count.value, outcome, subject)
            capacity = count.value

    def _explanation(self, reasons: Any, count: int, outcome: int, subject: str) -> Explanation:
        told = [self._reason(reasons[index]) for index in range(count)]
        return Explanation(told, OUTCOMES[outcome], subject, self._described())

    def _described(self) -> str:
        """The state, or the active leaves of a chart, for messages: "states 4 (QUIET) and 7 (RADIO)"."""
        if not self._table._is_chart:
            number = machine_state(self._argument)
            return self._vocabulary.states.describe(self._members.get(number, number))
        several = [self._vocabulary.states.describe(state) for state in self._active_leaves()]
        if len(several) == 1:
            return several[0]
        return f"states {' and '.join(each.removeprefix('state ') for each in several)}"

    def _reason(self, reason: sfsm_reason) -> Reason:
        vocabulary = self._vocabulary
        transition = vocabulary.transitions.get(reason.transition)
        if transition is None:
            # The table may have been closed.
            table = library.sfsm_machine_table(self._argument)
            transition = vocabulary.transitions[reason.transition] = read_transition(table, reason.transition, vocabulary)
        # The library counts conditions before guards.
        conditions, number, predicate = transition.conditions, reason.guard, reason.predicate
        guard = number - len(conditions)
        return Reason(
            _KINDS[reason.kind],
            transition,
            None if predicate == NONE else vocabulary.predicates.kind(predicate),
            None if predicate == NONE else vocabulary.predicates.member(predicate, reason.value),
            None if number < 0 or guard < 0 else guard,
            conditions[number] if 0 <= number < len(conditions) else None,
        )

    def _listed(self, lists: Lists, cases: Sequence[Enum], choice: int) -> list[Any]:
        capacity, rooms, known = lists
        try:
            room = ids, as_bytes, size, count, to_count = rooms.pop()
        except IndexError:
            room = ids, as_bytes, size, count, to_count = ids_room(capacity)
        if not cases and self._exception is None and self._event_arguments is not NOTHING:
            message = self._in_common.any_event
            status = machine_permitted(self._argument, message.reference, _CHOICES[choice], ids, size, to_count)
            if status < 0:
                self._fail_quickly(status)
        else:
            message = pack_any(self._vocabulary, cases, self._is_lenient)
            self._ask(machine_permitted, message, _CHOICES[choice], ids, size, to_count)
        # Members are looked up once for each list that comes, since that takes as long as all else.
        found = as_bytes[: 4 * count.value]
        rooms.append(room)
        members = known.get(found)
        if members is None:
            alphabet = self._vocabulary.states if choice & PERMITTED_STATES else self._vocabulary.events
            # Timeouts without an event are none that could be sent.
            every = map(alphabet.member, unpack(f"{len(found) // 4}i", found))
            members = [each for each in every if each is not None]
            if len(known) < _MOST_LISTS and len(members) <= _MOST_LISTS:
                known[found] = members
        return members[:]
