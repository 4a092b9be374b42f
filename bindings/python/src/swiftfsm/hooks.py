"""The hooks of a machine: callbacks of its own, beside those of its table."""

from __future__ import annotations

from typing import Callable, Optional

from .answers import Role
from .callbacks import Callbacks, finalizer, trampoline
from .definition import Action
from .generics import ContextT, EventT, StateT
from .loading import library
from .machine_handle import MachineHandle
from .prototypes import sfsm_finalizer, sfsm_function


class Hooks(MachineHandle[StateT, EventT, ContextT]):
    """What a machine can have called beside the callbacks of its table."""

    __slots__ = ()

    def on_unhandled(self, function: Optional[Action]) -> None:
        """Calls `function` for an event that the table knows but has no row for in the present state.

        It may send events. Replaces the former hook; None removes it. Raises BusyError from inside a callback.
        """
        self._hook("on_unhandled", library.sfsm_machine_on_unhandled, function)

    def on_step(self, function: Optional[Action]) -> None:
        """Calls `function` after every step, handled or not, start and stop too; `step.outcome` tells what came of it.

        Replaces the former hook; None removes it. Raises BusyError from inside a callback.
        """
        self._hook("on_step", library.sfsm_machine_on_step, function)

    def _hook(self, word: str, register: Callable[..., int], function: Optional[Action]) -> None:
        self._must_be_idle()
        callbacks = Callbacks(self._table._layout)
        if function is None:
            status = register(self._argument, sfsm_function(), None, sfsm_finalizer())
        elif callable(function):
            signature = callbacks.signature(function)
            if signature.fault:
                raise TypeError(f"a hook cannot be called: {signature.fault}")
            if signature.required:
                raise TypeError(f"{signature} asks for arguments, but a hook is called for all events")
            (slot,), _ = callbacks.register([(function, Role.ACTION)])
            status = register(self._argument, trampoline, slot, finalizer)
        else:
            raise TypeError(f"a hook must be a callable or None, not {function!r}")
        if status < 0:
            self._fail(status)
        self._hooks[word] = callbacks
        self._runs = self._table._callbacks  # which finds those of hooks too
