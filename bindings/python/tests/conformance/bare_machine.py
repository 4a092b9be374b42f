"""A machine through nothing but the prototypes."""

from __future__ import annotations

from ctypes import byref, c_int32, c_int64, c_size_t, c_uint64, c_void_p, sizeof
from typing import TYPE_CHECKING, Any

from swiftfsm import ReasonKind, Reserved
from swiftfsm.library.generated.constants import PERMITTED_STATES, WITHOUT_GUARDS
from swiftfsm.library.generated.records import sfsm_message, sfsm_reason
from swiftfsm.library.loading import library

from .bare_callbacks import outcome_words
from .bare_values import Lent, pack_cases
from .case import Call
from .ways import Answer, ToldReason
from .words import TYPES

if TYPE_CHECKING:
    from .bare_building import BareDefinition

_CAPACITY = 256
"""More ids or reasons than any case names."""


class BareMachine:
    """A machine, by its address."""

    def __init__(self, definition: BareDefinition, address: c_void_p) -> None:
        self._definition = definition
        self._address = address
        self._timers: dict[str, int] = {}

    def close(self) -> None:
        """Releases it."""
        library.sfsm_machine_release(self._address)
        faults = self._definition.callbacks.faults
        if faults:
            raise faults[0]

    @property
    def state(self) -> int:
        """Its state."""
        return int(library.sfsm_machine_state(self._address))

    def detail(self, word: str) -> Any:
        """What it tells of itself."""
        if word == "failure":
            return library.sfsm_machine_failure(self._address)
        if word == "pending":
            return library.sfsm_machine_pending(self._address)
        if word == "active":
            states, count = (c_int32 * _CAPACITY)(), c_size_t()
            library.sfsm_machine_states(self._address, states, _CAPACITY, byref(count))
            return states[: count.value]
        if word == "due":
            time = c_int64()
            return None if library.sfsm_machine_due(self._address, byref(time)) < 0 else time.value
        if word == "done":
            return library.sfsm_machine_is_done(self._address)
        if word == "rejected":
            predicate, value = c_int32(), c_int32()
            library.sfsm_machine_rejected_case(self._address, byref(predicate), byref(value))
            return predicate.value, value.value
        index, declared, sent = c_size_t(), c_int32(), c_int32()
        library.sfsm_machine_rejected_argument(self._address, byref(index), byref(declared), byref(sent))
        return index.value, TYPES[declared.value], TYPES[sent.value]

    def is_active(self, state: int) -> bool:
        """Whether a state is active."""
        return bool(library.sfsm_machine_in(self._address, state))

    def perform(self, call: Call) -> Answer:
        """Carries out a call."""
        lent = Lent(call.arguments or [])
        answer = self._call(call, lent)
        lent.take_back()
        return answer

    def _call(self, call: Call, lent: Lent) -> Answer:
        ids, found, told = (c_int32 * _CAPACITY)(), c_size_t(), c_int32()
        message = self._message(call, lent)
        if call.verb in ("send", "request") and call.cases is None and call.arguments is None:
            status = self._do(call.verb, call.id)
        elif call.verb in ("send", "request"):
            status = self._do("send_message", message)
        elif call.verb == "permitted":
            flags = (WITHOUT_GUARDS if call.without_guards else 0) | (PERMITTED_STATES if call.requests else 0)
            given = None if call.cases is None else message
            status = self._do("permitted", given, flags, ids, _CAPACITY, byref(found))
        elif call.verb == "explain":
            reasons = (sfsm_reason * _CAPACITY)()
            status = self._do("explain_sized", message, reasons, sizeof(sfsm_reason), _CAPACITY, byref(found))
            return Answer(outcome_words(status), reasons=self._reasons(reasons[: found.value]))
        elif call.verb == "update":
            status = self._do("update", call.time, None, byref(told) if call.is_handed_over else None)
        elif call.verb == "probe":
            status = self._do("probe", message, byref(told))
        elif call.verb == "send later":
            timer = c_uint64()
            status = self._do("send_later", call.id, call.delay, byref(timer))
            self._timers[call.timer] = timer.value
        elif call.verb == "cancel":
            status = self._do("cancel", self._timers.get(call.timer, 0))
        elif call.verb == "advance":
            status = self._do("advance", call.delay)
        elif call.verb == "raise":
            status = self._do("raise", call.id)
        elif call.verb == "set states":
            status = self._do("set_states", (c_int32 * len(call.states))(*call.states), len(call.states))
        elif call.verb in ("start", "set"):
            status = self._do("start" if call.verb == "start" else "set_state", call.id)
        else:
            status = self._do(f"{call.verb}_pending" if call.verb in ("run", "discard") else call.verb)
        return Answer(outcome_words(status), told.value, ids[: found.value])

    def _message(self, call: Call, lent: Lent) -> sfsm_message:
        """What a call sends."""
        cases, count = pack_cases(call.cases or [])
        is_request = call.verb == "request" or call.is_request
        event = Reserved.ANY if call.verb == "permitted" else Reserved.REQUEST if is_request else call.id
        requested = call.id if is_request else Reserved.NONE
        size = sizeof(sfsm_message)
        return sfsm_message(size, event, requested, cases, count, lent.array, len(lent.array))

    def _do(self, name: str, *arguments: Any) -> int:
        return int(getattr(library, f"sfsm_machine_{name}")(self._address, *arguments))

    def _reasons(self, reasons: list[Any]) -> list[ToldReason]:
        return [
            ToldReason(
                self._definition.transition(each.transition).line,
                ReasonKind(each.kind).name.lower().replace("_", " "),
                (each.predicate, each.value),
                each.guard,
            )
            for each in reasons
        ]
