"""A machine in the words of the package."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from swiftfsm import NONE, ArgumentsError, Explanation, Machine, Outcome, PredicateError, Reason, SwiftFSMError, Timer

from .api_callbacks import Failure, number_of, sent
from .case import Call
from .ways import Answer, ToldReason

if TYPE_CHECKING:
    from .api_building import ApiDefinition


def words_of(error: SwiftFSMError) -> str:
    """The words of the status of an exception."""
    return str(error) if error.status is None else error.status.name.lower().replace("_", " ")


class ApiMachine:
    """A machine, and what the last exceptions of each kind told that came out of its calls."""

    def __init__(self, definition: ApiDefinition, machine: Machine[Any, Any, Any]) -> None:
        self._definition = definition
        self._machine = machine
        self._failure = 0
        self._is_chart = any(block.parent is not None for block in definition.case.blocks)
        self._timers: dict[str, Timer] = {}
        # How many events besides that of the present call may run in it: those that wait or are sent by callbacks.
        self._others = self._depth = 0
        self._rejected = int(NONE), int(NONE)
        self._argument = 0, "none", "none"

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
        if word == "active":
            return list(map(number_of, self._machine.states))
        if word == "due":
            due = self._machine.next_due
            return None if due is None else round(due * 1_000_000)
        if word == "done":
            return self._machine.is_done
        return self._rejected if word == "rejected" else self._argument

    def is_active(self, state: int) -> bool:
        """Whether a state is active."""
        return state in self._machine

    def perform(self, call: Call) -> Answer:
        """Carries out a call."""
        self._others = self._machine.pending if self._depth == 0 else self._others + 1
        self._depth += 1
        try:
            return self._perform(call)
        except Failure as failure:
            self._failure = failure.number
            # So may that of a step that follows in a chart.
            return Answer("callback failed", hides_outcome=self._others > 0 or self._is_chart)
        except SwiftFSMError as error:
            if isinstance(error, PredicateError):
                definition = self._definition
                self._rejected = definition.predicate_number(error.predicate), definition.case_number(error.case)
            elif isinstance(error, ArgumentsError):
                self._argument = _told_argument(error, call)
            return Answer(words_of(error))
        finally:
            self._depth -= 1

    def _perform(self, call: Call) -> Answer:
        # Long, since each verb has its lines.
        machine = self._machine
        enums = {**self._definition.enums, **self._definition.strangers}
        cases = [list(enums[predicate])[value] for predicate, value in call.cases or ()]
        things = [*cases, *map(sent, call.arguments or ())]
        if call.verb == "send":
            return _answer(machine.send(call.id, *things))
        if call.verb == "send later":
            self._timers[call.timer] = machine.send_later(call.id, timedelta(microseconds=call.delay))
            return Answer("ok")
        if call.verb == "cancel":
            return Answer("ok" if self._timers[call.timer].cancel() else "out of range")
        if call.verb == "advance":
            machine.advance(timedelta(microseconds=call.delay))
            return Answer("ok")
        if call.verb == "raise":
            return _answer(machine.raise_(call.id))
        if call.verb == "request":
            return _answer(machine.request(call.id, *cases))
        if call.verb == "probe":
            probe = machine.probe(call.id, *things)
            return Answer(_answer(probe.outcome).outcome, number_of(probe.target))
        if call.verb == "explain":
            return self._explained(
                machine.explain_request(call.id, *cases) if call.is_request else machine.explain(call.id, *things)
            )
        if call.verb == "permitted":
            ask = machine.requestable if call.requests else machine.permitted
            return Answer("ok", ids=list(map(number_of, ask(*cases, guards=not call.without_guards))))
        if call.is_handed_over:
            return Answer("ok", number_of(machine.due(call.time)))
        if call.verb == "update":
            outcome = machine.update(call.time)
            return Answer("ok") if outcome is None else _answer(outcome)
        if call.verb == "start":
            machine.start(call.id)
        elif call.verb == "set":
            machine.set_state(call.id)
        elif call.verb == "set states":
            machine.set_states(call.states)
        elif call.verb == "stop":
            stopped = machine.stop()
            return Answer("ok") if stopped is None else _answer(stopped)
        else:
            {"run": machine.run, "discard": machine.discard}[call.verb]()
        return Answer("ok")

    def _explained(self, explanation: Explanation) -> Answer:
        definition = self._definition
        return Answer(
            _answer(explanation.outcome).outcome,
            reasons=[
                ToldReason(
                    each.transition.place.line if each.transition.place else 0,
                    each.kind.name.lower().replace("_", " "),
                    (definition.predicate_number(each.predicate), definition.case_number(each.case)),
                    _number_of_guard(each),
                )
                for each in explanation
            ],
        )


def _number_of_guard(reason: Reason) -> int:
    """The guard that refused; conditions count before guards."""
    conditions = reason.transition.conditions
    if reason.condition is not None:
        return conditions.index(reason.condition)
    return -1 if reason.guard is None else len(conditions) + reason.guard


def _answer(outcome: Outcome) -> Answer:
    return Answer(outcome.name.lower())


def _told_argument(error: ArgumentsError, call: Call) -> tuple[int, str, str]:
    """Which argument was wrong. What was sent in its place knows only the call."""
    assert error.index is not None
    arguments = call.arguments or []
    given = arguments[error.index].type if error.index < len(arguments) else "none"
    return error.index, error.expected or "none", given
