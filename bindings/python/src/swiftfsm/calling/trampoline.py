"""How the library calls Python: one static function, with an integer slot as the context of each callback.

An exception never crosses the library. The trampoline catches it, KeyboardInterrupt and SystemExit too, leaves it with
the machine whose call is under way and returns the failure code; the machine raises it again, with its own traceback,
when that call returns. A machine runs one call at a time, and nested calls on it return in order, so neither threads
nor sends to other machines can mix them up.

One thing cannot be caught: that the frame of the trampoline itself is the one that exceeds the recursion limit. ctypes
then returns what happens to lie in memory, often as if the callback were done. That is one depth of the stack: a frame
deeper the call does not reach the library, and a frame less deep the trampoline catches the error. (Sending a member of
an Enum reaches the limit before that, in the hash of the member.) To look in each send whether there is room would cost a
twentieth of it.
"""

from __future__ import annotations

import ctypes
from itertools import count
from typing import Any, Callable, Optional
from weakref import ref

from ..library.generated.enumerations import Reserved
from ..library.generated.records import sfsm_finalizer, sfsm_function
from .interrupts import cover_entry
from .machine_state import ADDRESS, STEP, Fields, MachineState, Window

machine_numbers = count(1)
"""Of machines: the contexts by which the library knows them."""
# Of the first of many numbers that one object has: far from those above, and from each other.
_blocks = count(1 << 40, 1 << 33)
machines: dict[int, ref[MachineState]] = {}
"""All machines, by number, until no call can reach them any more."""
# The slots that the library holds at present.
_slots: dict[int, None] = {}


def add_machine(machine: MachineState) -> int:
    """Return a number for a machine: the context by which the library knows it."""
    number = next(machine_numbers)
    machines[number] = ref(machine)
    return number


def remove_machine(number: int) -> None:
    """Forget a machine that no call can reach any more."""
    machines.pop(number, None)


def add_machines(machine: MachineState, numbers: int) -> int:
    """Return the first of several numbers, one after the other, that are all those of one object."""
    first = next(_blocks)
    machines.update(dict.fromkeys(range(first, first + numbers), ref(machine)))
    return first


def remove_machines(first: int, numbers: int) -> None:
    """Forget them."""
    for number in range(first, first + numbers):
        machines.pop(number, None)


def hold_slot(slot: int) -> None:
    """Count a slot as in use until the library calls its finalizer."""
    _slots[slot] = None


def slots_in_use() -> int:
    """Return how many callbacks the library holds."""
    return len(_slots)


def read(window: Any, unpack: Callable[[Any], Fields] = STEP.unpack_from) -> Fields:
    """Return the fields of a step."""
    return unpack(window)


def _make_perform(
    machines: dict[int, ref[MachineState]], windows: dict[int, Any], unclaimed: dict[int, BaseException], failed: int
) -> Callable[[int, int], int]:
    """Return the function that the library calls. Its data is in its closure, which, unlike the dictionary of the
    module, still exists while the interpreter shuts down.
    """
    window_of, arguments = Window.from_address, ADDRESS

    def make_window(address: int) -> Any:
        if len(windows) > 64 + 2 * len(machines):
            windows.clear()
        window = windows[address] = window_of(address)
        return window

    # Short enough for a jump of one byte to its end, which cover_entry asks for.
    @cover_entry
    def perform(address: int, slot: int, machine: Optional[MachineState] = None) -> int:
        try:
            # The steps of a machine lie in its own memory, those of queries (probe and its like) on the stack: a
            # window on each place is made once, and all anew where most of the machines that had them are gone.
            try:
                window = windows[address]
            except KeyError:
                window = make_window(address)
            machine = machines[window[1]]()
            if machine is None:
                return failed  # its Python side is being collected: nobody is left to raise anything
            function, cells, run, finish = machine._entries[slot]
            if function is None:
                return run(machine, window)
            if cells is None:
                result = function(machine.context)
            else:
                try:
                    cell = cells[window[arguments]]
                except KeyError:
                    cell = None
                if cell is None:  # called above, what it raises would have that error as its context
                    return run(machine, window)
                result = function(machine.context, cell.value)
            return 0 if result is None else finish(result)
        except BaseException as exception:
            if machine is None:  # a signal came before it was known, or it is gone
                try:
                    known = machines.get(window_of(address)[1])
                    machine = None if known is None else known()
                except BaseException:  # at the recursion limit there is no room for these calls
                    unclaimed[address] = exception
                    return failed
            if machine is not None:
                # As in keep_exception, but nothing is called here that a second signal could interrupt.
                former = machine._exception
                if former is not None and former is not exception and exception.__context__ is None:
                    exception.__context__ = former
                machine._exception = exception
                machine._objects[0] = None  # no object's address: the call looks whether something is left
            return failed

    return perform


_windows: dict[int, Any] = {}
unclaimed: dict[int, BaseException] = {}
"""What was raised where there was no room to find the machine, by the address of the step: the call that has failed
without an exception takes it."""
trampoline: Any = sfsm_function(_make_perform(machines, _windows, unclaimed, int(Reserved.FAILED)))
# Frees a slot, without a frame of Python that a signal could interrupt. A second call for one slot would raise
# KeyError, which ctypes reports.
finalizer: Any = sfsm_finalizer(_slots.pop)
trampoline_address: int = ctypes.cast(trampoline, ctypes.c_void_p).value or 0
finalizer_address: int = ctypes.cast(finalizer, ctypes.c_void_p).value or 0

# The library may call them as long as the process lives: never freed.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(trampoline))
ctypes.pythonapi.Py_IncRef(ctypes.py_object(finalizer))
