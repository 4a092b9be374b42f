"""The step, as a callback gets it."""

from __future__ import annotations

from ctypes import addressof
from enum import Enum
from typing import Any, Optional, Union

from ..definition.ids import Member
from ..library.generated.enumerations import Outcome, Status
from ..library.generated.records import sfsm_step
from ..library.loading import library
from .machine_state import STEP, Fields, MachineState

# Where the values of a step lie in its fields.
MACHINE, _CONTEXT, EVENT, SOURCE, TARGET, OUTCOME, TIME, CASES, ARGUMENTS = range(9)


class BaseStep:
    """A step without the type of its machine; `Step` adds that."""

    __slots__ = ("machine", "_fields", "_cases", "_arguments")

    machine: Any

    def __init__(self, machine: MachineState, fields: Fields) -> None:
        self.machine = machine
        self._fields = fields
        # Cases and arguments are addresses of memory that is valid during the callback only; 0 in most tables.
        if fields[CASES]:
            self._cases = machine._vocabulary.predicates.present(fields[CASES])
        if fields[ARGUMENTS]:
            self._arguments = read_arguments(machine, fields)

    @property
    def context(self) -> Any:
        """The machine's context."""
        return self.machine.context

    @property
    def event(self) -> Member:
        """The event; None while the machine starts or stops."""
        return self.machine._vocabulary.events.member(self._fields[EVENT])

    @property
    def source(self) -> Member:
        """The state before the step; None while the machine starts."""
        return self.machine._vocabulary.states.member(self._fields[SOURCE])

    @property
    def target(self) -> Member:
        """The state after the step; None while the machine stops, before it is resolved, or for an unhandled event."""
        return self.machine._vocabulary.states.member(self._fields[TARGET])

    @property
    def cases(self) -> tuple[Enum, ...]:
        """The members of predicate types that hold in this step, one of a type: as they were sent, or as a provider
        returned them, if it had been asked when this was made."""
        return self._cases if self._fields[CASES] else ()

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of the event, in order."""
        return self._arguments if self._fields[ARGUMENTS] else ()

    @property
    def time(self) -> float:
        """In an update callback the time given to `Machine.update`; otherwise 0."""
        return float(self._fields[TIME])

    @property
    def outcome(self) -> Union[Outcome, Status, None]:
        """In an `on_step` hook the result of the step, a Status if it failed. None in other callbacks."""
        value = self._fields[OUTCOME]
        if value == Status.OK:
            return None
        return Outcome(value) if value > 0 else Status(value)

    @property
    def row(self) -> Optional[int]:
        """The number of the row that this step takes, or in a guard or resolver, of the row that is being tried.

        It counts from 0, as `Transition.row` does. None if no row takes the event, and while the machine starts, stops
        or is updated.

        Errors: ClosedError. Cost: O(log rows) and the rows for one state and event.
        """
        fields = list(self._fields)
        if self.machine._open() != fields[MACHINE]:
            return None  # its memory is read, which is no longer there
        cases = self.machine._vocabulary.predicates.array(self.cases)
        if fields[CASES]:
            fields[CASES] = addressof(cases)
        number: int = library.sfsm_step_row(sfsm_step.from_buffer_copy(STEP.pack(*fields)))
        return number - 1 if number else None

    def __repr__(self) -> str:
        words = [f"{name}={getattr(self, name)!r}" for name in ("event", "source", "target", "outcome")]
        words += [f"{name}={value!r}" for name in ("cases", "arguments") for value in [getattr(self, name)] if value]
        return f"Step({', '.join(words)})"


def read_arguments(machine: MachineState, fields: Fields) -> tuple[Any, ...]:
    """The arguments of the event of a step."""
    address = fields[ARGUMENTS]
    return machine._vocabulary.argument_types[fields[EVENT]].read(address, machine._objects) if address else ()
