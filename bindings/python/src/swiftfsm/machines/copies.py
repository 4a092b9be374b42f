"""Copies and pickles of machines."""

from __future__ import annotations

import copy
from pickle import UnpicklingError
from reprlib import repr as shortened
from typing import Any, TypeVar

from ..definition.generics import ContextT, EventT, StateT
from ..library.generated.constants import SNAPSHOT_DUE
from .compiled_table import CompiledTable
from .hooks import Hooks
from .snapshots import Snapshots

_Self = TypeVar("_Self", bound="Copies[Any, Any, Any]")

# Of the modules of this package.
_PACKAGE = __name__.partition(".")[0] + "."


class Copies(Hooks[StateT, EventT, ContextT], Snapshots[StateT, EventT, ContextT]):
    """A copy has the table, context, hooks and attributes of the machine, and all that is in a snapshot of it, with its
    time (`now`).

    Errors: those of `snapshot`.
    """

    __slots__ = ()

    def __copy__(self: _Self) -> _Self:
        """Copy the machine with the same context. Errors: those of `snapshot`."""
        twin = self._twin()
        twin.context = self.context
        getattr(twin, "__dict__", {}).update(getattr(self, "__dict__", {}))
        twin._add_hooks(self._hook_functions())
        return twin

    def __deepcopy__(self: _Self, memo: dict[int, Any]) -> _Self:
        """Copy the machine with a deep copy of its context. Errors: those of `snapshot`."""
        # Known before what it holds is copied, which may hold the machine.
        twin = memo[id(self)] = self._twin()
        twin.context = copy.deepcopy(self.context, memo)
        getattr(twin, "__dict__", {}).update(copy.deepcopy(getattr(self, "__dict__", {}), memo))
        twin._add_hooks(copy.deepcopy(self._hook_functions(), memo))
        return twin

    def _twin(self: _Self) -> _Self:
        """Make a machine of the same snapshot, without context, hooks and attributes yet."""
        twin: _Self = _remake(type(self), self._table, self._taken(SNAPSHOT_DUE), self._is_lenient)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the table, a snapshot, the context, the hooks and the attributes of a subclass. Of a class of machines
        the table comes from the class, which may be another version of it. Errors: those of `snapshot`."""
        snapshot = self._taken(SNAPSHOT_DUE)
        table = None if self._table is type(self)._class_table else self._table
        # What is set afterwards may hold the machine.
        held = {"context": self.context, "hooks": self._hook_functions(), "attributes": getattr(self, "__dict__", None)}
        return _remake, (type(self), table, snapshot, self._is_lenient), held

    def __setstate__(self, held: Any) -> None:
        """Restore what `__reduce__` has written. Errors: UnpicklingError for anything else: a pickle holds names and
        values, and sets no field of the machine itself."""
        if not isinstance(held, dict) or held.keys() != {"context", "hooks", "attributes"}:
            raise UnpicklingError(f"a pickled machine holds a context, hooks and attributes, not {shortened(held)}")
        attributes, hooks = held["attributes"], held["hooks"]
        # Two kinds of them before there were four.
        if not isinstance(hooks, tuple) or [type(each) for each in hooks] not in ([list] * 2, [list] * 4):
            raise UnpicklingError(f"a pickled machine holds no hooks like {shortened(hooks)}")
        if attributes is not None:
            self._set_attributes(attributes)
        setattr(self, "context", held["context"])
        self._add_hooks(hooks)

    def _set_attributes(self, attributes: Any) -> None:
        if not isinstance(attributes, dict) or not hasattr(self, "__dict__"):
            raise UnpicklingError(f"a pickled machine holds no attributes like {shortened(attributes)}")
        own = {name for kind in type(self).__mro__ if kind.__module__.startswith(_PACKAGE) for name in vars(kind)}
        for name in attributes:
            if not isinstance(name, str) or name in own or name in vars(object):
                raise UnpicklingError(f"a pickled machine holds no attribute {name!r}")
        vars(self).update(attributes)

    def _hook_functions(self) -> tuple[list[Any], ...]:
        kinds = self._step_hooks, self._unhandled_hooks, *self._watched
        return tuple([hook.function for hook in hooks] for hooks in kinds)

    def _add_hooks(self, functions: tuple[list[Any], ...]) -> None:
        for add, several in zip((Hooks.on_step, Hooks.on_unhandled, Hooks.prepare, Hooks.on_exception), functions):
            for function in several:
                add(self, function)


def _remake(kind: Any, table: Any, snapshot: Any, lenient: Any) -> Any:
    """Make a machine for a copy or a pickle. The __init__ of a subclass does not run again. Errors: UnpicklingError;
    those of `restore`."""
    if not isinstance(kind, type) or not issubclass(kind, Copies):
        raise UnpicklingError(f"{shortened(kind)} is no class of machines")
    if table is None:
        table = kind._class_table
    if not isinstance(table, CompiledTable):
        raise UnpicklingError(f"{shortened(table)} is no table for a machine")
    if not isinstance(snapshot, bytes):
        raise UnpicklingError(f"a pickled machine holds a snapshot, not {shortened(snapshot)}")
    machine = kind.__new__(kind)
    machine._make(table, None, None, bool(lenient))
    machine._restore(snapshot, None)
    return machine
