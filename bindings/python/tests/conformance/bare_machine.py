"""A machine through nothing but the prototypes."""

from __future__ import annotations

from ctypes import byref, c_int32, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any

from swiftfsm import ReasonKind, Reserved
from swiftfsm.library.generated.constants import PERMITTED_STATES, WITHOUT_GUARDS
from swiftfsm.library.generated.records import sfsm_reason
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
        if word == "rejected":
            predicate, value = c_int32(), c_int32()
            library.sfsm_machine_rejected_case(self._address, byref(predicate), byref(value))
            return predicate.value, value.value
        index, declared, sent = c_size_t(), c_int32(), c_int32()
        library.sfsm_machine_rejected_argument(self._address, byref(index), byref(declared), byref(sent))
        return index.value, TYPES[declared.value], TYPES[sent.value]

    def perform(self, call: Call) -> Answer:
        """Carries out a call."""
        lent = Lent(call.arguments or [])
        answer = self._call(call, lent)
        lent.take_back()
        return answer

    def _call(self, call: Call, lent: Lent) -> Answer:
        cases, count = pack_cases(call.cases or [])
        if call.arguments is not None:
            return self._call_with(call, cases, count, lent)
        if call.verb == "probe" and call.cases is not None:
            return self._call_with(call, cases, count, None)
        ids, found, told = (c_int32 * _CAPACITY)(), c_size_t(), c_int32()
        if call.verb in ("send", "request"):
            matching = call.cases is not None
            name = f"{call.verb}_matching" if matching else call.verb
            status = self._do(name, call.id, *((cases, count) if matching else ()))
        elif call.verb == "permitted":
            flags = (WITHOUT_GUARDS if call.without_guards else 0) | (PERMITTED_STATES if call.requests else 0)
            asks = (cases, count, flags) if call.cases is not None or flags else ()
            name = "permitted_matching" if asks else "permitted"
            status = self._do(name, *asks, ids, _CAPACITY, byref(found))
        elif call.verb == "explain":
            what = (Reserved.REQUEST, call.id) if call.is_request else (call.id, Reserved.NONE)
            reasons = (sfsm_reason * _CAPACITY)()
            status = self._do("explain", *map(int, what), cases, count, reasons, _CAPACITY, byref(found))
            return Answer(outcome_words(status), reasons=self._reasons(reasons[: found.value]))
        elif call.verb == "update":
            status = self._do("update", call.time, byref(told) if call.is_handed_over else None)
        elif call.verb == "probe":
            status = self._do("probe", call.id, byref(told))
        elif call.verb in ("start", "set"):
            status = self._do("start" if call.verb == "start" else "set_state", call.id)
        else:
            status = self._do(call.verb)
        return Answer(outcome_words(status), told.value, ids[: found.value])

    def _call_with(self, call: Call, cases: Any, count: int, lent: Any) -> Answer:
        """The forms that take arguments, for which the others are short."""
        arguments = (None, 0) if lent is None else (lent.array, len(lent.array))
        if call.verb == "send":
            return Answer(outcome_words(self._do("send_with", call.id, cases, count, *arguments)))
        if call.verb == "probe":
            told = c_int32()
            status = self._do("probe_with", call.id, cases, count, *arguments, byref(told))
            return Answer(outcome_words(status), told.value)
        reasons, found = (sfsm_reason * _CAPACITY)(), c_size_t()
        status = self._do("explain_with", call.id, cases, count, *arguments, reasons, _CAPACITY, byref(found))
        return Answer(outcome_words(status), reasons=self._reasons(reasons[: found.value]))

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
