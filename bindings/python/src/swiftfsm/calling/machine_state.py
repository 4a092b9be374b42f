"""The part of a machine that its callbacks and the trampoline share."""

from __future__ import annotations

from typing import Any, Callable, Optional, Protocol

from ..definition.arguments import Objects
from ..definition.vocabulary import Vocabulary
from ..library.handles import Handle

Fields = tuple[Any, ...]
"""The fields of an sfsm_step."""
Run = Callable[["MachineState", Any], int]
"""Calls a callback for a machine and the window on a step, and returns what the library is told."""
Finish = Callable[[object], int]
"""Turns a result other than None into what the library is told."""
Entry = tuple[Optional[Callable[[Any], object]], Run, Finish]
"""A callback as the trampoline calls it: as a run, unless it is an action that takes the context alone, as most do.
Such an action is called at once, without a frame between, and its result is finished."""


class Entries(Protocol):
    """The callbacks of a machine, by slot."""

    def __getitem__(self, slot: int, /) -> Entry: ...


class HookCall(Protocol):
    """One hook of a machine; see `Hook`."""

    @property
    def function(self) -> Callable[..., object]:
        """The function, as it was given."""

    def run(self, machine: MachineState, fields: Fields) -> None:
        """Calls the hook for a step. Raises what it raises."""


class MachineState(Handle):
    """The record on which every part of a machine works. Made by `Machine`, which is one."""

    __slots__ = ("context", "_vocabulary", "_entries", "_exception", "_objects", "_step_hooks", "_unhandled_hooks")

    context: Any
    """Your object; may be replaced at any time."""
    _vocabulary: Vocabulary
    """That of the machine's table."""
    _entries: Entries
    """What the trampoline calls: those of the table; while a step is awaited, a stand-in for them."""
    _exception: Optional[BaseException]
    """What a callback raised, until the call under way returns; set by the trampoline."""
    _objects: Objects
    """Arguments that are Python objects, of events that have not been handled yet."""
    _step_hooks: tuple[HookCall, ...]
    _unhandled_hooks: tuple[HookCall, ...]


def keep_exception(machine: MachineState, exception: BaseException) -> None:
    """Leaves with a machine what one of its callbacks raised, until the call under way returns."""
    former = machine._exception
    if former is not None and former is not exception and exception.__context__ is None:
        exception.__context__ = former
    machine._exception = exception
