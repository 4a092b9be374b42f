"""Copies and pickles of machines."""

from __future__ import annotations

import copy
from pickle import UnpicklingError
from reprlib import repr as shortened
from types import MemberDescriptorType
from typing import Any, Optional, TypeVar

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
        twin._adopt_state(self.__getstate__())
        twin._add_hooks(self._hook_functions())
        return twin

    def __deepcopy__(self: _Self, memo: dict[int, Any]) -> _Self:
        """Copy the machine with a deep copy of its context. Errors: those of `snapshot`."""
        # Known before what it holds is copied, which may hold the machine.
        twin = memo[id(self)] = self._twin()
        twin.context = copy.deepcopy(self.context, memo)
        twin._adopt_state(copy.deepcopy(self.__getstate__(), memo))
        twin._add_hooks(copy.deepcopy(self._hook_functions(), memo))
        return twin

    def _twin(self: _Self) -> _Self:
        """Make a machine of the same snapshot, without context, hooks and attributes yet."""
        twin: _Self = _remake(type(self), self._table, self._taken(SNAPSHOT_DUE), self._is_lenient)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the table, a snapshot, the context, the hooks and the attributes of a subclass, or what its own
        `__getstate__` returns. Of a class of machines the table comes from the class, which may be another version of it.
        Errors: those of `snapshot`."""
        snapshot = self._taken(SNAPSHOT_DUE)
        table = None if self._table is type(self)._class_table else self._table
        made = _remake, (type(self), table, snapshot, self._is_lenient)
        # What is set afterwards may hold the machine.
        held = {"context": self.context, "hooks": self._hook_functions(), "attributes": self.__getstate__()}
        return (*made, held, None, None, _set_held) if self._has_own_state else (*made, held)

    def __getstate__(self) -> Any:
        """Return the attributes of a subclass, as copies and pickles keep them: those of its dictionary, or a tuple of
        these and of those that are `__slots__`. A subclass may override this, and `__setstate__`, as any class may."""
        slots = {}
        for name, slot in _slots_of(type(self)).items():
            try:
                slots[name] = slot.__get__(self, type(self))
            except AttributeError:  # nothing has set it
                pass
        attributes = getattr(self, "__dict__", None)
        return (attributes, slots) if slots else attributes

    def __setstate__(self, state: Any) -> None:
        """Set the attributes that `__getstate__` has returned. Errors: UnpicklingError for anything else: a pickle holds
        names and values, and sets no field of the machine itself."""
        if isinstance(state, dict) and state.keys() == _HELD:
            _check_hooks(state["hooks"])
            if state["attributes"] is not None:
                self._set_attributes(state["attributes"])
            self._set_context(state)
        else:
            self._set_attributes(state)

    @property
    def _has_own_state(self) -> bool:
        """Whether the class has functions of its own that get and set the attributes."""
        kind = type(self)
        return kind.__getstate__ is not Copies.__getstate__ or kind.__setstate__ is not Copies.__setstate__

    def _adopt_state(self, state: Any) -> None:
        """Set what `__getstate__` of another machine of this class has returned."""
        if self._has_own_state:
            if state is not None:
                self.__setstate__(state)
        else:
            self._take(*_parts(state))

    def _set_context(self, held: dict[str, Any]) -> None:
        setattr(self, "context", held["context"])
        self._add_hooks(held["hooks"])

    def _set_attributes(self, state: Any) -> None:
        attributes, slots = _parts(state)
        has_place = hasattr(self, "__dict__") or attributes is None
        if not (isinstance(attributes, (dict, type(None))) and isinstance(slots, dict) and has_place):
            raise UnpicklingError(f"a pickled machine holds no attributes like {shortened(state)}")
        own = {name for kind in type(self).__mro__ if kind.__module__.startswith(_PACKAGE) for name in vars(kind)}
        known = _slots_of(type(self))
        for name in (*(attributes or ()), *slots):
            if not isinstance(name, str) or name in own or name in vars(object) or (name in slots and name not in known):
                raise UnpicklingError(f"a pickled machine holds no attribute {name!r}")
        self._take(attributes, slots)

    def _take(self, attributes: Optional[dict[str, Any]], slots: dict[str, Any]) -> None:
        if attributes:
            vars(self).update(attributes)
        known = _slots_of(type(self)) if slots else {}
        for name, value in slots.items():
            known[name].__set__(self, value)

    def _hook_functions(self) -> tuple[list[Any], ...]:
        kinds = self._step_hooks, self._unhandled_hooks, *self._watched
        return tuple([hook.function for hook in hooks] for hooks in kinds)

    def _add_hooks(self, functions: tuple[list[Any], ...]) -> None:
        for add, several in zip((Hooks.on_step, Hooks.on_unhandled, Hooks.prepare, Hooks.on_exception), functions):
            for function in several:
                add(self, function)


_HELD = {"context", "hooks", "attributes"}
"""What a pickle holds of a machine besides its snapshot."""


def _set_held(machine: Any, held: Any) -> None:
    """Restore what `__reduce__` has written of a machine whose class gets and sets its attributes itself. Errors:
    UnpicklingError, and what that raises."""
    if not isinstance(machine, Copies) or not isinstance(held, dict) or held.keys() != _HELD:
        raise UnpicklingError(f"a pickled machine holds a context, hooks and attributes, not {shortened(held)}")
    _check_hooks(held["hooks"])
    if held["attributes"] is not None:
        machine.__setstate__(held["attributes"])
    machine._set_context(held)


def _check_hooks(hooks: Any) -> None:
    # Two kinds of them before there were four.
    if not isinstance(hooks, tuple) or [type(each) for each in hooks] not in ([list] * 2, [list] * 4):
        raise UnpicklingError(f"a pickled machine holds no hooks like {shortened(hooks)}")


def _parts(state: Any) -> tuple[Any, Any]:
    """The attributes of the dictionary, and those that are slots."""
    return state if isinstance(state, tuple) and len(state) == 2 else (state, {})


def _slots_of(kind: type) -> dict[str, Any]:
    """What gets and sets the slots that subclasses have, by name."""
    return {
        name: slot
        for each in reversed(kind.__mro__)
        if not each.__module__.startswith(_PACKAGE)
        for name, slot in vars(each).items()
        if isinstance(slot, MemberDescriptorType)
    }


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
