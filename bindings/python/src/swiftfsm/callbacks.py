"""How the library calls Python: one static trampoline, with an integer slot as the context of each callback.

The library keeps nothing but the slot, and hands it back once through the finalizer. The functions themselves belong
to the table, or (hooks) to the machine, that they were given to, and go with it: so a table whose callbacks are methods
of an object that holds the table is an ordinary cycle, which the garbage collector sees and frees.

An exception never crosses the library. The trampoline catches it, KeyboardInterrupt and SystemExit too, leaves it with
the machine whose call is under way and returns the failure code; `Machine` raises it again, with its own traceback,
when that call comes back. A machine runs one call at a time, and nested calls on it come back in order, so neither
threads nor sends to other machines can mix them up.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import c_char
from enum import IntEnum
from itertools import count, islice
from struct import Struct
from typing import TYPE_CHECKING, Any, Callable, Optional
from weakref import ref

from .ids import FIRST_ID, NONE, Reserved, identify
from .interrupts import cover_entry
from .prototypes import sfsm_finalizer, sfsm_function, sfsm_step
from .results import ReservedIdError
from .step import Step

if TYPE_CHECKING:
    from .machine import Machine


class Role(IntEnum):
    """What a callback's result means."""

    ACTION = 0
    """Nothing: actions, entry, exit and cycle callbacks, hooks."""
    GUARD = 1
    """Its truth: yes or no."""
    RESOLVER = 2
    """The next state; None or NONE refuses."""


Function = Callable[[Step], Any]
Registration = tuple[Function, Role]


class Callbacks(dict[int, Registration]):
    """The callbacks of a table, or of a hook, by slot: what keeps them alive."""

    __slots__ = ("__weakref__",)

    def register(self, functions: Sequence[Registration]) -> list[int]:
        """A new slot for each; slots are never used again. The caller hands them to the library at once."""
        slots = list(islice(_numbers, len(functions)))
        self.update(zip(slots, functions))
        _owners.update(dict.fromkeys(slots, ref(self)))
        return slots


# Slots start at 1: the library takes a context of 0 for "the machine's".
_numbers = count(1)
_owners: dict[int, ref[Callbacks]] = {}
_machine_numbers = count(1)
_machines: dict[int, ref[Machine]] = {}


def add_machine(machine: Machine) -> int:
    """A number for a machine: the context under which the library knows it."""
    number = next(_machine_numbers)
    _machines[number] = ref(machine)
    return number


def remove_machine(number: int, pop: Callable[[int, None], object] = _machines.pop) -> None:
    """Forgets a machine that no call can reach any more."""
    pop(number, None)


def slots_in_use() -> int:
    """How many callbacks the library holds at present."""
    return len(_owners)


def _make_perform(
    owners: dict[int, ref[Callbacks]],
    machines: dict[int, ref[Machine]],
    windows: dict[int, memoryview],
    failed: int,
) -> Callable[[int, int], int]:
    """The function that the library calls. What it needs is in its closure, which, unlike the module's dictionary, is
    still there while the interpreter takes itself apart."""
    # Of each field the code of its type; what points to others (the cases) is read as an address.
    codes = [getattr(field[1], "_type_") for field in sfsm_step._fields_]
    layout = Struct("@" + "".join(code if isinstance(code, str) else "P" for code in codes))
    window_of = (c_char * layout.size).from_address
    read = layout.unpack_from
    guard, resolver, none = Role.GUARD, Role.RESOLVER, int(NONE)

    @cover_entry
    def perform(address: int, slot: int, machine: Optional[Machine] = None) -> int:
        try:
            # Steps lie at the few places where the stack happens to be; a window on each is made once.
            window = windows.get(address)
            if window is None:
                if len(windows) > 10_000:
                    windows.clear()
                window = windows[address] = memoryview(window_of(address))
            fields = read(window)
            machine = machines[fields[1]]()
            if machine is None:
                return failed  # its Python side is being collected: nobody is left to raise anything
            callbacks = owners[slot]()
            if callbacks is None:
                return failed
            function, role = callbacks[slot]
            result = function(Step(machine, fields))
            if role is guard:
                return 1 if result else 0
            if role is resolver:
                return none if result is None else _resolved(result, function)
            return 0
        except BaseException as exception:
            if machine is None:  # a signal came before it was known, or it is gone
                known = machines.get(read(window_of(address))[1])
                machine = None if known is None else known()
            if machine is not None:
                # Nothing is called here that a second signal could interrupt.
                former = machine._exception
                if former is not None and former is not exception and exception.__context__ is None:
                    exception.__context__ = former
                machine._exception = exception
            return failed

    return perform


def _resolved(result: object, function: Function) -> int:
    number = identify(result, "the state that a resolver names")
    if number < FIRST_ID and number != NONE:
        raise ReservedIdError(f"{function!r} resolved to the reserved id {result!r}: return a state, or None")
    return number


trampoline = sfsm_function(_make_perform(_owners, _machines, {}, int(Reserved.FAILED)))
# Frees a slot, without a frame of Python that a signal could interrupt. A second call for one slot would raise
# KeyError, which ctypes reports.
finalizer = sfsm_finalizer(_owners.pop)
trampoline_address: int = ctypes.cast(trampoline, ctypes.c_void_p).value or 0
finalizer_address: int = ctypes.cast(finalizer, ctypes.c_void_p).value or 0

# The library may call them as long as the process lives: never freed.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(trampoline))
ctypes.pythonapi.Py_IncRef(ctypes.py_object(finalizer))
