"""Copies and pickles of machines."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from .generics import ContextT, EventT, StateT
from .machine_handle import MachineHandle
from .results import BusyError

_Self = TypeVar("_Self", bound="Copies[Any, Any, Any]")


class Copies(MachineHandle[StateT, EventT, ContextT]):
    """A machine is copied with its state, its context, and what a subclass has put into it, over the same table."""

    __slots__ = ()

    def __copy__(self: _Self) -> _Self:
        """Another machine in the same state, with the same context. Raises BusyError while events wait."""
        twin = self._twin()
        twin.context = self.context
        getattr(twin, "__dict__", {}).update(getattr(self, "__dict__", {}))
        return twin

    def __deepcopy__(self: _Self, memo: dict[int, Any]) -> _Self:
        """Another machine in the same state, with a deep copy of the context. Raises BusyError while events wait."""
        # Known before what it holds is copied, which may hold the machine.
        twin = memo[id(self)] = self._twin()
        twin.context = copy.deepcopy(self.context, memo)
        getattr(twin, "__dict__", {}).update(copy.deepcopy(getattr(self, "__dict__", {}), memo))
        return twin

    def _twin(self: _Self) -> _Self:
        """Another machine in the same state, without anything else yet."""
        self._must_rest()
        twin: _Self = _remake(type(self), self._table, self.state, self._is_lenient)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its table, its state, its context, and what a subclass has put into it; the table of a class
        comes from that class again. Raises BusyError while events wait."""
        self._must_rest()
        table = None if self._table is getattr(type(self), "_class_table", None) else self._table
        # What is set afterwards may hold the machine.
        held = getattr(self, "__dict__", None), {"context": self.context}
        return _remake, (type(self), table, self.state, self._is_lenient), held

    def _must_rest(self) -> None:
        self._must_be_idle()
        if self.pending:
            raise BusyError("events wait in this machine, and cannot be copied: run or discard them first")


def _remake(kind: Any, table: Any, state: Any, lenient: bool) -> Any:
    """A machine as it was: what a subclass does in its own __init__ is not done again."""
    from .machine import Machine

    machine = kind.__new__(kind)
    Machine.__init__(machine, None, state, lenient=lenient, table=table)
    return machine
