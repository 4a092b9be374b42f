"""Selecting a row where something comes before guards."""

from __future__ import annotations

from ctypes import byref
from typing import Any, NamedTuple, Optional

from ..calling.hook import Hook
from ..calling.machine_state import STEP, Fields, MachineState
from ..calling.signatures import Call, Signature
from ..calling.step import EVENT
from ..calling.watch import prepare_hooks
from ..definition.callables import Role
from ..definition.ids import EVENTLESS, NONE
from ..library.generated.records import sfsm_step
from ..library.loading import library
from ..machines.core import MachineCore
from .selection import FAILED, Selection

_ASKED = (Role.GUARD, Role.RESOLVER, Role.PROVIDER)


class Failure(NamedTuple):
    """Where a callback has raised something."""

    fields: Fields
    row: int
    """The number of the row, from 1; 0 for none."""

    @classmethod
    def of(cls, fields: Fields) -> Failure:
        """Make one of a callback that has just failed."""
        if not fields[0]:
            return cls(fields, 0)
        return cls(fields, int(library.sfsm_step_row(byref(sfsm_step.from_buffer_copy(STEP.pack(*fields))))))


class WatchedSelection(Selection):
    """Calls what comes before guards, once, before the first of them."""

    __slots__ = ("is_prepared", "failure", "hooks")

    def __init__(self, machine: MachineCore[Any, Any, Any], argument: Any, is_update: bool, is_plain: bool) -> None:
        super().__init__(machine, argument, is_update, is_plain)
        self.hooks: tuple[Hook, ...] = () if is_update else prepare_hooks(machine)
        self.is_prepared: bool = False
        """Whether that was called."""
        self.failure: Optional[Failure] = None

    def _result(self, machine: MachineState, fields: Fields, call: Call, role: Role, signature: Signature) -> int:
        if self._next == 0 and self.hooks and role in _ASKED and is_event(machine, fields):
            self.is_prepared = True
            for hook in self.hooks:
                if self._told(machine, fields, hook.call, Role.ACTION, hook.signature) == FAILED:
                    return FAILED
        return self._told(machine, fields, call, role, signature)

    def _told(self, machine: MachineState, fields: Fields, call: Call, role: Role, signature: Signature) -> int:
        try:
            result = super()._result(machine, fields, call, role, signature)
        except BaseException:
            self.failure = Failure.of(fields)
            raise
        if result == FAILED and self.awaitable is None:  # what was awaited has failed
            self.failure = Failure.of(fields)
        return result


def is_event(machine: MachineState, fields: Fields) -> bool:
    """Return whether a step is that of an event or a request that somebody sends: none of a start, a stop, a row without
    an event, and none by which an exception leads to a state."""
    number = fields[EVENT]
    if number == NONE or number == EVENTLESS:
        return False
    led = machine._vocabulary.error_events
    return not any(error.target is not None and each == number for error, each in led.items())
