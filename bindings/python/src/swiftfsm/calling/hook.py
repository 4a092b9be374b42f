"""Hooks of one machine: functions that it calls in addition to the callbacks and hooks of its table.

The library knows two hooks of a machine, by slots that are the same for all machines. What runs there is the machine's
own list of functions, so a hook needs no slot of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import Parameter, signature
from types import FunctionType, MethodType
from typing import Any, Optional, cast
from weakref import WeakKeyDictionary

from ..definition.callables import Function, Role
from .annotations import name_faults
from .callback_results import as_run, finish
from .machine_state import Entry, Fields, HookCall, MachineState
from .parameters import Parameters, parameters_of
from .signatures import Call, Signature
from .trampoline import read

STEP_HOOKS, UNHANDLED_HOOKS = 1, 2
"""Their slots."""


class Hook:
    """One hook, ready to be called for any step of any machine of a table."""

    __slots__ = ("signature", "call", "__weakref__")

    def __init__(self, signature: Signature) -> None:
        fault = next(hook_faults(signature), None)
        if fault is not None:
            raise TypeError(f"a hook cannot be called: {fault}")
        self.signature: Signature = signature
        self.call: Call = signature.call()

    @property
    def function(self) -> Function:
        """The function, as it was given."""
        return self.signature.function

    def run(self, machine: MachineState, fields: Fields) -> None:
        """Call the hook in a plain call, which cannot await it."""
        result = self.call(machine, fields)
        if result is not None:
            finish(result, Role.ACTION, self.signature)


def hook_faults(signature: Signature) -> Iterator[str]:
    """Return what is wrong with a function as a hook, which is called for all events."""
    if signature.fault:
        yield signature.fault
        return
    yield from name_faults(signature)
    if signature.required:
        yield f"{signature} asks for arguments, but a hook is called for all events: give the parameters defaults"


def hooks_of(machine: MachineState, slot: int) -> tuple[Hook, ...]:
    """Return the hooks behind a slot, in the order in which they were added."""
    hooks = machine._step_hooks if slot == STEP_HOOKS else machine._unhandled_hooks
    return cast("tuple[Hook, ...]", hooks)


def _run_all(hooks: Iterable[HookCall], machine: MachineState, window: Any) -> int:
    fields = read(window)
    for hook in hooks:
        hook.run(machine, fields)
    return 0


HOOK_ENTRIES: dict[int, Entry] = {
    STEP_HOOKS: as_run(lambda machine, window: _run_all(machine._step_hooks, machine, window)),
    UNHANDLED_HOOKS: as_run(lambda machine, window: _run_all(machine._unhandled_hooks, machine, window)),
}

# The parameters of functions that were hooks before, since finding them out costs more than all else: by the function,
# or by its code where that alone says what they are. A method stands beside its function: it lacks the first parameter.
_known: WeakKeyDictionary[Any, dict[type, Parameters]] = WeakKeyDictionary()


def parameters_of_hook(function: Function) -> Optional[Parameters]:
    """Return the parameters of a hook; None where they are not kept."""
    bare = function.__func__ if isinstance(function, MethodType) else function
    if type(bare) is not FunctionType:
        return _of_other(function)
    is_plain = not (bare.__defaults__ or bare.__kwdefaults__ or bare.__annotations__ or bare.__dict__)
    known = _known.setdefault(bare.__code__ if is_plain else bare, {})
    if type(function) not in known:
        try:
            known[type(function)] = parameters_of(function)
        except TypeError:
            return None
    return known[type(function)]


def _of_other(function: Function) -> Optional[Parameters]:
    """Return `*arguments` for a builtin without a signature, such as print up to Python 3.10."""
    try:
        signature(function)
    except (TypeError, ValueError):
        return [(Parameter("arguments", Parameter.VAR_POSITIONAL), Parameter.empty)]
    return None
