"""What machines of the library are made with, for any thread that makes one. The library keeps none of it."""

from __future__ import annotations

from collections import deque
from ctypes import addressof, byref, c_void_p, create_string_buffer, sizeof
from typing import Any

from ..calling.trampoline import machine_numbers
from ..definition.ids import INITIAL
from ..library.generated.constants import MACHINE_ALIGNMENT
from ..library.generated.records import sfsm_machine_options
from ..library.loading import library

Tools = tuple[sfsm_machine_options, Any, c_void_p, Any]
"""Options, those of a machine in its initial state, and where the address of the new machine is written; each with the
reference that the library takes."""

free: list[Tools] = []
"""Those that nobody uses at present."""


def tools() -> Tools:
    """Make new ones, of which some are left in `free`: a list that runs empty is allocated anew."""
    free.extend(_tools() for _ in range(3))
    return _tools()


def _tools() -> Tools:
    options, address = sfsm_machine_options(sizeof(sfsm_machine_options), INITIAL), c_void_p()
    return options, byref(options), address, byref(address)


Spare = tuple[int, Any, int, sfsm_machine_options, Any]
"""Memory in which one machine at a time is made, over one table: the number of that machine, its address as an argument
and as an int, and its options, those of a machine in its initial state, with the reference that the library takes."""

MOST_SPARES = 16
"""How many of them a table keeps for machines to come."""
LARGEST_SPARE = 4096
"""The size in bytes of the largest machines for which it does."""

_address = c_void_p()
to_any_address = byref(_address)
"""Where the library writes an address that is known already."""


def keep_spare(spares: deque[Spare], table: Any) -> None:
    """Add memory for a machine over this table of the library, unless such machines are large, or the table is closed."""
    size = library.sfsm_machine_size(table)
    if not 0 < size <= LARGEST_SPARE:
        return
    memory = create_string_buffer(size + MACHINE_ALIGNMENT)
    address = -(-addressof(memory) // MACHINE_ALIGNMENT) * MACHINE_ALIGNMENT
    number = next(machine_numbers)
    options = sfsm_machine_options(sizeof(sfsm_machine_options), INITIAL, 0, number, address, size)
    setattr(options, "_memory", memory)  # lives as long
    spares.append((number, c_void_p.from_param(address), address, options, byref(options)))
