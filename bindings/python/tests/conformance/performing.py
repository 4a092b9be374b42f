"""A run while it is performed: callbacks take what they do and answer from what is expected next."""

from __future__ import annotations

from typing import Any, NoReturn, Optional

from .case import Call, Callback, Case, Happening, Result, RunLine, Signature
from .text import Fault
from .ways import Answer, Definition, Machine, NotMade, ToldStep
from .words import bits


def perform_run(case: Case, run: RunLine, definition: Definition) -> None:
    """Lets a machine over the definition's table do what a run says. Raises Fault."""
    performance = Performance(case)
    try:
        machine = definition.machine(run, performance.happen)
    except NotMade as reason:
        if str(reason) != run.failure:
            raise Fault(run.line, f"making the machine gives {reason}") from None
        return
    try:
        if run.failure:
            raise Fault(run.line, "making the machine gives ok")
        performance.machine = machine
        for call in run.calls:
            performance.perform(call)
    finally:
        machine.close()
    if performance.fault is not None:
        raise performance.fault


class _Frame:
    """A call under way, of which so many callbacks have been called."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.next = 0


class Performance:
    """What is under way, until the first fault: nothing that follows that would be as expected."""

    machine: Machine

    def __init__(self, case: Case) -> None:
        self.case = case
        self.fault: Optional[Fault] = None
        self._frames: list[_Frame] = []

    def perform(self, call: Call) -> None:
        """Carries out a call, and compares all that comes of it."""
        if self.fault is not None:
            return
        frame = _Frame(call)
        self._frames.append(frame)
        answer = self.machine.perform(call)
        self._frames.pop()
        if self.fault is not None:
            return
        try:
            if frame.next < len(call.trace):
                missing = call.trace[frame.next]
                raise Fault(missing.line, f"{missing.role} {missing.name} is expected, but not called")
            self._check_answer(call, answer)
        except Fault as fault:
            self.fault = fault

    def happen(self, callback: Callback, step: Optional[ToldStep], given: Optional[list[Any]]) -> Optional[Happening]:
        """Lets a callback be the one that is called now: checks it, and does what stands below it."""
        if self.fault is not None:
            return None
        try:
            expected = self._expected(callback, step)
            if step is not None:
                self._check_step(expected, step)
            if given is not None and expected.given is not None and callback.signature is not None:
                _check_given(expected, callback.signature, given)
            self._check_state(expected.line, "state", self.machine.state, expected.state)
        except Fault as fault:
            self.fault = fault
            return None
        for call in expected.calls:
            self.perform(call)
        return expected

    def _expected(self, callback: Callback, step: Optional[ToldStep]) -> Happening:
        """What is expected to be called now, which must be this."""
        frame = self._frames[-1]
        outcome = step.outcome if callback.role == "step" and step is not None else ""
        actual = " ".join(filter(None, (callback.role, callback.name, outcome)))
        if frame.next == len(frame.call.trace):
            line = frame.call.result.line if frame.call.result else frame.call.line
            raise Fault(line, f"{actual} is called, but nothing more is expected")
        expected = frame.call.trace[frame.next]
        frame.next += 1
        wanted = " ".join(filter(None, (expected.role, expected.name, expected.outcome)))
        if actual != wanted:
            raise Fault(expected.line, f"{actual} is called, but {wanted} is expected")
        return expected

    # ------------------------------------------------------------------------------------------------------------------
    # What callbacks are told
    # ------------------------------------------------------------------------------------------------------------------

    def _check_state(self, line: int, what: str, actual: int, expected: Optional[int]) -> None:
        if expected is not None and actual != expected:
            text = self.case.text
            raise Fault(line, f"the {what} is {text('state', actual)}, not {text('state', expected)}")

    def _check_step(self, expected: Happening, step: ToldStep) -> None:
        """What the step tells, as far as it is written, and what must hold of every step."""
        line = expected.line
        if not step.belongs:
            raise Fault(line, "the step is told of another machine, or of another context")
        if expected.step is not None:
            source, event, target = expected.step
            self._check_state(line, "source", step.ids[0], source)
            if step.ids[1] != event:
                raise Fault(line, f"the event is {self.case.text('event', step.ids[1])}")
            self._check_state(line, "target", step.ids[2], target)
        for predicate, value in expected.cases:
            actual = step.case_of(predicate)
            if actual != value:
                raise Fault(line, f"{self.case.text('predicate', predicate)} is {actual}, not {value}")
        verb = self._frames[-1].call.verb
        declared = len(self.case.declared(step.ids[1]))
        if verb != "permitted" and len(step.arguments) != declared:
            raise Fault(line, f"the event carries {len(step.arguments)} arguments")
        if expected.arguments is not None and list(map(bits, step.arguments)) != list(map(bits, expected.arguments)):
            raise Fault(line, f"the event carries {step.arguments}, not {expected.arguments}")
        may_be_timed = expected.role == "update" or (expected.role == "provider" and verb == "update")
        if (expected.time is not None or not may_be_timed) and step.time != (expected.time or 0):
            raise Fault(line, f"the time is {step.time}, not {expected.time or 0}")

    # ------------------------------------------------------------------------------------------------------------------
    # What calls come to
    # ------------------------------------------------------------------------------------------------------------------

    def _check_answer(self, call: Call, answer: Answer) -> None:
        result = call.result
        assert result is not None
        state = self.machine.state
        if answer.hides_outcome and result.outcome in ("transitioned", "refused", "unhandled", "queued", "ok"):
            answer.outcome = result.outcome
        if (answer.outcome, state) != (result.outcome, result.state):
            text = self.case.text
            _differ(
                result,
                f"the result is {answer.outcome} {text('state', state)}, "
                f"not {result.outcome} {text('state', result.state)}",
            )
        for word, expected in result.details.items():
            actual = answer.ids if word == "ids" else answer.id if word in ("target", "event") else None
            if actual is None:
                actual = self.machine.detail(word)
            if actual != expected:
                _differ(result, f"{word} is {actual}, not {expected}")
        if "active" in result.details:
            self._check_active(result)
        if call.verb == "explain":
            self._check_reasons(call, answer)

    def _check_active(self, result: Result) -> None:
        """Asks of each state whether it is active: the leaves are, and what is around them."""
        parents = {block.state: block.parent for block in self.case.blocks if block.parent is not None}
        active: set[Optional[int]] = set()
        for leaf in result.details["active"]:
            while leaf is not None:
                active.add(leaf)
                leaf = parents.get(leaf)
        for state in self.case.words["state"].values():
            if self.machine.is_active(state) != (state in active):
                _differ(result, f"whether {self.case.text('state', state)} is active is told in two ways")

    def _check_reasons(self, call: Call, answer: Answer) -> None:
        assert call.result is not None
        for index, expected in enumerate(call.reasons):
            if index >= len(answer.reasons):
                raise Fault(expected.line, "there is no such reason")
            actual = answer.reasons[index]
            line = self.case.rows[expected.row].line
            if actual != (line, expected.kind, expected.mismatch, expected.guard):
                raise Fault(expected.line, f"the reason is {actual}")
        if len(answer.reasons) > len(call.reasons):
            _differ(call.result, f"there are {len(answer.reasons)} reasons, not {len(call.reasons)}")


def _check_given(expected: Happening, signature: Signature, given: list[Any]) -> None:
    """What a callable was passed, as far as that is written. What "context" and "step" are is checked elsewhere."""
    assert expected.given is not None
    for index, (parameter, actual, wanted) in enumerate(zip(signature.parameters, given, expected.given)):
        if parameter.kind in ("time", "argument"):
            actual, wanted = bits(actual), bits(wanted)
        elif parameter.kind == "args...":
            actual, wanted = list(map(bits, actual)), list(map(bits, wanted))
        if parameter.kind not in ("context", "step") and actual != wanted:
            raise Fault(expected.line, f"number {index} is given as {actual}, not {wanted}")


def _differ(result: Result, text: str) -> NoReturn:
    raise Fault(result.line, text)
