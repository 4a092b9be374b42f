"""What callbacks may ask for by the names of their parameters, and how each value is read from a step."""

from __future__ import annotations

from ctypes import c_int32
from enum import Enum
from typing import Any, Callable

from ..definition.vocabulary import Vocabulary
from .machine_state import Fields, MachineState
from .step import CASES, EVENT, SOURCE, TARGET, TIME, BaseStep

Getter = Callable[[MachineState, Fields], Any]


def _exception(machine: MachineState, fields: Fields) -> Any:
    return machine._exception


class Getters:
    """The getters of one table, by the name of the parameter; made once for all of its callbacks."""

    __slots__ = ("by_name", "step_type", "_predicates")

    def __init__(self, vocabulary: Vocabulary, step_type: type[BaseStep]) -> None:
        self.step_type: type[BaseStep] = step_type
        self._predicates = vocabulary.predicates
        events, states = vocabulary.events.member, vocabulary.states.member
        self.by_name: dict[str, Getter] = {
            "step": step_type,
            "machine": lambda machine, fields: machine,
            "self": lambda machine, fields: machine,
            "context": lambda machine, fields: machine.context,
            "event": lambda machine, fields: events(fields[EVENT]),
            "source": lambda machine, fields: states(fields[SOURCE]),
            "target": lambda machine, fields: states(fields[TARGET]),
            "time": lambda machine, fields: fields[TIME],
            "outcome": lambda machine, fields: step_type(machine, fields).outcome,
        }

    def with_exception(self) -> Getters:
        """Return those of callbacks that are told of an exception."""
        more = Getters.__new__(Getters)
        more.step_type, more._predicates = self.step_type, self._predicates
        more.by_name = {**self.by_name, "exception": _exception, "error": _exception}
        return more

    def case(self, kind: type[Enum]) -> tuple[int, Getter]:
        """The number of a predicate type, and what gets its current case, or None."""
        number = self._predicates.adopt(kind)
        offset, member = 4 * self._predicates.place(number), self._predicates.member
        return (
            number,
            lambda machine, fields: (
                member(number, c_int32.from_address(fields[CASES] + offset).value) if fields[CASES] else None
            ),
        )
