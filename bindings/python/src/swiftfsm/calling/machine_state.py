"""The fields of a machine that its callbacks and the trampoline share."""

from __future__ import annotations

from ctypes import Array, c_size_t, sizeof
from struct import Struct
from typing import Any, Callable, Optional, Protocol

from ..definition.arguments import Objects
from ..definition.vocabulary import Vocabulary
from ..library.generated.records import sfsm_step
from ..library.handles import Handle

Fields = tuple[Any, ...]
"""The fields of an sfsm_step."""
# Of each field the code of its type; what points to others (the cases) is read as an address.
_CODES = [getattr(field[1], "_type_") for field in sfsm_step._fields_]
STEP = Struct("@" + "".join(code if isinstance(code, str) else "P" for code in _CODES))
"""Reads and writes them."""
Window: type[Array[c_size_t]] = c_size_t * (STEP.size // sizeof(c_size_t))
"""A view of a step: words as large as a pointer. Word 1 is the context of the machine."""
ADDRESS = 6
"""The word of a step that is the address of its arguments."""
Run = Callable[["MachineState", Any], int]
"""Calls a callback for a machine and the window on a step. Returns what the library is told."""
Finish = Callable[[object], int]
"""Converts a result other than None for the library."""
Cells = dict[int, Any]
"""What reads one argument of an event, by the address of the arguments."""
Entry = tuple[Optional[Callable[..., object]], Optional[Cells], Run, Finish]
"""A callback as the trampoline calls it: as a run, unless it is an action that takes the context alone, as most do, or with
one number, of which there are cells. Such an action is called at once, without a frame between, and its result is finished.
A number that has no cell yet is left to the run, which makes one."""


class Entries(Protocol):
    """The callbacks of a machine, by slot."""

    def __getitem__(self, slot: int, /) -> Entry: ...


class HookCall(Protocol):
    """One hook of a machine; see `Hook`."""

    @property
    def function(self) -> Callable[..., object]:
        """The function, as it was given."""
        ...

    def run(self, machine: MachineState, fields: Fields) -> None:
        """Calls the hook for a step. Raises what it raises."""


class MachineState(Handle):
    """The record that all rooms from here on share: `Machine` is one."""

    __slots__ = (
        "context", "_vocabulary", "_entries", "_exception", "_objects",
        "_step_hooks", "_unhandled_hooks", "_watch_hooks",
    )  # fmt: skip

    context: Any
    """Any object of the program; may be replaced at any time."""
    _vocabulary: Vocabulary
    """The vocabulary of its table."""
    _entries: Entries
    """What the trampoline calls: the entries of the table, or a stand-in for them while a step is awaited."""
    _exception: Optional[BaseException]
    """What a callback raised, until the present call returns. Set by the trampoline."""
    _objects: Objects
    """Arguments that are Python objects, of events that have not been handled yet; not empty either once a callback has
    raised something, so that a call which ends has one thing to look at."""
    _step_hooks: tuple[HookCall, ...]
    _unhandled_hooks: tuple[HookCall, ...]
    _watch_hooks: tuple[Any, ...]
    """Those that the library does not know; see `calling.watch`."""


def keep_exception(machine: MachineState, exception: BaseException) -> None:
    """Leave with a machine what one of its callbacks raised, until the present call returns."""
    former = machine._exception
    if former is not None and former is not exception and exception.__context__ is None:
        exception.__context__ = former
    machine._exception = exception
