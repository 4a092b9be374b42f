"""Callbacks as functions of Python that ask for what they need by their parameters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from inspect import Parameter, Signature
from typing import Any, Callable, Optional

from swiftfsm import NONE, Machine, Step

from .case import Callback, Case, Value
from .case import Signature as CaseSignature
from .ways import Perform, ToldStep

Function = Callable[..., Any]


class Failure(Exception):
    """What a callback raises that fails."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Pointer:
    """An object that stands for a pointer of a name."""

    known: dict[str, Pointer] = {}

    def __init__(self, name: str) -> None:
        self.name = name


def sent(value: Value) -> Any:
    """A value as it is sent."""
    if value.type == "ptr" and value.value is not None:
        return Pointer.known.setdefault(value.value, Pointer(value.value))
    return value.value


def _got(kind: str, value: Any) -> Value:
    """A value as it came, of a type that was declared."""
    return Value(kind, value.name if isinstance(value, Pointer) else value)


def _nothing(kind: str) -> Value:
    """What a callable of C is passed where no event carries anything; the package passes None."""
    nothing = {"b": False, "f": 0.0, "s": "", "p": None}
    return Value(kind, nothing.get(kind[0], 0))


def number_of(value: Any) -> int:
    """An id as a number."""
    return int(NONE) if value is None else int(value)


class ApiCallbacks:
    """The functions of a case. Which machine runs is told for each run."""

    def __init__(self, case: Case, enums: dict[int, type[Enum]]) -> None:
        self.case = case
        self.enums = enums
        self._known: dict[tuple[int, Optional[int]], Function] = {}
        self.perform: Optional[Perform] = None
        self.machine: Optional[Machine[Any, Any, Any]] = None
        self.context: object = None
        self.faults: list[Exception] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """What goes wrong with the runner itself is kept, and raised in the end."""
        try:
            yield
        except Failure:
            raise
        except Exception as error:
            self.faults.append(error)
            raise

    def of(self, callback: Callback, predicate: Optional[int] = None) -> Function:
        """The function of a callback; of a provider that for one predicate type."""
        key = id(callback), predicate
        if key not in self._known:
            make = self._plain if callback.signature is None else self._callable
            self._known[key] = make(callback, predicate)
        return self._known[key]

    def _plain(self, callback: Callback, predicate: Optional[int]) -> Function:
        def function(step: Step) -> Any:
            with self.watching():
                return self._answer(callback, predicate, self._told(step), None)

        function.__name__ = callback.name or callback.role
        return function

    def _callable(self, callback: Callback, predicate: Optional[int]) -> Function:
        signature = callback.signature
        assert signature is not None

        def function(*values: Any, step: Optional[Step] = None) -> Any:
            with self.watching():
                passed = _Passed(self, signature, values, step)
                told = self._told(passed.step) if signature.takes("step") else None
                return self._answer(callback, predicate, told, passed.given)

        function.__name__ = callback.name or callback.role
        setattr(function, "__signature__", Signature(list(self._parameters(callback))))
        return function

    def _parameters(self, callback: Callback) -> Iterator[Parameter]:
        """The parameters of Python that ask for what a signature says."""
        assert callback.signature is not None
        by_place = Parameter.POSITIONAL_OR_KEYWORD
        for place, parameter in enumerate(callback.signature.parameters):
            if parameter.kind == "...":
                for index, number in enumerate(sorted(self.enums)):
                    yield Parameter(f"case_of_{index}", by_place, annotation=self.enums[number])
            elif parameter.kind == "predicate":
                yield Parameter(f"case{place}", by_place, annotation=self.enums[parameter.predicate])
            elif parameter.kind != "args...":
                yield Parameter(f"value{place}" if parameter.kind == "argument" else parameter.kind, by_place)
        # Whatever else the event carries is what a step tells, or args... asks for.
        yield Parameter("rest", Parameter.VAR_POSITIONAL)
        if not callback.signature.takes("step"):
            # For the event, by which the types of its arguments are known: values of Python have none.
            yield Parameter("step", Parameter.KEYWORD_ONLY)

    def case_number(self, predicate: int, member: Any) -> int:
        """The number of a member."""
        return int(NONE) if member is None else list(self.enums[predicate]).index(member)

    def _told(self, step: Step) -> ToldStep:
        outcome = step.outcome
        event = number_of(step.event)
        known = {type(member): member for member in step.cases}
        return ToldStep(
            belongs=step.machine is self.machine and step.context is self.context,
            ids=(number_of(step.source), event, number_of(step.target)),
            outcome="ok" if outcome is None else outcome.name.lower().replace("_", " "),
            time=step.time,
            arguments=[_got(kind, value) for kind, value in zip(self.case.declared(event), step.arguments)],
            case_of=lambda predicate: self.case_number(predicate, known.get(self.enums.get(predicate, Enum))),
        )

    def _answer(
        self, callback: Callback, predicate: Optional[int], step: Optional[ToldStep], given: Optional[list[Any]]
    ) -> Any:
        happening = self.perform(callback, step, given) if self.perform and not self.faults else None
        if happening is not None and happening.fails:
            raise Failure(happening.answer)
        answer = 0 if happening is None else happening.answer
        if callback.role == "guard":
            return bool(answer)
        if callback.role == "provider" and predicate is not None:
            return list(self.enums[predicate])[answer]
        if callback.role in ("resolver", "update"):
            return None if happening is None or answer == NONE else answer
        return None


class _Passed:
    """What a function was called with, as its signature lists it."""

    def __init__(
        self, callbacks: ApiCallbacks, signature: CaseSignature, values: tuple[Any, ...], step: Optional[Step]
    ) -> None:
        rest = list(values)
        places = [index for index, each in enumerate(signature.parameters) if each.kind == "step"]
        # In front of the step stand as many values as parameters: there are no cases of all types before it.
        found = rest[places[0]] if places else step
        assert found is not None
        self.step: Step = found
        event = self.step.event
        types = callbacks.case.declared(number_of(event))
        named: list[Any] = []
        self.given: list[Any] = []
        for parameter in signature.parameters:
            kind = parameter.kind
            if kind == "...":
                self.given.append(
                    [(number, callbacks.case_number(number, rest.pop(0))) for number in sorted(callbacks.enums)]
                )
            elif kind == "args...":
                self.given.append([_got(*each) for each in zip(types[len(named) :], rest)])
            elif kind in ("event", "source", "target"):
                self.given.append(number_of(rest.pop(0)))
            elif kind == "predicate":
                self.given.append(callbacks.case_number(parameter.predicate, rest.pop(0)))
            elif kind == "time":
                self.given.append(Value(parameter.type, rest.pop(0)))
            elif kind == "argument":
                named.append(rest.pop(0))
                assert event is not None or named[-1] is None, "nothing is carried without an event"
                is_carried = len(named) <= len(types)
                self.given.append(_got(parameter.type, named[-1]) if is_carried else _nothing(parameter.type))
            else:
                value = rest.pop(0)
                assert kind == "step" or value is callbacks.context, "the context is not the machine's"
                self.given.append(None)
        arguments = tuple([*named, *rest][: len(types)])
        assert arguments == self.step.arguments or not rest, "what the event carries is passed in full"
