"""What a callback is told."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Union

from .ids import Member
from .results import Outcome, Status

if TYPE_CHECKING:
    from .machine import Machine


class Step:
    """The step under way, for a callback that asks for it.

    Its values are those of the step for which it was made, and stay so if it is kept; the context is the machine's.
    """

    __slots__ = ("machine", "_fields", "_cases", "_arguments")

    machine: Machine[Any, Any, Any]
    """The machine that steps."""

    def __init__(self, machine: Machine[Any, Any, Any], fields: tuple[Any, ...]) -> None:
        self.machine = machine
        self._fields = fields
        # Numbers 7 and 8 are addresses, of memory that is good during the callback only; 0 in most tables.
        if fields[7]:
            self._cases = machine._table._layout.predicates.present(fields[7])
        if fields[8]:
            self._arguments = machine._table._layout.arguments(machine._objects, fields)

    @property
    def context(self) -> Any:
        """The machine's context."""
        return self.machine.context

    @property
    def event(self) -> Member:
        """The event; None while the machine starts or stops."""
        return self.machine.table._events.member(self._fields[2])

    @property
    def source(self) -> Member:
        """The state before the step; None while the machine starts."""
        return self.machine.table._states.member(self._fields[3])

    @property
    def target(self) -> Member:
        """The state after the step; None while the machine stops, before it is resolved, or for an unhandled event."""
        return self.machine.table._states.member(self._fields[4])

    @property
    def cases(self) -> tuple[Enum, ...]:
        """The members of predicate types that hold in this step, one of a type: as they were sent, or as a provider
        named them, if it had been asked when this was made."""
        return self._cases if self._fields[7] else ()

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What the event carries, in order; () if that is nothing."""
        return self._arguments if self._fields[8] else ()

    @property
    def time(self) -> float:
        """In an update callback the time given to `Machine.update`; otherwise 0."""
        return float(self._fields[6])

    @property
    def outcome(self) -> Union[Outcome, Status, None]:
        """In the hook of `Machine.on_step`: what came of the step, a Status if it failed. None in other callbacks."""
        value = self._fields[5]
        if value == Status.OK:
            return None
        return Outcome(value) if value > 0 else Status(value)

    def __repr__(self) -> str:
        words = [f"{name}={getattr(self, name)!r}" for name in ("event", "source", "target", "outcome")]
        words += [f"{name}={value!r}" for name in ("cases", "arguments") for value in [getattr(self, name)] if value]
        return f"Step({', '.join(words)})"
