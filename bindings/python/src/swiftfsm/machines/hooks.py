"""The hooks of a machine: callbacks of its own, in addition to the callbacks and hooks of its table."""

from __future__ import annotations

from typing import Callable, Optional, cast

from ..calling.hook import STEP_HOOKS, UNHANDLED_HOOKS, Hook
from ..calling.machine_state import HookCall
from ..calling.strictness import is_strict, must_be_taken, with_strictness_last
from ..calling.trampoline import trampoline
from ..calling.watch import NO_HOOKS, WatchHooks
from ..definition.callables import Action
from ..definition.generics import ContextT, EventT, StateT
from ..library.generated.enumerations import Status
from ..library.generated.records import sfsm_finalizer, sfsm_function
from ..library.loading import library
from .core import MachineCore

_NO_FUNCTION, _NO_FINALIZER = sfsm_function(), sfsm_finalizer()


class Hooks(MachineCore[StateT, EventT, ContextT]):
    """Adding and removing hooks."""

    __slots__ = ()

    def on_unhandled(self, function: Optional[Action]) -> None:
        """Add a hook that is called for each event that the table knows but the current state has no row for.

        function: None removes all hooks of this kind. A hook may send events. Hooks are called in the order in which
        they were added, after those of the table; one that raises ends the step before those after it. Hooks of the
        table (`on_step` and `on_unhandled` of `Table`) stay as they are.

        Errors: TypeError for what cannot be called in every step; BusyError inside a callback.
        """
        hooks = self._with(self._unhandled_hooks, function)
        self._set_hooks(library.sfsm_machine_on_unhandled, UNHANDLED_HOOKS, self._unhandled_hooks, hooks)
        self._unhandled_hooks = hooks

    def on_step(self, function: Optional[Action]) -> None:
        """Add a hook that is called after every step, handled or not, start and stop included.

        function: None removes all hooks of this kind. If it has a parameter `outcome`, it gets the result of the step.
        Otherwise as `on_unhandled`.
        """
        hooks = with_strictness_last(self._with(self._step_hooks, function))
        self._set_hooks(library.sfsm_machine_on_step, STEP_HOOKS, self._step_hooks, hooks)
        self._step_hooks = hooks

    def prepare(self, function: Optional[Action]) -> None:
        """Add a hook that is called once for each event or request, before its guards are asked; see `Table`.

        function: None removes all hooks of this kind. While a machine has one, its steps are performed in Python, as
        awaited ones are. Otherwise as `on_unhandled`.
        """
        added = () if function is None else (*self._watched.prepare, self._checked(function))
        self._set_watched(self._watched._replace(prepare=added))

    def on_exception(self, function: Optional[Action]) -> None:
        """Add a handler that is told what a callback of the machine has raised; see `Table`.

        Its parameter `exception`, or `error`, is that exception. If it returns true, the exception is not raised again.
        KeyboardInterrupt and the like pass unseen. Otherwise as `prepare`.
        """
        added = () if function is None else (*self._watched.on_exception, self._checked(function, True))
        self._set_watched(self._watched._replace(on_exception=added))

    @property
    def _watched(self) -> WatchHooks:
        """The hooks that the library does not know."""
        return cast(WatchHooks, self._watch_hooks)

    def _checked(self, function: Action, is_told_of_exceptions: bool = False) -> Hook:
        if not callable(function):
            raise TypeError(f"a hook must be a callable or None, not {function!r}")
        callbacks = self._table._callbacks
        return callbacks.exception_hook(function) if is_told_of_exceptions else callbacks.hook(function)

    def _set_watched(self, hooks: WatchHooks) -> None:
        self._open()
        self._must_be_idle()
        if self._is_inside:
            self._fail(Status.BUSY)
        self._watch_hooks = NO_HOOKS if hooks == NO_HOOKS else hooks
        self._watch()

    @property
    def is_strict(self) -> bool:
        """Whether an event that no row takes is an error. Copies and pickles are as strict as the machine."""
        return is_strict(self)

    def remove_hook(self, function: Action) -> None:
        """Remove a hook, of whatever kind. Errors: ValueError if it was not added, BusyError inside a callback."""
        watched = WatchHooks(*(tuple(hook for hook in hooks if hook.function != function) for hooks in self._watched))
        step = tuple(hook for hook in self._step_hooks if hook.function != function)
        unhandled = tuple(hook for hook in self._unhandled_hooks if hook.function != function)
        is_watching = watched != self._watched
        if not is_watching and (len(step), len(unhandled)) == (len(self._step_hooks), len(self._unhandled_hooks)):
            raise ValueError(f"{function!r} is no hook of this machine")
        self._set_hooks(library.sfsm_machine_on_step, STEP_HOOKS, self._step_hooks, step)
        self._set_hooks(library.sfsm_machine_on_unhandled, UNHANDLED_HOOKS, self._unhandled_hooks, unhandled)
        self._step_hooks, self._unhandled_hooks = step, unhandled
        if is_watching:
            self._set_watched(watched)

    def _with(self, hooks: tuple[HookCall, ...], function: Optional[Action]) -> tuple[HookCall, ...]:
        if function is None:
            return tuple(hook for hook in hooks if hook.function is must_be_taken)
        if not callable(function):
            raise TypeError(f"a hook must be a callable or None, not {function!r}")
        return (*hooks, self._table._callbacks.hook(function))

    def _set_hooks(
        self, register: Callable[..., int], slot: int, present: tuple[HookCall, ...], hooks: tuple[HookCall, ...]
    ) -> None:
        """Tell the library of the first hook of a kind, which calls all of them, and when there is none any more."""
        self._must_be_idle()
        if bool(hooks) != bool(present):
            function = trampoline if hooks else _NO_FUNCTION
            status = register(self._argument, function, slot if hooks else None, _NO_FINALIZER)
        elif self._is_inside:
            status = Status.BUSY
        else:
            status = Status.NULL_POINTER if self._address is None else Status.OK
        if status < 0:
            self._fail(status)
