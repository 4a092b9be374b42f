"""A machine in the words of the package."""

from __future__ import annotations

from ctypes import byref, c_int32, c_size_t
from typing import TYPE_CHECKING, Any

from swiftfsm import Machine, Outcome, Reason, ReasonKind, Reserved, SwiftFSMError
from swiftfsm.loading import library
from swiftfsm.prototypes import sfsm_case, sfsm_reason

from .api_callbacks import Failure, number_of, sent
from .case import Call
from .ways import Answer, ToldReason

if TYPE_CHECKING:
    from .api_building import ApiDefinition


def words_of(error: SwiftFSMError) -> str:
    """The words of the status of an exception."""
    return str(error) if error.status is None else error.status.name.lower().replace("_", " ")


class ApiMachine:
    """A machine, and the last failure of a callback that came out of one of its calls."""

    def __init__(self, definition: ApiDefinition, machine: Machine[Any, Any, Any]) -> None:
        self._definition = definition
        self._machine = machine
        self._failure = 0

    def close(self) -> None:
        """Closes it."""
        callbacks = self._definition.callbacks
        self._machine.close()
        callbacks.machine = callbacks.perform = None
        if callbacks.faults:
            raise callbacks.faults[0]

    @property
    def state(self) -> int:
        """Its state."""
        return number_of(self._machine.state)

    def detail(self, word: str) -> Any:
        """What it tells of itself."""
        if word == "failure":
            return self._failure
        if word == "pending":
            return self._machine.pending
        # The package tells it in the sentence of the exception alone.
        predicate, value = c_int32(), c_int32()
        library.sfsm_machine_rejected_case(self._machine._argument, byref(predicate), byref(value))
        order = sorted(self._definition.enums)
        is_known = 0 <= predicate.value < len(order)
        return order[predicate.value] if is_known else predicate.value, value.value

    def perform(self, call: Call) -> Answer:
        """Carries out a call."""
        try:
            return self._perform(call)
        except Failure as failure:
            self._failure = failure.number
            return Answer("callback failed")
        except SwiftFSMError as error:
            return Answer(words_of(error))

    def _perform(self, call: Call) -> Answer:
        machine = self._machine
        enums = {**self._definition.enums, **self._definition.strangers}
        cases = [list(enums[predicate])[value] for predicate, value in call.cases or ()]
        things = [*cases, *map(sent, call.arguments or ())]
        if call.verb == "send":
            return _answer(machine.send(call.id, *things))
        if call.verb == "request":
            return _answer(machine.request(call.id, *cases))
        if call.verb == "probe":
            probe = machine.probe(call.id, *things)
            return Answer(_answer(probe.outcome).outcome, number_of(probe.target))
        if call.is_request:
            return self._explain_request(call)
        if call.is_handed_over:
            return self._hand_over(call.time)
        if call.verb == "explain":
            return self._explained(machine.explain(call.id, *things))
        if call.verb == "permitted":
            ask = machine.requestable if call.requests else machine.permitted
            return Answer("ok", ids=list(map(number_of, ask(*cases, guards=not call.without_guards))))
        if call.verb == "update":
            outcome = machine.update(call.time)
            return Answer("ok") if outcome is None else _answer(outcome)
        if call.verb == "start":
            machine.start(call.id)
        elif call.verb == "set":
            machine.set_state(call.id)
        elif call.verb == "stop":
            machine.stop()
            # From inside a callback it waits its turn, of which the package tells no more than that.
            return Answer("ok" if machine.state is None else "queued")
        else:
            {"run": machine.run, "discard": machine.discard}[call.verb]()
        return Answer("ok")

    def _hand_over(self, time: float) -> Answer:
        """An update whose event is not sent, for which the package has no word."""
        event = c_int32()
        status = library.sfsm_machine_update(self._machine._argument, time, byref(event))
        if status < 0:
            self._machine._fail(status)
        return Answer("ok", event.value)

    def _explain_request(self, call: Call) -> Answer:
        """An explanation of a request, for which the package has no word."""
        machine, order = self._machine, sorted(self._definition.enums)
        cases = [sfsm_case(order.index(predicate), value) for predicate, value in call.cases or ()]
        reasons, count = (sfsm_reason * 64)(), c_size_t()
        status = library.sfsm_machine_explain(
            machine._argument,
            int(Reserved.REQUEST),
            call.id,
            (sfsm_case * len(cases))(*cases),
            len(cases),
            reasons,
            len(reasons),
            byref(count),
        )
        if status < 0:
            machine._fail(status, state=call.id)
        return self._explained([machine._reason(reason) for reason in reasons[: count.value]])

    def _explained(self, reasons: list[Reason]) -> Answer:
        """Reasons, and the outcome that they come to, which the package does not tell beside them."""
        kinds = {reason.kind for reason in reasons}
        refused = kinds & {ReasonKind.GUARD_REFUSED, ReasonKind.RESOLVER_REFUSED}
        outcome = "transitioned" if ReasonKind.TAKEN in kinds else "refused" if refused else "unhandled"
        definition = self._definition
        return Answer(
            outcome,
            reasons=[
                ToldReason(
                    each.transition.place.line if each.transition.place else 0,
                    each.kind.name.lower().replace("_", " "),
                    (definition.predicate_number(each.predicate), definition.case_number(each.case)),
                    -1 if each.guard is None else each.guard,
                )
                for each in reasons
            ],
        )


def _answer(outcome: Outcome) -> Answer:
    return Answer(outcome.name.lower())
